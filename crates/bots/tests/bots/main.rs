//! The bots as those who use them meet them.

mod advice;
mod honest;
mod legal;
mod play;
mod strength;
mod weights;
