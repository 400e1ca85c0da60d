//! The rate of pgbench, PostgreSQL's own benchmark. Each client commits one row at a time.

use crate::child::ClusterServices;
use crate::figures::{Measurement, Samples};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::process::Command;

/// Creates a table like the log, without an index.
const CREATE: &str = "DROP TABLE IF EXISTS orrery_load;
CREATE TABLE orrery_load (game bigint, seq bigint, entry bytea);
";
/// Inserts a row of the usual size of a log entry.
const INSERT: &str = "INSERT INTO orrery_load VALUES \
    (:client_id, 1, decode(repeat('78', 90), 'hex'));
";
const DROP: &str = "DROP TABLE orrery_load;
";

/// Measures rows per second with this many clients.
pub(crate) async fn measure(
    services: &ClusterServices,
    clients: u32,
    time: Duration,
    folder: &Path,
) -> Result<Measurement> {
    let (clients, seconds) = (clients.to_string(), time.as_secs().max(1).to_string());
    let once = ["--transactions=1"];
    run(services, &script(folder, "make", CREATE)?, &once).await?;
    let options = ["--client", &clients, "--jobs=2", "--protocol=prepared", "--time", &seconds];
    let printed = run(services, &script(folder, "insert", INSERT)?, &options).await;
    run(services, &script(folder, "drop", DROP)?, &once).await?;
    Ok(Measurement { times: Samples::default(), rate: parse_rate(&printed?)?, cpu_time: None })
}

fn script(folder: &Path, name: &str, text: &str) -> Result<PathBuf> {
    let file = folder.join(format!("{name}.sql"));
    std::fs::write(&file, text).context("cannot write a script")?;
    Ok(file)
}

async fn run(services: &ClusterServices, script: &Path, options: &[&str]) -> Result<String> {
    let mut pgbench = Command::new(&services.pgbench);
    pgbench.arg("--no-vacuum").args(options).arg("--file").arg(script).arg(&services.store);
    let out =
        pgbench.output().await.context("cannot start pgbench; pass its path with --pgbench")?;
    if !out.status.success() {
        bail!("pgbench: {}", String::from_utf8_lossy(&out.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&out.stdout).into_owned())
}

fn parse_rate(printed: &str) -> Result<f64> {
    let line = printed.lines().find_map(|line| line.strip_prefix("tps = "));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.with_context(|| format!("no rate in the output of pgbench: {printed}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn rate_is_parsed_from_the_output() {
        let printed = "latency average = 1.9 ms\ntps = 5210.75 (without initial connection time)\n";
        assert_eq!(super::parse_rate(printed).expect("a rate"), 5210.75);
        assert!(super::parse_rate("number of clients: 1").is_err());
    }
}
