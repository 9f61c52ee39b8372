//! The page of a game with the game in it: its board is there before any script, and its state before the socket is open.

use std::time::Duration;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::Method;
use axum::http::request::Parts;
use axum::middleware::Next;
use axum::response::Response;
use outflank_render::sanitize;
use outflank_rules::Square;
use tokio::time::timeout;

use super::auth::{Identity, requested_url};
use super::files;
use super::{AddressGroup, AppState};
use crate::GameId;
use crate::export::GameHead;
use crate::wire::FullGame;

/// If the store takes longer, the page comes without the game, and the socket brings it.
const PATIENCE: Duration = Duration::from_millis(300);

/// Serves the page of a game before the API serves its record: the router cannot separate `/game/ID` from `/game/ID.ggf`.
pub(super) async fn first(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if path.strip_prefix("/game/").is_none_or(|name| name.contains(['.', '/'])) {
        return next.run(request).await;
    }
    let (mut parts, _) = request.into_parts();
    let found = timeout(PATIENCE, game(&app, &mut parts)).await.ok().flatten();
    let filled = found.and_then(|(full, head)| {
        let base = app.reach.public_url().cloned().or_else(|| requested_url(&parts.headers, false));
        let head = head.map(|head| preview_tags(&head, &base.map(|url| url.to_string()).unwrap_or_default()));
        app.files.filled("game", &parts.headers, |page| fill(page, &full, head.as_deref().unwrap_or_default()))
    });
    match filled {
        Some(response) => response,
        None => files::serve(State(app.files), parts.method, parts.uri, parts.headers).await,
    }
}

/// `None` if the sender may not see it, or has seen many. Public games have a head.
async fn game(app: &AppState, parts: &mut Parts) -> Option<(FullGame, Option<GameHead>)> {
    let id: GameId = parts.uri.path().strip_prefix("/game/")?.parse().ok()?;
    let identity = Identity::from_request_parts(parts, app).await.ok().filter(|_| parts.method == Method::GET)?;
    let Ok(client) = AddressGroup::from_request_parts(parts, app).await;
    app.budgets.exports.take(client).ok()?;
    let full = app.hall.full(id, identity.hash()).await.ok()?;
    let head = if full.public { app.page_head(id).await } else { None };
    Some((full, head))
}

fn preview_tags(head: &GameHead, base: &str) -> String {
    let GameHead { title, description, image } = head;
    let image = format!("{base}{image}");
    let tags = [
        ("name", "twitter:card", "summary_large_image"),
        ("property", "og:site_name", "Outflank"),
        ("property", "og:type", "website"),
        ("property", "og:title", title),
        ("property", "og:description", description),
        ("property", "og:image", &image),
        ("property", "og:image:width", "1200"),
        ("property", "og:image:height", "630"),
    ];
    let tag = |(kind, name, content): (&str, &str, &str)| {
        format!("<meta {kind}=\"{name}\" content=\"{}\">\n", sanitize::markup(content))
    };
    tags.into_iter().map(tag).collect()
}

fn fill(page: &str, full: &FullGame, tags: &str) -> Option<String> {
    // In a script element, only `<` can end the text.
    let json = serde_json::to_string(full).ok()?.replace('<', "\\u003c");
    let (head, mut rest) = page.split_once("</head>")?;
    let mut filled = format!("{head}{tags}<script type=\"application/json\" id=\"state\">{json}</script>\n</head>");
    // The squares of the page are in this order.
    for (square, disc) in Square::ALL.into_iter().zip(full.state.board.chars()) {
        let color = match disc {
            'X' => "black",
            'O' => "white",
            _ => continue,
        };
        let (before, after) = rest.split_once(&format!("aria-label=\"{square}, empty\"><span class=\"disc\""))?;
        filled += before;
        filled += &format!("aria-label=\"{square}, {color}\"><span class=\"disc\" data-disc=\"{color}\"");
        rest = after;
    }
    filled += rest;
    Some(filled)
}
