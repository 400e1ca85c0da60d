//! The server as its clients know it: real sockets, real SQLite.

mod bare;
mod faults;
mod games;
mod identity;
mod messages;
mod resume;
mod secrecy;
mod sizes;
mod support;
mod time;
mod windows;
