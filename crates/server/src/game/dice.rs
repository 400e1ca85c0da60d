//! The dice of a game on the server, with the secrets that they follow from.

use orrery_protocol::Rekeyed;
use orrery_record::{Dealer, DiceTerms, FairDice, Record};
use orrery_rules::Seat;
use std::collections::BTreeMap;

/// The dice of a game, and all seeds that they follow from.
#[derive(Clone, Debug)]
pub(crate) struct GameDice {
    seats: u8,
    entropies: BTreeMap<Seat, Vec<u8>>,
    dealer: Dealer,
    /// The dealers after the first, each with the number of its first chance.
    later: Vec<(u32, Dealer)>,
    fair: FairDice,
}

impl GameDice {
    /// The dice of a game with so many people.
    pub(crate) fn new(seats: u8, dealer: Dealer, entropies: BTreeMap<Seat, Vec<u8>>) -> Self {
        let fair = dealer.dice(seats, &entropies);
        Self { seats, entropies, dealer, later: Vec::new(), fair }
    }

    /// What chance decides.
    pub(crate) const fn fair(&self) -> &FairDice {
        &self.fair
    }

    /// Another dealer rolls from this chance on.
    pub(crate) fn rekey(&mut self, from: u32, dealer: Dealer) {
        let next = dealer.dice(self.seats, &self.entropies);
        self.fair = self.fair.clone().then(from, &next);
        self.later.push((from, dealer));
    }

    /// What goes into the heading of a record, without the seeds.
    pub(crate) fn terms(&self) -> DiceTerms {
        let mut terms = self.dealer.terms(self.entropies.clone());
        terms.rekeyed = self.later.iter().map(|(from, dealer)| dealer.rekeying(*from)).collect();
        terms
    }

    /// Reveals all seeds.
    pub(crate) fn reveal(&self, record: &mut Record) {
        record.reveal(&self.dealer);
        self.later.iter().for_each(|(_, dealer)| _ = record.reveal(dealer));
    }

    /// The changes of the key, as clients are told.
    pub(crate) fn rekeyed(&self) -> Vec<Rekeyed> {
        let told = |(from, dealer): &(u32, Dealer)| Rekeyed {
            from: *from,
            commitment: crate::secret::hex(&dealer.commitment()),
        };
        self.later.iter().map(told).collect()
    }
}
