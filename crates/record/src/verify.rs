//! Verifies that every chance outcome follows from the dealer's seed and the players' entropy.

use crate::expected::ExpectedTerms;
use crate::fair::{Dealer, DiceTerms, MIN_ENTROPY, entropy_hash};
use crate::model::Record;
use crate::problem::{Difference, ReplayProblem};
use crate::replay::replay_with;
use crate::values::hex;
use orrery_rules::{ChanceOutcome, Rules, Seat, State, Step};
use std::fmt;

/// How much a verification proves, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Strength {
    /// The record is consistent with itself. Its author may have chosen the seed afterwards.
    #[default]
    Consistent,
    /// The dice follow the commitment that the player was given before the game.
    Committed,
    /// And the player's own random contribution is in them, with all others fixed before it was
    /// revealed: nobody could choose the dice.
    Contributed,
}

/// Why a verification does not prove more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shortfall {
    /// No commitment was noted before the game.
    NoCommitment,
    /// No contribution of one's own was noted, or it could be guessed.
    NoContribution,
    /// It was not noted that the contributions of others were fixed before.
    OthersNotFixed,
    /// The key was changed in the middle of the game, without new contributions.
    Rekeyed,
}

/// The result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How much.
    pub strength: Strength,
    /// Why not more.
    pub shortfall: Option<Shortfall>,
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
    /// The chances at which the key was changed.
    pub rekeyed: Vec<u32>,
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
    /// The entropy of this seat is not the one that was fixed before the own one was revealed.
    NotFixed(Seat),
    /// The key was changed from this chance on, not under a commitment that was announced.
    Rekeyed(u32),
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
            Self::NotFixed(seat) => {
                write!(f, "false: the entropy of seat {seat} is not the one that was fixed before")
            }
            Self::Rekeyed(from) => {
                write!(f, "false: you were not told that the key changed at chance {from}")
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
        let later = terms.rekeyed.iter().map(|next| (next.commitment, next.seed));
        for (commitment, seed) in std::iter::once((terms.commitment, terms.seed)).chain(later) {
            let found = Dealer::new(seed.ok_or(VerifyProblem::NoSeed)?).commitment();
            if found != commitment {
                return Err(VerifyProblem::Seed(found));
            }
        }
        let mut proved = self.check_dice(rules)?;
        (proved.strength, proved.shortfall) = strength(terms, expected);
        proved.commitment = terms.commitment;
        proved.rekeyed = terms.rekeyed.iter().map(|next| next.from).collect();
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
        )?;
        write!(f, "\n{}", self.strength)?;
        self.shortfall.map_or(Ok(()), |why| write!(f, "\nnot more: {why}"))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Consistent => "strength 1 of 3: the record is consistent with itself",
            Self::Committed => {
                "strength 2 of 3: the dice follow the commitment that you were given before the game"
            }
            Self::Contributed => {
                "strength 3 of 3: the dice follow the commitment that you were given before the \
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
            Self::OthersNotFixed => {
                "your receipt does not say that the contributions of others were fixed before yours"
            }
            Self::Rekeyed => "the key was changed in the middle of the game",
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

/// Returns the proved strength for a player with these expected terms, which hold, and why not more.
fn strength(terms: &DiceTerms, expected: &ExpectedTerms) -> (Strength, Option<Shortfall>) {
    let contributed = expected.entropies.values().any(|entropy| entropy.len() >= MIN_ENTROPY);
    let fixed = expected.hashes.is_some()
        || terms.entropies.keys().all(|seat| expected.entropies.contains_key(seat));
    let shortfall = match expected.commitment {
        None => return (Strength::Consistent, Some(Shortfall::NoCommitment)),
        Some(_) if !contributed => Shortfall::NoContribution,
        Some(_) if !fixed => Shortfall::OthersNotFixed,
        Some(_) if !terms.rekeyed.is_empty() => Shortfall::Rekeyed,
        Some(_) => return (Strength::Contributed, None),
    };
    (Strength::Committed, Some(shortfall))
}

/// All contributions are those that were fixed, and there are no others.
fn check_fixed(terms: &DiceTerms, expected: &ExpectedTerms) -> Result<(), VerifyProblem> {
    let Some(fixed) = &expected.hashes else { return Ok(()) };
    let hash = |seat: &Seat| terms.entropies.get(seat).map(|entropy| entropy_hash(entropy));
    let mut seats = fixed.keys().chain(terms.entropies.keys());
    let wrong = seats.find(|seat| fixed.get(seat).copied() != hash(seat));
    wrong.map_or(Ok(()), |seat| Err(VerifyProblem::NotFixed(*seat)))
}

/// Every change of the key was announced, and every one that was announced was made.
fn check_rekeyed(terms: &DiceTerms, expected: &ExpectedTerms) -> Result<(), VerifyProblem> {
    if expected.commitment.is_none() {
        return Ok(());
    }
    let made: Vec<_> = terms.rekeyed.iter().map(|next| (next.from, next.commitment)).collect();
    let wrong = (0..made.len().max(expected.rekeyed.len()))
        .find(|i| made.get(*i) != expected.rekeyed.get(*i));
    let from = |i: usize| made.get(i).or(expected.rekeyed.get(i)).map_or(0, |(from, _)| *from);
    wrong.map_or(Ok(()), |i| Err(VerifyProblem::Rekeyed(from(i))))
}
