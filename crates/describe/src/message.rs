//! Messages: a key and its arguments, independent of language.

use orrery_rules::dice::Dice;
use orrery_rules::ids::{Amount, Face, Mission, Planet, Resource, Seat, Ship, Slot, Track};

/// A message, independent of language.
#[derive(Clone, PartialEq, Debug)]
pub struct Message {
    /// The key of the message in the Fluent files.
    pub key: &'static str,
    /// The arguments, by name.
    pub args: Vec<(&'static str, Arg)>,
}

impl Message {
    /// Creates a message without arguments.
    #[must_use]
    pub const fn new(key: &'static str) -> Self {
        Self { key, args: Vec::new() }
    }

    /// Adds an argument.
    #[must_use]
    pub fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((name, arg.into()));
        self
    }

    /// Returns the argument with this name.
    #[must_use]
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(key, _)| *key == name).map(|(_, arg)| arg)
    }
}

/// An argument of a message.
#[derive(Clone, PartialEq, Debug)]
pub enum Arg {
    /// A number, which also selects plural forms.
    Number(i64),
    /// A number of tenths, shown with one decimal: "3.1".
    Tenths(i64),
    /// A player, shown by name.
    Seat(Seat),
    /// A ship, shown by its number counted from 1.
    Ship(Ship),
    /// A planet card, shown by name.
    Planet(Planet),
    /// The planet in a slot of the row, shown by name.
    Slot(Slot),
    /// A secret mission, shown by name.
    Mission(Mission),
    /// A face of the die, as a selector.
    Face(Face),
    /// A resource, as a selector.
    Resource(Resource),
    /// The type of a track, as a selector.
    Track(Track),
    /// Resources: "2 energy and 1 culture".
    Amount(Amount),
    /// Dice: "2× energy and move".
    Dice(Dice),
    /// The number of a rule.
    Rule(&'static str),
    /// Text from a deck file.
    Text(String),
    /// A nested message.
    Message(Box<Message>),
    /// A list: "a, b and c".
    List(Vec<Arg>),
}

macro_rules! arg_from {
    ($($kind:ident: $from:ty,)*) => {
        $(impl From<$from> for Arg {
            fn from(value: $from) -> Self {
                Self::$kind(value)
            }
        })*
    };
}

arg_from! {
    Seat: Seat,
    Ship: Ship,
    Planet: Planet,
    Slot: Slot,
    Mission: Mission,
    Face: Face,
    Resource: Resource,
    Track: Track,
    Amount: Amount,
    Dice: Dice,
    Text: String,
    List: Vec<Self>,
}

impl From<u8> for Arg {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<Message> for Arg {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

/// Returns the name of a face: "energy".
#[must_use]
pub fn face(face: Face) -> Message {
    Message::new("face").with("face", face)
}

/// Returns the name of a die with this face: "energy die".
#[must_use]
pub fn die(face: Face) -> Message {
    Message::new("die").with("face", face)
}

/// Returns the name of a resource: "energy".
#[must_use]
pub fn resource(resource: Resource) -> Message {
    Message::new("resource").with("resource", resource)
}

/// Returns the name of a track: "diplomacy track".
#[must_use]
pub fn track(track: Track) -> Message {
    Message::new("track").with("track", track)
}
