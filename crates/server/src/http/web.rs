//! Files of the web client. If the binary does not contain them, a page explains how to build them.

use super::App;
use super::error::ApiError;
use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{Code, Fault};
use std::borrow::Cow;
use std::sync::Arc;

/// A file of the web client.
#[derive(Clone, Debug)]
pub struct WebFile {
    /// The content.
    pub bytes: Cow<'static, [u8]>,
    /// The media type, such as `text/html`.
    pub kind: String,
    /// A hash of the content.
    pub hash: String,
}

/// Looks up files of the web client by their path without a leading slash.
///
/// A file may have a gzip version, whose path ends with `.gz`.
pub type Web = Arc<dyn Fn(&str) -> Option<WebFile> + Send + Sync>;

const NO_CLIENT_PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Orrery</title>\
    <h1>Orrery</h1><p>The server is running, but this binary has no web client. In a checkout, build \
    it with <code>cargo xtask web build</code> and start the server again.</p><p>Programs use <a href=\"/api/openapi.json\">the HTTP interface</a>.</p></html>";

/// Serves the web client for every path outside the API.
pub(super) async fn serve(State(app): State<App>, request: Request) -> Result<Response, ApiError> {
    let path = request.uri().path().trim_start_matches('/').to_owned();
    let missing = || Fault::new(Code::NotFound, "page not found");
    if !matches!(*request.method(), Method::GET | Method::HEAD) || path.starts_with("api/") {
        return Err(missing().into());
    }
    let Some(web) = &app.web else { return no_client_page(&path) };
    // The client's router handles paths without a file extension, such as the link of a table.
    let is_page =
        path.is_empty() || !path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    let name = if is_page { "index.html" } else { path.as_str() };
    let file = web(name).ok_or_else(missing)?;
    let headers = request.headers();
    let gzip = accepts_gzip(headers).then(|| web(&format!("{name}.gz"))).flatten();
    let cached_etag = headers.get(header::IF_NONE_MATCH).and_then(|it| it.to_str().ok());
    let mut response = match gzip {
        None => respond(file, name, cached_etag),
        Some(gzip) => {
            let mut response = respond(WebFile { kind: file.kind, ..gzip }, name, cached_etag);
            let gzip = HeaderValue::from_static("gzip");
            response.headers_mut().insert(header::CONTENT_ENCODING, gzip);
            response
        }
    };
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    Ok(response)
}

/// Returns whether the client accepts gzip: it lists it with a quality other than 0.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|it| it.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|coding| {
        let (name, parameter) = coding.split_once(';').unwrap_or((coding, ""));
        let quality = parameter.trim().strip_prefix("q=").map(str::parse::<f32>);
        name.trim().eq_ignore_ascii_case("gzip") && quality != Some(Ok(0.0))
    })
}

fn no_client_page(path: &str) -> Result<Response, ApiError> {
    if path.contains('.') {
        return Err(Fault::new(Code::NotFound, "page not found").into());
    }
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NO_CLIENT_PAGE).into_response())
}

fn respond(file: WebFile, name: &str, cached_etag: Option<&str>) -> Response {
    let etag = format!("\"{}\"", file.hash);
    // Files with a hash in their name never change. Browsers revalidate all others.
    let cache_control = if name.starts_with("assets/") {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    let headers = [
        (header::CONTENT_TYPE, header_value(&file.kind)),
        (header::ETAG, header_value(&etag)),
        (header::CACHE_CONTROL, HeaderValue::from_static(cache_control)),
    ];
    if cached_etag == Some(&etag) {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    let bytes = match file.bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    };
    (headers, bytes).into_response()
}

fn header_value(text: &str) -> HeaderValue {
    HeaderValue::try_from(text)
        .unwrap_or_else(|_| HeaderValue::from_static("application/octet-stream"))
}
