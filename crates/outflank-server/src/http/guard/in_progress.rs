//! A proxy uses each connection for many clients, so connections cannot be counted when they are accepted. Instead, every request in
//! progress counts for the client that it names, until the response is sent, the stream ends or the socket is closed.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};

use super::Guard;
use super::client::{AddressGroup, Peer};
use crate::limits::Share;
use crate::wire::{ErrorKind, Problem};

/// Counts a request until its last clone is dropped. A socket keeps one, because it outlives its request.
#[derive(Clone)]
pub(in crate::http) struct InProgress(#[expect(dead_code, reason = "it is there to be dropped")] Arc<Share>);

pub(super) async fn limit(State(guard): State<Arc<Guard>>, mut request: Request, next: Next) -> Response {
    let Some(client) = guard.forwarded_client(&request) else { return next.run(request).await };
    let Some(share) = guard.connections.share(client) else {
        return Problem::new(ErrorKind::TooMany, "too many connections from your address").into_response();
    };
    let in_progress = InProgress(Arc::new(share));
    request.extensions_mut().insert(in_progress.clone());
    next.run(request).await.map(|body| Body::new(CountedBody { body, _in_progress: in_progress }))
}

impl Guard {
    /// None for a direct connection, which was counted when it was accepted, and for requests of the proxy itself.
    fn forwarded_client(&self, request: &Request) -> Option<AddressGroup> {
        let Peer(peer) = *request.extensions().get()?;
        let client = self.client(request)?;
        (self.is_trusted(peer) && !self.is_trusted(client.ip())).then(|| client.group())
    }
}

struct CountedBody {
    body: Body,
    _in_progress: InProgress,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
