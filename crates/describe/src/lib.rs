//! The game in words. Every action, event, question, refusal and card becomes a [`Message`]: a key
//! and its arguments, the same in every language. [`Words`] turns a message into text.
//!
//! A new language is one file in `words/` and one line in `language.rs`.
//!
//! ```
//! # use orrery_rules::ids::{Amount, Resource, Seat};
//! # use orrery_rules::event::Event;
//! # use orrery_describe::{event, Arg};
//! let message = event(&Event::Gained {
//!     seat: Seat::new(0).unwrap(),
//!     amount: Amount::of(Resource::Energy, 2),
//! });
//! assert_eq!(message.key, "event-gained");
//! assert_eq!(message.arg("amount"), Some(&Arg::Amount(Amount::of(Resource::Energy, 2))));
//! ```

mod action;
mod book;
mod card;
mod event;
mod illegal;
mod language;
mod message;
mod question;
mod words;

pub use action::{action, outcome, step};
pub use book::{Book, BookEntry};
pub use card::{ability, ability_of, attack, difficulty, mission, op};
pub use event::event;
pub use illegal::illegal;
pub use language::Language;
pub use message::{Arg, Message, die, face, resource, track};
pub use question::{decision, question};
pub use words::{Context, Words};

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
