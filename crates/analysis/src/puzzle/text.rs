//! Puzzles as text: a header, the set-up and the moves with their values, separated by empty lines.
//!
//! ```text
//! puzzle classic-2-001
//! revision 2
//! evaluator 0123456789abcdef
//! seed 17
//! seat A
//! themes colonise last-round
//! found cadet 31 pilot 52 captain 70 admiral 88 oracle 100
//! greedy activate energy
//! steps activate culture / pass
//!
//! classic 2
//! row …
//!
//! 0.812500 exact : activate economy / advance 1
//! 0.503125 behind 0.309375 error 0.018000 games 640 : end
//! ```
//!
//! `steps` is left out if the decision comes right after the set-up.

use super::{Proof, ProvedMove, Puzzle, PuzzleError, Theme};
use orrery_bots::BotLevel;
use orrery_rules::Seat;
use std::fmt;
use std::str::FromStr;

/// Maximum size of a file, in bytes.
const MAX_TEXT: usize = 64 * 1024;
/// Maximum number of moves.
pub(crate) const MAX_MOVES: usize = 256;
/// Maximum number of steps of a move, and of steps before the decision.
const MAX_STEPS: usize = 64;
/// Maximum length of a name or hash.
const MAX_ID: usize = 60;
/// The separator between steps.
const SEPARATOR: &str = " / ";

impl FromStr for Puzzle {
    type Err = PuzzleError;

    fn from_str(text: &str) -> Result<Self, PuzzleError> {
        Self::parse(text)
    }
}

impl Puzzle {
    /// Parses a puzzle. This does not verify the position and the proof.
    ///
    /// # Errors
    /// The first invalid line.
    pub fn parse(text: &str) -> Result<Self, PuzzleError> {
        if text.len() > MAX_TEXT {
            return Err(PuzzleError::unreadable(format!("longer than {MAX_TEXT} bytes")));
        }
        let mut blocks = Blocks { lines: text.lines().enumerate() };
        let mut puzzle = header(&blocks.next())?;
        for (_, line) in blocks.next() {
            puzzle.setup.push_str(line);
            puzzle.setup.push('\n');
        }
        let moves = blocks.next();
        if moves.is_empty() || moves.len() > MAX_MOVES {
            let text = format!("the file needs a header, a set-up and 1 to {MAX_MOVES} moves");
            return Err(PuzzleError::unreadable(text));
        }
        for (line, text) in moves {
            puzzle.proof.moves.push(proved_move(text).ok_or_else(|| {
                PuzzleError::at(line, "expected a move, as in `0.812500 exact : end`")
            })?);
        }
        Ok(puzzle)
    }
}

/// Reads the blocks of a file, which are separated by empty lines.
struct Blocks<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
}

impl<'t> Blocks<'t> {
    /// Returns the lines of the next block, each with its number.
    fn next(&mut self) -> Vec<(usize, &'t str)> {
        let lines = self.lines.by_ref().map(|(index, line)| (index + 1, line.trim_end()));
        let lines = lines.skip_while(|(_, line)| line.is_empty());
        lines.take_while(|(_, line)| !line.is_empty()).collect()
    }
}

fn header(lines: &[(usize, &str)]) -> Result<Puzzle, PuzzleError> {
    let field = |name: &str| {
        let found = lines.iter().find_map(|(line, text)| {
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            (word == name).then_some((*line, rest.trim()))
        });
        found.ok_or_else(|| PuzzleError::unreadable(format!("`{name}` is missing")))
    };
    let (line, id) = field("puzzle")?;
    if !is_id(id) {
        return Err(PuzzleError::at(line, "a name has lower-case letters, digits and hyphens"));
    }
    let (line, evaluator) = field("evaluator")?;
    if !is_id(evaluator) {
        return Err(PuzzleError::at(line, "expected the hash of a network"));
    }
    let (line, seat) = field("seat")?;
    let seat = Seat::from_letter(seat).ok_or_else(|| PuzzleError::at(line, "no such seat"))?;
    Ok(Puzzle {
        id: id.to_owned(),
        revision: number(field("revision")?)?,
        setup: String::new(),
        steps: field("steps").map_or_else(|_| Ok(Vec::new()), steps)?,
        seat,
        themes: themes(field("themes")?)?,
        found: found(field("found")?)?,
        greedy: steps(field("greedy")?)?,
        proof: Proof {
            evaluator: evaluator.to_owned(),
            seed: number(field("seed")?)?,
            moves: Vec::new(),
        },
    })
}

fn is_id(id: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    (1..=MAX_ID).contains(&id.len()) && id.chars().all(is_allowed)
}

fn number<T: FromStr>((line, text): (usize, &str)) -> Result<T, PuzzleError> {
    text.parse().map_err(|_| PuzzleError::at(line, "expected a number"))
}

fn steps((line, text): (usize, &str)) -> Result<Vec<String>, PuzzleError> {
    split_steps(text).ok_or_else(|| PuzzleError::at(line, "too many steps"))
}

/// Splits a text into steps. Returns `None` if there are too many.
fn split_steps(text: &str) -> Option<Vec<String>> {
    let steps: Vec<String> = text.split('/').take(MAX_STEPS + 1).map(trimmed).collect();
    (steps.len() <= MAX_STEPS).then_some(steps)
}

fn trimmed(text: &str) -> String {
    text.trim().to_owned()
}

fn themes((line, text): (usize, &str)) -> Result<Vec<Theme>, PuzzleError> {
    let words = text.split_ascii_whitespace();
    let themes: Option<Vec<Theme>> = words.map(Theme::from_word).collect();
    let themes = themes.filter(|themes| themes.len() <= Theme::ALL.len());
    themes.ok_or_else(|| PuzzleError::at(line, "unknown theme"))
}

fn found((line, text): (usize, &str)) -> Result<[u8; BotLevel::ALL.len()], PuzzleError> {
    let problem = || PuzzleError::at(line, "expected each level with a percentage");
    let mut words = text.split_ascii_whitespace();
    let mut found = [0; BotLevel::ALL.len()];
    for (level, percent) in BotLevel::ALL.into_iter().zip(&mut found) {
        if words.next() != Some(level.word()) {
            return Err(problem());
        }
        let number = words.next().and_then(|word| word.parse().ok());
        *percent = number.filter(|percent| *percent <= 100).ok_or_else(problem)?;
    }
    Ok(found)
}

/// Parses a move with its value.
fn proved_move(text: &str) -> Option<ProvedMove> {
    let (numbers, steps) = text.split_once(" : ")?;
    let fraction = |word: &str| {
        let number = word.parse().ok().filter(|number: &f64| number.abs() <= 1.0);
        // The text has six decimals.
        number.map(|number| (number * 1e6).round() / 1e6)
    };
    let mut words = numbers.split_ascii_whitespace();
    let value = fraction(words.next()?)?;
    let steps = split_steps(steps)?;
    let mut proved = ProvedMove { steps, value, behind: 0.0, error: 0.0, games: None };
    loop {
        match words.next()? {
            "behind" => proved.behind = fraction(words.next()?)?,
            "error" => proved.error = fraction(words.next()?)?,
            "exact" => break,
            "games" => {
                proved.games = Some(words.next()?.parse().ok()?);
                break;
            }
            _ => return None,
        }
    }
    words.next().is_none().then_some(proved)
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "puzzle {}", self.id)?;
        writeln!(f, "revision {}", self.revision)?;
        writeln!(f, "evaluator {}", self.proof.evaluator)?;
        writeln!(f, "seed {}", self.proof.seed)?;
        writeln!(f, "seat {}", self.seat)?;
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.word()).collect();
        writeln!(f, "themes {}", themes.join(" "))?;
        f.write_str("found")?;
        for (level, percent) in BotLevel::ALL.into_iter().zip(self.found) {
            write!(f, " {} {percent}", level.word())?;
        }
        writeln!(f, "\ngreedy {}", self.greedy.join(SEPARATOR))?;
        if !self.steps.is_empty() {
            writeln!(f, "steps {}", self.steps.join(SEPARATOR))?;
        }
        writeln!(f, "\n{}", self.setup.trim_end())?;
        writeln!(f)?;
        self.proof.moves.iter().try_for_each(|proved| writeln!(f, "{proved}"))
    }
}

impl fmt::Display for ProvedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.6}", self.value)?;
        if self.behind != 0.0 {
            write!(f, " behind {:.6}", self.behind)?;
        }
        if self.error != 0.0 || self.behind != 0.0 && self.games.is_some() {
            write!(f, " error {:.6}", self.error)?;
        }
        match self.games {
            None => f.write_str(" exact")?,
            Some(games) => write!(f, " games {games}")?,
        }
        write!(f, " : {}", self.steps.join(SEPARATOR))
    }
}
