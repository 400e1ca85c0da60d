//! The learning curve: the measurements of a training as a CSV file and a plot.
//!
//! Every measurement rewrites both files. A resumed training keeps the rows up to its checkpoint.

use super::measure::{Matchup, matchups, measure};
use super::{TrainingMonitor, TrainingSpec, TrainingStart, chart};
use crate::file::{PartialFile, write_whole};
use crate::section::grouped;
use anyhow::{Context, Result, bail, ensure};
use orrery_bots::train::Trainer;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// A measurement of the network: a row of the CSV file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) batches: u64,
    pub(super) games: u64,
    /// The running mean of the training error ([`Trainer::error`]).
    pub(super) error: f32,
    /// Win rates by matchup.
    pub(super) shares: Vec<f64>,
}

/// The measurements, and the files they are written to.
pub(super) struct LearningCurve {
    /// Prefix of the file names; if `None`, the network is not measured.
    prefix: Option<PathBuf>,
    /// Number of batches between measurements.
    every: u64,
    matchups: Vec<Matchup>,
    rows: Vec<Row>,
}

impl LearningCurve {
    /// Starts a curve, or continues one after `batches`.
    pub(super) fn open(spec: &TrainingSpec, batches: u64) -> Result<Self> {
        let (prefix, every) = (spec.curve.clone(), spec.measure_every);
        let mut curve = Self { prefix, every, matchups: matchups(), rows: Vec::new() };
        let Some(prefix) = &curve.prefix else { return Ok(curve) };
        let csv = output_path(prefix, "csv");
        if matches!(spec.start, TrainingStart::Checkpoint(_)) && csv.exists() {
            curve.rows = read(&csv, &curve.header())?;
            curve.rows.retain(|row| row.batches <= batches);
        }
        // Fail now rather than at the first measurement.
        PartialFile::open(&csv)?;
        PartialFile::open(&output_path(prefix, "svg"))?;
        Ok(curve)
    }

    /// Measures the network if a measurement is due, and writes both files.
    pub(super) fn measure(
        &mut self,
        trainer: &Trainer,
        threads: usize,
        stop: &AtomicBool,
        monitor: &dyn TrainingMonitor,
    ) -> Result<()> {
        let Some(prefix) = self.prefix.clone().filter(|_| self.is_due(trainer)) else {
            return Ok(());
        };
        let Some(shares) = measure(trainer.network(), threads, stop)? else { return Ok(()) };
        let shares = shares.iter().map(|share| share.value()).collect();
        let (batches, games, error) = (trainer.batches(), trainer.games(), trainer.error());
        let row = Row { batches, games, error, shares };
        monitor.report(&self.summary_line(&row));
        self.rows.push(row);
        write_whole(PartialFile::open(&output_path(&prefix, "csv"))?, &self.csv())?;
        write_whole(
            PartialFile::open(&output_path(&prefix, "svg"))?,
            &chart::svg(&self.matchups, &self.rows),
        )
    }

    fn is_due(&self, trainer: &Trainer) -> bool {
        let batches = trainer.batches();
        let is_time = batches > 0 && (batches.is_multiple_of(self.every) || trainer.is_finished());
        is_time && self.rows.last().is_none_or(|row| row.batches < batches)
    }

    fn header(&self) -> String {
        let names: Vec<&str> = self.matchups.iter().map(|matchup| matchup.name.as_str()).collect();
        format!("batches,games,error,{}", names.join(","))
    }

    fn csv(&self) -> String {
        let line = |row: &Row| {
            let shares: Vec<String> =
                row.shares.iter().map(|share| format!("{share:.4}")).collect();
            format!("{},{},{:.6},{}\n", row.batches, row.games, row.error, shares.join(","))
        };
        self.header() + "\n" + &self.rows.iter().map(line).collect::<String>()
    }

    fn summary_line(&self, row: &Row) -> String {
        let part =
            |(matchup, share): (&Matchup, &f64)| format!("{} {:.0} %", matchup.name, 100.0 * share);
        let shares: Vec<String> = self.matchups.iter().zip(&row.shares).map(part).collect();
        format!("after {} games: wins against {}", grouped(row.games), shares.join(", "))
    }
}

/// Appends an extension to the prefix of the file names.
fn output_path(prefix: &Path, extension: &str) -> PathBuf {
    let mut name = prefix.to_owned().into_os_string();
    name.push(".");
    name.push(extension);
    name.into()
}

fn read(path: &Path, header: &str) -> Result<Vec<Row>> {
    let file = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
    let mut lines = text.lines();
    if lines.next() != Some(header) {
        bail!("{file} is not a learning curve of this program; choose another --curve");
    }
    let row =
        |(i, line)| parse_row(line).with_context(|| format!("{file}:{}: not a measurement", i + 2));
    lines.enumerate().map(row).collect()
}

fn parse_row(line: &str) -> Result<Row> {
    let cells: Vec<&str> = line.split(',').collect();
    let [batches, games, error, shares @ ..] = &cells[..] else { bail!("too few columns") };
    let shares = shares.iter().map(|cell| Ok(cell.parse()?)).collect::<Result<Vec<f64>>>()?;
    ensure!(
        shares.len() == matchups().len(),
        "expected {} win rates, found {}",
        matchups().len(),
        shares.len()
    );
    ensure!(
        shares.iter().all(|share| (0.0..=1.0).contains(share)),
        "win rates must be from 0 to 1"
    );
    Ok(Row { batches: batches.parse()?, games: games.parse()?, error: error.parse()?, shares })
}

#[cfg(test)]
mod tests {
    use super::{LearningCurve, Row, parse_row};
    use crate::train::measure::matchups;

    fn rows() -> Vec<Row> {
        let shares = |first: f64| (0..matchups().len()).map(|i| first / (i + 1) as f64).collect();
        let row = |i: u64| Row { batches: i, games: 9 * i, error: 0.25, shares: shares(0.5) };
        (1..4).map(row).collect()
    }

    #[test]
    fn rows_round_trip() {
        let curve = LearningCurve { prefix: None, every: 1, matchups: matchups(), rows: rows() };
        let read = curve.csv().lines().skip(1).map(parse_row).collect::<Result<Vec<_>, _>>();
        let read = read.expect("it was just written");
        let again = LearningCurve { prefix: None, every: 1, matchups: matchups(), rows: read };
        assert_eq!(curve.csv(), again.csv());
        assert_eq!(again.rows[1].games, 18);
    }

    #[test]
    fn invalid_rows_are_rejected() {
        let full = |cell: &str| format!("1,2,0.5{}", format!(",{cell}").repeat(matchups().len()));
        assert!(parse_row(&full("0.5")).is_ok());
        for line in ["", "1,2", "1,2,0.5,0.5", "x,2,0.5", &full("7"), &full("NaN"), &full("x")] {
            assert!(parse_row(line).is_err(), "{line}");
        }
    }
}
