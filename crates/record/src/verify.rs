//! Verifies that every chance outcome follows from the dealer's seed and the players' entropy.

use crate::model::Record;
use crate::problem::{Difference, RecordProblem, ReplayProblem};
use crate::replay::replay_with;
use crate::values::{hex, unhex, unhex32};
use orrery_rules::{ChanceOutcome, Rules, Seat, State, Step};
use std::collections::BTreeMap;
use std::fmt;

/// The dice data that a player noted before the game, to compare with the record.
#[derive(Clone, Debug, Default)]
pub struct ExpectedTerms {
    /// The commitment that the dealer announced.
    pub commitment: Option<[u8; 32]>,
    /// The entropy that seats added.
    pub entropies: BTreeMap<Seat, Vec<u8>>,
}

impl ExpectedTerms {
    /// Parses a commitment in hexadecimal digits and entropies as `A=HEX`.
    ///
    /// # Errors
    /// If a value is malformed.
    pub fn read(commitment: Option<&str>, entropies: &[String]) -> Result<Self, RecordProblem> {
        let commitment = commitment.map(|hex| {
            let bytes = unhex32(&hex.to_ascii_lowercase());
            bytes.ok_or_else(|| RecordProblem::new("a commitment is 64 hexadecimal digits"))
        });
        let read = |claim: &String| {
            let (seat, hex) = claim.split_once('=')?;
            Some((Seat::from_letter(seat)?, unhex(&hex.to_ascii_lowercase())?))
        };
        let wrong =
            || RecordProblem::new("entropy is a seat, `=` and hexadecimal digits: A=0123ab");
        let entropies = entropies.iter().map(|claim| read(claim).ok_or_else(wrong));
        Ok(Self {
            commitment: commitment.transpose()?,
            entropies: entropies.collect::<Result<_, _>>()?,
        })
    }
}

/// The result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// Rolls.
    pub rolls: usize,
    /// Planets drawn.
    pub draws: usize,
    /// Missions dealt.
    pub deals: usize,
    /// Starting seats drawn.
    pub starts: usize,
    /// Steps in all.
    pub steps: usize,
    /// The commitment that the seed fits.
    pub commitment: [u8; 32],
    /// The seats that added entropy.
    pub entropies: Vec<Seat>,
    /// Whether the game is over.
    pub finished: bool,
}

/// Why a record could not be verified, or is false.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum VerifyProblem {
    /// The record carries no commitment.
    NoCommitment,
    /// The seed is not revealed yet.
    NoSeed,
    /// The seed does not match the commitment; the commitment that it gives.
    Seed([u8; 32]),
    /// The commitment differs from the announced one.
    Announced([u8; 32]),
    /// The record lacks the entropy that this seat added.
    Entropy(Seat),
    /// A chance step is false; its difference is [`Difference::Dice`].
    False(ReplayProblem),
    /// The record is not a legal game.
    Replay(ReplayProblem),
}

impl VerifyProblem {
    /// Returns whether the record is false, rather than just unverifiable.
    #[must_use]
    pub const fn is_false(&self) -> bool {
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
                write!(f, "false: the seed is of another commitment, {}", hex(found))
            }
            Self::Announced(found) => {
                write!(f, "false: the commitment in the record is {}", hex(found))
            }
            Self::Entropy(seat) => {
                write!(f, "false: the record does not have the entropy of seat {seat}")
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
        self.verify_against(rules, &ExpectedTerms::default())
    }

    /// Verifies every roll and draw, and compares the dice data noted before the game.
    ///
    /// # Errors
    /// The first false outcome, or why the record cannot be verified.
    pub fn verify_against(
        &self,
        rules: &Rules,
        expected: &ExpectedTerms,
    ) -> Result<Verified, VerifyProblem> {
        let terms = self.header.dice.as_ref().ok_or(VerifyProblem::NoCommitment)?;
        self.check_expected(expected)?;
        let seed = terms.seed.ok_or(VerifyProblem::NoSeed)?;
        let found = crate::fair::Dealer::new(seed).commitment();
        if found != terms.commitment {
            return Err(VerifyProblem::Seed(found));
        }
        let mut proved = self.check_dice(rules)?;
        proved.commitment = found;
        proved.entropies = terms.entropies.keys().copied().collect();
        Ok(proved)
    }

    /// Compares commitment and entropies with those noted before the game; works in a running game.
    ///
    /// # Errors
    /// The first difference.
    pub fn check_expected(&self, expected: &ExpectedTerms) -> Result<(), VerifyProblem> {
        let terms = self.header.dice.as_ref().ok_or(VerifyProblem::NoCommitment)?;
        if expected.commitment.is_some_and(|announced| announced != terms.commitment) {
            return Err(VerifyProblem::Announced(terms.commitment));
        }
        let missing = |(seat, entropy): &(&Seat, &Vec<u8>)| {
            terms.entropies.get(seat).map_or(&[][..], Vec::as_slice) != entropy.as_slice()
        };
        match expected.entropies.iter().find(missing) {
            Some((seat, _)) => Err(VerifyProblem::Entropy(*seat)),
            None => Ok(()),
        }
    }

    fn check_dice(&self, rules: &Rules) -> Result<Verified, VerifyProblem> {
        let dice = self.header.revealed_dice().ok_or(VerifyProblem::NoSeed)?;
        let (mut proved, mut number) = (Verified::default(), 0);
        let check = |state: &State<'_>, step: Step| {
            let (Step::Chance(said), Some(node)) = (step, state.chance()) else { return Ok(()) };
            let outcome = dice.outcome(number, node);
            number += 1;
            if outcome == said {
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
        )
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
