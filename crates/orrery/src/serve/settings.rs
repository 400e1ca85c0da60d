//! What an operator has chosen: by flags, in the environment, or in a file.

use super::{Args, LISTEN};
use anyhow::{Context, Result};
use etcetera::BaseStrategy;
use orrery_server::Config;
use serde::Deserialize;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How to log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Log {
    /// Lines for people.
    #[default]
    Text,
    /// A JSON object a line.
    Json,
}

/// Everything together.
pub(super) struct Settings {
    pub(super) listen: SocketAddr,
    pub(super) data: PathBuf,
    pub(super) log: Log,
    pub(super) config: Config,
}

/// The file. All of it can be left out.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    listen: Option<SocketAddr>,
    data: Option<PathBuf>,
    log: Option<Log>,
    #[serde(default)]
    origins: Vec<String>,
    behind_proxy: Option<bool>,
    secure_cookies: Option<bool>,
    public_metrics: Option<bool>,
    #[serde(default)]
    limits: Limits,
}

/// The limits of the file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    sockets: Option<usize>,
    sockets_per_address: Option<u32>,
    tables: Option<usize>,
    decks: Option<usize>,
    messages_per_second: Option<u32>,
    requests_per_minute: Option<u32>,
    identities_per_hour: Option<u32>,
    tables_per_hour: Option<u32>,
    decks_per_hour: Option<u32>,
    park_after_seconds: Option<u64>,
    bots: Option<usize>,
}

impl Settings {
    /// Flags before the environment, before the file, before what is usual.
    pub(super) fn read(args: &Args) -> Result<Self> {
        let file = match &args.config {
            Some(path) => File::read(path)?,
            None => File::default(),
        };
        let data = args.data.clone().or_else(|| file.data.clone());
        Ok(Self {
            listen: args.listen.or(file.listen).unwrap_or(LISTEN),
            data: data.map_or_else(data_folder, Ok)?,
            log: args.log.or(file.log).unwrap_or_default(),
            config: config(args, &file),
        })
    }
}

impl File {
    fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        toml::from_str(&text).with_context(|| format!("{} is not as it should be", path.display()))
    }
}

/// Where the platform keeps data.
pub(super) fn data_folder() -> Result<PathBuf> {
    let folders =
        etcetera::choose_base_strategy().context("there is no home directory; use --data")?;
    Ok(folders.data_dir().join("orrery"))
}

fn config(args: &Args, file: &File) -> Config {
    let (usual, limits) = (Config::default(), &file.limits);
    let behind_proxy = args.behind_proxy || file.behind_proxy.unwrap_or(false);
    Config {
        origins: if args.origins.is_empty() { file.origins.clone() } else { args.origins.clone() },
        secure_cookies: file.secure_cookies.unwrap_or(behind_proxy),
        behind_proxy,
        public_metrics: file.public_metrics.unwrap_or(usual.public_metrics),
        max_sockets: limits.sockets.unwrap_or(usual.max_sockets),
        sockets_per_address: limits.sockets_per_address.unwrap_or(usual.sockets_per_address),
        max_tables: limits.tables.unwrap_or(usual.max_tables),
        max_decks: limits.decks.unwrap_or(usual.max_decks),
        messages_per_second: limits.messages_per_second.unwrap_or(usual.messages_per_second),
        requests_per_minute: limits.requests_per_minute.unwrap_or(usual.requests_per_minute),
        identities_per_hour: limits.identities_per_hour.unwrap_or(usual.identities_per_hour),
        tables_per_hour: limits.tables_per_hour.unwrap_or(usual.tables_per_hour),
        decks_per_hour: limits.decks_per_hour.unwrap_or(usual.decks_per_hour),
        park_after: limits.park_after_seconds.map_or(usual.park_after, Duration::from_secs),
        bots: limits.bots.unwrap_or(usual.bots),
    }
}
