//! Tests `./orrery` and `./test` on machines that lack something.
//!
//! Each test simulates a machine by a search path with fake programs, and checks the messages.

#[path = "start_scripts/compiler.rs"]
mod compiler;
#[path = "start_scripts/crates.rs"]
mod crates;
#[path = "start_scripts/machine.rs"]
mod machine;
#[path = "start_scripts/packages.rs"]
mod packages;
#[path = "start_scripts/progress.rs"]
mod progress;
