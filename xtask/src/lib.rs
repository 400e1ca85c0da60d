//! The project's commands, one module each; `cargo xtask` lists them.

pub mod api;
pub mod apt;
pub mod bench;
pub mod cargo_tool;
pub mod chroot;
pub mod deny;
pub mod dist;
pub mod fresh;
pub mod fuzz;
pub mod http;
pub mod ladder;
pub mod process;
pub mod project;
pub mod python;
pub mod readers;
pub mod services;
pub mod start;
pub mod stress;
pub mod test;
pub mod wasm;
pub mod web;

/// The result of a command; an error is a message for the user.
pub type TaskResult<T = ()> = Result<T, String>;

const USAGE: &str = "\
cargo xtask start [ARGUMENT…]     build what changed and run Orrery, as ./orrery does
cargo xtask test [quick]          run every test, or leave out the slow ones, as ./test does
cargo xtask tidy                  check the project's own files
cargo xtask services              install what tests use: PostgreSQL, NATS, strace and iproute2
cargo xtask readers               read the simulator's rows with DuckDB and Polars
cargo xtask python                build the Python package and test it in clean environments
cargo xtask api                   check the server's HTTP API with Schemathesis
cargo xtask abuse [--release]     attack a server for a minute; measure the latency of honest players
cargo xtask soak [MINUTES]        play for 120 minutes with faults; fail if resources grow
cargo xtask stress [RUNS] [STEP…] repeat timing-sensitive tests 20 times on busy cores: all, or only
                                  these steps: browser crash nodes
cargo xtask deny                  check licences, versions and sources of dependencies
cargo xtask fuzz [SECONDS]        run every fuzz target with fixed inputs, or search for new ones
cargo xtask wasm [dist]           build the WASM engine for a checkout or a package
cargo xtask wasm compiler         fetch a WASM compiler if the toolchain has none
cargo xtask web [build|e2e]       build and test the web client; only build it, or only test it in a browser
cargo xtask shots [FOLDER]        take screenshots of every page on every screen; target/shots by default
cargo xtask ladder [page]         play every match of docs/LADDER.md, or only rewrite the page
cargo xtask bench [--quick]       benchmark the engine; compare with the cost of a decision without rules
cargo xtask bench bots [COMMIT]   measure the bots' play, optionally against a commit
cargo xtask bench start [COMMIT]  measure the start of ./orrery, optionally against a commit
cargo xtask bench web             measure the web client in a browser
cargo xtask bench python          measure the Python package next to the native engine
cargo xtask bench nodes           measure nodes that share PostgreSQL and NATS
cargo xtask dist [pack]           build release packages in target/dist/packages, or only pack them
cargo xtask dist test [RELEASE]   install, upgrade and remove the package in that Debian release
cargo xtask fresh [WORD…]         run ./orrery and ./test quick in fresh Debian roots; words select
                                  cases: bookworm trixie root user outdated empty start demo test

Exit codes: 0 success, 1 failure or unknown command.";

/// Runs the command that the arguments name.
///
/// # Errors
///
/// If the command fails; an unknown command returns the usage.
pub fn run(arguments: &[String]) -> TaskResult {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["start", program @ ..] => start::run(program),
        ["test"] => test::run(test::TestScope::Full),
        ["test", "quick"] => test::run(test::TestScope::Quick),
        ["tidy"] => {
            process::show(&mut project::cargo(&["run", "--quiet", "--package", "xtask-tidy"]))
        }
        ["bench"] => bench::run(bench::Effort::Full),
        ["bench", "--quick"] => bench::run(bench::Effort::Quick),
        ["services"] => services::run(),
        ["readers"] => readers::run(),
        ["python"] => python::run(),
        ["api"] => api::run(),
        ["abuse"] => stress::abuse(&[]),
        ["abuse", "--release"] => stress::abuse(&["--release"]),
        ["soak"] => stress::soak("120"),
        ["soak", minutes] => stress::soak(minutes),
        ["stress", words @ ..] => stress::repeat(words),
        ["deny"] => deny::run(),
        ["fuzz"] => fuzz::run(),
        ["fuzz", seconds] => fuzz::search(seconds),
        ["ladder"] => ladder::run(),
        ["ladder", "page"] => ladder::page(),
        ["wasm"] => wasm::run(wasm::Build::Checkout),
        ["wasm", "compiler"] => wasm::ensure_compiler(),
        ["wasm", "dist"] => wasm::run(wasm::Build::Dist),
        ["web"] => web::run(),
        ["web", "e2e"] => web::test_in_browser(),
        ["web", "build"] => web::build(wasm::Build::Checkout),
        ["shots"] => web::shots(None),
        ["shots", folder] => web::shots(Some(folder)),
        ["bench", "bots"] => bench::bots::run(None),
        ["bench", "bots", commit] => bench::bots::run(Some(commit)),
        ["bench", "start"] => bench::start::run(None),
        ["bench", "start", commit] => bench::start::run(Some(commit)),
        ["bench", "web"] => web::bench(),
        ["bench", "python"] => python::bench(),
        ["bench", "nodes"] => services::bench(),
        ["dist"] => dist::run(),
        ["dist", "pack"] => dist::pack(),
        ["dist", "test"] => dist::test(None),
        ["dist", "test", debian] => dist::test(Some(debian)),
        ["fresh", words @ ..] => fresh::run(words),
        _ => Err(USAGE.to_owned()),
    }
}
