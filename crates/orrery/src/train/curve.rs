//! The learning curve: what was measured, as rows of a file that is always whole. A resumed training
//! goes on with the rows up to its checkpoint.

use super::measure::{Kind, kinds, measure};
use super::show::Show;
use super::{Args, picture};
use crate::file::{Part, write_whole};
use crate::section::grouped;
use anyhow::{Context, Result, bail, ensure};
use orrery_bots::train::Trainer;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// One measurement.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) batches: u64,
    pub(super) games: u64,
    pub(super) error: f32,
    /// Shares of victories, by kind.
    pub(super) shares: Vec<f64>,
}

/// What was measured, and where it goes.
pub(super) struct Curve {
    /// Nothing is measured without one.
    prefix: Option<PathBuf>,
    every: u64,
    kinds: Vec<Kind>,
    rows: Vec<Row>,
}

impl Curve {
    /// Begins, or goes on after so many batches.
    pub(super) fn open(args: &Args, batches: u64) -> Result<Self> {
        let (prefix, every) = (args.curve.clone(), args.measure_every);
        let mut curve = Self { prefix, every, kinds: kinds(), rows: Vec::new() };
        let Some(prefix) = &curve.prefix else { return Ok(curve) };
        let csv = file(prefix, "csv");
        if args.resume.is_some() && csv.exists() {
            curve.rows = read(&csv, &curve.header())?;
            curve.rows.retain(|row| row.batches <= batches);
        }
        // A wrong path must not cost an hour.
        Part::open(&csv)?;
        Part::open(&file(prefix, "svg"))?;
        Ok(curve)
    }

    /// Measures the network, if it is time to and was not done yet, and writes both files.
    pub(super) fn measure(
        &mut self,
        trainer: &Trainer,
        threads: usize,
        stop: &AtomicBool,
        show: &Show,
    ) -> Result<()> {
        let Some(prefix) = self.prefix.clone().filter(|_| self.is_due(trainer)) else {
            return Ok(());
        };
        let Some(shares) = measure(trainer.network(), threads, stop)? else { return Ok(()) };
        let shares = shares.iter().map(|share| share.value()).collect();
        let (batches, games, error) = (trainer.batches(), trainer.games(), trainer.error());
        let row = Row { batches, games, error, shares };
        show.say(&self.told(&row));
        self.rows.push(row);
        write_whole(Part::open(&file(&prefix, "csv"))?, &self.csv())?;
        write_whole(Part::open(&file(&prefix, "svg"))?, &picture::svg(&self.kinds, &self.rows))
    }

    fn is_due(&self, trainer: &Trainer) -> bool {
        let batches = trainer.batches();
        let time = batches > 0 && (batches.is_multiple_of(self.every) || trainer.is_finished());
        time && self.rows.last().is_none_or(|row| row.batches < batches)
    }

    fn header(&self) -> String {
        let names: Vec<&str> = self.kinds.iter().map(|kind| kind.name.as_str()).collect();
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

    fn told(&self, row: &Row) -> String {
        let told = |(kind, share): (&Kind, &f64)| format!("{} {:.0} %", kind.name, 100.0 * share);
        let shares: Vec<String> = self.kinds.iter().zip(&row.shares).map(told).collect();
        format!("after {} games it beats {}", grouped(row.games), shares.join(", "))
    }
}

fn file(prefix: &Path, ending: &str) -> PathBuf {
    let mut name = prefix.to_owned().into_os_string();
    name.push(".");
    name.push(ending);
    name.into()
}

fn read(path: &Path, header: &str) -> Result<Vec<Row>> {
    let file = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {file}"))?;
    let mut lines = text.lines();
    if lines.next() != Some(header) {
        bail!("{file} is no learning curve of this program; give another --curve");
    }
    let row = |(i, line)| row(line).with_context(|| format!("{file}:{}: no measurement", i + 2));
    lines.enumerate().map(row).collect()
}

fn row(line: &str) -> Result<Row> {
    let cells: Vec<&str> = line.split(',').collect();
    let [batches, games, error, shares @ ..] = &cells[..] else { bail!("cells are missing") };
    let shares = shares.iter().map(|cell| Ok(cell.parse()?)).collect::<Result<Vec<f64>>>()?;
    ensure!(shares.len() == kinds().len(), "it has {} shares", shares.len());
    ensure!(shares.iter().all(|share| (0.0..=1.0).contains(share)), "shares are from 0 to 1");
    Ok(Row { batches: batches.parse()?, games: games.parse()?, error: error.parse()?, shares })
}

#[cfg(test)]
mod tests {
    use super::{Curve, Row, row};
    use crate::train::measure::kinds;

    fn rows() -> Vec<Row> {
        let shares = |first: f64| (0..kinds().len()).map(|i| first / (i + 1) as f64).collect();
        let row = |i: u64| Row { batches: i, games: 9 * i, error: 0.25, shares: shares(0.5) };
        (1..4).map(row).collect()
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let curve = Curve { prefix: None, every: 1, kinds: kinds(), rows: rows() };
        let read = curve.csv().lines().skip(1).map(row).collect::<Result<Vec<_>, _>>();
        let read = read.expect("it was just written");
        let again = Curve { prefix: None, every: 1, kinds: kinds(), rows: read };
        assert_eq!(curve.csv(), again.csv());
        assert_eq!(again.rows[1].games, 18);
    }

    #[test]
    fn lines_that_are_no_rows_are_refused() {
        let full = |cell: &str| format!("1,2,0.5{}", format!(",{cell}").repeat(kinds().len()));
        assert!(row(&full("0.5")).is_ok());
        for line in ["", "1,2", "1,2,0.5,0.5", "x,2,0.5", &full("7"), &full("NaN"), &full("x")] {
            assert!(row(line).is_err(), "{line}");
        }
    }
}
