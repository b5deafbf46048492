//! Games as ids.

mod encoder;
mod game_ids;

pub use self::{
    encoder::{EncodeError, Encoded, Encoder, Errors},
    game_ids::{Column, GameIds, IdFormat},
};
