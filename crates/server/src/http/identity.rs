//! Authentication: by the cookie of a guest, or the token of a bot account.

use super::error::ApiError;
use super::quota::Payer;
use super::{App, devices, guard, names};
use crate::devices::OpenSocket;
use crate::secret;
use crate::table::command::User;
use crate::table::store_fault;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use orrery_protocol::{Code, Fault};
use orrery_store::{Device, Hash, Identity, IdentityKind, Login};
use std::net::{IpAddr, SocketAddr};

const COOKIE: &str = "orrery";
/// Name of the cookie under HTTPS.
///
/// Browsers accept a cookie with the prefix `__Host-` only from the host itself, over HTTPS.
const HOST_COOKIE: &str = "__Host-orrery";
/// Maximum age of a cookie in seconds, the longest that browsers allow.
const COOKIE_MAX_AGE: u32 = 400 * 24 * 3600;

/// The authenticated identity of a request, if there is one.
pub(crate) struct MaybeAuthenticated(pub(crate) Option<Authenticated>);

/// The authenticated identity of a request.
pub(crate) struct Authenticated {
    pub(crate) identity: Identity,
    /// The device that sent the secret.
    pub(crate) device: Device,
    /// The client address.
    pub(crate) address: IpAddr,
}

impl Authenticated {
    /// Returns the identity in the form that tables use.
    pub(crate) fn user(&self) -> User {
        user(&self.identity)
    }

    /// Returns the person and address to charge.
    pub(super) fn payer(&self) -> Payer {
        Payer::new(&self.identity, self.address)
    }
}

/// Converts an identity to the form that tables use.
pub(super) fn user(identity: &Identity) -> User {
    User {
        id: identity.id.as_str().into(),
        name: identity.name.clone(),
        program: identity.kind == IdentityKind::Program,
    }
}

impl MaybeAuthenticated {
    /// Returns the identity in the form that tables use.
    pub(crate) fn user(&self) -> Option<User> {
        self.0.as_ref().map(Authenticated::user)
    }
}

/// Returns the secret that a request carries.
fn request_secret(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    if let Some(token) = text(header::AUTHORIZATION).and_then(|it| it.strip_prefix("Bearer ")) {
        return Some(token.trim().to_owned());
    }
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookies: Vec<&str> = all.flat_map(|line| line.split(';')).map(str::trim).collect();
    let named = |name: &str| {
        let mut values = cookies.iter().filter_map(|cookie| cookie.strip_prefix(name));
        values.find_map(|rest| rest.strip_prefix('=').map(str::to_owned))
    };
    // Browsers that logged in before the server used HTTPS have the cookie without the prefix.
    named(HOST_COOKIE).or_else(|| named(COOKIE))
}

impl FromRequestParts<App> for MaybeAuthenticated {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let Some(secret) = request_secret_hash(&parts.headers) else { return Ok(Self(None)) };
        let found = app.hub.store.login(secret).await.map_err(|error| store_fault(&error))?;
        let Some(Login { identity, device }) = found else { return Ok(Self(None)) };
        app.limits.count_request(&identity.id)?;
        record_use(app, &device);
        let peer = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
        let ConnectInfo(peer) = peer.map_err(|why| Fault::new(Code::Internal, why.body_text()))?;
        let address = guard::address(app, &parts.headers, peer);
        app.hub.addresses.record(&identity.id, guard::network(address));
        Ok(Self(Some(Authenticated { identity, device, address })))
    }
}

/// Returns the hash of the secret that a request carries.
fn request_secret_hash(headers: &HeaderMap) -> Option<Hash> {
    request_secret(headers).filter(|secret| secret.len() <= 64).map(|secret| secret::hash(&secret))
}

/// Records the first use of a device on a day.
fn record_use(app: &App, device: &Device) {
    let (today, secret) = (devices::today(app), device.secret);
    if device.used.is_none_or(|used| used < today) {
        let hub = std::sync::Arc::clone(&app.hub);
        tokio::spawn(async move {
            if let Err(error) = hub.store.use_device(secret, today).await {
                tracing::debug!(%error, "failed to record device use");
            }
        });
    }
}

/// Authentication of a socket.
///
/// It registers the device before it asks the store. If another request logs the device out at the
/// same time, either the store refuses the login, or the registration receives the notice.
pub(crate) struct SocketAuth {
    pub(crate) user: Option<User>,
    pub(crate) device: Option<OpenSocket>,
    /// The person and address to charge for chat.
    pub(super) payer: Option<Payer>,
}

impl FromRequestParts<App> for SocketAuth {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let device =
            request_secret_hash(&parts.headers).map(|secret| app.hub.devices.open_socket(secret));
        let me = MaybeAuthenticated::from_request_parts(parts, app).await?;
        let (user, payer) = (me.user(), me.0.as_ref().map(Authenticated::payer));
        // An unknown secret belongs to no device.
        Ok(Self { device: device.filter(|_| user.is_some()), user, payer })
    }
}

impl FromRequestParts<App> for Authenticated {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let nobody = || {
            let text = "no identity yet: create one with POST /api/me";
            Fault::new(Code::NoIdentity, text)
        };
        Ok(MaybeAuthenticated::from_request_parts(parts, app).await?.0.ok_or_else(nobody)?)
    }
}

/// Returns a header value that sets the cookie to this secret.
pub(crate) fn cookie(app: &App, secret: &str) -> HeaderValue {
    set_cookie(app, secret, COOKIE_MAX_AGE)
}

/// Returns a header value that deletes the cookie.
pub(crate) fn no_cookie(app: &App) -> HeaderValue {
    set_cookie(app, "", 0)
}

fn set_cookie(app: &App, secret: &str, age: u32) -> HeaderValue {
    let (name, secure) = match app.hub.config.secure_cookies {
        true => (HOST_COOKIE, "; Secure"),
        false => (COOKIE, ""),
    };
    let text = format!("{name}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{secure}");
    // Secrets contain only letters, digits, `-` and `_`.
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// Normalises a name. Refuses a name that is invisible, too long or misleading.
pub(crate) fn checked_name(name: &str) -> Result<String, Fault> {
    let bad = |text: &str| Fault::invalid("name", text);
    let name = names::normalise(name);
    if !(1..=30).contains(&name.chars().count()) {
        return Err(bad("a name must have 1 to 30 visible characters"));
    }
    if !names::is_one_script(&name) {
        return Err(bad(
            "a name must use one script, because letters of several scripts look alike",
        ));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::{checked_name, request_secret};
    use axum::http::{HeaderMap, HeaderValue, header};

    #[test]
    fn names_are_normalised_and_checked() {
        assert_eq!(checked_name("  Ada \u{202e} L. ").expect("a name"), "Ada L.");
        assert!(checked_name(" \u{200b} ").is_err());
        assert!(checked_name(&"x".repeat(31)).is_err());
        assert!(checked_name("\u{3164}\u{2800}").is_err(), "all characters are invisible");
        assert!(checked_name("p\u{430}ypal").is_err(), "one letter is Cyrillic");
    }

    #[test]
    fn a_secret_is_a_token_or_a_cookie() {
        let mut headers = HeaderMap::new();
        assert_eq!(request_secret(&headers), None);
        headers.insert(header::COOKIE, HeaderValue::from_static("a=1; orrery=s3cret; orreryx=2"));
        assert_eq!(request_secret(&headers).as_deref(), Some("s3cret"));
        headers.append(header::COOKIE, HeaderValue::from_static("__Host-orrery=safer"));
        assert_eq!(request_secret(&headers).as_deref(), Some("safer"), "only this host can set it");
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Bearer tok"));
        assert_eq!(request_secret(&headers).as_deref(), Some("tok"));
    }
}
