//! Reads criterion's raw samples: numbers of iterations and nanoseconds.

use crate::TaskResult;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Nanoseconds per iteration, by benchmark.
pub(crate) type Times = BTreeMap<String, f64>;

/// Returns the best sample of every benchmark of the last run.
pub(crate) fn read(home: &Path) -> TaskResult<Times> {
    let mut times = Times::new();
    let folders = fs::read_dir(home).map_err(|error| format!("{}: {error}", home.display()))?;
    for folder in folders.filter_map(Result::ok) {
        let new = folder.path().join("new");
        if new.join("sample.json").exists() {
            let (name, time) = read_one(&new)?;
            times.insert(name, time);
        }
    }
    Ok(times)
}

fn read_one(folder: &Path) -> TaskResult<(String, f64)> {
    let incomplete = || format!("{}: not a criterion sample", folder.display());
    let benchmark = json(&folder.join("benchmark.json"))?;
    let name = benchmark["full_id"].as_str().ok_or_else(incomplete)?;
    let time = best(&json(&folder.join("sample.json"))?).ok_or_else(incomplete)?;
    Ok((name.to_owned(), time))
}

fn json(file: &Path) -> TaskResult<Value> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", file.display()))
}

/// Returns the fewest nanoseconds per iteration in a `sample.json`.
#[must_use]
pub fn best(sample: &Value) -> Option<f64> {
    let numbers = |key: &str| -> Option<Vec<f64>> {
        sample[key].as_array()?.iter().map(Value::as_f64).collect()
    };
    let (iterations, times) = (numbers("iters")?, numbers("times")?);
    times.iter().zip(iterations).map(|(time, count)| time / count).reduce(f64::min)
}

/// Merges the times of a round into `times`; the lower time of each benchmark wins.
pub fn merge(times: &mut BTreeMap<String, f64>, round: BTreeMap<String, f64>) {
    for (name, time) in round {
        times.entry(name).and_modify(|best| *best = best.min(time)).or_insert(time);
    }
}
