//! Real servers for tests: [`Postgres`] and [`Nats`].
//!
//! Each server listens on a free port of the loopback interface, or on a machine that a network
//! namespace simulates ([`network`]), and keeps its files in a temporary folder. Dropping the value kills the server, and so does a
//! watchdog if the test process dies. Tests can kill a server and restart it on the same port with
//! the same data.
//!
//! On the simulated machines of [`network`], tests can drop packets. `RamDisk` keeps the
//! files of a test in memory.
//!
//! `cargo xtask services` installs the programs from Debian packages. If a program is missing, the
//! start of the server fails.

mod host;
#[cfg(unix)]
mod nats;
#[cfg(target_os = "linux")]
pub mod network;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod process;
mod programs;
#[cfg(target_os = "linux")]
mod ram_disk;

pub use host::Host;
#[cfg(unix)]
pub use nats::{Nats, Persistence};
#[cfg(unix)]
pub use postgres::Postgres;
#[cfg(unix)]
pub use process::{free_port, interrupt, pause, resume, terminate};
pub use programs::{missing_packages, postgres_program};
#[cfg(target_os = "linux")]
pub use ram_disk::RamDisk;

/// A result whose error is a readable message.
pub type ServiceResult<T> = Result<T, String>;
