//! Tests that a small run of `orrery load` measures and prints every figure.
//!
//! Correct figures need an idle machine, so the test does not check their values.

mod cli_common;

use cli_common::orrery;
use serde_json::Value;

const TINY: [&str; 11] =
    ["load", "--tables", "2", "--live", "3", "--stored", "4", "--seconds", "1", "--rounds", "1"];

/// Returns the figures of a report: title of the section, name, value.
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

/// Runs `orrery load`, and returns a function that checks that a figure of a section is positive.
fn measured(args: &[&str]) -> impl Fn(&str, &str) + use<> {
    let output = orrery(&[args, &["--json"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report = serde_json::from_slice(&output.stdout).expect("JSON");
    let figures = figures(&report);
    move |part, name| {
        let is_wanted =
            |(title, figure, _): &&(String, String, f64)| title.starts_with(part) && figure == name;
        let found = figures.iter().find(is_wanted);
        let (.., value) = found.unwrap_or_else(|| panic!("no {name} of {part} in {figures:#?}"));
        assert!(*value > 0.0, "{name} of {part} is {value}");
    }
}

#[test]
fn small_run_measures_every_figure() {
    let measured = measured(&TINY);
    let play = [
        "echo baseline, 200 bytes",
        "append baseline, one row per table and commit",
        "steps acknowledged, each durable",
        "send to acknowledgement, p99",
        "size of an event message, median",
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

#[cfg(unix)]
#[test]
fn nodes_are_compared_with_pgbench() {
    use orrery_services::{Nats, Persistence, Postgres, postgres_program};
    let postgres = Postgres::start().expect("PostgreSQL starts");
    let nats = Nats::start(Persistence::None).expect("NATS starts");
    let (store, bus) = (postgres.create_database().expect("a database"), nats.url());
    let pgbench = postgres_program("pgbench").expect("it comes with PostgreSQL");
    let pgbench = pgbench.to_str().expect("a path");
    let nodes = ["--only", "nodes", "--store", &store, "--bus", &bus, "--pgbench", pgbench];
    let arguments = [&TINY[..], &nodes].concat();
    let measured = measured(&arguments);
    ["pgbench, single rows, one client per table", "steps acknowledged, each durable"]
        .iter()
        .for_each(|name| measured("2 tables play on one node", name));
    ["steps seen on both nodes", "additional delay on the other node, median"]
        .iter()
        .for_each(|name| measured("20 games watched", name));
}
