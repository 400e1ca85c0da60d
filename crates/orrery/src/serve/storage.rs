//! Where the games are: in a directory of this machine, or in a database that several share.

use super::settings::Settings;
use super::web;
use anyhow::{Context, Result, bail};
use orrery_server::{Config, Server};
use orrery_store::{OnLoss, Sqlite};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Where the games are.
pub(super) enum Storage {
    /// In a directory.
    Directory {
        /// Which.
        directory: PathBuf,
        /// What is done if games of it are lost.
        on_loss: OnLoss,
    },
    /// In a database; others are reached by a bus.
    Database {
        /// Its address, with the password.
        store: String,
        /// The address of the bus.
        bus: Option<String>,
        /// What operators call this machine.
        name: String,
    },
}

impl Storage {
    /// As the operator has chosen.
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

    /// A server of these games.
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

/// A node that shares this database with others.
#[cfg(feature = "cluster")]
async fn node(config: Config, store: &str, bus: Option<&str>, name: &str) -> Result<Server> {
    let store = orrery_store::Postgres::open(store, &orrery_server::node_id(), name).await;
    let store = store.context("cannot open the stored games")?;
    let wire = match bus {
        Some(bus) => Some(connect(bus).await?),
        None => None,
    };
    Ok(Server::node(config, Arc::new(store), wire, web::files()))
}

#[cfg(not(feature = "cluster"))]
async fn node(_: Config, _: &str, _: Option<&str>, _: &str) -> Result<Server> {
    bail!("this binary has no PostgreSQL and NATS support; build it with the feature `cluster`")
}

#[cfg(feature = "cluster")]
async fn connect(bus: &str) -> Result<Arc<dyn orrery_server::Wire>> {
    let nats = orrery_server::Nats::connect(bus).await.map_err(anyhow::Error::msg);
    Ok(Arc::new(nats.context("cannot connect to the bus")?))
}

impl fmt::Display for Storage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Directory { directory, .. } => write!(f, "Games are in {}", directory.display()),
            Self::Database { store, bus: Some(_), name, .. } => {
                write!(f, "Games are in {}; this is node {name}", without_secret(store))
            }
            Self::Database { store, bus: None, .. } => {
                write!(
                    f,
                    "Games are in {}; without --bus this node cannot reach others",
                    without_secret(store)
                )
            }
        }
    }
}

/// An address as it may be shown: without a password.
fn without_secret(address: &str) -> String {
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
    use super::without_secret;

    #[test]
    fn a_password_is_not_shown() {
        let shown = "postgres://db.example:5433/orrery";
        for hidden in ["", "me@", "me:secret@", "me:se@cret@"] {
            let address = shown.replace("://", &format!("://{hidden}"));
            assert_eq!(without_secret(&address), shown);
            assert_eq!(without_secret(&format!("{address}?password=secret")), shown);
        }
    }
}
