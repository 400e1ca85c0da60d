//! Shared code of the fuzz targets.
//!
//! Run the targets from the root of the repository, with stable Rust:
//!
//! ```text
//! RUSTC_BOOTSTRAP=1 cargo fuzz run steps --sanitizer none
//! RUSTC_BOOTSTRAP=1 cargo fuzz run deck --sanitizer none fuzz/corpus/deck fuzz/seeds/deck -- \
//!     -dict=fuzz/dictionaries/deck.dict
//! RUSTC_BOOTSTRAP=1 cargo fuzz run setup --sanitizer none fuzz/corpus/setup fuzz/seeds/setup -- \
//!     -dict=fuzz/dictionaries/setup.dict
//! RUSTC_BOOTSTRAP=1 cargo fuzz run record --sanitizer none fuzz/corpus/record fuzz/seeds/record -- \
//!     -dict=fuzz/dictionaries/record.dict
//! RUSTC_BOOTSTRAP=1 cargo fuzz run message --sanitizer none fuzz/corpus/message \
//!     fuzz/seeds/message -- -dict=fuzz/dictionaries/message.dict
//! ```

mod bytes;
pub mod check;
pub mod deck_text;
pub mod hostile;
pub mod nested;
mod play;
pub mod setups;

pub use bytes::Bytes;
pub use orrery_rules::Random;
pub use play::{CheckedGame, FULL_CHECK_INTERVAL};
