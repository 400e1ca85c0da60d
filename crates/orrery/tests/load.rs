//! `orrery load`, small: every figure that it is for is measured and printed. What the figures are is
//! the business of a quiet machine, not of a test.

mod cli_common;

use cli_common::orrery;
use serde_json::Value;

const TINY: [&str; 11] =
    ["load", "--tables", "2", "--live", "3", "--stored", "4", "--seconds", "1", "--rounds", "1"];

/// The figures of a report: title of the part, name, value.
fn figures(report: &Value) -> Vec<(String, String, f64)> {
    let text = |value: &Value| value.as_str().expect("a text").trim().to_owned();
    let parts = report["parts"].as_array().expect("parts").iter();
    let all = parts.flat_map(|part| {
        let figures = part["figures"].as_array().expect("figures").iter();
        figures.map(move |figure| {
            let value = figure["value"].as_f64().expect("a number");
            (text(&part["title"]), text(&figure["name"]), value)
        })
    });
    all.collect()
}

#[test]
fn a_small_run_measures_all_that_is_asked_of_the_server() {
    let output = orrery(&[&TINY[..], &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = serde_json::from_slice(&output.stdout).expect("JSON");
    let figures = figures(&report);
    let measured = |part: &str, name: &str| {
        let found = figures.iter().find(|(title, it, _)| title.starts_with(part) && it == name);
        let (.., value) = found.unwrap_or_else(|| panic!("no {name} of {part} in {figures:#?}"));
        assert!(*value > 0.0, "{name} of {part} is {value}");
    };
    let play = [
        "bare echo of 200 bytes",
        "bare append, a row of each table in a commit",
        "steps acknowledged, each durable",
        "send to acknowledgement, p99",
        "message of an event, median",
        "full view, longest",
    ];
    play.iter().for_each(|name| measured("2 tables play", name));
    measured("4 games are stored", "start, until it is ready");
    if cfg!(target_os = "linux") {
        ["live tables", "sockets", "memory of the server"]
            .iter()
            .for_each(|name| measured("3 live tables", name));
    }
}
