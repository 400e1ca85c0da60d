//! The game server.
//!
//! It runs a task for each live table and each WebSocket session, applies clocks and standing
//! orders, runs bots, and serves the HTTP API. A [`Store`](orrery_store::Store) holds the games,
//! and a [`CommandRouter`] delivers commands to tables. See `docs/SERVER.md` for the design and
//! `docs/PROTOCOL.md` for the messages.

mod addresses;
mod bots;
mod cluster;
mod config;
mod decks;
mod devices;
mod fair_queue;
mod frames;
mod game;
mod headroom;
mod http;
mod hub;
mod low_priority;
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
pub use cluster::{Transport, TransportEvent, node_id};
pub use config::Config;
pub use frames::{FrameReceiver, FrameSendError, FrameSender, channel};
pub use http::{Web, WebFile};
pub use hub::CommandRouter;
pub use panic_isolation::install_panic_hook;
pub use serve::Server;
pub use table::command::{Attach, Command, Frame, Reply, Request, RequestKind, User};
