//! The server as its clients know it: real sockets, real SQLite, and where there are several nodes
//! real PostgreSQL and NATS.

mod abuse;
mod away;
mod bare;
mod cluster;
mod codes;
mod disk;
mod draw;
mod ends;
mod faults;
mod games;
mod hostile;
mod identity;
mod messages;
mod orders;
mod quotas;
mod resume;
mod secrecy;
mod sessions;
mod sizes;
mod support;
mod tables;
mod time;
mod upgrade;
mod windows;
