//! Files of the web client.

use crate::support::{Answer, Person, TestServer, config};
use orrery_protocol::Code;
use orrery_server::{Config, Server, WebFile};
use orrery_store::Sqlite;
use std::borrow::Cow;
use std::sync::Arc;

/// The files: only the page has a gzip version.
fn file(path: &str) -> Option<WebFile> {
    let (text, kind) = match path {
        "index.html" => ("the page", "text/html"),
        "index.html.gz" => ("the page, compressed", "application/gzip"),
        "icon.png" => ("the icon", "image/png"),
        _ => return None,
    };
    let (kind, hash) = (kind.to_owned(), format!("hash of {path}"));
    Some(WebFile { bytes: Cow::Borrowed(text.as_bytes()), kind, hash })
}

async fn start(config: Config) -> TestServer {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(Sqlite::open(folder.path()).expect("the store opens"));
    TestServer::serving(Server::new(config, store, Some(Arc::new(file))), folder).await
}

async fn get(server: &TestServer, path: &str, headers: &str) -> Answer {
    Person::nobody(server.address).send_with("GET", path, headers, "").await
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_sent_compressed_to_clients_that_accept_it() {
    let server = start(config()).await;
    for (path, accepted, body, encoding) in [
        ("/", "gzip", "the page, compressed", Some("gzip")),
        ("/", "br, GZIP;q=0.5", "the page, compressed", Some("gzip")),
        ("/", "gzip;q=0", "the page", None),
        ("/", "br", "the page", None),
        ("/icon.png", "gzip", "the icon", None),
    ] {
        let answer = get(&server, path, &format!("Accept-Encoding: {accepted}\r\n")).await;
        assert_eq!((answer.status, answer.body.as_str()), (200, body), "{path} {accepted}");
        assert_eq!(answer.header("content-encoding"), encoding, "{path} {accepted}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path} {accepted}");
        let kind = if path == "/" { "text/html" } else { "image/png" };
        assert_eq!(answer.header("content-type"), Some(kind), "{path} {accepted}");
    }
    assert_eq!(get(&server, "/", "").await.body, "the page");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cached_file_is_not_sent_again() {
    let server = start(config()).await;
    let gzip = "Accept-Encoding: gzip\r\n";
    let etag = get(&server, "/", gzip).await.header("etag").expect("an ETag").to_owned();
    let cached = format!("If-None-Match: {etag}\r\n");
    assert_eq!(get(&server, "/", &format!("{gzip}{cached}")).await.status, 304);
    assert_eq!(get(&server, "/", &cached).await.status, 200, "the ETag is of the gzip version");
}

/// A club whose members share an address can open the page at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn files_have_a_higher_rate_limit_than_other_requests() {
    let server = start(Config { requests_per_minute: 1, ..config() }).await;
    let mut statuses = Vec::new();
    for _ in 0..80 {
        statuses.push(get(&server, "/icon.png", "").await.status);
    }
    assert!(statuses[..40].iter().all(|status| *status == 200), "{statuses:?}");
    assert!(statuses[40..].contains(&429), "{statuses:?}");
    for _ in 0..4 {
        assert_eq!(get(&server, "/api/editions", "").await.status, 200);
    }
    let refused = get(&server, "/api/editions", "").await;
    assert_eq!((refused.status, refused.fault().code), (429, Code::TooMany));
}
