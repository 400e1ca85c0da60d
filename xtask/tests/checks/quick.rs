//! Tests that `./test quick` without cargo-nextest runs the same tests as with it.

use serde_json::Value;
use std::collections::BTreeSet;
use xtask::test::{TestScope, phases};
use xtask::{process, project};

fn tests_line(scope: TestScope, nextest: bool) -> &'static str {
    let lanes = phases(scope, nextest).into_iter().flatten();
    let mut steps = lanes.flat_map(|lane| lane.steps);
    steps.find(|step| step.name == "tests").expect("a step").line
}

/// Returns the filter of the profile `quick`: the tests that it leaves out.
fn filter() -> String {
    let file = project::root().join(".config/nextest.toml");
    let settings = std::fs::read_to_string(file).expect("nextest's settings");
    let (_, profile) = settings.split_once("[profile.quick]").expect("a profile");
    profile.split("'''").nth(1).expect("a filter").to_owned()
}

/// Returns the packages in all predicates such as `package(a)`.
fn packages(filter: &str) -> BTreeSet<String> {
    let names = filter.split("package(").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    names.map(str::to_owned).collect()
}

/// Returns the alternatives in all predicates such as `test(/^(a|b)::/)`: `a::` and `b::`.
fn alternatives(filter: &str, predicate: &str) -> BTreeSet<String> {
    let start = format!("{predicate}(/");
    let predicates = filter.split(&start).skip(1);
    let names = |rest: &str| {
        let pattern = rest.split_once("/)").expect("the end of a pattern").0;
        let group = pattern.strip_prefix("^(").and_then(|group| group.split_once(')'));
        let (names, end) = group.unwrap_or((pattern, ""));
        let end = end.trim_end_matches('$');
        names.split('|').map(|name| format!("{name}{end}")).collect::<Vec<_>>()
    };
    predicates.flat_map(names).collect()
}

/// Returns the values of an option in a command line.
fn values(line: &str, option: &str) -> BTreeSet<String> {
    let words = line.split_whitespace();
    let pairs = words.clone().zip(words.skip(1));
    pairs.filter(|(name, _)| *name == option).map(|(_, value)| value.to_owned()).collect()
}

/// Returns the test binaries that cargo runs by default, without those of these packages.
fn test_binaries(without: &BTreeSet<String>) -> BTreeSet<String> {
    let mut metadata = project::cargo(&["metadata", "--no-deps", "--format-version", "1"]);
    let printed = process::quiet(&mut metadata).expect("cargo describes the workspace").out;
    let workspace: Value = serde_json::from_str(&printed).expect("JSON");
    let text = |value: &Value| value.as_str().expect("a name").to_owned();
    let packages = workspace["packages"].as_array().expect("packages").iter();
    let packages = packages.filter(|package| !without.contains(&text(&package["name"])));
    let targets = packages.flat_map(|package| package["targets"].as_array().expect("targets"));
    let tests = targets.filter(|it| it["kind"][0] == "test" && it["test"] == true);
    tests.map(|target| text(&target["name"])).collect()
}

#[test]
fn nextest_runs_the_tests_if_it_is_installed() {
    let nextest = "cargo nextest run --workspace --no-fail-fast --profile quick";
    assert_eq!(tests_line(TestScope::Quick, true), nextest);
    assert_eq!(tests_line(TestScope::Full, false), "cargo test --workspace --no-fail-fast");
}

#[test]
fn without_nextest_a_quick_run_leaves_out_the_same_tests() {
    let (filter, line) = (filter(), tests_line(TestScope::Quick, false));
    let mut excluded = packages(&filter);
    // Cargo would link the library of this package, which has no tests in Rust.
    excluded.insert("orrery-python".to_owned());
    assert_eq!(values(line, "--exclude"), excluded);
    assert_eq!(values(line, "--skip"), alternatives(&filter, "test"));
    let left_out = alternatives(&filter, "binary");
    let expected: BTreeSet<String> = &test_binaries(&excluded) - &left_out;
    assert_eq!(values(line, "--test"), expected);
}
