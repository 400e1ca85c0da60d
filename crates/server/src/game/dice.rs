//! Dice of a game on the server, with their secret seeds.

use orrery_protocol::Rekeyed;
use orrery_record::{Dealer, DiceTerms, FairDice, Record};
use orrery_rules::Seat;
use std::collections::BTreeMap;

/// Dice of a game, and the seeds that determine them.
#[derive(Clone, Debug)]
pub(crate) struct GameDice {
    seats: u8,
    entropies: BTreeMap<Seat, Vec<u8>>,
    dealer: Dealer,
    /// Dealers after a re-keying, each with the number of its first chance step.
    later_dealers: Vec<(u32, Dealer)>,
    fair: FairDice,
}

impl GameDice {
    /// Creates the dice of a game.
    pub(crate) fn new(seats: u8, dealer: Dealer, entropies: BTreeMap<Seat, Vec<u8>>) -> Self {
        let fair = dealer.dice(seats, &entropies);
        Self { seats, entropies, dealer, later_dealers: Vec::new(), fair }
    }

    /// Returns the dice that decide chance steps.
    pub(crate) const fn fair(&self) -> &FairDice {
        &self.fair
    }

    /// Replaces the dealer from this chance step on.
    pub(crate) fn rekey(&mut self, from: u32, dealer: Dealer) {
        let next = dealer.dice(self.seats, &self.entropies);
        self.fair = self.fair.clone().then(from, &next);
        self.later_dealers.push((from, dealer));
    }

    /// Returns the terms of the dice for a record header, without the seeds.
    pub(crate) fn terms(&self) -> DiceTerms {
        let mut terms = self.dealer.terms(self.entropies.clone());
        terms.rekeyed =
            self.later_dealers.iter().map(|(from, dealer)| dealer.rekeying(*from)).collect();
        terms
    }

    /// Reveals all seeds in a record.
    pub(crate) fn reveal(&self, record: &mut Record) {
        record.reveal(&self.dealer);
        self.later_dealers.iter().for_each(|(_, dealer)| _ = record.reveal(dealer));
    }

    /// Returns the re-keyings as clients see them.
    pub(crate) fn rekeyed(&self) -> Vec<Rekeyed> {
        let rekeyed = |(from, dealer): &(u32, Dealer)| Rekeyed {
            from: *from,
            commitment: crate::secret::hex(&dealer.commitment()),
        };
        self.later_dealers.iter().map(rekeyed).collect()
    }
}
