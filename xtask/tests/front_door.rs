//! Tests `./orrery` and `./test` on machines that lack something.
//!
//! Each test simulates a machine by a search path with fake programs, and checks the messages.

#[path = "front_door/compiler.rs"]
mod compiler;
#[path = "front_door/machine.rs"]
mod machine;
#[path = "front_door/packages.rs"]
mod packages;
