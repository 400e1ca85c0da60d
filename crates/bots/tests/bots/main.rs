//! Tests of the public interface of the bots.

mod advice;
mod hidden_information;
mod legal;
mod play;
mod strength;
mod weights;
