//! Refusals as HTTP answers, and bodies and paths that are refused in the same form.

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{Code, Fault, FaultAnswer, Seat};
use serde::de::DeserializeOwned;

/// Most bytes of a body: a deck and its settings.
const MOST: usize = 300 * 1024;

/// A refusal.
#[derive(Debug)]
pub(crate) struct Refusal(pub(crate) Fault);

impl From<Fault> for Refusal {
    fn from(fault: Fault) -> Self {
        Self(fault)
    }
}

/// The status of a refusal.
const fn status(code: Code) -> StatusCode {
    match code {
        Code::Malformed | Code::Version | Code::Hello | Code::BadField | Code::NotAStep => {
            StatusCode::BAD_REQUEST
        }
        Code::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
        Code::NoIdentity => StatusCode::UNAUTHORIZED,
        Code::NoRecovery | Code::NotHost | Code::NotSeated | Code::NotAdmitted | Code::Origin => {
            StatusCode::FORBIDDEN
        }
        Code::NoTable | Code::NotFound => StatusCode::NOT_FOUND,
        Code::Method => StatusCode::METHOD_NOT_ALLOWED,
        Code::SeatTaken
        | Code::AlreadySeated
        | Code::SeatsEmpty
        | Code::Begun
        | Code::NotBegun
        | Code::Over
        | Code::NotAsked
        | Code::Stale
        | Code::NothingToUndo => StatusCode::CONFLICT,
        Code::Illegal | Code::Options | Code::BadDeck => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
        Code::Busy | Code::Store | Code::Apart => StatusCode::SERVICE_UNAVAILABLE,
        Code::Damaged => StatusCode::GONE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let retry = self.0.retry_ms.map(|ms| ms.div_ceil(1000).max(1));
        let mut response =
            (status(self.0.code), Json(FaultAnswer { error: self.0 })).into_response();
        if let Some(seconds) = retry {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// A body of JSON.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        check_kind(&request)?;
        read(&bytes(request).await?).map(Self)
    }
}

/// A body of JSON that may be left out.
pub(crate) struct MaybeBody<T>(pub(crate) T);

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for MaybeBody<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Self, Refusal> {
        let kind = check_kind(&request);
        let bytes = bytes(request).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        kind?;
        read(&bytes).map(Self)
    }
}

/// A form of another site cannot have this type, so it cannot get here.
fn check_kind(request: &Request) -> Result<(), Fault> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.split(';').next().map(str::trim) == Some("application/json") {
        return Ok(());
    }
    let text = "the body must be JSON, with the content type application/json";
    Err(Fault::new(Code::Malformed, text))
}

async fn bytes(request: Request) -> Result<Bytes, Fault> {
    let too_long = |_| Fault::new(Code::TooLong, format!("a body has at most {MOST} bytes"));
    axum::body::to_bytes(request.into_body(), MOST).await.map_err(too_long)
}

fn read<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(bytes).map_err(|error| Fault::malformed(&error).into())
}

/// A part of the path; nothing if it is not even text.
async fn part<S: Send + Sync>(parts: &mut Parts, state: &S, wanted: &str) -> Option<String> {
    let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
    path.ok()?.0.into_iter().find(|(name, _)| name == wanted).map(|(_, text)| text)
}

/// The id of a table in the path.
pub(crate) struct TableId(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for TableId {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let id = part(parts, state, "id").await.filter(|id| crate::secret::is_id(id));
        let none = || Fault::new(Code::NoTable, "there is no such table");
        Ok(Self(id.ok_or_else(none)?))
    }
}

/// Another id in the path.
pub(crate) struct Named(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let none = || Fault::new(Code::NotFound, "there is nothing of this name");
        Ok(Self(part(parts, state, "id").await.ok_or_else(none)?))
    }
}

/// A seat in the path.
pub(crate) struct SeatPath(pub(crate) Seat);

impl<S: Send + Sync> FromRequestParts<S> for SeatPath {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let word = part(parts, state, "seat").await;
        let seat = Seat::ALL.into_iter().find(|seat| word.as_deref() == Some(&*seat.to_string()));
        let none = || Fault::new(Code::NotFound, "there is no such seat: they are A to E");
        Ok(Self(seat.ok_or_else(none)?))
    }
}

/// The query of an address, refused in our form.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        let query = query.map_err(|error| {
            let text: String = error.body_text().chars().take(200).collect();
            Fault::new(Code::BadField, text)
        })?;
        Ok(Self(query.0))
    }
}
