//! Tests `./orrery` and `./test` on machines that lack something.
//!
//! Each test builds a machine from a search path with fake programs, and reads what the user sees.

#[path = "front_door/compiler.rs"]
mod compiler;
#[path = "front_door/machine.rs"]
mod machine;
#[path = "front_door/packages.rs"]
mod packages;
