//! Parses the turns of a record. Each turn has a line of its own, and its steps follow in indented
//! lines.

use super::cursor::{Cursor, TextLine, TextLines};
use super::head::number;
use super::{MAX_COMMENT, MAX_STEPS};
use crate::model::{Ending, Header, RecordedStep, Scores, Turn, TurnLabel};
use crate::problem::RecordProblem;
use crate::values::{Mark, StepText, digest_from};
use orrery_rules::Seat;

const BRACES: (char, char) = ('{', '}');

/// Parses all turns and the ending.
pub(super) fn read(
    lines: &mut TextLines<'_>,
    header: &Header,
) -> Result<(Vec<Turn>, Option<Ending>), RecordProblem> {
    let mut turns: Vec<Turn> = Vec::new();
    let mut ending = None;
    let mut steps_left = MAX_STEPS;
    for line in lines.filter(|line| !line.text.trim().is_empty()) {
        let mut cursor = line.cursor();
        if ending.is_some() {
            return Err(line.fail(0, "nothing comes after the result"));
        }
        if line.text.starts_with([' ', '\t']) {
            let last = turns.last_mut();
            let last = last.ok_or_else(|| line.fail(0, "these steps belong to no turn"))?;
            read_steps(&mut cursor, header, &mut last.steps, &mut steps_left)?;
            continue;
        }
        if turns.len() >= MAX_STEPS {
            return Err(line.fail(0, "the record has too many turns"));
        }
        match cursor.word() {
            "result" => ending = Some(read_result(&mut cursor, header)?),
            "unfinished" => ending = Some(read_unfinished(&mut cursor)?),
            word => turns.push(read_turn(word, line, &mut cursor, header)?),
        }
    }
    Ok((turns, ending))
}

/// Returns a parser of seat letters that accepts only seats of this game.
fn seat_parser<'h>(header: &'h Header) -> impl Fn(&str) -> Option<Seat> + 'h {
    let seat_count = if header.seats == 1 { 2 } else { header.seats as usize };
    move |word| Seat::from_letter(word).filter(|seat| seat.index() < seat_count)
}

fn read_turn(
    word: &str,
    line: TextLine<'_>,
    cursor: &mut Cursor<'_>,
    header: &Header,
) -> Result<Turn, RecordProblem> {
    let turn = number(word).and_then(|number| u16::try_from(number).ok());
    let label = match (word, turn) {
        ("opening", _) => TurnLabel::Opening,
        (_, Some(number)) => TurnLabel::Turn(number, cursor.read("a seat", seat_parser(header))?),
        _ => return Err(line.fail(0, "a turn begins with its number and its seat")),
    };
    let digest = read_digest(cursor)?;
    let comment = read_comment(cursor)?;
    cursor.end()?;
    Ok(Turn { label, digest, comment, steps: Vec::new() })
}

fn read_digest(cursor: &mut Cursor<'_>) -> Result<Option<u64>, RecordProblem> {
    cursor.skip_spaces();
    if !cursor.rest().starts_with('#') {
        return Ok(None);
    }
    let digest = |word: &str| digest_from(word.strip_prefix('#')?);
    cursor.read("# and 16 hexadecimal digits", digest).map(Some)
}

fn read_comment(cursor: &mut Cursor<'_>) -> Result<Option<String>, RecordProblem> {
    cursor.skip_spaces();
    if !cursor.rest().starts_with('{') {
        return Ok(None);
    }
    cursor.quoted(BRACES, MAX_COMMENT).map(Some)
}

/// Parses steps separated by commas.
fn read_steps(
    cursor: &mut Cursor<'_>,
    header: &Header,
    steps: &mut Vec<RecordedStep>,
    steps_left: &mut usize,
) -> Result<(), RecordProblem> {
    loop {
        *steps_left = steps_left
            .checked_sub(1)
            .ok_or_else(|| cursor.fail("the record has too many steps"))?;
        steps.push(read_step(cursor, header)?);
        if cursor.is_done() {
            return Ok(());
        }
        if !cursor.rest().starts_with(',') {
            return Err(cursor.fail("a comma between steps is expected here"));
        }
        cursor.skip(1);
    }
}

fn read_step(cursor: &mut Cursor<'_>, header: &Header) -> Result<RecordedStep, RecordProblem> {
    cursor.skip_spaces();
    let by = match cursor.rest().split_at_checked(1) {
        Some((letter, rest)) if rest.starts_with(':') => {
            let seat = seat_parser(header)(letter);
            let seat = seat.ok_or_else(|| cursor.fail("there is no such seat"))?;
            cursor.skip(2);
            Some(seat)
        }
        _ => None,
    };
    let at = cursor.offset();
    let rest = cursor.rest();
    let raw = rest.get(..rest.find([',', '{']).unwrap_or(rest.len())).unwrap_or("");
    cursor.skip(raw.len());
    let (words, mark) = split_mark(raw.trim_end());
    let text = StepText::new(words).ok_or_else(|| cursor.fail_at(at, "this is not a step"))?;
    let mark = match mark {
        "" => None,
        sign => Some(
            Mark::from_sign(sign)
                .ok_or_else(|| cursor.fail_at(at, format!("`{}` is not a mark", clip(sign))))?,
        ),
    };
    let comment = read_comment(cursor)?;
    Ok(RecordedStep { by, text, mark, comment })
}

/// Splits `activate move!?` into `activate move` and `!?`; the `?` of `dealt ?` stays in the step.
fn split_mark(raw: &str) -> (&str, &str) {
    let words = raw.trim_end_matches(['!', '?']);
    let hidden = words.ends_with(' ') && raw.as_bytes().get(words.len()) == Some(&b'?');
    raw.split_at_checked(words.len() + usize::from(hidden)).unwrap_or((raw, ""))
}

/// Shortens a text for a message.
fn clip(text: &str) -> &str {
    text.get(..8).unwrap_or(text)
}

fn read_unfinished(cursor: &mut Cursor<'_>) -> Result<Ending, RecordProblem> {
    let digest = read_digest(cursor)?;
    cursor.end()?;
    Ok(Ending { digest, scores: None })
}

/// Parses `result #… A 25 B 19 won A`.
fn read_result(cursor: &mut Cursor<'_>, header: &Header) -> Result<Ending, RecordProblem> {
    let digest = read_digest(cursor)?;
    let mut points = Vec::new();
    cursor.skip_spaces();
    while !cursor.rest().starts_with("won") {
        let next =
            |word: &str| seat_parser(header)(word).filter(|seat| seat.index() == points.len());
        cursor.read("the next seat, or `won`", next)?;
        let score = |word: &str| number(word).and_then(|points| u8::try_from(points).ok());
        points.push(cursor.read("points", score)?);
        cursor.skip_spaces();
    }
    cursor.word();
    let mut winners: Vec<Seat> = Vec::new();
    while !cursor.is_done() {
        let next =
            |word: &str| seat_parser(header)(word).filter(|s| winners.last().is_none_or(|l| l < s));
        let winner = cursor.read("a winning seat, in order", next)?;
        winners.push(winner);
    }
    Ok(Ending { digest, scores: Some(Scores { points, winners }) })
}
