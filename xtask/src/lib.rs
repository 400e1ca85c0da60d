//! The project's commands, one module each: `test`, `tidy`, `bench`, `services`,
//! `readers`, `api`, `fuzz`, `ladder`, `wasm`, `web`, `dist` and `fresh`.

pub mod api;
pub mod apt;
pub mod bench;
pub mod chroot;
pub mod dist;
pub mod fresh;
pub mod fuzz;
pub mod http;
pub mod ladder;
pub mod process;
pub mod project;
pub mod readers;
pub mod services;
pub mod test;
pub mod tidy;
pub mod wasm;
pub mod web;

/// What a command comes to: nothing, or a text for the person who ran it.
pub type Done<T = ()> = Result<T, String>;

const USAGE: &str = "\
cargo xtask test [quick]     everything that must hold; quick leaves out the slow ones
cargo xtask tidy             the rules about this project's own files
cargo xtask bench [--quick]  how fast the engine is, beside the floor
cargo xtask services         installs what tests talk to: PostgreSQL and NATS
cargo xtask readers          DuckDB and Polars read the simulator's rows
cargo xtask api              Schemathesis checks the HTTP interface of a server
cargo xtask fuzz [SECONDS]   every fuzz target: the same inputs each time, or a search for so long
cargo xtask wasm             builds the engine, its words and the bots for the browser
cargo xtask web [build]      builds the web client and tests it in a browser; or only builds it
cargo xtask ladder [page]    plays every match of docs/LADDER.md; or only writes the page again
cargo xtask bench web        what the web client costs, measured in a browser
cargo xtask bench nodes      what nodes carry that share PostgreSQL and NATS
cargo xtask dist [pack]      builds release packages in target/dist/packages; or only packs the binary
cargo xtask dist test [NAME] installs, upgrades and removes the package in a root of a Debian release
cargo xtask fresh [WORDS]    runs ./orrery and ./test quick in fresh Debian roots; words select cases:
                             bookworm trixie root user outdated empty start demo test";

/// Runs the command that these arguments name.
///
/// # Errors
///
/// What went wrong, or how the commands are called.
pub fn run(arguments: &[String]) -> Done {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["test"] => test::run(test::Extent::Full),
        ["test", "quick"] => test::run(test::Extent::Quick),
        ["tidy"] => tidy::run(),
        ["bench"] => bench::run(bench::Effort::Full),
        ["bench", "--quick"] => bench::run(bench::Effort::Quick),
        ["services"] => services::run(),
        ["readers"] => readers::run(),
        ["api"] => api::run(),
        ["fuzz"] => fuzz::run(),
        ["fuzz", seconds] => fuzz::search(seconds),
        ["ladder"] => ladder::run(),
        ["ladder", "page"] => ladder::page(),
        ["wasm"] => wasm::run(),
        ["web"] => web::run(),
        ["web", "build"] => web::build(),
        ["bench", "web"] => web::figures(),
        ["bench", "nodes"] => services::figures(),
        ["dist"] => dist::run(),
        ["dist", "pack"] => dist::pack(),
        ["dist", "test"] => dist::test(None),
        ["dist", "test", debian] => dist::test(Some(debian)),
        ["fresh", words @ ..] => fresh::run(words),
        _ => Err(USAGE.to_owned()),
    }
}
