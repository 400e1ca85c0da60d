//! Tests of a table over HTTPS.

use super::orrery;
use super::script::Script;
use orrery_loadtest::client::Requests;
use orrery_loadtest::process::{Process, ServerSettings};
use orrery_protocol::Seat;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

/// The self-signed certificate of `localhost`, which only these tests trust.
const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/terminal/tls/cert.pem");
const KEY: &[u8] = include_bytes!("tls/key.pem");

/// Starts a proxy that terminates TLS and forwards to a server; returns its port.
async fn proxy(server: SocketAddr) -> u16 {
    let certificate = CertificateDer::from_pem_file(CERTIFICATE).expect("a certificate");
    let key = PrivateKeyDer::from_pem_slice(KEY).expect("a key");
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .expect("a certificate with its key");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // A client that does not trust the certificate aborts the handshake.
                let Ok(mut client) = acceptor.accept(client).await else { return };
                let mut upstream = TcpStream::connect(server).await.expect("a server");
                let _ = tokio::io::copy_bidirectional(&mut client, &mut upstream).await;
            });
        }
    });
    port
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_behind_https_is_played_and_watched() {
    let folder = tempfile::tempdir().expect("a directory");
    let server =
        Process::start(folder.path(), &ServerSettings::unlimited(env!("CARGO_BIN_EXE_orrery")));
    let mut requests = Requests::open(server.address).await.expect("a connection");
    let host = requests.person("Web").await.expect("an identity");
    let table = requests.table(&host, r#"{"seats":2,"beat_ms":0}"#).await.expect("a table");
    requests.sit(&host, &table.table, Seat::A).await.expect("a seat");
    let link = format!("https://localhost:{}/#/t/{}", proxy(server.address).await, table.table);
    let games = folder.path().join("games");
    let untrusted = orrery(&games, &["play", "--lines", &link]).output().expect("it runs");
    let error = String::from_utf8_lossy(&untrusted.stderr).into_owned();
    assert!(!untrusted.status.success() && error.contains("no secure connection"), "{error}");
    let mut play = orrery(&games, &["play", "--lines", &link, "--name", "Term"]);
    play.env("SSL_CERT_FILE", CERTIFICATE);
    let mut script = Script::start(play);
    script.until(|text| text.contains("A Web, B Term")).expect("the seats");
    requests.start(&host, &table.table).await.expect("a start");
    let first = tokio::task::spawn_blocking(move || script.until_prompt().expect("a question"));
    assert!(first.await.expect("a script").contains("mission"));
    let mut watch = orrery(&games, &["watch", "--lines", &link]);
    watch.env("SSL_CERT_FILE", CERTIFICATE);
    let mut watcher = Script::start(watch);
    watcher.until(|text| text.contains("Connected to https://localhost:")).expect("a connection");
}
