//! Takeover times: from the kill of a node to the next acknowledged step at its tables.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The times at which nodes were killed, each with the tables of the node.
#[derive(Debug, Default)]
pub(crate) struct Takeovers(Vec<(Instant, Vec<String>)>);

impl Takeovers {
    /// Adds the kill of a node that owned these tables.
    pub(crate) fn add(&mut self, at: Instant, tables: Vec<String>) {
        self.0.push((at, tables));
    }

    /// Returns the takeover times as text.
    ///
    /// The text reports the first kill separately, because no other fault was active then.
    pub(crate) fn summary(&self, times: &HashMap<String, Vec<Instant>>) -> String {
        let pauses = |(at, tables): &(Instant, Vec<String>)| -> Vec<Duration> {
            let next = |table: &String| times.get(table)?.iter().find(|time| *time > at);
            tables.iter().filter_map(next).map(|time| *time - *at).collect()
        };
        let all: Vec<Vec<Duration>> = self.0.iter().map(pauses).collect();
        let without_other_faults = quantiles(all.first().cloned().unwrap_or_default());
        let kills = all.len();
        format!(
            "takeover times without other faults: {without_other_faults};  of all {kills} kills, with other faults: {}",
            quantiles(all.concat())
        )
    }
}

fn quantiles(mut times: Vec<Duration>) -> String {
    times.sort();
    let at = |share: f64| {
        let rank = ((times.len() as f64 - 1.0) * share).round().max(0.0) as usize;
        times.get(rank).map_or(0.0, Duration::as_secs_f64)
    };
    let (median, longest) = (at(0.5), at(1.0));
    format!(
        "median {median:.1} s, p99 {:.1} s, longest {longest:.1} s, {} tables",
        at(0.99),
        times.len()
    )
}
