//! Writes the text format. Equal records give equal bytes.

use super::FORMAT_PREFIX;
use crate::model::{Ending, FIRST_RULINGS, Header, Record, RecordedStep, Turn, TurnLabel, Viewer};
use crate::quote::quoted;
use crate::values::hex;
use std::fmt::{self, Write};

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_header(&self.header, f)?;
        f.write_char('\n')?;
        for turn in &self.turns {
            write_turn(turn, self.header.rogue.is_some(), f)?;
        }
        self.ending.as_ref().map_or(Ok(()), |ending| write_ending(ending, f))
    }
}

/// Writes the header without the turns.
pub(crate) fn write_header(header: &Header, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "{FORMAT_PREFIX}{}", header.version())?;
    writeln!(out, "edition {}\nrevision {}", header.edition, header.revision)?;
    if let Some(deck) = &header.deck {
        writeln!(out, "deck blake3:{}", hex(&deck.hash))?;
        write_block(deck.text.as_deref().unwrap_or(""), out)?;
        if deck.rulings != FIRST_RULINGS {
            writeln!(out, "rulings {}", deck.rulings)?;
        }
    }
    writeln!(out, "seats {}", header.seats)?;
    write_options(header, out)?;
    for (key, date) in [("date", &header.date), ("ended", &header.ended)] {
        date.as_ref().map_or(Ok(()), |date| writeln!(out, "{key} {}", date.as_str()))?;
    }
    for (seat, name) in &header.names {
        writeln!(out, "name {seat} {}", quoted(name, '"', '"'))?;
    }
    for (tag, text) in &header.tags {
        writeln!(out, "tag {} {}", tag.as_str(), quoted(text, '"', '"'))?;
    }
    write_dice(header, out)?;
    if let Some(setup) = &header.setup {
        writeln!(out, "setup")?;
        write_block(setup, out)?;
    }
    Ok(())
}

fn write_options(header: &Header, out: &mut impl Write) -> fmt::Result {
    header.rogue.as_ref().map_or(Ok(()), |rogue| writeln!(out, "rogue {rogue}"))?;
    header.start.map_or(Ok(()), |seat| writeln!(out, "start {seat}"))?;
    for option in header.chosen.iter() {
        writeln!(out, "option {}", option.word())?;
    }
    match header.seen_by {
        None => Ok(()),
        Some(Viewer::Spectator) => writeln!(out, "seen-by nobody"),
        Some(Viewer::Seat(seat)) => writeln!(out, "seen-by {seat}"),
    }
}

fn write_dice(header: &Header, out: &mut impl Write) -> fmt::Result {
    let Some(dice) = &header.dice else { return Ok(()) };
    writeln!(out, "dice commit {}", hex(&dice.commitment))?;
    for (seat, entropy) in &dice.entropies {
        let entropy = hex(entropy);
        writeln!(out, "dice entropy {seat}{}{entropy}", if entropy.is_empty() { "" } else { " " })?;
    }
    dice.seed.as_ref().map_or(Ok(()), |seed| writeln!(out, "dice seed {}", hex(seed)))?;
    for next in &dice.rekeyed {
        write!(out, "dice rekey {} {}", next.from, hex(&next.commitment))?;
        next.seed.as_ref().map_or(Ok(()), |seed| write!(out, " {}", hex(seed)))?;
        writeln!(out)?;
    }
    Ok(())
}

fn write_block(text: &str, out: &mut impl Write) -> fmt::Result {
    text.lines()
        .try_for_each(|line| writeln!(out, "  |{}{line}", if line.is_empty() { "" } else { " " }))
}

fn write_turn(turn: &Turn, has_rogue: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", turn.label)?;
    turn.digest.map_or(Ok(()), |digest| write!(f, " #{digest:016x}"))?;
    write_comment(turn.comment.as_deref(), f)?;
    let rogue = has_rogue && matches!(turn.label, TurnLabel::Turn(_, seat) if seat.index() == 1);
    let mut before = "";
    for entry in &turn.steps {
        let verb = entry.text.verb();
        f.write_str(if begins_line(before, verb, rogue) { "\n  " } else { ", " })?;
        write_entry(entry, f)?;
        before = verb;
    }
    f.write_char('\n')
}

/// Returns whether a step begins a line: the first step, and each new action of a turn.
fn begins_line(before: &str, verb: &str, rogue: bool) -> bool {
    match verb {
        _ if before.is_empty() => true,
        "activate" | "reroll" | "convert" | "end" | "starts" => true,
        "dealt" | "keep" => before != verb,
        "rolled" => rogue && before != "force",
        _ => false,
    }
}

fn write_entry(entry: &RecordedStep, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    entry.by.map_or(Ok(()), |seat| write!(f, "{seat}:"))?;
    write!(f, "{}{}", entry.text, entry.mark.map_or("", |mark| mark.sign()))?;
    write_comment(entry.comment.as_deref(), f)
}

fn write_comment(comment: Option<&str>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    comment.map_or(Ok(()), |comment| write!(f, " {}", quoted(comment, '{', '}')))
}

fn write_ending(ending: &Ending, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(if ending.scores.is_some() { "result" } else { "unfinished" })?;
    ending.digest.map_or(Ok(()), |digest| write!(f, " #{digest:016x}"))?;
    if let Some(scores) = &ending.scores {
        for (seat, points) in scores.points.iter().enumerate() {
            write!(f, " {} {points}", char::from(b'A' + (seat as u8 & 31)))?;
        }
        f.write_str(" won")?;
        scores.winners.iter().try_for_each(|seat| write!(f, " {seat}"))?;
    }
    f.write_char('\n')
}
