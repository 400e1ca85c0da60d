//! The servers that tests use: PostgreSQL and NATS from Debian's packages.

use crate::{TaskResult, apt, process, project};
use orrery_services::{Nats, Persistence, Postgres, postgres_program};
use std::process::Command;

/// Installs the services that are missing.
///
/// # Errors
///
/// If a service is missing and cannot be installed.
pub fn run() -> TaskResult {
    let missing = orrery_services::missing_packages();
    if !missing.is_empty() {
        apt::install(&missing)?;
    }
    match orrery_services::missing_packages().as_slice() {
        [] => Ok(()),
        still => Err(format!("still missing after installing: {}", still.join(" "))),
    }
}

/// Starts both services and benchmarks nodes that share them.
///
/// # Errors
///
/// If a service does not start, or the benchmark fails.
pub fn bench() -> TaskResult {
    run()?;
    process::show(&mut project::cargo(&["build", "--profile", "dist", "--package", "orrery"]))?;
    let (postgres, nats) = (Postgres::start()?, Nats::start(Persistence::None)?);
    let mut load = Command::new(project::target_dir().join("dist/orrery"));
    load.args([
        "load",
        "--only",
        "nodes",
        "--store",
        &postgres.create_database()?,
        "--bus",
        &nats.url(),
    ]);
    process::show(load.arg("--pgbench").arg(postgres_program("pgbench")?))
}
