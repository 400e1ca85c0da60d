//! Servers that tests talk to: [`Postgres`] and [`Nats`], as Debian packages them. Each runs on a
//! free port of the loopback, or of a machine of a test's own network, keeps its files in a folder of its own, and is gone when its value is
//! dropped or the test process ends, however that ends. Both can be killed, paused and started again
//! on the same port with the same data.
//!
//! [`network`] has network namespaces, in which tests let packets get lost.
//!
//! `cargo xtask services` installs them. Where they are missing, starting fails and says so.

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

pub use host::Host;
#[cfg(unix)]
pub use nats::{Keeping, Nats};
#[cfg(unix)]
pub use postgres::Postgres;
#[cfg(unix)]
pub use process::{free_port, pause, resume, terminate};
pub use programs::{missing_packages, postgres_program};

/// A result with an error text.
pub type Done<T> = Result<T, String>;
