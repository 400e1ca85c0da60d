//! What an operator can choose. Everything has a sensible default.

use std::time::Duration;

/// How a server behaves.
#[derive(Clone, Debug)]
pub struct Config {
    /// Origins that are accepted beside its own: `https://example.org`.
    pub origins: Vec<String>,
    /// The names by which it is asked, without port; any if there are none.
    pub hosts: Vec<String>,
    /// Whether cookies are for HTTPS only: when a proxy in front of it speaks HTTPS.
    pub secure_cookies: bool,
    /// Whether the address of a client is in `X-Forwarded-For`, set by a proxy.
    pub behind_proxy: bool,
    /// Most open sockets.
    pub max_sockets: usize,
    /// Most open sockets of one address; the machine itself is not counted.
    pub sockets_per_address: u32,
    /// Most connections, sockets among them. Each is an open file.
    pub max_connections: usize,
    /// Most connections of one address, sockets among them; neither the machine itself nor a proxy
    /// is counted.
    pub connections_per_address: u32,
    /// Most requests of one address that are being answered; the machine itself is not counted.
    pub requests_at_once: u32,
    /// How long a client may not read what it is sent.
    pub unread: Duration,
    /// Most live tables.
    pub max_tables: usize,
    /// Most different decks of players that are loaded; those of parked tables make room for others.
    pub max_decks: usize,
    /// New tables an hour of one person, with those of their bot accounts; four times as many of one
    /// address.
    pub tables_per_hour: u32,
    /// Bytes a day that one person may have stored as tables, decks and chat; four times as many of one
    /// address.
    pub bytes_per_day: u32,
    /// Free bytes of the disk below which no tables, decks and identities are added.
    pub min_free_bytes: u64,
    /// How long a table that never began is kept after its last change; `None`: for good.
    pub keep_unstarted: Option<Duration>,
    /// How long a game that is not over is kept after its last change; `None`: for good.
    pub keep_abandoned: Option<Duration>,
    /// How many decks that were not seen before may come from one address in an hour.
    pub decks_per_hour: u32,
    /// How many unknown decks may be checked for one address in a minute.
    pub deck_checks_per_minute: u32,
    /// Messages a second of one socket, on average.
    pub messages_per_second: u32,
    /// Requests a minute of one identity or address, on average.
    pub requests_per_minute: u32,
    /// New identities an hour of one address.
    pub identities_per_hour: u32,
    /// How long it takes until a new recovery code works that was asked for without the old one.
    pub recovery_delay: Duration,
    /// How long nobody must look at a table until it is parked.
    pub park_after: Duration,
    /// How many bots think at once.
    pub bots: usize,
    /// How many bots think at once for tables that were made from one address.
    pub bots_per_address: usize,
    /// Whether `/metrics` is for everybody, or for programs on the same machine only.
    pub public_metrics: bool,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let bots = cores.saturating_sub(1).max(1);
        Self {
            origins: Vec::new(),
            hosts: Vec::new(),
            secure_cookies: false,
            behind_proxy: false,
            max_sockets: 50_000,
            sockets_per_address: 500,
            max_connections: 60_000,
            connections_per_address: 600,
            requests_at_once: 100,
            unread: Duration::from_secs(30),
            max_tables: 50_000,
            max_decks: 500,
            tables_per_hour: 60,
            bytes_per_day: 50 << 20,
            min_free_bytes: 256 << 20,
            keep_unstarted: Some(Duration::from_secs(30 * 24 * 3600)),
            keep_abandoned: None,
            decks_per_hour: 20,
            deck_checks_per_minute: 30,
            messages_per_second: 60,
            requests_per_minute: 600,
            identities_per_hour: 60,
            recovery_delay: Duration::from_secs(72 * 3600),
            park_after: Duration::from_secs(60),
            public_metrics: false,
            bots,
            bots_per_address: bots.div_ceil(2),
        }
    }
}
