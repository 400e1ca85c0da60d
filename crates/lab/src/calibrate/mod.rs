//! Calibration: compares predicted win probabilities with results.
//!
//! A network is well calibrated if positions with a predicted probability of 70 % are won in 70 %
//! of the games.

mod bins;
mod play;
mod report;

use crate::file::{PartialFile, write_whole};
use crate::network_files::{self, NetworkFiles};
use crate::player::BotSpec;
use crate::{Monitor, TableSpec, section};
use anyhow::{Context, Result, ensure};
use bins::Calibration;
use orrery_bots::Network;
use play::{CalibrationPlan, Position};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The specification of a calibration: the games to play and the positions to evaluate.
#[derive(Clone, Debug)]
pub struct CalibrationSpec {
    /// The game to play.
    pub table: TableSpec,
    /// The bot of every seat: `NAME` or `LEVEL@FILE`.
    pub bot: String,
    /// The file of the network that evaluates the positions; `None` for the built-in network.
    pub network: Option<PathBuf>,
    /// Number of positions to evaluate.
    pub positions: u64,
    /// Maximum number of positions per game. Positions of the same game are correlated.
    pub per_game: u16,
    /// The seed of all games.
    pub seed: u64,
    /// Turn limit; longer games are abandoned and not counted.
    pub max_turns: u16,
}

/// The result of a calibration.
pub struct CalibrationResult {
    plan: CalibrationPlan,
    evaluated: EvaluatedPositions,
    calibration: Calibration,
    is_complete: bool,
}

/// The evaluated positions, and the numbers of games.
struct EvaluatedPositions {
    positions: Vec<Position>,
    /// Number of finished games.
    games: u64,
    /// Number of games that reached the turn limit.
    abandoned: u64,
}

/// Plays games, evaluates positions, and writes `calibration.json` and `calibration.svg` to `out`.
///
/// # Errors
/// If the specification is wrong, a bot fails or a file cannot be written.
pub fn run(
    spec: &CalibrationSpec,
    out: Option<&Path>,
    threads: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<CalibrationResult> {
    let plan = spec.plan()?;
    if let Some(folder) = out {
        let name = folder.display();
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {name}"))?;
    }
    monitor.begin(spec.positions, 0);
    let evaluated = evaluate(spec, &plan, threads, stop, monitor)?;
    let calibration = Calibration::new(&evaluated.positions);
    let is_complete = evaluated.positions.len() as u64 == spec.positions;
    let result = CalibrationResult { plan, evaluated, calibration, is_complete };
    out.map_or(Ok(()), |folder| result.write(spec, folder))?;
    Ok(result)
}

impl CalibrationSpec {
    fn plan(&self) -> Result<CalibrationPlan> {
        let networks = NetworkFiles::read([self.bot.as_str()])?;
        ensure!(
            !self.bot.starts_with("cmd:"),
            "cannot calibrate with an external program (cmd:…); use a built-in bot or LEVEL@FILE"
        );
        let network = match &self.network {
            Some(path) => Arc::new(network_files::read(path)?),
            None => Network::embedded(),
        };
        Ok(CalibrationPlan {
            rules: self.table.rules()?,
            options: self.table.options,
            spec: BotSpec::of(&self.bot, &networks)?,
            bot: self.bot.clone(),
            network,
            per_game: self.per_game.into(),
            seed: self.seed,
            max_turns: self.max_turns,
        })
    }
}

/// Plays games until there are enough positions.
///
/// The result does not depend on the number of threads.
fn evaluate(
    spec: &CalibrationSpec,
    plan: &CalibrationPlan,
    threads: usize,
    stop: &AtomicBool,
    monitor: &dyn Monitor,
) -> Result<EvaluatedPositions> {
    let wanted = spec.positions as usize;
    let mut evaluated = EvaluatedPositions { positions: Vec::new(), games: 0, abandoned: 0 };
    while evaluated.positions.len() < wanted && !stop.load(Ordering::Relaxed) {
        let missing = wanted - evaluated.positions.len();
        let games = missing.div_ceil(plan.per_game) as u64;
        let first = evaluated.games + evaluated.abandoned;
        let before = evaluated.positions.len();
        for game in play::play_all(plan, first..first + games, threads, stop, monitor)? {
            match game {
                Some(positions) => {
                    evaluated.games += 1;
                    evaluated.positions.extend(positions);
                }
                None => evaluated.abandoned += 1,
            }
        }
        ensure!(
            evaluated.positions.len() > before || stop.load(Ordering::Relaxed),
            "no position to evaluate: all {games} games were abandoned after {} turns; raise --max-turns",
            plan.max_turns
        );
    }
    evaluated.positions.truncate(wanted);
    Ok(evaluated)
}

impl CalibrationResult {
    /// Returns whether all positions were evaluated.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the number of finished games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.evaluated.games
    }

    /// Returns the result as a table for the terminal.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = report::title(&self.plan, &self.evaluated) + "\n";
        out += &section::render(&report::section(&self.calibration));
        out + &report::summary(&self.calibration)
    }

    fn write(&self, spec: &CalibrationSpec, folder: &Path) -> Result<()> {
        let file =
            |name: &str, text: &str| write_whole(PartialFile::open(&folder.join(name))?, text);
        let Self { plan, evaluated, calibration, .. } = self;
        let json = report::json(spec, plan, evaluated, calibration);
        file("calibration.json", &format!("{json:#}\n"))?;
        file("calibration.svg", &report::svg(plan, evaluated, calibration))
    }
}
