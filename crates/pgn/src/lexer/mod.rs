//! Bytes and words: what the parts of movetext are, whatever game they are in.

mod byte_class;
mod decode;
mod fault;
mod letters;
mod remark;
mod results;
pub mod scan;
mod word;

pub use self::{
    byte_class::is_nothing,
    decode::{decoded, first_char},
    fault::PgnFault,
    word::Word,
};
pub(crate) use self::{
    byte_class::{ByteClass, class, is_blank},
    letters::{
        HALF, Sign, castling, ends_with_number, evaluation, is_remark, is_rest_of_move, is_sign,
        note, promotion_in_parentheses, sentence_on_end, sign, spaced_castling, visible,
    },
    remark::remark_in_parentheses,
    results::{before_result, result, result_written_otherwise},
};
