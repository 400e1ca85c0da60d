//! Errors as HTTP responses, and extractors that return such errors.

use crate::low_priority;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use orrery_protocol::{Code, Fault, FaultAnswer, Seat};
use serde::de::DeserializeOwned;
use tokio::sync::Semaphore;

/// Maximum number of bytes of a body without a deck.
const MAX_BYTES: usize = 16 * 1024;
/// Maximum number of bytes of a body with a deck.
const MAX_DECK_BODY_BYTES: usize = 300 * 1024;

/// A fault as an HTTP response.
#[derive(Debug)]
pub(crate) struct ApiError(pub(crate) Fault);

impl From<Fault> for ApiError {
    fn from(fault: Fault) -> Self {
        Self(fault)
    }
}

/// Returns the HTTP status of an error code.
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
        // Only `orrery stdio` sends these.
        Code::UnknownCommand
        | Code::UnknownField
        | Code::MissingField
        | Code::NoGame
        | Code::NoEdition
        | Code::NoRule
        | Code::BadOptions
        | Code::BadSetup
        | Code::NotChance
        | Code::TooManyGames
        | Code::TooManyDecks
        | Code::GameTooLong => StatusCode::BAD_REQUEST,
    }
}

impl IntoResponse for ApiError {
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

/// A JSON body of at most `MAX` bytes.
pub(crate) struct JsonBody<T, const MAX: usize = MAX_BYTES>(pub(crate) T);

/// A JSON body that may contain a deck.
pub(crate) type DeckBody<T> = JsonBody<T, MAX_DECK_BODY_BYTES>;

impl<T, S, const MAX: usize> FromRequest<S> for JsonBody<T, MAX>
where
    T: DeserializeOwned + Send + 'static,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        check_content_type(&request)?;
        read(bytes(request, MAX).await?).await.map(Self)
    }
}

/// An optional JSON body. Without a body, it has the default value.
pub(crate) struct OptionalJsonBody<T>(pub(crate) T);

impl<T, S> FromRequest<S> for OptionalJsonBody<T>
where
    T: DeserializeOwned + Default + Send + 'static,
    S: Send + Sync,
{
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let content_type = check_content_type(&request);
        let bytes = bytes(request, MAX_BYTES).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        content_type?;
        let body: Option<T> = read(bytes).await?;
        Ok(Self(body.unwrap_or_default()))
    }
}

/// Checks that the content type is JSON.
///
/// HTML forms of other sites cannot send JSON, so this prevents CSRF.
fn check_content_type(request: &Request) -> Result<(), Fault> {
    let kind = request.headers().get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or("");
    if kind.split(';').next().map(str::trim) == Some("application/json") {
        return Ok(());
    }
    let text = "the body must be JSON, with the content type application/json";
    Err(Fault::new(Code::Malformed, text))
}

async fn bytes(request: Request, max: usize) -> Result<Bytes, Fault> {
    let too_long = |_| Fault::new(Code::TooLong, format!("the body must have at most {max} bytes"));
    axum::body::to_bytes(request.into_body(), max).await.map_err(too_long)
}

/// Allows one body with a long deck to be parsed at a time.
static LONG_BODIES: Semaphore = Semaphore::const_new(1);

/// Parses a body, at low priority if it is long, so that many long bodies do not delay the tables.
async fn read<T: DeserializeOwned + Send + 'static>(bytes: Bytes) -> Result<T, ApiError> {
    let is_long = bytes.len() > MAX_BYTES;
    let parse = move || serde_json::from_slice(&bytes).map_err(|error| Fault::malformed(&error));
    if !is_long {
        return Ok(parse()?);
    }
    // The semaphore is never closed. The job holds the permit, because it continues if the client
    // disconnects.
    let permit = LONG_BODIES.acquire().await.ok();
    let parsed = low_priority::run(move || {
        let _permit = permit;
        parse()
    });
    Ok(parsed.await.ok_or_else(internal_error)??)
}

/// Returns the fault for an error that the server has logged.
pub(super) fn internal_error() -> Fault {
    Fault::new(Code::Internal, "internal error; the server logged it")
}

/// Returns a path parameter, if it is valid text.
async fn path_parameter<S: Send + Sync>(
    parts: &mut Parts,
    state: &S,
    wanted: &str,
) -> Option<String> {
    let path = Path::<Vec<(String, String)>>::from_request_parts(parts, state).await;
    path.ok()?.0.into_iter().find(|(name, _)| name == wanted).map(|(_, text)| text)
}

/// The id of a table in the path.
pub(crate) struct TableId(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for TableId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let id = path_parameter(parts, state, "id").await.filter(|id| crate::secret::is_id(id));
        let none = || Fault::new(Code::NoTable, "no such table: check the id");
        Ok(Self(id.ok_or_else(none)?))
    }
}

/// An id in the path that is not the id of a table.
pub(crate) struct IdPath(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for IdPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let none = || Fault::new(Code::NotFound, "nothing has this id");
        Ok(Self(path_parameter(parts, state, "id").await.ok_or_else(none)?))
    }
}

/// A seat in the path.
pub(crate) struct SeatPath(pub(crate) Seat);

impl<S: Send + Sync> FromRequestParts<S> for SeatPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let word = path_parameter(parts, state, "seat").await;
        let seat = Seat::ALL.into_iter().find(|seat| word.as_deref() == Some(&*seat.to_string()));
        let none = || Fault::new(Code::NotFound, "no such seat: seats are A to E");
        Ok(Self(seat.ok_or_else(none)?))
    }
}

/// The query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, state).await;
        let query = query.map_err(|error| {
            let text: String = error.body_text().chars().take(200).collect();
            Fault::new(Code::BadField, text)
        })?;
        Ok(Self(query.0))
    }
}
