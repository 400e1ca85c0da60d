//! The game server: tables that one task each owns, sockets, clocks, standing orders, bots, and the
//! HTTP interface around them. Games live in a [`Store`](orrery_store::Store); commands reach tables
//! by a [`Bus`]. How it works is described in `docs/SERVER.md`, what it says in `docs/PROTOCOL.md`.

mod addresses;
mod apart;
mod bots;
mod cluster;
mod config;
mod decks;
mod devices;
mod fair;
mod frames;
mod game;
mod gate;
mod headroom;
mod http;
mod hub;
mod metrics;
mod patient;
mod retention;
mod secret;
mod serve;
mod stored;
mod table;
mod time;

pub use apart::watch_panics;
#[cfg(feature = "nats")]
pub use cluster::Nats;
pub use cluster::{Transport, TransportEvent, node_id};
pub use config::Config;
pub use frames::{FrameReceiver, FrameSender, NotTaken, channel};
pub use http::{Web, WebFile};
pub use hub::Bus;
pub use serve::Server;
pub use table::command::{Attach, Command, Frame, Reply, Request, What, Who};
