//! The server as its clients know it: real sockets, real SQLite.

mod games;
mod support;
