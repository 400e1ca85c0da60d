//! HTTP requests to a server on this machine.

use crate::TaskResult;
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::time::Duration;

const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// A client of a server on a local port.
#[derive(Clone, Debug)]
pub struct LocalClient {
    /// Port of the server.
    pub port: u16,
    /// Value of the header `Cookie`; empty without an identity.
    pub cookie: String,
}

/// An HTTP response.
#[derive(Clone, Debug)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// Status line and headers.
    pub head: String,
    /// The body.
    pub body: String,
}

impl LocalClient {
    /// Creates a client for a server that the caller will start on a free port.
    ///
    /// # Errors
    ///
    /// If there is no free port.
    pub fn on_free_port() -> TaskResult<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
        let address = listener.and_then(|it| it.local_addr()).map_err(|error| error.to_string())?;
        Ok(Self { port: address.port(), cookie: String::new() })
    }

    /// Sends a request with an optional JSON body.
    ///
    /// # Errors
    ///
    /// If there is no response.
    pub fn send(&self, method: &str, path: &str, body: Option<&Value>) -> TaskResult<Response> {
        let body = body.map(Value::to_string).unwrap_or_default();
        // HTTP/1.0 has no chunked encoding: the response ends with the connection.
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nCookie: {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            self.cookie,
            body.len()
        );
        let failed = |error: std::io::Error| format!("{method} {path}: {error}");
        let text = exchange(self.port, &request).map_err(failed)?;
        parse(&text).ok_or_else(|| format!("{method} {path}: not an HTTP response: {text}"))
    }

    /// Sends a request that must succeed, and returns the JSON response.
    ///
    /// # Errors
    ///
    /// If the request fails, or the response is not JSON.
    pub fn json(&self, method: &str, path: &str, body: Option<&Value>) -> TaskResult<Value> {
        let response = self.send(method, path, body)?;
        if !(200..300).contains(&response.status) {
            return Err(format!("{method} {path}: {} {}", response.status, response.body));
        }
        serde_json::from_str(&response.body).map_err(|error| format!("{method} {path}: {error}"))
    }

    /// Returns whether a GET request of a path returns status 200.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        self.send("GET", path, None).is_ok_and(|response| response.status == 200)
    }
}

fn exchange(port: u16, request: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(READ_TIMEOUT))?;
    stream.write_all(request.as_bytes())?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response)?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}

/// Parses a complete response.
#[must_use]
pub fn parse(text: &str) -> Option<Response> {
    let (head, body) = text.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    Some(Response { status, head: head.to_owned(), body: body.to_owned() })
}

impl Response {
    /// Returns the value of a header.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().skip(1).filter_map(|line| line.split_once(':'));
        let mut lines = lines.filter(|(key, _)| key.eq_ignore_ascii_case(name));
        lines.next().map(|(_, value)| value.trim())
    }
}
