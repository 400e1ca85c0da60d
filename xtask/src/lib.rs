//! The project's commands, one module each: `test`, `tidy`, `bench`, `services`,
//! `readers`, `api`, `abuse`, `soak`, `deny`, `fuzz`, `ladder`, `wasm`, `web`, `dist` and `fresh`.

pub mod api;
pub mod apt;
pub mod bench;
pub mod chroot;
pub mod deny;
pub mod dist;
pub mod endure;
pub mod fresh;
pub mod fuzz;
pub mod http;
pub mod ladder;
pub mod process;
pub mod project;
pub mod readers;
pub mod services;
pub mod start;
pub mod test;
pub mod tidy;
pub mod wasm;
pub mod web;

/// What a command comes to: nothing, or a text for the person who ran it.
pub type Done<T = ()> = Result<T, String>;

const USAGE: &str = "\
cargo xtask start [ARGUMENT…]     build what changed and run Orrery, as ./orrery does
cargo xtask test [quick]          run every test, or leave out the slow ones, as ./test does
cargo xtask tidy                  check the project's own files
cargo xtask services              install what tests talk to: PostgreSQL and NATS
cargo xtask readers               let DuckDB and Polars read the simulator's rows
cargo xtask api                   check the server's HTTP interface with Schemathesis
cargo xtask abuse [--release]     attack a server for a minute, next to honest players
cargo xtask soak [MINUTES]        play for 120 minutes with faults; fail if the server holds ever more
cargo xtask deny                  check licences, versions and sources of dependencies
cargo xtask fuzz [SECONDS]        run every fuzz target with fixed inputs, or search for a time
cargo xtask wasm [dist]           build the engine for the browser, for a checkout or a package
cargo xtask wasm compiler         fetch a compiler for the browser if the toolchain has none
cargo xtask web [build]           build the web client and test it in a browser, or only build it
cargo xtask ladder [page]         play every match of docs/LADDER.md, or only write the page again
cargo xtask bench [--quick]       measure the engine next to the floor
cargo xtask bench start [COMMIT]  measure how long ./orrery takes, next to another commit
cargo xtask bench web             measure the web client in a browser
cargo xtask bench nodes           measure nodes that share PostgreSQL and NATS
cargo xtask dist [pack]           build release packages in target/dist/packages, or only pack them
cargo xtask dist test [RELEASE]   install, upgrade and remove the package in a root of that Debian
cargo xtask fresh [WORD…]         run ./orrery and ./test quick in fresh Debian roots; words select
                                  cases: bookworm trixie root user outdated empty start demo test";

/// Runs the command that these arguments name.
///
/// # Errors
///
/// What went wrong, or how the commands are called.
pub fn run(arguments: &[String]) -> Done {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["start", program @ ..] => start::run(program),
        ["test"] => test::run(test::Extent::Full),
        ["test", "quick"] => test::run(test::Extent::Quick),
        ["tidy"] => tidy::run(),
        ["bench"] => bench::run(bench::Effort::Full),
        ["bench", "--quick"] => bench::run(bench::Effort::Quick),
        ["services"] => services::run(),
        ["readers"] => readers::run(),
        ["api"] => api::run(),
        ["abuse"] => endure::abuse(&[]),
        ["abuse", "--release"] => endure::abuse(&["--release"]),
        ["soak"] => endure::soak("120"),
        ["soak", minutes] => endure::soak(minutes),
        ["deny"] => deny::run(),
        ["fuzz"] => fuzz::run(),
        ["fuzz", seconds] => fuzz::search(seconds),
        ["ladder"] => ladder::run(),
        ["ladder", "page"] => ladder::page(),
        ["wasm"] => wasm::run(wasm::Build::Checkout),
        ["wasm", "compiler"] => wasm::have_compiler(),
        ["wasm", "dist"] => wasm::run(wasm::Build::Dist),
        ["web"] => web::run(),
        ["web", "build"] => web::build(wasm::Build::Checkout),
        ["bench", "start"] => bench::start::run(None),
        ["bench", "start", commit] => bench::start::run(Some(commit)),
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
