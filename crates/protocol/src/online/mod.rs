//! The online protocol: messages of the WebSocket, and bodies of the HTTP API.

pub(crate) mod account;
pub(crate) mod chat;
pub(crate) mod client;
pub(crate) mod clock;
pub(crate) mod device;
pub(crate) mod fault;
pub(crate) mod order;
pub(crate) mod server;
pub(crate) mod table;
