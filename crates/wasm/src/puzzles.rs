//! Answers requests about puzzles: list them, open one as a game, judge an answer, solve one.
//!
//! The page downloads the puzzle files and passes their texts.

use crate::game::{Game, GameStart};
use crate::messages::OpenedGame;
use crate::play::seed;
use crate::reasons::{ReasonMessage, reason_messages};
use crate::save::recorder_at_text;
use crate::workspace::Workspace;
use orrery_analysis::puzzle::{Puzzle, PuzzleError, judge, puzzle_of_the_day};
use orrery_bots::BotLevel;
use orrery_protocol::{Fault, Narrator, Seat};
use orrery_rules::{Action, Setup, State, Step};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Maximum number of puzzles in a list.
const MAX_PUZZLES: usize = 5000;

/// Requests a list of puzzles, and which one is the puzzle of the day.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzlesRequest {
    /// The texts of the puzzle files.
    pub files: Vec<String>,
    /// The date for which to choose the puzzle of the day, such as `2026-01-31`.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub date: Option<String>,
}

/// A list of puzzles.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleList {
    /// The puzzles, in the order of the files.
    pub puzzles: Vec<PuzzleSummary>,
    /// The index of the puzzle of the day; `null` without a date.
    pub today: Option<u32>,
}

/// A puzzle without its solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleSummary {
    /// The name of the puzzle.
    pub id: String,
    /// The edition.
    pub edition: String,
    /// The number of players.
    pub seats: u8,
    /// The id of the Rogue; `null` unless the game is solo.
    pub rogue: Option<String>,
    /// The deciding seat.
    #[cfg_attr(test, ts(type = "Seat"))]
    pub seat: Seat,
    /// The keywords of the themes, such as `colonise`.
    pub themes: Vec<String>,
    /// The success rate of each bot level, weakest level first.
    pub found: Vec<FoundBy>,
    /// The weakest level that finds the best move in at least half of its attempts, if any.
    pub level: Option<String>,
    /// The number of different moves to choose from.
    pub moves: u32,
}

/// The share of attempts in which a bot level finds the best move.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FoundBy {
    /// The level.
    pub level: String,
    /// The success rate, 0 to 100.
    pub percent: u8,
}

/// Opens a puzzle as a game, viewed by the deciding seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OpenPuzzle {
    /// The text of the puzzle file.
    pub puzzle: String,
    /// The names of the players, by seat; letters by default.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub names: Option<Vec<String>>,
    /// The seed of the dice: 32 bytes in hexadecimal digits.
    pub seed: String,
}

/// Compares an answer with the best move of a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct JudgePuzzle {
    /// The text of the puzzle file.
    pub puzzle: String,
    /// The steps of the answer, in notation: a complete move.
    pub steps: Vec<String>,
}

/// The evaluation of an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleAnswer {
    /// Whether the answer solves the puzzle: its loss is at most 0.02 spreads (docs/ANALYSIS.md).
    pub solved: bool,
    /// The index of the move in the solution. Different steps with the same result count as one
    /// move.
    pub index: Option<u32>,
    /// The chance to win with the best move less the chance with the answer.
    pub behind: Option<f64>,
}

/// Requests the solution of a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SolvePuzzle {
    /// The text of the puzzle file.
    pub puzzle: String,
    /// The answer that the reasons compare with the best move; by default, the second-best move.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub steps: Option<Vec<String>>,
    /// The names of the players, by seat, for the texts.
    #[serde(default)]
    #[cfg_attr(test, ts(optional))]
    pub names: Option<Vec<String>>,
}

/// The solution of a puzzle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleSolution {
    /// All moves, best first.
    pub moves: Vec<PuzzleMove>,
    /// The index of the move that the bot `greedy` plays.
    pub greedy: Option<u32>,
    /// The reasons why the best move is better than `steps`.
    pub reasons: Vec<ReasonMessage>,
}

/// A move of a puzzle with its value.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PuzzleMove {
    /// The steps, in notation.
    pub steps: Vec<String>,
    /// The texts of the steps.
    pub texts: Vec<String>,
    /// The chance to win, 0 to 1.
    pub chance: f64,
    /// The chance to win with the best move less the chance with this move.
    pub behind: f64,
    /// The standard error of `behind`; 0 for exact values.
    pub error: f64,
    /// The number of rollouts; `null` if the value is exact.
    pub games: Option<u32>,
}

impl Workspace {
    /// Lists puzzles.
    pub(crate) fn puzzles(&mut self, request: PuzzlesRequest) -> Result<PuzzleList, Fault> {
        if request.files.len() > MAX_PUZZLES {
            return Err(Fault::bad_field("files", &format!("at most {MAX_PUZZLES}")));
        }
        let read = request.files.iter().map(|text| read(text).and_then(|puzzle| summary(&puzzle)));
        let puzzles: Vec<PuzzleSummary> = read.collect::<Result<_, _>>()?;
        let today = request.date.and_then(|date| puzzle_of_the_day(&date, puzzles.len()));
        Ok(PuzzleList { puzzles, today: today.map(|index| index as u32) })
    }

    /// Opens a puzzle.
    pub(crate) fn open_puzzle(&mut self, request: OpenPuzzle) -> Result<OpenedGame, Fault> {
        let puzzle = read(&request.puzzle)?;
        let rules = puzzle.rules().map_err(invalid_puzzle)?;
        puzzle.state(&rules).map_err(invalid_puzzle)?;
        let recorder = recorder_at_text(&rules, &puzzle.setup)?;
        let start = GameStart {
            names: request.names,
            seed: seed(&request.seed)?,
            script: VecDeque::new(),
            date: None,
            deck: None,
        };
        let mut game = Game::unverifiable(&rules, recorder, start)?;
        let parse =
            |text: &String| Step::parse(&rules, text).map_err(|why| Fault::not_a_step(text, &why));
        let steps: Vec<Step> = puzzle.steps.iter().map(parse).collect::<Result<_, _>>()?;
        game.take_all(&rules, steps)?;
        self.begin(game, Some(puzzle.seat.into()))
    }

    /// Compares an answer with the best move.
    pub(crate) fn judge_puzzle(&mut self, request: JudgePuzzle) -> Result<PuzzleAnswer, Fault> {
        let answer = judge(&read(&request.puzzle)?, &request.steps).map_err(invalid_puzzle)?;
        Ok(PuzzleAnswer {
            solved: answer.is_solved,
            index: answer.index.map(|index| index as u32),
            behind: answer.behind,
        })
    }

    /// Returns the solution with reasons.
    pub(crate) fn solve_puzzle(&mut self, request: SolvePuzzle) -> Result<PuzzleSolution, Fault> {
        let puzzle = read(&request.puzzle)?;
        let rules = puzzle.rules().map_err(invalid_puzzle)?;
        let state = puzzle.state(&rules).map_err(invalid_puzzle)?;
        let letters = || state.seats().map(|seat| seat.to_string()).collect();
        let names: Vec<String> = request.names.unwrap_or_else(letters);
        let narrator = self.narrator(&names);
        let moves = puzzle.proof.moves.iter().map(|proved| PuzzleMove {
            texts: texts(narrator, &state, &proved.steps),
            steps: proved.steps.clone(),
            chance: proved.value,
            behind: proved.behind,
            error: proved.error,
            games: proved.games,
        });
        let moves: Vec<PuzzleMove> = moves.collect();
        let other = request.steps.or_else(|| moves.get(1).map(|second| second.steps.clone()));
        let best = moves.first().map(|best| best.steps.clone()).unwrap_or_default();
        let other = other.unwrap_or_default();
        judge(&puzzle, &other).map_err(invalid_puzzle)?;
        let greedy = judge(&puzzle, &puzzle.greedy).map_err(invalid_puzzle)?;
        let [best, other] = [&best, &other].map(|steps| actions(&state, steps));
        Ok(PuzzleSolution {
            greedy: greedy.index.map(|index| index as u32),
            reasons: reason_messages(&state, narrator, &best, &other),
            moves,
        })
    }
}

fn read(text: &str) -> Result<Puzzle, Fault> {
    Puzzle::parse(text).map_err(invalid_puzzle)
}

fn invalid_puzzle(problem: PuzzleError) -> Fault {
    Fault::invalid("puzzle", problem)
}

fn summary(puzzle: &Puzzle) -> Result<PuzzleSummary, Fault> {
    let rules = puzzle.rules().map_err(invalid_puzzle)?;
    let setup = Setup::parse(&rules, &puzzle.setup).map_err(|why| Fault::invalid("puzzle", why))?;
    let rogue = setup.options.rogue.and_then(|rogue| rules.rogues.get(rogue));
    let found = BotLevel::ALL.into_iter().zip(puzzle.found);
    Ok(PuzzleSummary {
        id: puzzle.id.clone(),
        edition: rules.id.clone(),
        seats: setup.options.seats as u8,
        rogue: rogue.map(|rogue| rogue.id.clone()),
        seat: puzzle.seat.into(),
        themes: puzzle.themes.iter().map(|theme| theme.word().to_owned()).collect(),
        found: found
            .map(|(level, percent)| FoundBy { level: level.word().to_owned(), percent })
            .collect(),
        level: puzzle.level().map(|level| level.word().to_owned()),
        moves: puzzle.proof.moves.len() as u32,
    })
}

/// Parses actions, up to the first step that is not a legal action.
fn actions(state: &State<'_>, steps: &[String]) -> Vec<Action> {
    let (mut state, mut actions) = (*state, Vec::new());
    for notation in steps {
        let Ok(step @ Step::Action(action)) = Step::parse(state.rules(), notation) else { break };
        if state.check(step).is_err() {
            break;
        }
        state.apply_unchecked(step);
        actions.push(action);
    }
    actions
}

fn texts(narrator: Narrator<'_>, state: &State<'_>, steps: &[String]) -> Vec<String> {
    let (mut current, mut texts) = (*state, Vec::new());
    for action in actions(state, steps) {
        texts.push(narrator.action(current.table(), action));
        current.apply_unchecked(Step::Action(action));
    }
    texts
}
