//! What every request goes through: its id and its time, where it comes from, how often, and the
//! headers of every answer.

use super::App;
use super::held::held;
use super::quota::{Payer, SHARED};
use super::refusal::Refusal;
use crate::metrics::Kind;
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

/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(15);
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// What is the same on every answer.
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

/// For browsers that came by HTTPS: always come so.
const HSTS: (HeaderName, HeaderValue) =
    (header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000"));

/// How often somebody may ask.
pub(crate) struct Limits {
    addresses: AddressLimit,
    identities: DefaultKeyedRateLimiter<String>,
    newcomers: AddressLimit,
    tables: PersonLimit,
    bytes: PersonLimit,
    decks: AddressLimit,
    deck_checks: AddressLimit,
}

/// How often an address may ask. A house has 64 bits of IPv6, and many providers give a customer 48:
/// these have four times as much together.
struct AddressLimit {
    house: DefaultKeyedRateLimiter<IpAddr>,
    site: DefaultKeyedRateLimiter<IpAddr>,
}

/// How often a person may do something, and how often an address: several people share it.
struct PersonLimit {
    person: DefaultKeyedRateLimiter<String>,
    address: AddressLimit,
}

impl PersonLimit {
    fn new(count: u32, per: Duration) -> Self {
        let address = AddressLimit::new(count.saturating_mul(SHARED), per);
        Self { person: RateLimiter::keyed(quota(count, per)), address }
    }

    fn check(&self, payer: &Payer, amount: u32) -> Result<(), Fault> {
        check(&self.person, &payer.person, amount)?;
        self.address.charge(payer.address, amount)
    }

    fn tidy(&self) {
        self.person.retain_recent();
        self.address.tidy();
    }
}

impl AddressLimit {
    fn new(count: u32, per: Duration) -> Self {
        Self {
            house: RateLimiter::keyed(quota(count, per)),
            site: RateLimiter::keyed(quota(count.saturating_mul(4), per)),
        }
    }

    fn check(&self, address: IpAddr) -> Result<(), Fault> {
        self.charge(address, 1)
    }

    fn charge(&self, address: IpAddr, amount: u32) -> Result<(), Fault> {
        check(&self.house, &whole(address), amount)?;
        match address {
            IpAddr::V6(_) => check(&self.site, &prefix(address, 3), amount),
            IpAddr::V4(_) => Ok(()),
        }
    }

    fn tidy(&self) {
        self.house.retain_recent();
        self.site.retain_recent();
    }
}

fn quota(count: u32, per: Duration) -> Quota {
    let count = NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
    Quota::with_period(per / count.get()).unwrap_or(Quota::per_second(count)).allow_burst(count)
}

impl Limits {
    /// As the operator wants.
    pub(crate) fn new(config: &crate::Config) -> Self {
        let (minute, hour) = (Duration::from_secs(60), Duration::from_secs(3600));
        let day = 24 * hour;
        Self {
            addresses: AddressLimit::new(config.requests_per_minute.saturating_mul(4), minute),
            identities: RateLimiter::keyed(quota(config.requests_per_minute, minute)),
            newcomers: AddressLimit::new(config.identities_per_hour, hour),
            tables: PersonLimit::new(config.tables_per_hour, hour),
            bytes: PersonLimit::new(config.bytes_per_day, day),
            decks: AddressLimit::new(config.decks_per_hour, hour),
            deck_checks: AddressLimit::new(config.deck_checks_per_minute, minute),
        }
    }

    /// Somebody asks.
    pub(crate) fn identity(&self, id: &str) -> Result<(), Fault> {
        check(&self.identities, &id.to_owned(), 1)
    }

    /// Somebody from this house becomes an identity, or tries a recovery code.
    pub(crate) fn newcomer(&self, address: IpAddr) -> Result<(), Fault> {
        self.newcomers.check(address)
    }

    /// Somebody makes a table.
    pub(super) fn table(&self, payer: &Payer) -> Result<(), Fault> {
        self.tables.check(payer, 1)
    }

    /// Somebody has so many bytes stored.
    pub(super) fn bytes(&self, payer: &Payer, amount: u32) -> Result<(), Fault> {
        self.bytes.check(payer, amount)
    }

    /// Somebody from there brings a deck that was not seen before.
    pub(crate) fn deck(&self, address: IpAddr) -> Result<(), Fault> {
        self.decks.check(address)
    }

    /// Somebody from there has a deck read that is not known.
    pub(crate) fn deck_check(&self, address: IpAddr) -> Result<(), Fault> {
        self.deck_checks.check(address)
    }

    /// Forgets those who have been quiet, so that memory is bounded.
    pub(crate) fn tidy(&self) {
        self.identities.retain_recent();
        [&self.tables, &self.bytes].into_iter().for_each(PersonLimit::tidy);
        let limits = [&self.addresses, &self.newcomers, &self.decks, &self.deck_checks];
        limits.into_iter().for_each(AddressLimit::tidy);
    }
}

fn check<K: std::hash::Hash + Eq + Clone>(
    limiter: &DefaultKeyedRateLimiter<K>,
    key: &K,
    amount: u32,
) -> Result<(), Fault> {
    let Some(amount) = NonZeroU32::new(amount) else { return Ok(()) };
    let too_many = || Fault::new(Code::TooMany, "too many requests; wait a little");
    // More than there ever is at once.
    let checked = limiter.check_key_n(key, amount).map_err(|_| too_many())?;
    checked.map_err(|not_until| {
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        let wait = u32::try_from(wait.as_millis()).unwrap_or(u32::MAX);
        Fault { retry_ms: Some(wait), ..too_many() }
    })
}

/// One house has many addresses of the new kind: its first 64 bits are it.
pub(crate) fn whole(address: IpAddr) -> IpAddr {
    prefix(address, 4)
}

/// The first so many groups of 16 bits of an address of the new kind.
pub(super) fn prefix(address: IpAddr, groups: usize) -> IpAddr {
    match address {
        IpAddr::V6(six) if !six.is_loopback() => {
            let mut segments = six.segments();
            segments[groups..].fill(0);
            std::net::Ipv6Addr::from(segments).into()
        }
        other => other,
    }
}

/// Where a proxy says for whom it asks.
pub(crate) const FORWARDED: &str = "x-forwarded-for";

/// Where a request comes from.
pub(crate) fn address(app: &App, headers: &HeaderMap, peer: SocketAddr) -> IpAddr {
    let told = told_by_proxy(headers).filter(|_| app.hub.config.behind_proxy);
    told.unwrap_or(peer.ip()).to_canonical()
}

/// The last address of the last line is the proxy's own word; anybody can put others before it.
fn told_by_proxy(headers: &HeaderMap) -> Option<IpAddr> {
    let line = headers.get_all(FORWARDED).iter().next_back()?;
    line.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

/// Whether a page of another site asks. Programs send no origin, and have no cookie to misuse.
fn check_origin(app: &App, request: &Request) -> Result<(), Fault> {
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let safe = matches!(*request.method(), Method::GET | Method::HEAD) && !upgrades;
    let text = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
    let Some(origin) = text(header::ORIGIN).filter(|_| !safe) else { return Ok(()) };
    let own = origin.split_once("://").is_some_and(|(scheme, host)| {
        is_own_scheme(scheme, app.hub.config.secure_cookies) && Some(host) == text(header::HOST)
    });
    if own || app.hub.config.origins.iter().any(|it| it == origin) {
        return Ok(());
    }
    Err(Fault::new(Code::Origin, "this page may not use this server"))
}

/// Whether pages of this server come by that scheme. By HTTPS no other will do: anybody on the way could
/// have made a page that came by HTTP. A server that does not know of HTTPS may have a proxy that does.
fn is_own_scheme(scheme: &str, is_https: bool) -> bool {
    scheme == "https" || scheme == "http" && !is_https
}

/// Whether the name by which the server is asked is one of its own. A page of another site can have
/// its own name lead here (DNS rebinding), and would then count as ours.
fn check_host(app: &App, request: &Request) -> Result<(), Fault> {
    let hosts = &app.hub.config.hosts;
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let own = |host: &str| {
        let name = host.rsplit_once(':').filter(|(_, port)| !port.contains(']'));
        let name = name.map_or(host, |(name, _)| name);
        hosts.iter().any(|own| own.eq_ignore_ascii_case(name))
    };
    if hosts.is_empty() || host.is_some_and(own) {
        return Ok(());
    }
    let text = "this server is not known by that name; its operator can add it to `hosts`";
    Err(Fault::new(Code::Origin, text))
}

/// Everything that goes in and out.
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
    // The span is there for whatever else is logged of this request; itself it is rarely of interest.
    span.in_scope(|| match status.is_server_error() {
        true => tracing::warn!(status = code, micros, "a request failed"),
        false => tracing::debug!(status = code, micros, "a request"),
    });
    app.hub.metrics.requests.get_or_create(&Kind { kind: status.as_str().to_owned() }).inc();
    dressed(response, &id, app.hub.config.secure_cookies)
}

async fn answer(app: &App, peer: SocketAddr, request: Request, next: Next) -> Response {
    let address = address(app, request.headers(), peer);
    let allowed = check_host(app, &request)
        .and_then(|()| check_origin(app, &request))
        .and_then(|()| app.limits.addresses.check(address))
        .and_then(|()| app.answering.enter(whole(address)));
    match allowed {
        Ok(place) => held(in_time(request, next).await, place),
        Err(fault) => {
            app.hub.metrics.fault(fault.code);
            Refusal(fault).into_response()
        }
    }
}

async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(PATIENCE, next.run(request)).await {
        Ok(response) => response,
        Err(_) => {
            let fault = Fault::new(Code::Busy, "this took too long; try again");
            Refusal(Fault { retry_ms: Some(2000), ..fault }).into_response()
        }
    }
}

fn dressed(mut response: Response, id: &str, is_https: bool) -> Response {
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
    use super::{AddressLimit, told_by_proxy, whole};
    use axum::http::{HeaderMap, HeaderValue};
    use std::net::IpAddr;
    use std::time::Duration;

    fn address(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn the_proxy_has_the_last_word_on_where_somebody_is() {
        let mut headers = HeaderMap::new();
        assert_eq!(told_by_proxy(&headers), None);
        for line in ["198.51.100.1", "198.51.100.2, 203.0.113.9"] {
            headers.append("x-forwarded-for", HeaderValue::from_static(line));
        }
        assert_eq!(told_by_proxy(&headers), Some(address("203.0.113.9")));
    }

    #[test]
    fn a_site_of_48_bits_has_four_times_as_much_as_a_house() {
        let limit = AddressLimit::new(3, Duration::from_secs(3600));
        let allowed = |house: u32| {
            let from = address(&format!("2001:db8:1:{house:x}::7"));
            (0..100).take_while(|_| limit.check(from).is_ok()).count()
        };
        assert_eq!((1..20).map(allowed).collect::<Vec<_>>()[..5], [3, 3, 3, 3, 0]);
        assert!(limit.check(address("2001:db8:2::1")).is_ok(), "others are not affected");
        let near = |last: u8| limit.check(address(&format!("192.0.2.{last}")));
        assert!((1..50).all(|last| near(last).is_ok()), "the old kind has no sites");
    }

    #[test]
    fn a_house_is_64_bits_and_the_machine_itself_stays_itself() {
        assert_eq!(whole(address("2001:db8:1:2:3:4:5:6")), address("2001:db8:1:2::"));
        for same in ["::1", "127.0.0.1", "192.0.2.7"] {
            assert_eq!(whole(address(same)), address(same));
        }
        let four = address("::ffff:192.0.2.7").to_canonical();
        assert_eq!(whole(four), address("192.0.2.7"), "the old kind is told apart");
    }
}
