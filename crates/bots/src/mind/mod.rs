//! The learned judgement of positions: a small network that tells a seat's chance to win.

mod features;
mod file;
mod layout;
pub(crate) mod net;
mod quick;
mod words;

pub use file::NotAMind;

pub(crate) use features::{Eye, Inputs};
pub(crate) use net::Net;
pub(crate) use words::Words;

use orrery_rules::{Rules, Seat, State};
use std::sync::{Arc, LazyLock};

use quick::Quick;

/// A network and the cards that it knows.
#[derive(Clone, Debug)]
pub struct Mind {
    quick: Quick,
    words: Words,
}

impl Mind {
    /// The mind that comes with the program.
    #[must_use]
    pub fn ours() -> Arc<Self> {
        static OURS: LazyLock<Arc<Mind>> = LazyLock::new(|| {
            let bytes = include_bytes!("../../weights/orrery.mind");
            // A test reads these bytes; whoever builds with others plays with an empty mind.
            let blank = || Mind::new(&Net::blank(), Words::default());
            Arc::new(Mind::from_bytes(bytes).unwrap_or_else(|_| blank()))
        });
        OURS.clone()
    }

    pub(crate) fn new(net: &Net, words: Words) -> Self {
        Self { quick: Quick::new(net), words }
    }

    /// The network, to go on learning, and the cards that it knows.
    pub(crate) fn open(&self) -> (Net, Words) {
        (self.quick.net(), self.words.clone())
    }

    /// Gets ready to judge positions of one ruleset.
    #[must_use]
    pub fn judge(&self, rules: &Rules) -> Judge<'_> {
        Judge { net: &self.quick, eye: Eye::new(rules, &self.words) }
    }
}

/// Judges positions of one ruleset: the plain network, without any search.
pub struct Judge<'m> {
    net: &'m Quick,
    eye: Eye,
}

impl Judge<'_> {
    /// A seat's chance to win; a shared victory is split. Of what is hidden, only the seat's own
    /// mission is looked at.
    #[inline]
    #[must_use]
    pub fn chance(&self, state: &State<'_>, seat: Seat) -> f32 {
        match share(state, seat) {
            Some(share) => share,
            None => self.net.chance(self.see(state, seat).as_slice()),
        }
    }

    /// The chance that these inputs stand for.
    #[inline]
    pub(crate) fn of(&self, inputs: &Inputs) -> f32 {
        self.net.chance(inputs.as_slice())
    }

    /// What the network is shown.
    #[inline]
    pub(crate) fn see(&self, state: &State<'_>, seat: Seat) -> Inputs {
        self.eye.see(state, seat)
    }
}

/// A seat's share of the victory, when the game is over.
pub(crate) fn share(state: &State<'_>, seat: Seat) -> Option<f32> {
    let result = state.outcome()?;
    let winners = result.winners().count_ones().max(1);
    Some(if result.is_winner(seat) { 1.0 / winners as f32 } else { 0.0 })
}
