//! Entry points of the fuzz targets: the server answers every input without an internal error, and a new server finds
//! the same game in the store. Each input gets its own server, so failures are reproducible.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::DefaultBodyLimit;
use axum::http::Request;
use axum::http::header::{CONTENT_TYPE, HOST};
use outflank_players::BookUse;
use tokio::runtime::Runtime;
use tokio::sync::Notify;
use tokio::time::timeout;
use tower::ServiceExt;

use crate::config::Limits;
use crate::engine::EnginePool;
use crate::export::Pictures;
use crate::http::{AddressGroup, AppState, Files, ForeignOrigins, SocketClient, router};
use crate::jobs::{MemoryQueue, ReportService};
use crate::limits::Budgets;
use crate::live::Hall;
use crate::reach::Reach;
use crate::store::{MemoryStore, Store};
use crate::study::Library;
use crate::wire::{JoinRequest, Proposal};
use crate::{Clock, GameId, Secret, ServerId};

#[cfg(test)]
mod tests;

/// The client gives up after this time, since the engine could search longer.
const PATIENCE: Duration = Duration::from_millis(250);

const STREAM_READ_TIME: Duration = Duration::from_millis(5);

const MOST_BYTES: usize = 1 << 20;

const MOST: usize = 40;

const BETWEEN: &str = "\n%%\n";

/// Sends requests, each with headers and body:
///
/// ```text
/// POST /api/game/{id}/command
/// authorization: Bearer {white}
///
/// {"id": "c-1", "seen": 4, "command": "play", "square": "f6"}
/// ```
///
/// `{id}` is a running game, `{black}` and `{white}` are its players' secrets.
pub fn requests(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    RUNTIME.block_on(async {
        let site = Site::open().await;
        for request in text.split(BETWEEN).take(MOST) {
            site.ask(request).await;
        }
        site.close().await;
    });
}

/// One message per line: `b` before Black's, `w` before White's, anything else before a watcher's.
pub fn talk(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    RUNTIME.block_on(async {
        let site = Site::open().await;
        for line in text.lines().take(MOST) {
            let who = match line.chars().next() {
                Some('b') => Some(site.black.hash()),
                Some('w') => Some(site.white.hash()),
                _ => None,
            };
            let said: String = line.chars().skip(1).collect();
            let address = AddressGroup::V4(0);
            let client = SocketClient { app: site.app.clone(), game: site.game, secret: who, address };
            if let Some(reply) = client.answer(&said).await {
                let reply = serde_json::to_value(&reply).expect("a reply is plain JSON");
                let status = reply["status"].as_u64().unwrap_or(200);
                assert!(status < 500, "{line}: {reply}");
            }
        }
        site.close().await;
    });
}

static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime without a network")
});

/// Shared by all inputs, because it starts threads.
static FILES: LazyLock<Files> = LazyLock::new(|| Files::embedded(&[]));

static ENGINE: LazyLock<EnginePool> = LazyLock::new(|| EnginePool::start(1, BookUse::ByLevel));

struct Site {
    store: Arc<MemoryStore>,
    app: AppState,
    router: Router,
    game: GameId,
    black: Secret,
    white: Secret,
}

impl Site {
    async fn open() -> Site {
        let (store, clock) = (Arc::new(MemoryStore::new()), Clock::start());
        let hall = hall(store.clone()).await;
        let [black, white] = [1, 2].map(|byte| secret([byte; 16]));
        let proposal = serde_json::from_str::<Proposal>(r#"{"white": "anyone", "clock": {"main": 600000}}"#);
        let created =
            hall.create(proposal.expect("a proposal"), Some(black.hash()), None).await.expect("there is room");
        hall.join(created.id, white.hash(), JoinRequest::default()).await.expect("the seat is free");
        let reports = ReportService::new(Arc::new(MemoryQueue::new()), Arc::new(Notify::new()));
        let collection = Library::default();
        let (reach, foreign_origins) = (Reach::new(None, &[]), ForeignOrigins::new());
        let engine = ENGINE.clone();
        let limits = Limits::default();
        let (budgets, pictures) = (Arc::new(Budgets::new(&limits)), Pictures::new(limits.picture_cache_bytes));
        let files = FILES.clone();
        let app =
            AppState { hall, engine, reports, clock, reach, foreign_origins, collection, budgets, pictures, files };
        let router = router(app.clone()).layer(DefaultBodyLimit::max(MOST_BYTES));
        Site { store, app, router, game: created.id, black, white }
    }

    async fn ask(&self, request: &str) {
        let text = request
            .replace("{id}", self.game.as_str())
            .replace("{black}", &self.black.reveal())
            .replace("{white}", &self.white.reveal());
        let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
        let mut lines = head.lines();
        let (method, address) = lines.next().and_then(|line| line.split_once(' ')).unwrap_or_default();
        let mut builder = Request::builder().method(method).uri(address).header(HOST, "othello.example");
        if !body.is_empty() {
            builder = builder.header(CONTENT_TYPE, "application/json");
        }
        for (name, value) in lines.filter_map(|line| line.split_once(':')) {
            builder = builder.header(name.trim(), value.trim());
        }
        let Ok(request) = builder.body(Body::from(body.to_owned())) else { return };
        if let Ok(Ok(response)) = timeout(PATIENCE, self.router.clone().oneshot(request)).await {
            let status = response.status();
            let read = timeout(STREAM_READ_TIME, to_bytes(response.into_body(), MOST_BYTES)).await;
            assert!(status.as_u16() < 500, "{text}\n{status}: {read:?}");
        }
    }

    /// A new server must find the game in the same state. Then both stop.
    async fn close(self) {
        let who = Some(self.black.hash());
        let known = self.app.hall.full(self.game, who).await.expect("the game goes on");
        let next = hall(self.store.clone()).await;
        let found = next.full(self.game, who).await.expect("the game is kept");
        // A machine that stood still for a moment stops and restarts the clocks, which adds events.
        assert!(found.state.number >= known.state.number, "what is known is kept");
        let state = |state: crate::wire::State| (state.moves, state.board, state.status, state.offers);
        assert_eq!(state(found.state), state(known.state), "what is known is what is kept");
        self.app.hall.close().await;
        next.close().await;
        self.store.close().await;
    }
}

async fn hall(store: Arc<MemoryStore>) -> Hall {
    let (engine, limits) = (ENGINE.clone(), Limits::default());
    Hall::open(store, Clock::start(), engine, &limits, ServerId::random()).await.expect("a store in memory answers")
}

fn secret(bytes: [u8; 16]) -> Secret {
    use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
    BASE64_URL_SAFE_NO_PAD.encode(bytes).parse().expect("16 bytes are a secret")
}
