//! The body of an answer that keeps a place for as long as it is being sent.

use super::crowd::Place;
use axum::body::Body;
use axum::response::Response;
use hyper::body::{Bytes, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};

struct Held {
    body: Body,
    _place: Place,
}

/// Keeps the place until the answer is sent or given up.
pub(crate) fn held(response: Response, place: Place) -> Response {
    response.map(|body| Body::new(Held { body, _place: place }))
}

impl hyper::body::Body for Held {
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
