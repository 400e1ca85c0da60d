//! Attacks on parsers: nested, erroneous, oversized and forged input.

use super::{AttackContext, with_deck};
use anyhow::Result;
use futures_util::future::try_join_all;
use hyper::Method;
use orrery_loadtest::client::Person;
use std::time::Duration;

/// Number of decks that one address sends before the next address continues.
const DECKS_PER_ADDRESS: usize = 25;
/// Number of decks with many problems that are sent at once.
const CONCURRENT_DECKS: usize = 60;

fn deck_body(text: &str) -> String {
    serde_json::json!({ "text": text }).to_string()
}

/// Sends nested texts, which once overflowed a parser's stack, to all paths that read decks.
pub(super) async fn nested_decks(context: AttackContext) -> Result<()> {
    let pause = Duration::from_millis(50);
    while context.has_time_after(pause).await {
        let attacker = context.target.attacker();
        let person = attacker.person().await?;
        let mut requests = attacker.requests().await?;
        for number in 0..DECKS_PER_ADDRESS {
            let open = ["{{}a", "{a=]", "[", "a.", "{a.a="][number % 5];
            let deck = format!("a={}", open.repeat(4000 + number));
            let (path, body) = match number % 2 {
                0 => ("/api/decks", deck_body(&deck)),
                _ => ("/api/tables", with_deck(2, &deck)),
            };
            let answer = requests.send(&person, Method::POST, path, body).await?;
            context.record_response(answer.status.as_u16(), &[422, 429, 503]);
            if !context.has_time_after(pause).await {
                break;
            }
        }
    }
    Ok(())
}

/// Sends decks that contain as many problems as possible, from many addresses at once.
pub(super) async fn crowded_decks(context: AttackContext) -> Result<()> {
    let body = deck_body(&"= = =\n".repeat(43_000));
    while context.has_time_after(Duration::from_secs(4)).await {
        let attacks = (0..CONCURRENT_DECKS).map(|_| async {
            let attacker = context.target.attacker();
            let person = attacker.person().await?;
            let mut requests = attacker.requests().await?;
            let answer = requests.send(&person, Method::POST, "/api/decks", body.clone()).await?;
            context.record_response(answer.status.as_u16(), &[422, 503]);
            let anonymous = Person::nobody();
            let answer =
                requests.send(&anonymous, Method::POST, "/api/decks", body.clone()).await?;
            context.record_response(answer.status.as_u16(), &[401]);
            anyhow::Ok(())
        });
        try_join_all(attacks).await?;
    }
    Ok(())
}

/// Sends nested JSON to all paths that read JSON.
pub(super) async fn nested_json(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let (person, mut requests) = (attacker.person().await?, attacker.requests().await?);
    let paths = ["/api/me", "/api/me/recover", "/api/tables", "/api/decks", "/api/me/bots"];
    let opens = ["[", "{\"a\":", "{\"text\":[", "{\"name\":{\"a\":"];
    let mut number = 0;
    while context.has_time_after(Duration::from_millis(120)).await {
        let (path, open) = (paths[number % paths.len()], opens[number % opens.len()]);
        // Only paths that read decks accept long request bodies.
        let size = if ["/api/tables", "/api/decks"].contains(&path) { 200_000 } else { 15_000 };
        let body = open.repeat(size / open.len());
        let answer = requests.send(&person, Method::POST, path, body).await?;
        context.record_response(answer.status.as_u16(), &[400]);
        number += 1;
    }
    Ok(())
}

/// Sends names that are too long, blank or contain forbidden characters.
pub(super) async fn names(context: AttackContext) -> Result<()> {
    let mut requests = context.target.attacker().requests().await?;
    let long = "n".repeat(10_000);
    let names = [&long, "", "\u{3164}", "\u{2800}", "\u{202e}", "\u{0}", "p\u{430}ypal", "\u{ad}"];
    let mut number = 0;
    while context.has_time_after(Duration::from_millis(100)).await {
        let body = serde_json::json!({ "name": names[number % names.len()] }).to_string();
        let answer = requests.send(&Person::nobody(), Method::POST, "/api/me", body).await?;
        context.record_response(answer.status.as_u16(), &[400]);
        number += 1;
    }
    Ok(())
}

/// Sends request bodies that are too long.
pub(super) async fn oversized_bodies(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let body = "x".repeat(2_000_000);
    while context.has_time_after(Duration::from_millis(250)).await {
        let request = format!(
            "POST /api/me HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            context.target.server,
            body.len()
        );
        context.record_response(attacker.raw(request.as_bytes()).await?, &[413, 0]);
    }
    Ok(())
}

/// Sends requests with forged `Host` and `Origin` headers.
pub(super) async fn forged(context: AttackContext) -> Result<()> {
    let (attacker, own) = (context.target.attacker(), context.target.server);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let socket = "GET /api/tables/aaaaaaaaaaaaaaaaaaaa/socket";
    let requests = [
        "GET /api/me HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(),
        "GET /api/me HTTP/1.1\r\nHost: 192.0.2.1.evil.example\r\n\r\n".to_owned(),
        format!("POST /api/me HTTP/1.1\r\nHost: {own}\r\nOrigin: http://evil.example\r\n\r\n"),
        format!("POST /api/me HTTP/1.1\r\nHost: {own}\r\nOrigin: null\r\n\r\n"),
        format!("{socket} HTTP/1.1\r\nHost: {own}\r\nOrigin: http://evil.example\r\n{upgrade}\r\n"),
    ];
    let mut number = 0;
    while context.has_time_after(Duration::from_millis(50)).await {
        let request = &requests[number % requests.len()];
        context.record_response(attacker.raw(request.as_bytes()).await?, &[403]);
        number += 1;
    }
    Ok(())
}

/// Sends bytes that are not a valid HTTP request.
pub(super) async fn malformed_http(context: AttackContext) -> Result<()> {
    let attacker = context.target.attacker();
    let get = "GET /api/me HTTP/1.1\r\nHost: 192.0.2.1\r\n";
    let post = "POST /api/me HTTP/1.1\r\nHost: 192.0.2.1\r\nContent-Type: application/json\r\n";
    let requests = [
        "\0\u{1}\u{2} not a request at all\r\n\r\n".to_owned(),
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{fc}\r\n\r\n".to_owned(),
        format!("{get}{}\r\n", "X-Many: 1\r\n".repeat(200)),
        format!("{get}X-Long: {}\r\n\r\n", "x".repeat(40_000)),
        format!("GET /{} HTTP/1.1\r\nHost: 192.0.2.1\r\n\r\n", "a".repeat(40_000)),
        format!("{post}Content-Length: 5\r\nContent-Length: 50\r\n\r\n{{}}"),
        format!("{post}Content-Length: -1\r\n\r\n{{}}"),
        format!("{post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n"),
        format!("{post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\n{{}}\r\n"),
    ];
    let mut number = 0;
    while context.has_time_after(Duration::from_millis(50)).await {
        let status = attacker.raw(requests[number % requests.len()].as_bytes()).await?;
        context.record_response(status, &[0, 400, 413, 414, 431]);
        number += 1;
    }
    Ok(())
}
