//! Splits text into tag pairs, words and other tokens. The module `game` decides what a token means in its
//! context.

mod boundary;
mod byte_class;
mod cursor;
mod decode;
mod fault;
mod letters;
mod results;
pub mod scan;
mod tags;
mod token;
mod word;

pub use self::{
    boundary::is_boundary,
    byte_class::is_nothing,
    decode::{decoded, first_char},
    fault::PgnFault,
    tags::{Tag, TagLine, TagList, Tags, escape, is_known, is_tag, unescape},
    word::Word,
};
pub(crate) use self::{
    byte_class::{ByteClass, class, is_blank},
    cursor::Cursor,
    letters::{HALF, Sign, ends_with_number, is_remark, is_rest_of_move, is_sign, sign},
    results::result,
    tags::{has_empty_line, line_length, next_tag, punctuation_before_tag},
    token::{Frequent, Lexer, Token},
    word::LONGEST,
};
