//! Middleware for all requests.
//!
//! It adds a request id and response headers, checks host and origin, and applies rate limits and a
//! timeout.

use super::App;
use super::error::ApiError;
use super::permit_body::hold_permit;
use super::quota::{ADDRESS_FACTOR, Payer};
use crate::metrics::KindLabel;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use orrery_protocol::{Code, Fault};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::time::{Duration, Instant};
use tracing::Instrument;

/// Time limit of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(15);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Headers of every response.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         style-src-attr 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; \
         connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Header that makes browsers use only HTTPS. Only servers with HTTPS send it.
const HSTS: (HeaderName, HeaderValue) =
    (header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));

/// Rate limits. The methods `count_*` return a fault if a limit is exceeded.
pub(crate) struct Limits {
    /// Requests from an address, except for files of the web client.
    addresses: AddressLimit,
    /// Requests for files of the web client from an address.
    files: AddressLimit,
    /// Requests of an identity.
    identities: DefaultKeyedRateLimiter<String>,
    new_identities: AddressLimit,
    tables: PersonLimit,
    bytes: PersonLimit,
    decks: AddressLimit,
    deck_checks: AddressLimit,
}

/// Factor between the limits of an address for files of the web client and for other requests.
///
/// A first visit loads about 90 files, which cost the server little, and a whole club may open the
/// page at the same time from one address.
const FILE_FACTOR: u32 = 10;

/// Factor between the limits of an IPv6 site and of a network.
const SITE_FACTOR: u32 = 4;

/// Rate limit per address.
///
/// An IPv6 /64 network counts as one address. Many providers assign a /48 site to a customer.
struct AddressLimit {
    network: DefaultKeyedRateLimiter<IpAddr>,
    site: DefaultKeyedRateLimiter<IpAddr>,
}

/// Rate limit per person and per address.
///
/// The limit per address is [`ADDRESS_FACTOR`] times as high, because people may share an address.
struct PersonLimit {
    person: DefaultKeyedRateLimiter<String>,
    address: AddressLimit,
}

impl PersonLimit {
    fn new(count: u32, per: Duration) -> Self {
        let address = AddressLimit::new(count.saturating_mul(ADDRESS_FACTOR), per);
        Self { person: RateLimiter::keyed(quota(count, per)), address }
    }

    fn check(&self, payer: &Payer, amount: u32) -> Result<(), Fault> {
        check(&self.person, &payer.person, amount)?;
        self.address.charge(payer.address, amount)
    }

    fn remove_idle_keys(&self) {
        self.person.retain_recent();
        self.address.remove_idle_keys();
    }
}

impl AddressLimit {
    fn new(count: u32, per: Duration) -> Self {
        Self {
            network: RateLimiter::keyed(quota(count, per)),
            site: RateLimiter::keyed(quota(count.saturating_mul(SITE_FACTOR), per)),
        }
    }

    fn check(&self, address: IpAddr) -> Result<(), Fault> {
        self.charge(address, 1)
    }

    fn charge(&self, address: IpAddr, amount: u32) -> Result<(), Fault> {
        check(&self.network, &network(address), amount)?;
        match address {
            IpAddr::V6(_) => check(&self.site, &ipv6_prefix(address, 3), amount),
            IpAddr::V4(_) => Ok(()),
        }
    }

    fn remove_idle_keys(&self) {
        self.network.retain_recent();
        self.site.retain_recent();
    }
}

fn quota(count: u32, per: Duration) -> Quota {
    let count = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(per / count.get()).unwrap_or(Quota::per_second(count)).allow_burst(count)
}

impl Limits {
    /// Creates the limits from a configuration.
    pub(crate) fn new(config: &crate::Config) -> Self {
        let (minute, hour) = (Duration::from_secs(60), Duration::from_secs(3600));
        let day = 24 * hour;
        let requests = config.requests_per_minute.saturating_mul(ADDRESS_FACTOR);
        Self {
            addresses: AddressLimit::new(requests, minute),
            files: AddressLimit::new(requests.saturating_mul(FILE_FACTOR), minute),
            identities: RateLimiter::keyed(quota(config.requests_per_minute, minute)),
            new_identities: AddressLimit::new(config.identities_per_hour, hour),
            tables: PersonLimit::new(config.tables_per_hour, hour),
            bytes: PersonLimit::new(config.bytes_per_day, day),
            decks: AddressLimit::new(config.decks_per_hour, hour),
            deck_checks: AddressLimit::new(config.deck_checks_per_minute, minute),
        }
    }

    /// Counts a request from an address; requests for files of the web client have their own limit.
    fn count_from_address(&self, address: IpAddr, request: &Request) -> Result<(), Fault> {
        let limit = if is_for_file(request) { &self.files } else { &self.addresses };
        limit.check(address)
    }

    /// Counts a request of an identity.
    pub(crate) fn count_request(&self, id: &str) -> Result<(), Fault> {
        check(&self.identities, &id.to_owned(), 1)
    }

    /// Counts a new identity, or an attempt with a recovery code.
    pub(crate) fn count_new_identity(&self, address: IpAddr) -> Result<(), Fault> {
        self.new_identities.check(address)
    }

    /// Counts a new table.
    pub(super) fn count_table(&self, payer: &Payer) -> Result<(), Fault> {
        self.tables.check(payer, 1)
    }

    /// Counts stored bytes.
    pub(super) fn count_bytes(&self, payer: &Payer, amount: u32) -> Result<(), Fault> {
        self.bytes.check(payer, amount)
    }

    /// Counts a new custom deck.
    pub(crate) fn count_deck(&self, address: IpAddr) -> Result<(), Fault> {
        self.decks.check(address)
    }

    /// Counts a check of an unknown deck.
    pub(crate) fn count_deck_check(&self, address: IpAddr) -> Result<(), Fault> {
        self.deck_checks.check(address)
    }

    /// Forgets keys that have not been used recently, so that memory stays bounded.
    pub(crate) fn remove_idle_keys(&self) {
        self.identities.retain_recent();
        [&self.tables, &self.bytes].into_iter().for_each(PersonLimit::remove_idle_keys);
        let addresses = [&self.addresses, &self.files, &self.new_identities];
        let limits = addresses.into_iter().chain([&self.decks, &self.deck_checks]);
        limits.for_each(AddressLimit::remove_idle_keys);
    }
}

fn check<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    amount: u32,
) -> Result<(), Fault> {
    let Some(amount) = NonZeroU32::new(amount) else { return Ok(()) };
    let too_many = || Fault::new(Code::TooMany, "too many requests; wait and try again");
    // If the amount exceeds the burst size, waiting does not help, so there is no retry time.
    let checked = limiter.check_key_n(key, amount).map_err(|_| too_many())?;
    checked.map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        let wait = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX);
        Fault { retry_ms: Some(wait), ..too_many() }
    })
}

/// Returns the network of an address: the /64 prefix of an IPv6 address, otherwise the address.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    ipv6_prefix(address, 4)
}

/// Returns an IPv6 address with all bits after the first `groups` groups of 16 bits set to zero.
///
/// Returns IPv4 and loopback addresses unchanged.
pub(super) fn ipv6_prefix(address: IpAddr, groups: usize) -> IpAddr {
    match address {
        IpAddr::V6(six) if !six.is_loopback() => {
            let mut segments = six.segments();
            segments[groups..].fill(0);
            std::net::Ipv6Addr::from(segments).into()
        }
        other => other,
    }
}

/// Header in which a proxy sends the client address.
pub(crate) const FORWARDED_FOR: &str = "x-forwarded-for";

/// Returns the client address of a request.
pub(crate) fn address(app: &App, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
    let forwarded = forwarded_address(headers).filter(|_| app.hub.config.behind_proxy);
    forwarded.unwrap_or(peer.ip()).to_canonical()
}

/// Returns the address that the proxy appended.
///
/// Clients can send earlier entries themselves, so only the last one is trustworthy.
fn forwarded_address(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all(FORWARDED_FOR).iter().next_back()?;
    line.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Returns whether a request is for a file of the web client: no route of the API matches it.
fn is_for_file(request: &Request) -> bool {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let has_route = request.extensions().get::<MatchedPath>().is_some();
    is_read && !has_route && !request.uri().path().starts_with("/api/")
}

/// Refuses requests from pages of other sites.
///
/// It accepts requests without an origin, because only browsers send it.
fn check_origin(app: &App, request: &Request) -> Result<(), Fault> {
    let is_upgrade = request.headers().contains_key(header::UPGRADE);
    let safe = matches!(*request.method(), Method::GET | Method::HEAD) && !is_upgrade;
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN).filter(|_| !safe) else { return Ok(()) };
    let is_own = origin.split_once("://").is_some_and(|(scheme, host)| {
        is_own_scheme(scheme, app.hub.config.secure_cookies) && Some(host) == text(header::HOST)
    });
    if is_own || app.hub.config.origins.iter().any(|it| it == origin) {
        return Ok(());
    }
    Err(Fault::new(
        Code::Origin,
        "requests from this origin are not allowed; the operator can add it to `origins`",
    ))
}

/// Returns whether pages of this server can have this scheme.
///
/// A server with HTTPS accepts only HTTPS, because an attacker on the network could forge pages
/// over HTTP. A server without HTTPS accepts both, because a proxy may use HTTPS.
fn is_own_scheme(scheme: &str, is_https: bool) -> bool {
    scheme == "https" || scheme == "http" && !is_https
}

/// Refuses host names that are not the server's own.
///
/// This prevents DNS rebinding: if the name of another site pointed to this server, its pages would
/// have the same origin.
fn check_host(app: &App, request: &Request) -> Result<(), Fault> {
    let hosts = &app.hub.config.hosts;
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let is_own = |host: &str| {
        let name = host.rsplit_once(':').filter(|(_, port)| !port.contains(']'));
        let name = name.map_or(host, |(name, _)| name);
        hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(name))
    };
    if hosts.is_empty() || host.is_some_and(is_own) {
        return Ok(());
    }
    let text = "this host name is not allowed; the operator can add it to `hosts`";
    Err(Fault::new(Code::Origin, text))
}

/// Handles a request: checks it, logs and counts it, and adds the response headers.
pub(crate) async fn guard(
    State(app): State<App>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    request: Request,
    next: Next,
) -> Response {
    let id = crate::secret::id();
    let path = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let path = path.unwrap_or_else(|| "other".to_owned());
    let span = tracing::info_span!("request", %id, method = %request.method(), %path);
    let began = Instant::now();
    let response = answer(&app, peer, request, next).instrument(span.clone()).await;
    let status = response.status();
    let (code, micros) = (status.as_u16(), began.elapsed().as_micros() as u64);
    // The span gives context to other log lines of this request.
    span.in_scope(|| match status.is_server_error() {
        true => tracing::warn!(status = code, micros, "request failed"),
        false => tracing::debug!(status = code, micros, "request served"),
    });
    app.hub.metrics.requests.get_or_create(&KindLabel { kind: status.as_str().to_owned() }).inc();
    with_headers(response, &id, app.hub.config.secure_cookies)
}

async fn answer(app: &App, peer: SocketAddr, request: Request, next: Next) -> Response {
    let address = address(app, request.headers(), peer);
    let allowed = check_host(app, &request)
        .and_then(|()| check_origin(app, &request))
        .and_then(|()| app.limits.count_from_address(address, &request))
        .and_then(|()| app.requests.acquire(network(address)));
    match allowed {
        Ok(permit) => hold_permit(with_timeout(request, next).await, permit),
        Err(fault) => {
            app.hub.metrics.count_fault(fault.code);
            ApiError(fault).into_response()
        }
    }
}

async fn with_timeout(request: Request, next: Next) -> Response {
    match tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let fault = Fault::new(Code::Busy, "the request took too long; try again");
            ApiError(Fault { retry_ms: Some(2000), ..fault }).into_response()
        }
    }
}

fn with_headers(mut response: Response, id: &str, is_https: bool) -> Response {
    let headers = response.headers_mut();
    if is_https {
        headers.insert(HSTS.0, HSTS.1);
    }
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::{AddressLimit, forwarded_address, network};
    use axum::http::{HeaderMap, HeaderValue};
    use std::net::IpAddr;
    use std::time::Duration;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn the_last_forwarded_address_counts() {
        let mut headers = HeaderMap::new();
        assert_eq!(forwarded_address(&headers), None);
        for line in ["198.51.100.1", "198.51.100.2, 203.0.113.9"] {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        assert_eq!(forwarded_address(&headers), Some(address("203.0.113.9")));
    }

    #[test]
    fn a_48_bit_site_has_four_times_the_limit_of_a_network() {
        let limit = AddressLimit::new(3, Duration::from_secs(3600));
        let allowed = |network: u32| {
            let from = address(&format!("2001:db8:1:{network:x}::7"));
            (0..100).take_while(|_| limit.check(from).is_ok()).count()
        };
        assert_eq!((1..20).map(allowed).collect::<Vec<_>>()[..5], [3, 3, 3, 3, 0]);
        assert!(limit.check(address("2001:db8:2::1")).is_ok(), "others are not affected");
        let check_ipv4 = |last: u8| limit.check(address(&format!("192.0.2.{last}")));
        assert!((1..50).all(|last| check_ipv4(last).is_ok()), "IPv4 addresses have no sites");
    }

    #[test]
    fn a_network_is_64_bits_and_loopback_is_unchanged() {
        assert_eq!(network(address("2001:db8:1:2:3:4:5:6")), address("2001:db8:1:2::"));
        for same in ["::1", "127.0.0.1", "192.0.2.7"] {
            assert_eq!(network(address(same)), address(same));
        }
        let four = address("::ffff:192.0.2.7").to_canonical();
        assert_eq!(network(four), address("192.0.2.7"), "a mapped IPv4 address counts as IPv4");
    }
}
