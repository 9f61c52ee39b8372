use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use outflank_formats::format::Format;
use tokio::time::sleep;

use super::auth::Identity;
use super::errors::Refusals;
use super::study::run_blocking;
use super::{AddressGroup, AppState};
use crate::store::{Cursor, Page};
use crate::wire::{ErrorKind, Problem};
use crate::{SecretHash, export};

const AT_ONCE: usize = 20;

const MAX_PAGES: usize = 500;

/// Returns all games in which the secret holds a player's seat and that have begun, latest change first: at most 10,000.
#[utoipa::path(
    get,
    path = "/api/games/mine.ggf",
    tag = "records",
    responses((status = 200, description = "The records.", body = String, content_type = "application/x-ggf"), Refusals)
)]
pub(super) async fn own_games(
    State(app): State<AppState>,
    identity: Identity,
    client: AddressGroup,
) -> Result<Response, Problem> {
    let no_games = || Problem::new(ErrorKind::NoSuchSecret, "a secret is needed to export your own games");
    let secret = identity.hash().ok_or_else(no_games)?;
    app.budgets.exports.take(client)?;
    let mut export = Export { app, client, secret, next: Some(None), pages: 0 };
    let first = export.page().await?.unwrap_or_default();
    let headers = [
        (header::CONTENT_TYPE, "application/x-ggf; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"outflank-games.ggf\""),
    ];
    Ok((headers, Body::from_stream(pieces(first, export))).into_response())
}

struct Export {
    app: AppState,
    client: AddressGroup,
    secret: SecretHash,
    next: Option<Option<Cursor>>,
    pages: usize,
}

impl Export {
    async fn page(&mut self) -> Result<Option<Bytes>, Problem> {
        let Some(after) = self.next.filter(|_| self.pages < MAX_PAGES) else { return Ok(None) };
        let (games, next) = self.app.hall.played_by(self.secret, Page { after, count: AT_ONCE }).await?;
        (self.next, self.pages) = (next.map(Some), self.pages + 1);
        let text = run_blocking(move || {
            games.iter().map(|game| export::text(game, Format::Ggf)).collect::<Result<String, _>>()
        });
        Ok(Some(text.await?.into()))
    }

    /// Like a client that requests one page after the other, but it waits instead of being rejected.
    async fn paced_page(&mut self) -> Result<Option<Bytes>, Problem> {
        while self.next.is_some()
            && let Err(spent) = self.app.budgets.exports.take(self.client)
        {
            sleep(Duration::from_secs(spent.seconds())).await;
        }
        self.page().await
    }
}

/// An error breaks the connection off, so that the client doesn't take a part for the whole.
fn pieces(first: Bytes, export: Export) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold((Some(first), export), |(first, mut export)| async move {
        let piece = match first {
            Some(first) => Some(first),
            None => export.paced_page().await.map_err(|problem| io::Error::other(problem.message))?,
        };
        Ok(piece.map(|piece| (piece, (None, export))))
    })
}
