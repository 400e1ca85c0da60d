//! Settings of `orrery serve` from flags, environment and a file.

use super::{Args, DEFAULT_LISTEN};
use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use orrery_server::Config;
use orrery_store::OnLoss;
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogFormat {
    /// Human-readable lines.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// Effective settings, merged from all sources.
pub(super) struct Settings {
    pub(super) listen: SocketAddr,
    pub(super) data: PathBuf,
    pub(super) on_loss: OnLoss,
    pub(super) store: Option<String>,
    pub(super) bus: Option<String>,
    pub(super) node: Option<String>,
    pub(super) log: LogFormat,
    pub(super) config: Config,
}

/// Settings file. Every key is optional.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct SettingsFile {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    store: Option<String>,
    bus: Option<String>,
    node: Option<String>,
    log: Option<LogFormat>,
    #[serde(default)]
    origins: Vec<String>,
    hosts: Option<Vec<String>>,
    behind_proxy: Option<bool>,
    secure_cookies: Option<bool>,
    public_metrics: Option<bool>,
    recovery_delay_hours: Option<u32>,
    #[serde(default)]
    limits: Limits,
    #[serde(default)]
    retention: Retention,
}

/// Section `[retention]` of the settings file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Retention {
    unstarted_days: Option<u32>,
    abandoned_days: Option<u32>,
}

/// Returns the time for which games are kept; `None` means forever.
///
/// The setting is a number of days: 0 means forever, no setting means the default.
fn retention(days: Option<u32>, default: Option<Duration>) -> Option<Duration> {
    let Some(days) = days else { return default };
    (days > 0).then(|| Duration::from_secs(u64::from(days) * 24 * 3600))
}

/// Converts megabytes to bytes.
const fn megabytes(count: u32) -> u64 {
    (count as u64) << 20
}

/// Section `[limits]` of the settings file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    sockets: Option<usize>,
    sockets_per_address: Option<u32>,
    connections: Option<usize>,
    connections_per_address: Option<u32>,
    requests_at_once: Option<u32>,
    unread_seconds: Option<u64>,
    tables: Option<usize>,
    decks: Option<usize>,
    messages_per_second: Option<u32>,
    requests_per_minute: Option<u32>,
    identities_per_hour: Option<u32>,
    tables_per_hour: Option<u32>,
    unfinished_tables: Option<u32>,
    megabytes_per_day: Option<u32>,
    free_megabytes: Option<u32>,
    database_megabytes: Option<u32>,
    decks_per_hour: Option<u32>,
    deck_checks_per_minute: Option<u32>,
    claim_after_seconds: Option<u64>,
    park_after_seconds: Option<u64>,
    bots: Option<usize>,
    bots_per_address: Option<usize>,
}

impl Settings {
    /// Merges flags, environment, file and defaults, in this order of precedence.
    pub(super) fn read(args: &Args) -> Result<Self> {
        let file = match &args.config {
            Some(path) => SettingsFile::read(path)?,
            None => SettingsFile::default(),
        };
        let store = args.store.clone().or_else(|| file.store.clone());
        let data = args.data.clone().or_else(|| file.data.clone());
        // With a PostgreSQL store there is no data directory.
        let data = data.or_else(|| store.is_some().then(PathBuf::new));
        let listen = args.listen.or(file.listen).unwrap_or(DEFAULT_LISTEN);
        Ok(Self {
            listen,
            data: data.map_or_else(data_directory, Ok)?,
            on_loss: if args.accept_loss { OnLoss::Accept } else { OnLoss::Refuse },
            store,
            bus: args.bus.clone().or_else(|| file.bus.clone()),
            node: args.node.clone().or_else(|| file.node.clone()),
            log: args.log.or(file.log).unwrap_or_default(),
            config: config(args, &file, listen),
        })
    }
}

impl SettingsFile {
    fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("cannot parse {}", path.display()))
    }
}

/// Returns the platform's data directory for Orrery.
pub(super) fn data_directory() -> Result<PathBuf> {
    let folders = etcetera::choose_base_strategy()
        .context("cannot find the home directory; pass --data DIR")?;
    Ok(folders.data_dir().join("orrery"))
}

/// Returns the allowed host names; an empty list allows every host name.
///
/// The default depends on the server. A server that listens on the loopback without a proxy allows
/// localhost and the hosts of its origins. Any other server allows every host name.
fn hosts(
    file: &SettingsFile,
    listen: SocketAddr,
    behind_proxy: bool,
    origins: &[String],
) -> Vec<String> {
    if let Some(hosts) = &file.hosts {
        return hosts.clone();
    }
    if behind_proxy || !listen.ip().is_loopback() {
        return Vec::new();
    }
    let host = |origin: &String| Some(origin.split_once("://")?.1.split(':').next()?.to_owned());
    let loopback = ["localhost", "127.0.0.1", "[::1]"].map(str::to_owned);
    loopback
        .into_iter()
        .chain([listen.ip().to_string()])
        .chain(origins.iter().filter_map(host))
        .collect()
}

fn config(args: &Args, file: &SettingsFile, listen: SocketAddr) -> Config {
    let (defaults, limits) = (Config::default(), &file.limits);
    let behind_proxy = args.behind_proxy || file.behind_proxy.unwrap_or(false);
    let origins = if args.origins.is_empty() { &file.origins } else { &args.origins };
    Config {
        origins: origins.clone(),
        hosts: hosts(file, listen, behind_proxy, origins),
        secure_cookies: file.secure_cookies.unwrap_or(behind_proxy),
        behind_proxy,
        public_metrics: file.public_metrics.unwrap_or(defaults.public_metrics),
        max_sockets: limits.sockets.unwrap_or(defaults.max_sockets),
        sockets_per_address: limits.sockets_per_address.unwrap_or(defaults.sockets_per_address),
        max_connections: limits.connections.unwrap_or(defaults.max_connections),
        connections_per_address: limits
            .connections_per_address
            .unwrap_or(defaults.connections_per_address),
        requests_at_once: limits.requests_at_once.unwrap_or(defaults.requests_at_once),
        max_unread_time: limits
            .unread_seconds
            .map_or(defaults.max_unread_time, Duration::from_secs),
        max_tables: limits.tables.unwrap_or(defaults.max_tables),
        max_decks: limits.decks.unwrap_or(defaults.max_decks),
        messages_per_second: limits.messages_per_second.unwrap_or(defaults.messages_per_second),
        requests_per_minute: limits.requests_per_minute.unwrap_or(defaults.requests_per_minute),
        identities_per_hour: limits.identities_per_hour.unwrap_or(defaults.identities_per_hour),
        tables_per_hour: limits.tables_per_hour.unwrap_or(defaults.tables_per_hour),
        unfinished_tables: limits.unfinished_tables.unwrap_or(defaults.unfinished_tables),
        bytes_per_day: limits.megabytes_per_day.map_or(defaults.bytes_per_day, |count| {
            u32::try_from(megabytes(count)).unwrap_or(u32::MAX)
        }),
        min_free_bytes: limits.free_megabytes.map_or(defaults.min_free_bytes, megabytes),
        max_database_bytes: limits.database_megabytes.map(megabytes),
        keep_unstarted: retention(file.retention.unstarted_days, defaults.keep_unstarted),
        keep_abandoned: retention(file.retention.abandoned_days, defaults.keep_abandoned),
        decks_per_hour: limits.decks_per_hour.unwrap_or(defaults.decks_per_hour),
        deck_checks_per_minute: limits
            .deck_checks_per_minute
            .unwrap_or(defaults.deck_checks_per_minute),
        claim_after: limits.claim_after_seconds.map_or(defaults.claim_after, Duration::from_secs),
        park_after: limits.park_after_seconds.map_or(defaults.park_after, Duration::from_secs),
        recovery_delay: file
            .recovery_delay_hours
            .map_or(defaults.recovery_delay, |hours| Duration::from_secs(u64::from(hours) * 3600)),
        bots: limits.bots.unwrap_or(defaults.bots),
        bots_per_address: limits
            .bots_per_address
            .unwrap_or_else(|| limits.bots.unwrap_or(defaults.bots).div_ceil(2)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Args, DEFAULT_LISTEN, SettingsFile, config};
    use orrery_server::Config;
    use std::time::Duration;

    fn read(text: &str) -> Config {
        let file: SettingsFile =
            toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        config(&Args::local(), &file, DEFAULT_LISTEN)
    }

    /// The example file of docs/SERVER.md shows the default values.
    #[test]
    fn the_documented_values_are_the_defaults() {
        let document = include_str!("../../../../docs/SERVER.md");
        let file = document.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
        let documented = Config { hosts: Vec::new(), ..read(file.expect("a file")) };
        assert_eq!(format!("{documented:?}"), format!("{:?}", Config::default()));
    }

    /// The server accepts the packaged file after all its settings are uncommented.
    #[test]
    fn the_packaged_settings_are_known() {
        let packaged = include_str!("../../../../packaging/orrery.toml");
        let is_setting = |line: &&str| line.starts_with('[') || line.contains(" = ");
        let uncommented = packaged.lines().map(|line| line.trim_start_matches("# "));
        read(&uncommented.filter(is_setting).collect::<Vec<_>>().join("\n"));
    }

    #[test]
    fn storage_is_limited_in_megabytes_and_days() {
        let limits = "[limits]\nmegabytes_per_day = 2\nfree_megabytes = 5000\ndatabase_megabytes = 9000\nbots = 8\n";
        let retention = "[retention]\nunstarted_days = 0\nabandoned_days = 90\n";
        let config = read(&format!("{limits}{retention}"));
        assert_eq!((config.bytes_per_day, config.min_free_bytes), (2 << 20, 5000 << 20));
        assert_eq!(config.max_database_bytes, Some(9000 << 20));
        assert_eq!((config.bots, config.bots_per_address), (8, 4));
        let days = |count: u64| Duration::from_secs(count * 24 * 3600);
        assert_eq!((config.keep_unstarted, config.keep_abandoned), (None, Some(days(90))));
        let largest = read("[limits]\nmegabytes_per_day = 1000000\n");
        assert_eq!(largest.bytes_per_day, u32::MAX);
    }
}
