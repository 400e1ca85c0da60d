//! Connections to a server: TCP, or TLS over TCP.

use anyhow::{Context, Result, bail};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context as TaskContext, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// A connection to a server.
#[derive(Debug)]
pub enum Stream {
    /// Plain TCP.
    Plain(TcpStream),
    /// TLS over TCP.
    Tls(Box<TlsStream<TcpStream>>),
}

impl From<TcpStream> for Stream {
    fn from(stream: TcpStream) -> Self {
        Self::Plain(stream)
    }
}

impl Stream {
    /// Starts TLS on a connection to a host.
    ///
    /// # Errors
    /// If this machine does not trust the certificate of the host, or has no root certificates.
    pub async fn encrypt(stream: TcpStream, host: &str) -> Result<Self> {
        let name = ServerName::try_from(host.to_owned())?;
        let connector = TlsConnector::from(tls_config()?);
        let stream = connector.connect(name, stream).await;
        Ok(Self::Tls(Box::new(stream.with_context(|| format!("no secure connection to {host}"))?)))
    }

    /// Disables Nagle's algorithm, so that small messages are sent at once.
    pub(crate) fn set_nodelay(&self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.set_nodelay(true),
            Self::Tls(stream) => stream.get_ref().0.set_nodelay(true),
        }
    }
}

/// Returns the TLS configuration. The first call reads the root certificates of this machine.
fn tls_config() -> Result<Arc<ClientConfig>> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(config.clone());
    }
    let found = rustls_native_certs::load_native_certs();
    let mut roots = RootCertStore::empty();
    if roots.add_parsable_certificates(found.certs).0 == 0 {
        bail!(
            "this machine has no trusted certificates; install ca-certificates or set SSL_CERT_FILE"
        );
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(CONFIG.get_or_init(|| Arc::new(config)).clone())
}

/// Calls a method of the inner stream.
macro_rules! inner {
    ($self:ident, $method:ident($($argument:expr),*)) => {
        match $self.get_mut() {
            Self::Plain(stream) => Pin::new(stream).$method($($argument),*),
            Self::Tls(stream) => Pin::new(stream).$method($($argument),*),
        }
    };
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        task: &mut TaskContext<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        inner!(self, poll_read(task, buffer))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        task: &mut TaskContext<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        inner!(self, poll_write(task, bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        task: &mut TaskContext<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        inner!(self, poll_write_vectored(task, parts))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Self::Plain(stream) => stream.is_write_vectored(),
            Self::Tls(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<io::Result<()>> {
        inner!(self, poll_flush(task))
    }

    fn poll_shutdown(self: Pin<&mut Self>, task: &mut TaskContext<'_>) -> Poll<io::Result<()>> {
        inner!(self, poll_shutdown(task))
    }
}
