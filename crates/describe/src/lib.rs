//! Texts of the game. Every action, event, question, error and card becomes a [`Message`]: a key
//! and its arguments, independent of language. A [`Localizer`] turns a message into text.
//!
//! A new language needs one file in `locales/` and one line in `language.rs`.
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
mod edition;
mod event;
mod illegal;
mod language;
mod localizer;
mod message;
mod question;
mod reason;

pub use action::{action, action_by_place, outcome, step};
pub use book::{Book, BookEntry};
pub use card::{ability, ability_of, attack, difficulty, mission, op};
pub use edition::{
    Explanation, bay, converter, culture, die_action, edition, empire, energy, home, missions,
    option, points, reroll,
};
pub use event::event;
pub use illegal::illegal;
pub use language::Language;
pub use localizer::{Context, Localizer};
pub use message::{Arg, Message, die, face, resource, track};
pub use question::{decision, question};
pub use reason::{ReasonSubject, reason};

/// The example in the README is compiled and run as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
