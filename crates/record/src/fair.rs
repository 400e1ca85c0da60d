//! Verifiable dice, as specified in `docs/FAIR-DICE.md`.
//!
//! The dealer commits to a seed, and players contribute entropy. Seed and entropy determine every
//! chance outcome.

use crate::model::{Header, Record};
use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use orrery_rules::{ChanceNode, ChanceOutcome, Seat};
use std::collections::BTreeMap;

/// The BLAKE3 context of the commitment.
pub const COMMIT_CONTEXT: &str = "orrery 2026 fair dice v1 commitment";
/// The BLAKE3 context of the key of the dice.
pub const KEY_CONTEXT: &str = "orrery 2026 fair dice v1 key";
/// The BLAKE3 context of the hash of a seat's entropy.
pub const ENTROPY_CONTEXT: &str = "orrery 2026 fair dice v1 entropy";
/// Maximum number of entropy bytes of a seat.
pub const MAX_ENTROPY: usize = 64;
/// Minimum number of entropy bytes of a seat, so that an attacker cannot guess them.
pub const MIN_ENTROPY: usize = 16;

/// Returns the hash that a seat announces before it reveals its entropy.
#[must_use]
pub fn entropy_hash(entropy: &[u8]) -> [u8; 32] {
    blake3::derive_key(ENTROPY_CONTEXT, entropy)
}

/// The commitment, the entropies and the seeds of a record's dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiceTerms {
    /// The commitment that the dealer published before the game.
    pub commitment: [u8; 32],
    /// The entropy that seats contributed before the first step.
    pub entropies: BTreeMap<Seat, Vec<u8>>,
    /// The seed, once it is revealed.
    pub seed: Option<[u8; 32]>,
    /// The re-keyings during the game, in order.
    pub rekeyed: Vec<Rekeying>,
}

/// A new seed in a running game.
///
/// The server re-keys a game after a restore, because players may know outcomes of the old seed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rekeying {
    /// The number of the first chance outcome under the new seed.
    pub from: u32,
    /// The commitment to the new seed.
    pub commitment: [u8; 32],
    /// The new seed, once it is revealed.
    pub seed: Option<[u8; 32]>,
}

/// The party that rolls the dice, with a secret seed.
#[derive(Clone, PartialEq, Eq)]
pub struct Dealer {
    seed: [u8; 32],
}

impl std::fmt::Debug for Dealer {
    /// Never shows the seed.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Dealer")
    }
}

impl Dealer {
    /// Creates a dealer from 32 bytes of a cryptographic random source, for one game only.
    #[must_use]
    pub const fn new(seed: [u8; 32]) -> Self {
        Self { seed }
    }

    /// Returns the commitment to publish before the game. It reveals nothing about the seed.
    #[must_use]
    pub fn commitment(&self) -> [u8; 32] {
        blake3::derive_key(COMMIT_CONTEXT, &self.seed)
    }

    /// Returns the seed, to be revealed only once the game is over.
    #[must_use]
    pub const fn seed(&self) -> [u8; 32] {
        self.seed
    }

    /// Returns the commitment and the entropies for a record, without the seed.
    #[must_use]
    pub fn terms(&self, entropies: BTreeMap<Seat, Vec<u8>>) -> DiceTerms {
        DiceTerms { commitment: self.commitment(), entropies, seed: None, rekeyed: Vec::new() }
    }

    /// Returns the header entry for re-keying with this dealer.
    ///
    /// Chance outcome number `from` and all later ones use the new key.
    #[must_use]
    pub fn rekeying(&self, from: u32) -> Rekeying {
        Rekeying { from, commitment: self.commitment(), seed: None }
    }

    /// Returns the dice of a game with this many players.
    #[must_use]
    pub fn dice(&self, seats: u8, entropies: &BTreeMap<Seat, Vec<u8>>) -> FairDice {
        let mut hasher = blake3::Hasher::new_derive_key(KEY_CONTEXT);
        hasher.update(&self.seed).update(&[seats]);
        for seat in (0..seats as usize).map_while(Seat::new) {
            let entropy = entropies.get(&seat).map_or(&[][..], Vec::as_slice);
            let entropy = &entropy[..entropy.len().min(MAX_ENTROPY)];
            hasher.update(&[entropy.len() as u8]).update(entropy);
        }
        FairDice { key: hasher.finalize().into(), later: Vec::new() }
    }
}

/// The dice of one game: they determine every chance outcome by its number.
#[derive(Clone, PartialEq, Eq)]
pub struct FairDice {
    key: [u8; 32],
    /// The keys after re-keyings, each with the number of its first chance outcome.
    later: Vec<(u32, [u8; 32])>,
}

impl std::fmt::Debug for FairDice {
    /// Never shows the key.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FairDice")
    }
}

impl FairDice {
    /// Returns the key of the stream cipher with which the game begins.
    #[must_use]
    pub const fn key(&self) -> [u8; 32] {
        self.key
    }

    /// Returns dice that use the key of `next` for chance outcome number `from` and all later ones.
    #[must_use]
    pub fn then(mut self, from: u32, next: &Self) -> Self {
        self.later.push((from, next.key));
        self
    }

    fn key_for(&self, number: u64) -> [u8; 32] {
        let later = self.later.iter().rfind(|(from, _)| u64::from(*from) <= number);
        later.map_or(self.key, |(_, key)| *key)
    }

    /// Returns an index below `total` for the chance outcome with this number, counted from 0.
    ///
    /// A total of 0 or 1 gives 0.
    #[must_use]
    pub fn index(&self, number: u64, total: u64) -> u64 {
        if total <= 1 {
            return 0;
        }
        let mut nonce = [0; 12];
        nonce[..4].copy_from_slice(&(total as u32).to_le_bytes());
        nonce[4..].copy_from_slice(&number.to_le_bytes());
        let mut stream = ChaCha20::new(&self.key_for(number).into(), &nonce.into());
        let words = std::iter::repeat_with(|| {
            let mut word = [0; 8];
            stream.apply_keystream(&mut word);
            u64::from_le_bytes(word)
        });
        unbiased_index(words, total)
    }

    /// Returns the outcome of a chance node.
    #[must_use]
    pub fn outcome(&self, number: u64, node: ChanceNode) -> ChanceOutcome {
        node.at(self.index(number, node.total()))
    }
}

/// Returns an unbiased index below `total`, by rejection sampling.
///
/// Let m be the largest multiple of `total` that is at most 2^64. Skips words ≥ m and returns the
/// first remaining word modulo `total`.
pub fn unbiased_index(words: impl IntoIterator<Item = u64>, total: u64) -> u64 {
    let excess = (u64::MAX % total + 1) % total;
    let fair = words.into_iter().find(|word| *word <= u64::MAX - excess);
    fair.unwrap_or(0) % total
}

impl Header {
    /// Returns the dice of the game, if all seeds are revealed.
    #[must_use]
    pub fn revealed_dice(&self) -> Option<FairDice> {
        let terms = self.dice.as_ref()?;
        let dice_of = |seed| Dealer::new(seed).dice(self.seats, &terms.entropies);
        terms.rekeyed.iter().try_fold(dice_of(terms.seed?), |dice, next| {
            Some(dice.then(next.from, &dice_of(next.seed?)))
        })
    }
}

impl Record {
    /// Adds the dealer's seed to the commitment that it matches.
    ///
    /// Returns `false` and changes nothing if the record has no such commitment.
    pub fn reveal(&mut self, dealer: &Dealer) -> bool {
        let Some(terms) = &mut self.header.dice else { return false };
        let later = terms.rekeyed.iter_mut().map(|next| (next.commitment, &mut next.seed));
        let mut seeds = std::iter::once((terms.commitment, &mut terms.seed)).chain(later);
        let found = seeds.find(|(commitment, _)| *commitment == dealer.commitment());
        found.map(|(_, seed)| *seed = Some(dealer.seed())).is_some()
    }
}
