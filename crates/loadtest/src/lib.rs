//! The load generator and the test clients.
//!
//! Each measurement starts servers on this machine, plays over the loopback and stops the servers.
//! A server is another process of the running program, which must be `orrery`.
//!
//! Tests that play on a real server also use the scripted clients ([`client`], [`player`]) and the
//! report ([`figures`], [`report`]). The modules [`strict`], [`persistent`], [`process`], [`check`]
//! and `resources` are only for such tests.

mod append;
pub mod check;
mod child;
mod dial;
pub mod echo;
pub mod figures;
pub mod live;
pub mod nodes;
pub mod partial_message;
pub mod persistent;
mod pgbench;
pub mod play;
pub mod player;
pub mod process;
pub mod report;
#[cfg(target_os = "linux")]
pub mod resources;
pub mod stored;
pub mod strict;

pub use child::ClusterServices;
pub use orrery_client as client;
