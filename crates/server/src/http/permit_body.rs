//! A response body that holds a concurrency permit until it is sent.

use super::concurrency::ConcurrencyPermit;
use axum::body::Body;
use axum::response::Response;
use hyper::body::{Bytes, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};

struct PermitBody {
    body: Body,
    _permit: ConcurrencyPermit,
}

/// Holds the permit until the response is sent or abandoned.
pub(crate) fn hold_permit(response: Response, permit: ConcurrencyPermit) -> Response {
    response.map(|body| Body::new(PermitBody { body, _permit: permit }))
}

impl hyper::body::Body for PermitBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
