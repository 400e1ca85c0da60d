//! The result of a check as text.

use super::figures::{Coverage, correlation_and_slope, mean_and_deviation, median};
use super::{CheckResult, fnv1a};
use crate::section::{Section, grouped, head, render};
use orrery_analysis::{Account, DECAY};
use std::fmt::Write as _;

/// A column of an account: its name and its value.
type Column = (&'static str, fn(&Account) -> f64);

const COLUMNS: [Column; 7] = [
    ("result", |it| it.result),
    ("luck", |it| it.luck),
    ("losses", |it| it.losses),
    ("gifts", |it| it.gifts),
    ("hidden", |it| it.hidden),
    ("unexplained", |it| it.unexplained),
    ("adjusted", |it| it.adjusted),
];

impl CheckResult {
    /// Returns the violated invariants; empty if the analysis passes all checks.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let of_games = self.games.iter().enumerate().filter_map(|(number, game)| {
            let table = &self.tables[game.table];
            game.problem.map(|problem| format!("game {number} ({table}): {problem}"))
        });
        let of_luck = self.luck_tests().into_iter().filter(|test| !test.passes()).map(|test| {
            let (name, distance, limit) = (&test.name, test.distance, test.limit);
            format!("{name}: mean luck is {distance:.2} standard errors from 0, limit {limit:.2}")
        });
        of_games.chain(of_luck).collect()
    }

    /// Returns the result as text.
    #[must_use]
    pub fn text(&self) -> String {
        let imbalance = self.games.iter().map(|game| game.imbalance).fold(0.0, f64::max);
        let rolls: Vec<[f64; 2]> = self.games.iter().flat_map(|game| game.rolls.clone()).collect();
        let (correlation, slope) = correlation_and_slope(&rolls);
        let times = self.games.iter().map(|game| game.time.as_secs_f64()).collect();
        let hashes: Vec<u8> = self.games.iter().flat_map(|game| game.hash.to_le_bytes()).collect();
        format!(
            "{} games reviewed: {}\n{}\n\
             largest imbalance {imbalance:.1e}\n\
             {}hash of all reviews {:016x}\n\
             first rolls: correlation {correlation:.2} with the change over the turn, slope {slope:.2}\n\
             games saved by the adjusted result of seat A: factor {:.2}\n\
             {}median time of a review: {} s\n",
            grouped(self.games.len() as u64),
            self.tables.join(", "),
            self.accounts(),
            self.luck_lines(),
            fnv1a(&hashes),
            self.variance_ratio(),
            self.level_lines(),
            number(median(times)),
        )
    }

    /// Returns the table of mean accounts by seat.
    fn accounts(&self) -> String {
        let seats = self.games.iter().map(|game| game.seats.len()).max().unwrap_or(0);
        let mut rows = Vec::new();
        for seat in 0..seats {
            let accounts: Vec<&Account> =
                self.games.iter().filter_map(|game| Some(&game.seats.get(seat)?.account)).collect();
            for (name, value) in COLUMNS {
                let values: Vec<f64> = accounts.iter().map(|it| value(it)).collect();
                let (mean, deviation) = mean_and_deviation(&values);
                rows.push(vec![
                    format!("{} {name}", (b'A' + seat as u8) as char),
                    format!("{mean:+.4}"),
                    format!("{:.4}", deviation / (accounts.len() as f64).sqrt()),
                    format!("{deviation:.4}"),
                ]);
            }
        }
        render(&Section {
            title: "Accounts",
            note: "",
            head: head(["seat", "mean", "standard error", "standard deviation"]),
            rows,
        })
    }

    /// Returns a line for each set of tests of mean luck: the farthest mean and the limit.
    fn luck_lines(&self) -> String {
        let tests = self.luck_tests();
        let (overall, by_kind): (Vec<_>, Vec<_>) =
            tests.into_iter().partition(|test| test.name.starts_with("all"));
        let mut out = String::new();
        for (group, tests) in [("all games", overall), ("each kind of game", by_kind)] {
            if let Some(farthest) = tests.iter().max_by(|a, b| a.distance.total_cmp(&b.distance)) {
                let _ = writeln!(
                    out,
                    "mean luck by seat, {group}: within {:.2} standard errors of 0 in {} tests (limit {:.2})",
                    farthest.distance,
                    tests.len(),
                    farthest.limit
                );
            }
        }
        if out.is_empty() { "mean luck by seat: too few games\n".to_owned() } else { out }
    }

    /// Returns the lines about the levels: error rate, accuracy, "plays like".
    fn level_lines(&self) -> String {
        let (games, mut out) = (self.game_coverage(), String::new());
        for (level, bot) in self.levels() {
            let rates = self.seats_of(bot).filter_map(|seat| seat.account.error_rate);
            let found = self.seats_of(bot).filter_map(|seat| seat.account.plays_like.as_ref());
            let count = |tests: &[Coverage]| {
                let tests: Vec<&Coverage> = tests.iter().filter(|it| it.level == level).collect();
                format!("{} of {}", tests.iter().filter(|it| it.covers).count(), tests.len())
            };
            let _ = writeln!(
                out,
                "{}: median error rate {}, accuracy {} % (decay {DECAY}), temperature {}; \
                 intervals that cover the level's: {} games, {} batches",
                level.word(),
                number(median(rates.collect())),
                number(self.median_accuracy(bot, DECAY)),
                number(median(found.map(|it| it.temperature).collect())),
                count(&games),
                count(&self.batches),
            );
        }
        if let Some(decay) = self.best_decay() {
            let _ = writeln!(out, "decay for 95 % (admiral) and 85 % (captain): {decay:.2}");
        }
        out
    }
}

fn number(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |it| format!("{it:.3}"))
}
