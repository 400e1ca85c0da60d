//! Configuration of a server.

use std::time::Duration;

/// Configuration of a server. Every field has a default.
#[derive(Clone, Debug)]
pub struct Config {
    /// Additional allowed origins, such as `https://example.org`.
    pub origins: Vec<String>,
    /// Allowed host names, without port. If empty, all host names are allowed.
    pub hosts: Vec<String>,
    /// Whether clients use HTTPS, so that cookies are `Secure`. Set it if a proxy terminates HTTPS.
    pub secure_cookies: bool,
    /// Whether to read the client address from `X-Forwarded-For`, which a proxy sets.
    pub behind_proxy: bool,
    /// Maximum number of open sockets.
    pub max_sockets: usize,
    /// Maximum number of open sockets per address, except loopback.
    pub sockets_per_address: u32,
    /// Maximum number of connections, including sockets. Each connection is an open file.
    pub max_connections: usize,
    /// Maximum number of connections per address, including sockets.
    ///
    /// This limit does not apply to loopback, or behind a proxy.
    pub connections_per_address: u32,
    /// Maximum number of concurrent requests per address, except loopback.
    pub requests_at_once: u32,
    /// Time that the server waits for a client to read before it closes the connection.
    ///
    /// Waiting uses up this time. Every 4 KiB that the client reads restores one second of it.
    pub max_unread_time: Duration,
    /// Maximum number of live tables.
    pub max_tables: usize,
    /// Maximum number of custom decks in memory.
    ///
    /// The server evicts only decks that no live table uses.
    pub max_decks: usize,
    /// New tables per hour and person, including tables of the person's bot accounts.
    ///
    /// An address may create four times as many.
    pub tables_per_hour: u32,
    /// Maximum number of unfinished tables that a person and the person's bot accounts host.
    pub unfinished_tables: u32,
    /// Bytes per day and person for tables, decks and chat. An address may use four times as many.
    pub bytes_per_day: u32,
    /// Free disk space in bytes below which the server adds no tables, decks or identities.
    pub min_free_bytes: u64,
    /// Size of the database in bytes from which the server adds no tables, decks or identities.
    pub max_database_bytes: Option<u64>,
    /// Time to keep unstarted tables after their last change. `None`: forever.
    pub keep_unstarted: Option<Duration>,
    /// Time to keep unfinished games after their last change. `None`: forever.
    pub keep_abandoned: Option<Duration>,
    /// New custom decks per hour and address.
    pub decks_per_hour: u32,
    /// Checks of unknown decks per minute and address.
    pub deck_checks_per_minute: u32,
    /// Average messages per second and socket.
    pub messages_per_second: u32,
    /// Average requests per minute and identity.
    ///
    /// The limit of an address is four times as high. Requests for files of the web client have a
    /// separate limit per address, which is 40 times as high.
    pub requests_per_minute: u32,
    /// New identities per hour and address.
    pub identities_per_hour: u32,
    /// Delay before a recovery code that was requested without the old code becomes valid.
    pub recovery_delay: Duration,
    /// Time that an absent player has to return before another person can claim the offered seat.
    pub claim_after: Duration,
    /// Time without sockets and commands after which a table is parked.
    pub park_after: Duration,
    /// Maximum number of oracles that run at the same time.
    ///
    /// The same limit applies to the other bots. In addition, one bot may run for tables without
    /// people.
    pub bots: usize,
    /// Maximum number of oracles that run at the same time for tables of one address.
    ///
    /// The same limit applies to the other bots.
    pub bots_per_address: usize,
    /// Whether `/metrics` is public. Otherwise only programs on this machine can read it.
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
            max_unread_time: Duration::from_secs(30),
            max_tables: 50_000,
            max_decks: 500,
            tables_per_hour: 60,
            unfinished_tables: 500,
            bytes_per_day: 50 << 20,
            min_free_bytes: 256 << 20,
            max_database_bytes: None,
            keep_unstarted: Some(Duration::from_secs(30 * 24 * 3600)),
            keep_abandoned: None,
            decks_per_hour: 20,
            deck_checks_per_minute: 30,
            messages_per_second: 60,
            requests_per_minute: 600,
            identities_per_hour: 60,
            recovery_delay: Duration::from_secs(72 * 3600),
            claim_after: Duration::from_secs(60),
            park_after: Duration::from_secs(60),
            public_metrics: false,
            bots,
            bots_per_address: bots.div_ceil(2),
        }
    }
}
