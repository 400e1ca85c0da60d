//! `orrery serve`: builds a server from flags, environment and a settings file, and runs it.

pub(crate) mod backup;
pub(crate) mod check;
mod settings;
mod storage;
mod web;

use anyhow::{Context, Result};
use clap::Parser;
use settings::{LogFormat, Settings};
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use tokio::net::TcpListener;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

/// Run the game server for browsers and programs.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery serve --open                   play on this machine, in the browser
  orrery serve --listen 0.0.0.0:8080    host games for your local network
  orrery serve --config orrery.toml     read settings from a file
  orrery serve --store postgres://orrery@db/orrery --bus nats://bus
                                        run a node of a cluster; see docs/OPERATIONS.md

A cluster consists of several servers, called nodes, with the same --store and --bus.
Options override environment variables, and environment variables override the settings file.
docs/SERVER.md describes all settings.")]
pub(crate) struct Args {
    /// Listen on this address [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS", env = "ORRERY_LISTEN")]
    listen: Option<SocketAddr>,
    /// Store games in this directory [default on Linux: ~/.local/share/orrery].
    #[arg(long, value_name = "DIR", env = "ORRERY_DATA")]
    data: Option<PathBuf>,
    /// Store games in this PostgreSQL database, such as `postgres://user@host/name`.
    #[arg(long, value_name = "ADDRESS", env = "ORRERY_STORE", hide_env_values = true)]
    store: Option<String>,
    /// Connect to the other nodes through this NATS server, such as `nats://host`.
    #[arg(long, value_name = "ADDRESS", env = "ORRERY_BUS", hide_env_values = true)]
    bus: Option<String>,
    /// Give this node a name [default: the host name].
    ///
    /// The startup message and the database contain the name.
    #[arg(long, value_name = "NAME", env = "ORRERY_NODE")]
    node: Option<String>,
    /// Start even if the database is missing or has lost its last entries.
    #[arg(long)]
    accept_loss: bool,
    /// Open the game in the browser.
    #[arg(long)]
    open: bool,
    /// Read settings from this file.
    #[arg(long, value_name = "FILE", env = "ORRERY_CONFIG")]
    config: Option<PathBuf>,
    /// Accept requests from this additional origin, such as `https://example.org`.
    ///
    /// Repeat the option for more origins. In `ORRERY_ORIGINS`, separate them with commas.
    #[arg(long = "origin", value_name = "ORIGIN", env = "ORRERY_ORIGINS", value_delimiter = ',')]
    origins: Vec<String>,
    /// Trust X-Forwarded-For from a reverse proxy that terminates HTTPS.
    #[arg(long, env = "ORRERY_BEHIND_PROXY")]
    behind_proxy: bool,
    /// Write logs in this format [default: text].
    #[arg(long, value_enum, env = "ORRERY_LOG_FORMAT")]
    log: Option<LogFormat>,
}

impl Args {
    /// Returns the arguments for playing on this machine: defaults, the environment, and `--open`.
    pub(crate) fn local() -> Self {
        #[derive(clap::Parser)]
        struct Local {
            #[command(flatten)]
            args: Args,
        }
        Local::parse_from(["orrery", "--open"]).args
    }
}

/// Default address to listen on.
const DEFAULT_LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

/// Runs `orrery serve` until a signal stops it.
pub(crate) fn run(args: &Args) -> Result<()> {
    let mut settings = Settings::read(args)?;
    start_log(settings.log)?;
    orrery_server::install_panic_hook();
    raise_file_limit(&mut settings.config);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.context("cannot start")?.block_on(serve(args, settings))
}

/// Number of open files in addition to the connections: the database, logs, the web client.
const OTHER_FILES: usize = 64;

/// Raises the limit of open files, and reduces the connection limits to fit.
///
/// One client address gets at most a quarter of the connections.
fn raise_file_limit(config: &mut orrery_server::Config) {
    let Ok(files) = rlimit::increase_nofile_limit(u64::MAX) else { return };
    let files = usize::try_from(files).unwrap_or(usize::MAX);
    config.max_connections = config.max_connections.min(files.saturating_sub(OTHER_FILES).max(16));
    let quarter = u32::try_from(config.max_connections / 4).unwrap_or(u32::MAX);
    config.connections_per_address = config.connections_per_address.min(quarter);
}

/// Starts the log on standard error, in colour if that is a terminal and `NO_COLOR` is not set.
///
/// # Errors
///
/// If `ORRERY_LOG` is not a filter.
fn start_log(log: LogFormat) -> Result<()> {
    let colours = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let layer = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(colours);
    // Do not log errors of the log itself, such as a full disk.
    let layer = layer.log_internal_errors(false);
    let layer = match log {
        LogFormat::Text => layer.boxed(),
        LogFormat::Json => layer.json().boxed(),
    };
    tracing_subscriber::registry().with(layer).with(log_filter()?).init();
    Ok(())
}

/// Returns the filter in `ORRERY_LOG`, such as `info,orrery_server=debug`; by default `info`.
///
/// This is `Targets` and not `EnvFilter`, which needs a regular expression engine.
fn log_filter() -> Result<Targets> {
    let filter = std::env::var("ORRERY_LOG").unwrap_or_else(|_| "info".to_owned());
    let invalid =
        || format!("ORRERY_LOG is not a log filter: {filter}; try info,orrery_server=debug");
    filter.parse().with_context(invalid)
}

async fn serve(args: &Args, settings: Settings) -> Result<()> {
    let storage = storage::Storage::new(&settings)?;
    let listener =
        TcpListener::bind(settings.listen).await.with_context(|| listen_error(settings.listen))?;
    let address = listener.local_addr().unwrap_or(settings.listen);
    let server = storage.server(settings.config.clone()).await?;
    let shutdown = shutdown_signal().context("cannot handle signals")?;
    // Standard output may be closed.
    let _ =
        writeln!(std::io::stdout(), "Orrery is at http://{}\n{storage}", browser_address(address));
    if args.open {
        open_browser(&format!("http://{}", browser_address(address)));
    }
    server.serve(listener, shutdown).await.context("cannot serve")
}

/// Opens the game in the browser. Without a display, prints how to play in the terminal.
fn open_browser(page: &str) {
    if has_display() {
        match open::that(page) {
            Ok(()) => return,
            Err(error) => tracing::warn!(%error, "failed to open browser"),
        }
    }
    let _ = writeln!(std::io::stdout(), "{NO_BROWSER}");
}

/// The message if no browser can be opened.
const NO_BROWSER: &str = "There is no browser to open here. Open this address on another device that reaches this \
     machine, or play in this terminal with `./orrery play` (installed: `orrery play`).";

/// Returns whether a browser could show a window.
fn has_display() -> bool {
    if cfg!(any(target_os = "macos", windows)) {
        return true;
    }
    let names = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "WSL_DISTRO_NAME"];
    names.iter().any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

fn listen_error(address: SocketAddr) -> String {
    let page = browser_address(address);
    format!(
        "cannot listen on {address} (if Orrery is running already, open http://{page}; \
         else choose another address with --listen)"
    )
}

/// Returns an address that a browser can open: localhost instead of the unspecified address.
fn browser_address(address: SocketAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port()),
        false => address,
    }
}

/// Returns a future that ends after Control-C or SIGTERM.
///
/// The signals are handled from this call on, so that a signal right after the start stops the server
/// in good order.
#[cfg(unix)]
fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns a future that ends after Control-C.
#[cfg(not(unix))]
fn shutdown_signal() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}
