//! Links to tables, such as `https://host/#/t/ID`.

use anyhow::{Context, Result};
use orrery_client::Stream;
use std::fmt;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The time limit for opening a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// The length of a table's id.
const ID_LENGTH: usize = 20;

/// The protocol of a link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scheme {
    Http,
    Https,
}

/// A link to a table of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Link {
    scheme: Scheme,
    /// The host and port.
    server: String,
    table: String,
}

impl Link {
    /// Parses a link; `None` if it does not name a server and a table.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = Scheme::split(text.trim())?;
        let (server, path) = rest.split_once('/')?;
        let id = path.split(['/', '#', '?']).rfind(|part| part.len() == ID_LENGTH)?;
        let is_id = id.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'2'..=b'7'));
        let server = match has_port(server) {
            true => server.to_owned(),
            false => format!("{server}:{}", scheme.port()),
        };
        (is_id && !server.starts_with(':')).then(|| Self { scheme, server, table: id.to_owned() })
    }

    /// Returns the key under which the cookie of the server is stored.
    ///
    /// The key depends on the scheme, because a cookie received over TLS must not be sent without
    /// TLS.
    pub(crate) fn server(&self) -> String {
        match self.scheme {
            Scheme::Http => self.server.clone(),
            Scheme::Https => format!("https://{}", self.server),
        }
    }

    /// Returns the id of the table.
    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// Returns the value of the HTTP header `Host`: without the port if it is the default one.
    pub(crate) fn host(&self) -> &str {
        let default = format!(":{}", self.scheme.port());
        self.server.strip_suffix(&default).unwrap_or(&self.server)
    }

    /// Connects to the server.
    ///
    /// # Errors
    /// If the server cannot be reached, or its certificate is not trusted.
    pub(crate) async fn connect(&self) -> Result<Stream> {
        let failed = || format!("cannot reach {}", self.server);
        let opened = async {
            let stream = TcpStream::connect(&self.server).await.with_context(failed)?;
            match self.scheme {
                Scheme::Http => Ok(stream.into()),
                Scheme::Https => Stream::encrypt(stream, self.host_name()).await,
            }
        };
        timeout(CONNECT_TIMEOUT, opened).await.with_context(failed)?
    }

    /// Returns the host name for the certificate check, without the brackets of IPv6.
    fn host_name(&self) -> &str {
        let name = self.server.rsplit_once(':').map_or(&*self.server, |(name, _)| name);
        name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name)
    }

    /// Returns the URL of the table's WebSocket.
    pub(crate) fn socket(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "ws",
            Scheme::Https => "wss",
        };
        format!("{scheme}://{}/api/tables/{}/socket", self.host(), self.table)
    }
}

impl Scheme {
    /// Splits the scheme off a link.
    fn split(text: &str) -> Option<(Self, &str)> {
        let http = text.strip_prefix("http://").map(|rest| (Self::Http, rest));
        http.or_else(|| text.strip_prefix("https://").map(|rest| (Self::Https, rest)))
    }

    const fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

fn has_port(server: &str) -> bool {
    let port = server.rsplit_once(':').map_or("", |(_, port)| port);
    !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit())
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        write!(f, "{scheme}://{}/#/t/{}", self.host(), self.table)
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    const ID: &str = "abcdefghij234567abcd";

    fn link(start: &str) -> Link {
        Link::parse(&format!("{start}/#/t/{ID}?sit")).expect("a link")
    }

    #[test]
    fn links_name_a_server_and_a_table() {
        let plain = link("http://10.0.0.1:8080");
        assert_eq!((plain.server().as_str(), plain.table()), ("10.0.0.1:8080", ID));
        assert_eq!(link("http://example.org").server(), "example.org:80");
        assert_eq!(Link::parse("http://example.org/"), None);
        assert_eq!(Link::parse(&format!("file:///{ID}")), None);
        assert_eq!(Link::parse(&format!("https:///{ID}")), None);
    }

    #[test]
    fn secure_links_have_their_own_port_cookie_and_socket() {
        let secure = link("https://example.org");
        assert_eq!(secure.server(), "https://example.org:443");
        assert_eq!((secure.host(), secure.host_name()), ("example.org", "example.org"));
        assert_eq!(secure.socket(), format!("wss://example.org/api/tables/{ID}/socket"));
        assert_eq!(secure.to_string(), format!("https://example.org/#/t/{ID}"));
        assert_ne!(link("http://example.org:443").server(), secure.server());
        assert_eq!(link("https://[::1]:8443").host_name(), "::1");
    }
}
