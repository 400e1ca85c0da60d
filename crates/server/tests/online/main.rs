//! End-to-end tests of the server.
//!
//! They use real sockets and SQLite, and real PostgreSQL and NATS for clusters.

mod absence;
mod abuse;
mod cluster;
mod codes;
mod disk;
mod draw;
mod ends;
mod faults;
mod games;
mod headless;
mod hostile;
mod identity;
mod messages;
mod orders;
mod quotas;
mod resume;
mod secrecy;
mod sessions;
mod sizes;
mod stand_ins;
mod support;
mod tables;
mod time;
mod upgrade;
mod web;
mod windows;
