//! Parses the header: one line per field, in any order, each once.

use super::cursor::{Cursor, TextLine, TextLines};
use super::{MAX_NAME, is_block};
use crate::deck_cache::deck_hash;
use crate::fair::{DiceTerms, MAX_ENTROPY, Rekeying};
use crate::model::{DeckRef, FIRST_RULINGS, Header, Viewer};
use crate::problem::RecordProblem;
use crate::values::{Date, Tag, is_slug, unhex, unhex32};
use orrery_rules::ids::MAX_SEATS;
use orrery_rules::{GameOption, OptionSet, Seat};
use std::collections::BTreeMap;

/// Maximum number of bytes of a set-up.
const MAX_SETUP: usize = 16 * 1024;

/// Maximum number of re-keyings of a game. Each one follows a restored backup.
const MAX_REKEYINGS: usize = 256;

/// The header fields that were parsed so far.
#[derive(Default)]
struct HeaderFields {
    edition: Option<String>,
    revision: Option<u32>,
    deck: Option<DeckRef>,
    rulings: Option<u32>,
    seats: Option<u8>,
    rogue: Option<String>,
    start: Option<Seat>,
    chosen: OptionSet,
    date: Option<Date>,
    ended: Option<Date>,
    names: BTreeMap<Seat, String>,
    tags: BTreeMap<Tag, String>,
    seen_by: Option<Viewer>,
    commitment: Option<[u8; 32]>,
    entropies: BTreeMap<Seat, Vec<u8>>,
    seed: Option<[u8; 32]>,
    rekeyed: Vec<Rekeying>,
    setup: Option<String>,
}

/// Parses a header without a body.
pub(crate) fn read_header(text: &str) -> Result<Header, RecordProblem> {
    let mut lines = TextLines::new(text);
    super::read_version(&mut lines)?;
    read(&mut lines)
}

/// Parses the header up to the empty line after it.
pub(super) fn read(lines: &mut TextLines<'_>) -> Result<Header, RecordProblem> {
    let mut found = HeaderFields::default();
    let mut last = TextLine { number: 1, text: "" };
    for line in
        std::iter::from_fn(|| lines.next_if(|text| !text.trim().is_empty())).collect::<Vec<_>>()
    {
        last = line;
        found.take(line)?;
    }
    found.header(&last)
}

impl HeaderFields {
    /// Parses one line of the header.
    fn take(&mut self, line: TextLine<'_>) -> Result<(), RecordProblem> {
        if let Some(content) = line.text.strip_prefix("  |") {
            return self.take_block(line, content.strip_prefix(' ').unwrap_or(content));
        }
        if self.setup.is_some() {
            return Err(line.fail(0, "the set-up must come last in the header"));
        }
        let mut cursor = line.cursor();
        let is_new = match cursor.word() {
            "option" => self.take_option(&mut cursor)?,
            "name" => self.take_name(&mut cursor)?,
            "tag" => self.take_tag(&mut cursor)?,
            "dice" => self.take_dice(&mut cursor)?,
            "deck" => self.take_deck(&mut cursor)?,
            "setup" => self.setup.replace(String::new()).is_none(),
            key => self.take_value(key, &mut cursor)?,
        };
        if !is_new {
            return Err(line.fail(0, "this line occurs twice"));
        }
        cursor.end()
    }

    /// Parses a field with a single value. Returns whether the field is new.
    fn take_value(&mut self, key: &str, cursor: &mut Cursor<'_>) -> Result<bool, RecordProblem> {
        let slug = |word: &str| is_slug(word).then(|| word.to_owned());
        let seats = |word: &str| number(word).filter(|n| (1..=MAX_SEATS).contains(&(*n as usize)));
        Ok(match key {
            "edition" => self.edition.replace(cursor.read("the id of an edition", slug)?).is_none(),
            "revision" => self.revision.replace(cursor.read("a number", number)?).is_none(),
            "rulings" => self.rulings.replace(cursor.read("a number", number)?).is_none(),
            "seats" => self.seats.replace(cursor.read("1 to 5", seats)? as u8).is_none(),
            "rogue" => self.rogue.replace(cursor.read("the id of a Rogue", slug)?).is_none(),
            "start" => self.start.replace(cursor.read("a seat", Seat::from_letter)?).is_none(),
            "date" => self.date.replace(cursor.read("a date", Date::new)?).is_none(),
            "ended" => self.ended.replace(cursor.read("a date", Date::new)?).is_none(),
            "seen-by" => self.seen_by.replace(cursor.read("a seat or `nobody`", viewer)?).is_none(),
            _ => return Err(cursor.fail_at(0, "unknown header line")),
        })
    }

    fn take_option(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, RecordProblem> {
        let words: Vec<String> =
            GameOption::ALL.iter().map(|option| format!("`{}`", option.word())).collect();
        Ok(self.chosen.insert(cursor.read(&words.join(" or "), GameOption::from_word)?))
    }

    fn take_name(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, RecordProblem> {
        let seat = cursor.read("a seat", Seat::from_letter)?;
        let name = cursor.quoted(('"', '"'), MAX_NAME)?;
        Ok(self.names.insert(seat, name).is_none())
    }

    fn take_tag(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, RecordProblem> {
        let tag = cursor.read("a word", Tag::new)?;
        let text = cursor.quoted(('"', '"'), MAX_NAME)?;
        Ok(self.tags.insert(tag, text).is_none())
    }

    fn take_dice(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, RecordProblem> {
        let known = ["commit", "entropy", "seed", "rekey"];
        let keyword = |word| known.into_iter().find(|keyword| *keyword == word);
        let keyword = cursor.read("`commit`, `entropy`, `seed` or `rekey`", keyword)?;
        if keyword == "entropy" {
            let seat = cursor.read("a seat", Seat::from_letter)?;
            let short = |word: &str| unhex(word).filter(|bytes| bytes.len() <= MAX_ENTROPY);
            let entropy = cursor.read("at most 64 bytes in hexadecimal digits", short)?;
            return Ok(self.entropies.insert(seat, entropy).is_none());
        }
        if keyword == "rekey" {
            let from = cursor.read("the number of a chance outcome", number)?;
            let commitment = cursor.read("64 hexadecimal digits", unhex32)?;
            let seed = match cursor.is_done() {
                true => None,
                false => Some(cursor.read("64 hexadecimal digits", unhex32)?),
            };
            self.rekeyed.push(Rekeying { from, commitment, seed });
            return Ok(true);
        }
        let bytes = cursor.read("64 hexadecimal digits", unhex32)?;
        let field = if keyword == "seed" { &mut self.seed } else { &mut self.commitment };
        Ok(field.replace(bytes).is_none())
    }

    fn take_deck(&mut self, cursor: &mut Cursor<'_>) -> Result<bool, RecordProblem> {
        let hash = |word: &str| unhex32(word.strip_prefix("blake3:")?);
        let hash = cursor.read("`blake3:` and 64 hexadecimal digits", hash)?;
        Ok(self.deck.replace(DeckRef { hash, text: None, rulings: FIRST_RULINGS }).is_none())
    }

    /// Reads a line of the block of text that belongs to the set-up or the deck.
    fn take_block(&mut self, line: TextLine<'_>, content: &str) -> Result<(), RecordProblem> {
        let (text, max_bytes) = match (&mut self.setup, &mut self.deck) {
            (Some(setup), _) => (setup, MAX_SETUP),
            (None, Some(deck)) => {
                (deck.text.get_or_insert_default(), orrery_rules::deck::MAX_BYTES)
            }
            _ => return Err(line.fail(0, "this line belongs to neither a deck nor a set-up")),
        };
        text.push_str(content);
        text.push('\n');
        if text.len() > max_bytes {
            return Err(line.fail(0, format!("this is longer than {max_bytes} bytes")));
        }
        Ok(())
    }

    /// Creates the header, or reports the problem at its last line.
    fn header(mut self, last: &TextLine<'_>) -> Result<Header, RecordProblem> {
        match (&mut self.deck, self.rulings) {
            (Some(deck), Some(rulings)) => deck.rulings = rulings,
            (None, Some(_)) => return Err(last.fail(0, "only a custom deck has rulings")),
            _ => {}
        }
        let missing = |what: &str| last.fail(0, format!("the header has no line `{what}`"));
        let seats = self.seats.ok_or_else(|| missing("seats"))?;
        let header = Header {
            edition: self.edition.ok_or_else(|| missing("edition"))?,
            revision: self.revision.ok_or_else(|| missing("revision"))?,
            deck: self.deck,
            seats,
            rogue: self.rogue,
            start: self.start,
            chosen: self.chosen,
            date: self.date,
            ended: self.ended,
            names: self.names,
            tags: self.tags,
            seen_by: self.seen_by,
            dice: match self.commitment {
                Some(commitment) => Some(DiceTerms {
                    commitment,
                    entropies: self.entropies,
                    seed: self.seed,
                    rekeyed: self.rekeyed,
                }),
                None if self.seed.is_none()
                    && self.entropies.is_empty()
                    && self.rekeyed.is_empty() =>
                {
                    None
                }
                None => return Err(missing("dice commit")),
            },
            setup: self.setup,
        };
        check_consistency(&header).map_err(|what| last.fail(0, what))?;
        Ok(header)
    }
}

/// Checks constraints between several lines.
fn check_consistency(header: &Header) -> Result<(), &'static str> {
    let seat_count = if header.seats == 1 { 2 } else { header.seats as usize };
    let seated = |seat: &Seat| seat.index() < seat_count;
    let entropies = header.dice.iter().flat_map(|dice| dice.entropies.keys());
    let viewer = header.seen_by.and_then(Viewer::seat);
    let deck = header.deck.as_ref().and_then(|deck| Some((deck.hash, deck.text.as_deref()?)));
    if !header.names.keys().chain(&header.start).chain(&viewer).all(seated) {
        return Err("the header names a seat that is not played");
    }
    if !entropies.into_iter().all(|seat| seat.index() < header.seats as usize) {
        return Err("the header has entropy of a seat that is not played");
    }
    let rekeyed = header.dice.as_ref().map_or(&[][..], |dice| &dice.rekeyed);
    if rekeyed.len() > MAX_REKEYINGS || !rekeyed.is_sorted_by_key(|next| next.from) {
        return Err("the re-keyings are too many, or not in order");
    }
    if deck.is_some_and(|(hash, text)| !is_block(text) || deck_hash(text) != hash) {
        return Err("the embedded deck does not match its hash");
    }
    if header.setup.as_deref().is_some_and(|setup| !is_block(setup)) {
        return Err("the set-up is empty or has invalid characters");
    }
    Ok(())
}

/// Parses a whole number without sign or leading zeros.
pub(super) fn number(word: &str) -> Option<u32> {
    let plain =
        word.bytes().all(|b| b.is_ascii_digit()) && !(word.len() > 1 && word.starts_with('0'));
    plain.then(|| word.parse().ok()).flatten()
}

fn viewer(word: &str) -> Option<Viewer> {
    match word {
        "nobody" => Some(Viewer::Spectator),
        letter => Seat::from_letter(letter).map(Viewer::Seat),
    }
}
