//! The values that a player noted before a game, to compare with its record.
//!
//! The values come from the command line or from a receipt, a file that the player's client wrote.

use crate::fair::MAX_ENTROPY;
use crate::problem::RecordProblem;
use crate::values::{unhex, unhex32};
use orrery_rules::Seat;
use std::collections::BTreeMap;

/// The first line of a receipt.
const FIRST_LINE: &str = "orrery dice receipt 1";
/// Maximum size of a receipt in bytes.
const MAX_RECEIPT: usize = 64 * 1024;

/// The values that a player noted before the game, to compare with the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExpectedValues {
    /// The commitment that the server published before the game.
    pub commitment: Option<[u8; 32]>,
    /// The entropy that the player noted, by seat.
    pub entropies: BTreeMap<Seat, Vec<u8>>,
    /// The entropy hashes that seats announced before the player revealed their own entropy.
    ///
    /// A seat without a hash must not have contributed.
    pub hashes: Option<BTreeMap<Seat, [u8; 32]>>,
    /// The announced re-keyings: the number of the first chance outcome, and the commitment.
    pub rekeyed: Vec<(u32, [u8; 32])>,
    /// The number of draws that were aborted after the player had revealed their entropy.
    pub aborted: u32,
}

impl ExpectedValues {
    /// Parses a commitment in hexadecimal digits, and entropies as `A=HEX`.
    ///
    /// # Errors
    /// Fails if a value is malformed.
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
        let entropies = entropies.collect::<Result<_, _>>()?;
        Ok(Self { commitment: commitment.transpose()?, entropies, ..Self::default() })
    }

    /// Reads a receipt, as described in `docs/FAIR-DICE.md`.
    ///
    /// # Errors
    /// Fails at the first malformed line.
    pub fn from_receipt(text: &str) -> Result<Self, RecordProblem> {
        let mut lines = (1..).zip(text.lines());
        if text.len() > MAX_RECEIPT
            || lines.next().is_none_or(|(_, line)| line.trim_end() != FIRST_LINE)
        {
            return Err(RecordProblem::new(format!(
                "a receipt begins with the line `{FIRST_LINE}`"
            )));
        }
        let (mut expected, mut seat) = (Self::default(), None);
        for (number, line) in lines {
            let what = "this line is not valid in a receipt, or repeats an earlier one".to_owned();
            let wrong = || RecordProblem { place: Some((number, 1)), what };
            expected.read_line(line, &mut seat).ok_or_else(wrong)?;
        }
        let none = || RecordProblem::new("the receipt has no line `commit`");
        expected.commitment.ok_or_else(none)?;
        Ok(expected)
    }

    /// Reads a line of a receipt. Returns `None` if the line is invalid, or repeats a value that may
    /// occur only once.
    fn read_line(&mut self, line: &str, seat: &mut Option<Seat>) -> Option<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        match *words.as_slice() {
            [] | ["table", _] => Some(()),
            ["seat", word] => seat.replace(Seat::from_letter(word)?).is_none().then_some(()),
            ["commit", hex] => self.commitment.replace(unhex32(hex)?).is_none().then_some(()),
            ["entropy", hex] => {
                let entropy = unhex(hex).filter(|bytes| bytes.len() <= MAX_ENTROPY)?;
                self.entropies.insert((*seat)?, entropy).is_none().then_some(())
            }
            ["hash", word, hex] => {
                let (seat, hash) = (Seat::from_letter(word)?, unhex32(hex)?);
                self.hashes.get_or_insert_default().insert(seat, hash).is_none().then_some(())
            }
            ["rekey", from, hex] => {
                self.rekeyed.push((from.parse().ok()?, unhex32(hex)?));
                Some(())
            }
            ["aborted", times] => {
                self.aborted = times.parse().ok()?;
                Some(())
            }
            _ => None,
        }
    }
}
