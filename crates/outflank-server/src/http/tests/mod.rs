mod api;
mod described;
mod drill;
mod exported;
mod game_page;
mod hostile;
mod limits;
mod links;
mod list_streams;
mod lists;
mod reports;
mod secrets;
mod site;
mod sockets;
mod streams;
mod study;
mod tags;
mod tutorial;
mod wire_types;

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use axum::response::Response;
use outflank_players::BookUse;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tower::ServiceExt;

use super::{AddressGroup, AppState, Files, ForeignOrigins, Peer, router};
use crate::config::Limits;
use crate::engine::EnginePool;
use crate::export::Pictures;
use crate::jobs::{MemoryQueue, ReportService};
use crate::limits::Budgets;
use crate::live::Hall;
use crate::reach::Reach;
use crate::store::MemoryStore;
use crate::study::Library;
use crate::{Clock, ServerId};

const MOST_BYTES: usize = 64 * 1024;

const HOST: &str = "othello.example";

/// Compressing them takes a while.
static FILES: LazyLock<Files> = LazyLock::new(|| Files::embedded(&[]));

struct Site {
    router: Router,
    app: AppState,
    queue: Arc<MemoryQueue>,
    wake: Arc<Notify>,
}

impl Site {
    async fn open() -> Site {
        Site::at(None).await
    }

    async fn at(public_url: Option<&str>) -> Site {
        Site::with(public_url, Library::default()).await
    }

    async fn with_collection(collection: Library) -> Site {
        Site::with(None, collection).await
    }

    async fn with(public_url: Option<&str>, collection: Library) -> Site {
        Site::configured(public_url, collection, &Limits::default()).await
    }

    /// A server with other limits and a public game. Both players share the address of tests that have none.
    async fn with_limits(change: impl FnOnce(&mut Limits)) -> (Site, Sitting) {
        let mut limits = Limits::default();
        change(&mut limits);
        let site = Site::configured(None, Library::default(), &limits).await;
        let game = site.game(true).await;
        (site, game)
    }

    async fn configured(public_url: Option<&str>, collection: Library, limits: &Limits) -> Site {
        let (clock, engine) = (Clock::start(), EnginePool::start(1, BookUse::ByLevel));
        let store = Arc::new(MemoryStore::new());
        let hall = Hall::open(store, clock.clone(), engine.clone(), limits, ServerId::random()).await.unwrap();
        let (queue, wake) = (Arc::new(MemoryQueue::new()), Arc::new(Notify::new()));
        let reports = ReportService::new(queue.clone(), Arc::clone(&wake));
        let listening = ["127.0.0.1:8220".parse().unwrap()];
        let reach = Reach::new(public_url.map(|url| url.parse().unwrap()), &listening);
        let foreign_origins = ForeignOrigins::new();
        let (budgets, pictures) = (Arc::new(Budgets::new(limits)), Pictures::new(limits.picture_cache_bytes));
        let files = FILES.clone();
        let app =
            AppState { hall, engine, reports, clock, reach, foreign_origins, collection, budgets, pictures, files };
        let router = router(app.clone()).layer(DefaultBodyLimit::max(MOST_BYTES));
        Site { router, app, queue, wake }
    }

    async fn ask(&self, ask: Ask) -> TestResponse {
        ask.send(&self.router).await
    }

    /// Dropping the response closes the connection.
    async fn begin(&self, ask: Ask) -> Response {
        self.router.clone().oneshot(ask.request()).await.unwrap()
    }

    async fn with_game(public: bool) -> (Site, Sitting) {
        let site = Site::open().await;
        let game = site.game(public).await;
        (site, game)
    }

    async fn game(&self, public: bool) -> Sitting {
        let proposal = json!({"black": "me", "white": "friend", "public": public, "takebacks": "asked", "name": "Ann"});
        let (black, white) = (crate::Secret::random().reveal(), crate::Secret::random().reveal());
        let created = self.ask(post("/api/games", proposal).bearer(&black)).await.expect(201);
        let token = |seat: &str| created["tokens"][seat].as_str().map(str::to_owned);
        let api = format!("/api/game/{}", created["id"].as_str().unwrap());
        let seat = json!({"token": token("white").unwrap()});
        self.ask(post(&format!("{api}/seat"), seat).bearer(&white)).await.expect(200);
        self.ask(post(&format!("{api}/join"), json!({"name": "Bob"})).bearer(&white)).await.expect(200);
        let full = self.ask(get(&api).bearer(&white)).await.expect(200);
        let number = full["state"]["number"].as_u64().unwrap();
        let play = json!({"id": "first", "seen": number, "command": "play", "square": "f5"});
        let ack = self.ask(post(&format!("{api}/command"), play).bearer(&black)).await.expect(200);
        Sitting { api, black, white, watch: token("watch"), number: ack["number"].as_u64().unwrap(), created }
    }
}

struct Sitting {
    api: String,
    black: String,
    white: String,
    watch: Option<String>,
    number: u64,
    created: Value,
}

impl Sitting {
    fn id(&self) -> &str {
        self.api.rsplit('/').next().unwrap()
    }

    fn at(&self, rest: &str) -> String {
        format!("{}/{rest}", self.api)
    }

    fn play(&self, id: &str, seen: u64, square: &str) -> Ask {
        self.command(json!({"id": id, "seen": seen, "command": "play", "square": square}))
    }

    fn command(&self, command: Value) -> Ask {
        post(&self.at("command"), command)
    }
}

pub(super) fn get(path: &str) -> Ask {
    Ask { builder: Request::builder().uri(path).header(header::HOST, HOST), body: Body::empty() }
}

pub(super) fn post(path: &str, body: Value) -> Ask {
    let builder = Request::builder().method(Method::POST).uri(path).header(header::HOST, HOST);
    Ask { builder: builder.header(header::CONTENT_TYPE, "application/json"), body: Body::from(body.to_string()) }
}

pub(super) struct Ask {
    builder: axum::http::request::Builder,
    body: Body,
}

impl Ask {
    pub(super) fn with(self, name: impl AsRef<str>, value: &str) -> Ask {
        Ask { builder: self.builder.header(name.as_ref(), value), ..self }
    }

    pub(super) fn method(self, method: &str) -> Ask {
        Ask { builder: self.builder.method(method), ..self }
    }

    pub(super) fn body(self, body: impl Into<Body>) -> Ask {
        Ask { body: body.into(), ..self }
    }

    pub(super) fn peer(self, address: &str) -> Ask {
        Ask { builder: self.builder.extension(Peer(address.parse().unwrap())), ..self }
    }

    fn extension(self, extension: impl Clone + Send + Sync + 'static) -> Ask {
        Ask { builder: self.builder.extension(extension), ..self }
    }

    pub(super) async fn send(self, router: &Router) -> TestResponse {
        let (parts, body) = router.clone().oneshot(self.request()).await.unwrap().into_parts();
        let bytes = to_bytes(body, 1 << 20).await.unwrap().to_vec();
        TestResponse { status: parts.status, headers: parts.headers, bytes }
    }

    fn bearer(self, secret: &str) -> Ask {
        self.with(header::AUTHORIZATION, &format!("Bearer {secret}"))
    }

    fn browser(self, secret: &str) -> Ask {
        self.cookie(secret).with(header::ORIGIN, &format!("http://{HOST}"))
    }

    fn cookie(self, secret: &str) -> Ask {
        self.with(header::COOKIE, &format!("theme=dark; outflank={secret}"))
    }

    pub(super) fn request(self) -> Request<Body> {
        self.builder.body(self.body).unwrap()
    }
}

pub(super) struct TestResponse {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) bytes: Vec<u8>,
}

impl TestResponse {
    pub(super) fn text(&self) -> &str {
        str::from_utf8(&self.bytes).unwrap()
    }

    fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|_| panic!("no JSON: {}", self.text()))
    }

    #[track_caller]
    pub(super) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status.as_u16(), status, "{}", self.text());
        self.json()
    }

    #[track_caller]
    pub(super) fn refused(self, status: u16, error: &str) -> Value {
        let problem = self.expect(status);
        assert_eq!(problem["error"], error, "{problem}");
        assert!(problem["message"].as_str().is_some_and(|message| !message.is_empty()), "{problem}");
        problem
    }

    pub(super) fn header(&self, name: impl header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    fn new_cookie(&self) -> Option<String> {
        let pair = self.header(header::SET_COOKIE).split(';').next().unwrap();
        pair.trim_start_matches("__Host-").strip_prefix("outflank=").map(str::to_owned)
    }
}
