//! Experiments with bots: simulation, tournaments, training and calibration.
//!
//! The library plays the games and writes the files. The commands of `orrery` parse the arguments,
//! show the progress ([`Monitor`]) and print the results. Error messages refer to the options of
//! these commands.

pub mod arena;
pub mod bench;
pub mod calibrate;
mod external;
mod file;
mod fingerprint;
mod monitor;
mod network_files;
mod player;
mod plot;
pub mod pool;
pub mod puzzles;
pub mod review;
mod section;
pub mod simulate;
mod stats;
mod table;
pub mod train;

pub use monitor::Monitor;
pub use section::grouped;
pub use table::{DeckFile, TableSpec};
