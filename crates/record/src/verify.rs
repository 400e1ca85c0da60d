//! Verifies that every chance outcome follows from the seed and the players' entropy.

use crate::expected::ExpectedValues;
use crate::fair::{Dealer, DiceTerms, MIN_ENTROPY, entropy_hash};
use crate::model::Record;
use crate::problem::{Difference, ReplayProblem};
use crate::replay::replay_with;
use crate::values::hex;
use orrery_rules::{ChanceOutcome, Rules, Seat, State, Step};
use std::fmt;

/// The proof level of a verification, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum ProofLevel {
    /// The record is consistent with itself. Its author may have chosen the seed afterwards.
    #[default]
    Consistent,
    /// The dice also follow the commitment that the player received before the game.
    Committed,
    /// The dice also include the player's own random bytes. Nobody could choose the dice.
    ///
    /// All other contributions were fixed before the player revealed their own.
    Contributed,
}

/// The reason why a verification does not reach a higher proof level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortfall {
    /// No commitment was noted before the game.
    NoCommitment,
    /// The player noted no own contribution, or a contribution that is short enough to guess.
    NoContribution,
    /// Other seats may have chosen their entropy after the player revealed theirs.
    ///
    /// Nothing shows that they had committed to it before.
    OtherContributionsNotCommitted,
    /// The game was re-keyed without new contributions.
    Rekeyed,
}

/// The result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// The proof level that the verification reached.
    pub proof_level: ProofLevel,
    /// The reason why the proof level is not higher.
    pub shortfall: Option<Shortfall>,
    /// Number of rolls.
    pub rolls: usize,
    /// Number of planets drawn.
    pub draws: usize,
    /// Number of missions dealt.
    pub deals: usize,
    /// Number of starting seats drawn.
    pub starts: usize,
    /// Number of all steps.
    pub steps: usize,
    /// The commitment, which matches the seed.
    pub commitment: [u8; 32],
    /// The number of the first chance outcome after each re-keying.
    pub rekeyed: Vec<u32>,
    /// The seats that contributed entropy.
    pub contributors: Vec<Seat>,
    /// Whether the game is over.
    pub finished: bool,
}

/// The reason why a record is false or cannot be verified.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyProblem {
    /// The record has no commitment.
    NoCommitment,
    /// The seed is not revealed yet.
    NoSeed,
    /// The seed does not match the commitment. Contains the commitment of this seed.
    Seed([u8; 32]),
    /// The commitment in the record differs from the announced one. Contains the one in the record.
    Announced([u8; 32]),
    /// The record lacks the expected entropy of this seat.
    Entropy(Seat),
    /// The entropy of this seat does not match the hash that was fixed in the draw.
    NotFixed(Seat),
    /// The re-keying at this chance outcome was announced or is recorded, but not both.
    Rekeyed(u32),
    /// A chance outcome is false; its difference is [`Difference::Dice`].
    False(ReplayProblem),
    /// The record is not a legal game.
    Replay(ReplayProblem),
}

impl VerifyProblem {
    /// Returns whether the problem proves that the record is false.
    ///
    /// Otherwise the record just cannot be verified.
    #[must_use]
    pub const fn is_disproof(&self) -> bool {
        match self {
            Self::NoCommitment | Self::NoSeed => false,
            Self::Replay(problem) => !matches!(problem.difference, Difference::Rules(_)),
            _ => true,
        }
    }
}

impl fmt::Display for VerifyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommitment => {
                f.write_str("cannot be verified: the record carries no commitment")
            }
            Self::NoSeed => f.write_str("cannot be verified: the seed is not revealed"),
            Self::Seed(found) => {
                write!(
                    f,
                    "false: the seed does not match the commitment; its own commitment is {}",
                    hex(found)
                )
            }
            Self::Announced(found) => {
                write!(
                    f,
                    "false: the commitment in the record differs from yours; it is {}",
                    hex(found)
                )
            }
            Self::Entropy(seat) => {
                write!(f, "false: the record does not have the entropy of seat {seat}")
            }
            Self::NotFixed(seat) => {
                write!(
                    f,
                    "false: the entropy of seat {seat} is not the one that was fixed before the game"
                )
            }
            Self::Rekeyed(from) => {
                write!(
                    f,
                    "false: the seed changed at roll or draw {from}, but your receipt does not say so"
                )
            }
            Self::False(problem) | Self::Replay(problem) => write!(f, "false: {problem}"),
        }
    }
}

impl std::error::Error for VerifyProblem {}

impl Record {
    /// Verifies every roll and draw.
    ///
    /// # Errors
    /// The first false outcome, or why the record cannot be verified.
    pub fn verify(&self, rules: &Rules) -> Result<Verified, VerifyProblem> {
        self.verify_against(rules, &ExpectedValues::default())
    }

    /// Verifies every roll and draw, and compares the record with the values noted before the game.
    ///
    /// # Errors
    /// The first false outcome, or why the record cannot be verified.
    pub fn verify_against(
        &self,
        rules: &Rules,
        expected: &ExpectedValues,
    ) -> Result<Verified, VerifyProblem> {
        let terms = self.header.dice.as_ref().ok_or(VerifyProblem::NoCommitment)?;
        self.check_expected(expected)?;
        let later = terms.rekeyed.iter().map(|next| (next.commitment, next.seed));
        for (commitment, seed) in std::iter::once((terms.commitment, terms.seed)).chain(later) {
            let found = Dealer::new(seed.ok_or(VerifyProblem::NoSeed)?).commitment();
            if found != commitment {
                return Err(VerifyProblem::Seed(found));
            }
        }
        let mut proved = self.check_dice(rules)?;
        (proved.proof_level, proved.shortfall) = proof_level(terms, expected);
        proved.commitment = terms.commitment;
        proved.rekeyed = terms.rekeyed.iter().map(|next| next.from).collect();
        proved.contributors = terms.entropies.keys().copied().collect();
        Ok(proved)
    }

    /// Compares commitment and entropies with those noted before the game. The game may be running.
    ///
    /// # Errors
    /// The first difference.
    pub fn check_expected(&self, expected: &ExpectedValues) -> Result<(), VerifyProblem> {
        let terms = self.header.dice.as_ref().ok_or(VerifyProblem::NoCommitment)?;
        if expected.commitment.is_some_and(|announced| announced != terms.commitment) {
            return Err(VerifyProblem::Announced(terms.commitment));
        }
        let missing = |(seat, entropy): &(&Seat, &Vec<u8>)| {
            terms.entropies.get(seat).map_or(&[][..], Vec::as_slice) != entropy.as_slice()
        };
        if let Some((seat, _)) = expected.entropies.iter().find(missing) {
            return Err(VerifyProblem::Entropy(*seat));
        }
        check_fixed(terms, expected)?;
        check_rekeyed(terms, expected)
    }

    fn check_dice(&self, rules: &Rules) -> Result<Verified, VerifyProblem> {
        let dice = self.header.revealed_dice().ok_or(VerifyProblem::NoSeed)?;
        let (mut proved, mut number) = (Verified::default(), 0);
        let check = |state: &State<'_>, step: Step| {
            let (Step::Chance(recorded), Some(node)) = (step, state.chance()) else {
                return Ok(());
            };
            let outcome = dice.outcome(number, node);
            number += 1;
            if outcome == recorded {
                return Ok(());
            }
            Err(Difference::Dice(Step::Chance(outcome).notation(rules).to_string()))
        };
        let end = replay_with(self, rules, check, |played| proved.count(played.step));
        let end = end.map_err(|problem| match problem.difference {
            Difference::Dice(_) => VerifyProblem::False(problem),
            _ => VerifyProblem::Replay(problem),
        })?;
        proved.finished = end.is_over();
        Ok(proved)
    }
}

impl fmt::Display for Verified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "proved: {} rolls, {} planets drawn, {} missions dealt, {} starting seats drawn",
            self.rolls, self.draws, self.deals, self.starts
        )?;
        write!(f, "\n{}", self.proof_level)?;
        self.shortfall.map_or(Ok(()), |why| write!(f, "\nno higher: {why}"))
    }
}

impl fmt::Display for ProofLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Consistent => "proof level 1 of 3: the record is consistent with itself",
            Self::Committed => {
                "proof level 2 of 3: the dice follow the commitment that you were given before the game"
            }
            Self::Contributed => {
                "proof level 3 of 3: the dice follow the commitment that you were given before the \
                 game, and your own random contribution is in them"
            }
        })
    }
}

impl fmt::Display for Shortfall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoCommitment => "without your receipt the seed could have been chosen afterwards",
            Self::NoContribution => "your receipt has no contribution of at least 16 bytes",
            Self::OtherContributionsNotCommitted => {
                "your receipt does not say that the contributions of others were fixed before yours"
            }
            Self::Rekeyed => "the seed was replaced in the middle of the game",
        })
    }
}

impl Verified {
    fn count(&mut self, step: Step) {
        self.steps += 1;
        match step {
            Step::Chance(ChanceOutcome::Rolled(_)) => self.rolls += 1,
            Step::Chance(ChanceOutcome::Drew(_)) => self.draws += 1,
            Step::Chance(ChanceOutcome::Dealt(_)) => self.deals += 1,
            Step::Chance(ChanceOutcome::Starts(_)) => self.starts += 1,
            Step::Action(_) => {}
        }
    }
}

/// Returns the proof level for a player who noted these values, and why it is not higher.
///
/// The caller has checked that the values match the record.
fn proof_level(terms: &DiceTerms, expected: &ExpectedValues) -> (ProofLevel, Option<Shortfall>) {
    let contributed = expected.entropies.values().any(|entropy| entropy.len() >= MIN_ENTROPY);
    let fixed = expected.hashes.is_some()
        || terms.entropies.keys().all(|seat| expected.entropies.contains_key(seat));
    let shortfall = match expected.commitment {
        None => return (ProofLevel::Consistent, Some(Shortfall::NoCommitment)),
        Some(_) if !contributed => Shortfall::NoContribution,
        Some(_) if !fixed => Shortfall::OtherContributionsNotCommitted,
        Some(_) if !terms.rekeyed.is_empty() => Shortfall::Rekeyed,
        Some(_) => return (ProofLevel::Contributed, None),
    };
    (ProofLevel::Committed, Some(shortfall))
}

/// Checks that the record has exactly the contributions that were fixed.
fn check_fixed(terms: &DiceTerms, expected: &ExpectedValues) -> Result<(), VerifyProblem> {
    let Some(fixed) = &expected.hashes else { return Ok(()) };
    let hash = |seat: &Seat| terms.entropies.get(seat).map(|entropy| entropy_hash(entropy));
    let mut seats = fixed.keys().chain(terms.entropies.keys());
    let wrong = seats.find(|seat| fixed.get(seat).copied() != hash(seat));
    wrong.map_or(Ok(()), |seat| Err(VerifyProblem::NotFixed(*seat)))
}

/// Checks that the record has exactly the re-keyings that were announced.
fn check_rekeyed(terms: &DiceTerms, expected: &ExpectedValues) -> Result<(), VerifyProblem> {
    if expected.commitment.is_none() {
        return Ok(());
    }
    let actual: Vec<_> = terms.rekeyed.iter().map(|next| (next.from, next.commitment)).collect();
    let wrong = (0..actual.len().max(expected.rekeyed.len()))
        .find(|i| actual.get(*i) != expected.rekeyed.get(*i));
    let from = |i: usize| actual.get(i).or(expected.rekeyed.get(i)).map_or(0, |(from, _)| *from);
    wrong.map_or(Ok(()), |i| Err(VerifyProblem::Rekeyed(from(i))))
}
