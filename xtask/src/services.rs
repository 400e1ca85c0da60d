//! The servers that tests talk to: PostgreSQL and NATS, as Debian packages them.

use crate::{Done, apt, process, project};
use orrery_services::{Keeping, Nats, Postgres, postgres_program};
use std::process::Command;

/// Installs those that are missing.
///
/// # Errors
///
/// One is missing and cannot be installed.
pub fn run() -> Done {
    let missing = orrery_services::missing_packages();
    if !missing.is_empty() {
        apt::install(&missing)?;
    }
    match orrery_services::missing_packages().as_slice() {
        [] => Ok(()),
        still => Err(format!("still missing after installing: {}", still.join(" "))),
    }
}

/// Starts both and measures nodes that share them.
///
/// # Errors
///
/// They do not start, or nothing can be measured.
pub fn figures() -> Done {
    run()?;
    process::show(&mut project::cargo(&["build", "--profile", "dist", "--package", "orrery"]))?;
    let (postgres, nats) = (Postgres::start()?, Nats::start(Keeping::Nothing)?);
    let mut load = Command::new(project::target_dir().join("dist/orrery"));
    load.args(["load", "--only", "nodes", "--store", &postgres.database()?, "--bus", &nats.url()]);
    process::show(load.arg("--pgbench").arg(postgres_program("pgbench")?))
}
