//! Encodes games as ids.

mod boards;
mod encoder;
mod game_ids;

pub use self::{
    boards::Board,
    encoder::{EncodeError, Encoded, Encoder, Errors},
    game_ids::{Column, GameIds, IdFormat},
};
