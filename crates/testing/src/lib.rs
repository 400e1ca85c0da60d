//! Helpers that the tests of several crates share.
//!
//! They are tables with random play, work in a child process with a small stack, waiting for a
//! process, and generated TypeScript types.
//!
//! Clients for tests of a server are in `orrery-loadtest`; PostgreSQL and NATS are in
//! `orrery-services`.

pub mod small_stack;
pub mod tables;
#[cfg(feature = "typescript")]
pub mod typescript;
pub mod wait;
