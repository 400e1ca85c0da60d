//! The load generator and the test clients.
//!
//! The measurements start servers on this machine, play over loopback and stop them. Every server is
//! the running program itself, which must be `orrery`. Scripted clients ([`client`], [`player`]) and
//! the report ([`figures`], [`report`]) also serve tests that play on a real server; [`strict`],
//! [`persistent`], [`process`], [`check`] and `watch` exist for them only.

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
pub mod stored;
pub mod strict;
#[cfg(target_os = "linux")]
pub mod watch;

pub use child::Site;
pub use orrery_client as client;
