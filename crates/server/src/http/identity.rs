//! Who asks: the cookie of a guest, or the token of a program.

use super::quota::Payer;
use super::refusal::Refusal;
use super::{App, devices, guard, names};
use crate::devices::OpenSocket;
use crate::secret;
use crate::table::command::Who;
use crate::table::store_fault;
use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use orrery_protocol::{Code, Fault};
use orrery_store::{Device, Hash, Identity, IdentityKind, Login};
use std::net::{IpAddr, SocketAddr};

const COOKIE: &str = "orrery";
/// The same by HTTPS: no other host, and no page without HTTPS, can set a cookie of this name.
const HOST_COOKIE: &str = "__Host-orrery";
/// As long as browsers keep a cookie at most.
const AGE: u32 = 400 * 24 * 3600;

/// Whoever asks, if anybody.
pub(crate) struct Me(pub(crate) Option<Known>);

/// Somebody.
pub(crate) struct Known {
    pub(crate) identity: Identity,
    /// The device that proves it.
    pub(crate) device: Device,
    /// Where the request comes from.
    pub(crate) address: IpAddr,
}

impl Known {
    /// As tables know it.
    pub(crate) fn who(&self) -> Who {
        who(&self.identity)
    }

    /// Who is charged for what it has stored.
    pub(super) fn payer(&self) -> Payer {
        Payer::new(&self.identity, self.address)
    }
}

/// As tables know an identity.
pub(super) fn who(identity: &Identity) -> Who {
    Who {
        id: identity.id.as_str().into(),
        name: identity.name.clone(),
        program: identity.kind == IdentityKind::Program,
    }
}

impl Me {
    /// As tables know it.
    pub(crate) fn who(&self) -> Option<Who> {
        self.0.as_ref().map(Known::who)
    }
}

/// The secret that a request carries.
fn carried(headers: &HeaderMap) -> Option<String> {
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
    // Browsers that came before the server had HTTPS, or from the version before, have the plain one.
    named(HOST_COOKIE).or_else(|| named(COOKIE))
}

impl FromRequestParts<App> for Me {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let Some(secret) = carried_hash(&parts.headers) else { return Ok(Self(None)) };
        let found = app.hub.store.login(secret).await.map_err(|error| store_fault(&error))?;
        let Some(Login { identity, device }) = found else { return Ok(Self(None)) };
        app.limits.identity(&identity.id)?;
        note_use(app, &device);
        let peer = ConnectInfo::<SocketAddr>::from_request_parts(parts, app).await;
        let ConnectInfo(peer) = peer.map_err(|why| Fault::new(Code::Internal, why.body_text()))?;
        let address = guard::address(app, &parts.headers, peer);
        app.hub.addresses.note(&identity.id, guard::whole(address));
        Ok(Self(Some(Known { identity, device, address })))
    }
}

/// The hash of the secret that a request carries.
fn carried_hash(headers: &HeaderMap) -> Option<Hash> {
    carried(headers).filter(|secret| secret.len() <= 64).map(|secret| secret::hash(&secret))
}

/// Notes the first use of a device on a day.
fn note_use(app: &App, device: &Device) {
    let (today, secret) = (devices::today(app), device.secret);
    if device.used.is_none_or(|used| used < today) {
        let hub = std::sync::Arc::clone(&app.hub);
        tokio::spawn(async move {
            if let Err(error) = hub.store.use_device(secret, today).await {
                tracing::debug!(%error, "failed to note the use of a device");
            }
        });
    }
}

/// Whoever opens a socket. The device is entered before the store is asked who it is: if it is logged
/// out at the same time, either the store or the entry says so.
pub(crate) struct Comer {
    pub(crate) who: Option<Who>,
    pub(crate) device: Option<OpenSocket>,
    /// The account that pays for what the socket stores.
    pub(super) payer: Option<Payer>,
}

impl FromRequestParts<App> for Comer {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let device = carried_hash(&parts.headers).map(|secret| app.hub.devices.enter(secret));
        let me = Me::from_request_parts(parts, app).await?;
        let (who, payer) = (me.who(), me.0.as_ref().map(Known::payer));
        // A secret that is nobody's is no device.
        Ok(Self { device: device.filter(|_| who.is_some()), who, payer })
    }
}

impl FromRequestParts<App> for Known {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Refusal> {
        let nobody = || {
            let text = "you are nobody yet: say your name first (POST /api/me)";
            Fault::new(Code::NoIdentity, text)
        };
        Ok(Me::from_request_parts(parts, app).await?.0.ok_or_else(nobody)?)
    }
}

/// The cookie with this secret.
pub(crate) fn cookie(app: &App, secret: &str) -> HeaderValue {
    set_cookie(app, secret, AGE)
}

/// A cookie that takes the old one away.
pub(crate) fn no_cookie(app: &App) -> HeaderValue {
    set_cookie(app, "", 0)
}

fn set_cookie(app: &App, secret: &str, age: u32) -> HeaderValue {
    let (name, secure) = match app.hub.config.secure_cookies {
        true => (HOST_COOKIE, "; Secure"),
        false => (COOKIE, ""),
    };
    let text = format!("{name}={secret}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{secure}");
    // Secrets are plain letters and digits.
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
}

/// A name as it may be shown.
pub(crate) fn checked_name(name: &str) -> Result<String, Fault> {
    let bad =
        |text: &str| Fault { field: Some("name".to_owned()), ..Fault::new(Code::BadField, text) };
    let name = names::plain(name);
    if !(1..=30).contains(&name.chars().count()) {
        return Err(bad("a name has 1 to 30 characters"));
    }
    if !names::is_one_script(&name) {
        return Err(bad("a name is written in one script: letters of several look alike"));
    }
    Ok(name)
}

#[cfg(test)]
mod tests {
    use super::{carried, checked_name};
    use axum::http::{HeaderMap, HeaderValue, header};

    #[test]
    fn names_are_plain() {
        assert_eq!(checked_name("  Ada \u{202e} L. ").expect("a name"), "Ada L.");
        assert!(checked_name(" \u{200b} ").is_err());
        assert!(checked_name(&"x".repeat(31)).is_err());
        assert!(checked_name("\u{3164}\u{2800}").is_err(), "nothing is seen of it");
        assert!(checked_name("p\u{430}ypal").is_err(), "one letter is Cyrillic");
    }

    #[test]
    fn secrets_come_as_a_token_or_in_a_cookie() {
        let mut headers = HeaderMap::new();
        assert_eq!(carried(&headers), None);
        headers.insert(header::COOKIE, HeaderValue::from_static("a=1; orrery=s3cret; orreryx=2"));
        assert_eq!(carried(&headers).as_deref(), Some("s3cret"));
        headers.append(header::COOKIE, HeaderValue::from_static("__Host-orrery=safer"));
        assert_eq!(carried(&headers).as_deref(), Some("safer"), "nobody else can have set it");
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Bearer tok"));
        assert_eq!(carried(&headers).as_deref(), Some("tok"));
    }
}
