//! The front door on machines that lack something: each test builds a machine out of a search path
//! with fake programs, and reads what a person would see.

#[path = "front_door/compiler.rs"]
mod compiler;
#[path = "front_door/machine.rs"]
mod machine;
#[path = "front_door/packages.rs"]
mod packages;
