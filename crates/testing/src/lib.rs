//! Helpers that the tests of several crates share.
//!
//! They provide all kinds of tables with random play, tests in a child process with a small stack,
//! waits for a condition, and generated TypeScript types.
//!
//! `orrery-loadtest` has clients for tests of a server, and `orrery-services` has PostgreSQL and
//! NATS.

pub mod small_stack;
pub mod tables;
#[cfg(feature = "typescript")]
pub mod typescript;
pub mod wait;
