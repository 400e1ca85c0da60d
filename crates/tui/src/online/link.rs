//! Links to tables, such as `http://host:8080/#/t/ID`.

use anyhow::{Context, Result};
use std::fmt;
use tokio::net::TcpStream;

/// The length of a table's id.
const ID: usize = 20;

/// A link to a table of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    server: String,
    table: String,
}

impl Link {
    /// Parses a link; `None` if it does not name a server and a table.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let rest = text.trim().strip_prefix("http://")?;
        let (server, path) = rest.split_once('/')?;
        let id = path.split(['/', '#', '?']).rfind(|part| part.len() == ID)?;
        let is_id = id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
        let server = if has_port(server) { server.to_owned() } else { format!("{server}:80") };
        (is_id && !server.starts_with(':')).then(|| Self { server, table: id.to_owned() })
    }

    /// Returns the host and port of the server.
    pub(crate) fn server(&self) -> &str {
        &self.server
    }

    /// Returns the id of the table.
    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// Connects to the server.
    ///
    /// # Errors
    /// If the server cannot be reached.
    pub(crate) async fn connect(&self) -> Result<TcpStream> {
        let stream = TcpStream::connect(&self.server).await;
        stream.with_context(|| format!("cannot reach {}", self.server))
    }

    /// Returns the address of the table's WebSocket.
    pub(crate) fn socket(&self) -> String {
        format!("ws://{}/api/tables/{}/socket", self.server, self.table)
    }
}

fn has_port(server: &str) -> bool {
    let port = server.rsplit_once(':').map_or("", |(_, port)| port);
    !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}/#/t/{}", self.server, self.table)
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    #[test]
    fn links_name_a_server_and_a_table() {
        let id = "abcdefghij234567abcd";
        let link = Link::parse(&format!("http://10.0.0.1:8080/#/t/{id}?sit")).expect("a link");
        assert_eq!((link.server(), link.table()), ("10.0.0.1:8080", id));
        let link = Link::parse(&format!("http://example.org/#/t/{id}")).expect("a link");
        assert_eq!(link.server(), "example.org:80");
        assert_eq!(Link::parse("http://example.org/"), None);
        assert_eq!(Link::parse(&format!("file:///{id}")), None);
    }
}
