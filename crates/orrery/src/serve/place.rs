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
pub(super) enum Place {
    /// In a directory.
    Folder {
        /// Which.
        folder: PathBuf,
        /// What is done if games of it are lost.
        on_loss: OnLoss,
    },
    /// In a database; others are reached by a bus.
    Shared {
        /// Its address, with the password.
        store: String,
        /// The address of the bus.
        bus: Option<String>,
        /// What operators call this machine.
        name: String,
    },
}

impl Place {
    /// As the operator has chosen.
    pub(super) fn new(settings: &Settings) -> Result<Self> {
        let bus = settings.bus.clone();
        match (&settings.store, bus) {
            (None, None) => {
                Ok(Self::Folder { folder: settings.data.clone(), on_loss: settings.on_loss })
            }
            (None, Some(_)) => bail!("--bus is for several machines, which need --store, too"),
            (Some(store), bus) => {
                let name = settings.node.clone().unwrap_or_else(host_name);
                Ok(Self::Shared { store: store.clone(), bus, name })
            }
        }
    }

    /// A server of these games.
    pub(super) async fn server(&self, config: Config) -> Result<Server> {
        match self {
            Self::Folder { folder, on_loss } => {
                let store = Sqlite::open_with(folder, *on_loss).context("cannot open the games")?;
                Ok(Server::new(config, Arc::new(store), web::files()))
            }
            Self::Shared { store, bus, name } => node(config, store, bus.as_deref(), name).await,
        }
    }
}

/// A node that shares this database with others.
#[cfg(feature = "cluster")]
async fn node(config: Config, store: &str, bus: Option<&str>, name: &str) -> Result<Server> {
    let store = orrery_store::Postgres::open(store, &orrery_server::node_id(), name).await;
    let store = store.context("cannot open the games")?;
    let wire = match bus {
        Some(bus) => Some(connect(bus).await?),
        None => None,
    };
    Ok(Server::node(config, Arc::new(store), wire, web::files()))
}

#[cfg(not(feature = "cluster"))]
async fn node(_: Config, _: &str, _: Option<&str>, _: &str) -> Result<Server> {
    bail!("this program was built without PostgreSQL and NATS; build it with the feature `cluster`")
}

#[cfg(feature = "cluster")]
async fn connect(bus: &str) -> Result<Arc<dyn orrery_server::Transport>> {
    let nats = orrery_server::Nats::connect(bus).await.map_err(anyhow::Error::msg);
    Ok(Arc::new(nats.context("cannot use the bus")?))
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder { folder, .. } => write!(f, "Games are in {}", folder.display()),
            Self::Shared { store, bus: Some(_), name, .. } => {
                write!(f, "Games are in {}; this is node {name}", without_secret(store))
            }
            Self::Shared { store, bus: None, .. } => {
                write!(
                    f,
                    "Games are in {}; without --bus no other node can be reached",
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
