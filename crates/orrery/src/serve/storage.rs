//! Storage of the games: a local directory, or a database that the nodes of a cluster share.

use super::settings::Settings;
use super::web;
use anyhow::{Context, Result, bail};
use orrery_server::{Config, Server};
use orrery_store::{OnLoss, Sqlite};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// The place where the server stores games.
pub(super) enum Storage {
    /// A SQLite database in a directory.
    Directory {
        /// The directory.
        directory: PathBuf,
        /// The action to take if data are missing.
        on_loss: OnLoss,
    },
    /// A shared PostgreSQL database, with a bus between the nodes.
    Database {
        /// URL of the database, with the password.
        store: String,
        /// URL of the bus; without one, the nodes cannot exchange messages.
        bus: Option<String>,
        /// Human-readable name of this node; its id is separate.
        name: String,
    },
}

impl Storage {
    /// Selects the storage from the settings.
    pub(super) fn new(settings: &Settings) -> Result<Self> {
        let bus = settings.bus.clone();
        match (&settings.store, bus) {
            (None, None) => {
                Ok(Self::Directory { directory: settings.data.clone(), on_loss: settings.on_loss })
            }
            (None, Some(_)) => bail!("--bus connects the nodes of a cluster; add --store"),
            (Some(store), bus) => {
                let name = settings.node.clone().unwrap_or_else(host_name);
                Ok(Self::Database { store: store.clone(), bus, name })
            }
        }
    }

    /// Opens the storage and creates a server that uses it.
    pub(super) async fn server(&self, config: Config) -> Result<Server> {
        match self {
            Self::Directory { directory, on_loss } => {
                let store = Sqlite::open_with(directory, *on_loss)
                    .context("cannot open the stored games")?;
                Ok(Server::new(config, Arc::new(store), web::files()))
            }
            Self::Database { store, bus, name } => node(config, store, bus.as_deref(), name).await,
        }
    }
}

/// Creates a server that is a node of a cluster.
#[cfg(feature = "cluster")]
async fn node(config: Config, store: &str, bus: Option<&str>, name: &str) -> Result<Server> {
    let store = orrery_store::Postgres::open(store, &orrery_server::node_id(), name).await;
    let store = store.context("cannot open the stored games")?;
    let transport = match bus {
        Some(bus) => Some(connect(bus).await?),
        None => None,
    };
    Ok(Server::node(config, Arc::new(store), transport, web::files()))
}

#[cfg(not(feature = "cluster"))]
async fn node(_: Config, _: &str, _: Option<&str>, _: &str) -> Result<Server> {
    bail!("this binary has no PostgreSQL and NATS support; build it with the feature `cluster`")
}

#[cfg(feature = "cluster")]
async fn connect(bus: &str) -> Result<Arc<dyn orrery_server::Transport>> {
    let nats = orrery_server::Nats::connect(bus).await.map_err(anyhow::Error::msg);
    Ok(Arc::new(nats.context("cannot connect to the bus")?))
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory { directory, .. } => write!(f, "Games are in {}", directory.display()),
            Self::Database { store, bus: Some(_), name, .. } => {
                write!(f, "Games are in {}; this is node {name}", without_credentials(store))
            }
            Self::Database { store, bus: None, .. } => {
                write!(
                    f,
                    "Games are in {}; without --bus this node cannot reach others",
                    without_credentials(store)
                )
            }
        }
    }
}

/// Removes the user name and password from a URL, for display.
fn without_credentials(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("postgres", address));
    let rest = rest.split('?').next().unwrap_or(rest);
    let host = rest.rsplit_once('@').map_or(rest, |(_, host)| host);
    format!("{scheme}://{host}")
}

fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
    name.map_or_else(|| "node".to_owned(), |name| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::without_credentials;

    #[test]
    fn passwords_are_not_displayed() {
        let shown = "postgres://db.example:5433/orrery";
        for hidden in ["", "me@", "me:secret@", "me:se@cret@"] {
            let address = shown.replace("://", &format!("://{hidden}"));
            assert_eq!(without_credentials(&address), shown);
            assert_eq!(without_credentials(&format!("{address}?password=secret")), shown);
        }
    }
}
