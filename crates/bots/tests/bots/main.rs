//! Tests of the public interface of the bots.

mod advice;
mod honest;
mod legal;
mod play;
mod strength;
mod weights;
