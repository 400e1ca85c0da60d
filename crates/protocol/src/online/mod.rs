//! What clients and the server say to each other: the messages of the WebSocket and the bodies of
//! the HTTP interface.

pub(crate) mod account;
pub(crate) mod chat;
pub(crate) mod client;
pub(crate) mod clock;
pub(crate) mod device;
pub(crate) mod fault;
pub(crate) mod order;
pub(crate) mod server;
pub(crate) mod table;
