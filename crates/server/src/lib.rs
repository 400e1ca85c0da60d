//! The game server: tables that one task each owns, sockets, clocks, standing orders, bots, and the
//! HTTP interface around them. Games live in a [`Store`](orrery_store::Store); commands reach tables
//! by a [`Bus`]. How it works is described in `docs/SERVER.md`, what it says in `docs/PROTOCOL.md`.

mod addresses;
mod bots;
mod cluster;
mod config;
mod decks;
mod devices;
mod fair;
mod frames;
mod game;
mod headroom;
mod http;
mod hub;
mod metrics;
mod panic_isolation;
mod retention;
mod secret;
mod serve;
mod settings_codec;
mod table;
mod time;
mod work_limiter;
mod write_timeout;

#[cfg(feature = "nats")]
pub use cluster::Nats;
pub use cluster::{Heard, Wire, node_id};
pub use config::Config;
pub use frames::{FrameReceiver, FrameSendError, FrameSender, channel};
pub use http::{Web, WebFile};
pub use hub::Bus;
pub use panic_isolation::install_panic_hook;
pub use serve::Server;
pub use table::command::{Attach, Command, Frame, Reply, Request, RequestKind, User};
