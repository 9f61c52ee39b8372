use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use futures_util::FutureExt;
use outflank_players::BookUse;
use serde_json::Value;
use tower::ServiceExt;

use super::*;
use crate::config::Database;
use crate::engine::EnginePool;
use crate::http::errors::Body as Json;
use crate::http::{Files, Health, app};
use crate::jobs::{MemoryQueue, ReportService};
use crate::limits::Rate;
use crate::live::Hall;
use crate::log_throttle::{FailureMessages, LogThrottle};
use crate::store::MemoryStore;
use crate::{Clock, ServerId};

async fn read(Json(_): Json<Value>) -> &'static str {
    "read"
}

async fn hang() {
    std::future::pending().await
}

async fn fail() {
    panic!("a handler that panics, in a test")
}

fn a_config() -> Config {
    Config::local(Database::Memory)
}

async fn served(config: &Config) -> Router {
    let api = Router::new()
        .route("/api/games", post(read).get(async || "games"))
        .route("/api/game/x/command", post(read))
        .route("/api/study/read", post(read))
        .route("/api/drill/answer", post(read))
        .route("/api/game/x/stream", get(async || "stream"))
        .route("/api/hang", get(hang).post(read))
        .route("/api/fail", get(fail));
    let metrics = Metrics::new();
    let (store, engine) = (Arc::new(MemoryStore::new()), EnginePool::start(1, BookUse::ByLevel));
    let hall = Hall::open(store.clone(), Clock::start(), engine.clone(), ServerId::random()).await.unwrap();
    let reports = ReportService::new(Arc::new(MemoryQueue::new()), Arc::default());
    let writing = Arc::new(LogThrottle::new(FailureMessages { failing: "", recovered: "" }));
    let health = Health { store, writing, hall, engine, reports, metrics: metrics.clone() };
    app(api, health, Files::with_guide(&[]), Guard::new(config, metrics))
}

fn a_request(method: &str, path: &str) -> axum::http::request::Builder {
    Request::builder().method(method).uri(path).extension(Peer([127, 0, 0, 1].into()))
}

async fn ask(app: &Router, request: Request<Body>) -> Response {
    app.clone().oneshot(request).await.unwrap()
}

async fn get_it(app: &Router, path: &str) -> Response {
    ask(app, a_request("GET", path).body(Body::empty()).unwrap()).await
}

async fn post_bytes(app: &Router, path: &str, bytes: usize) -> Response {
    let text = format!("{{{}}}", " ".repeat(bytes - 2));
    let request = a_request("POST", path).header("content-type", "application/json").header("content-length", bytes);
    ask(app, request.body(Body::from(text)).unwrap()).await
}

async fn error_of(response: Response) -> String {
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let value: Value = serde_json::from_slice(&bytes).unwrap();
    value["error"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_size_limit_of_a_body_depends_on_the_address() {
    let app = served(&a_config()).await;
    let limits = a_config().limits;
    for (path, most) in [
        ("/api/game/x/command", limits.body_bytes),
        ("/api/study/read", limits.record_bytes),
        ("/api/drill/answer", limits.record_bytes),
    ] {
        assert_eq!(post_bytes(&app, path, most).await.status(), StatusCode::OK, "{path}");
        let response = post_bytes(&app, path, most + 1).await;
        assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE, "{path}");
        assert_eq!(error_of(response).await, "too_large");
    }
}

#[tokio::test]
async fn a_body_without_content_length_is_limited_too() {
    let app = served(&a_config()).await;
    let text = format!("\"{}\"", "x".repeat(a_config().limits.body_bytes));
    let pieces =
        text.into_bytes().chunks(1000).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect::<Vec<_>>();
    let body = Body::from_stream(futures_util::stream::iter(pieces));
    let request =
        a_request("POST", "/api/game/x/command").header("content-type", "application/json").body(body).unwrap();
    let response = ask(&app, request).await;
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(error_of(response).await, "too_large");
}

#[tokio::test(start_paused = true)]
async fn a_rate_limited_response_says_when_to_retry() {
    let mut config = a_config();
    config.limits.games = Rate { burst: 2, every: Duration::from_millis(1500) };
    let app = served(&config).await;
    for _ in 0..2 {
        assert_eq!(post_bytes(&app, "/api/games", 2).await.status(), StatusCode::OK);
    }
    let response = post_bytes(&app, "/api/games", 2).await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(response.headers()["retry-after"], "2");
    // Pipelined requests are not read.
    assert_eq!(response.headers()["connection"], "close");
    assert_eq!(error_of(response).await, "too_many");
    // Other kinds of requests have their own limits, and files have none.
    for path in ["/api/games", "/board.js", "/healthz"] {
        assert_eq!(get_it(&app, path).await.status(), StatusCode::OK, "{path}");
    }
    assert_eq!(post_bytes(&app, "/api/study/read", 2).await.status(), StatusCode::OK);
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(post_bytes(&app, "/api/games", 2).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn every_kind_of_request_has_a_limit() {
    let mut config = a_config();
    let once = Rate { burst: 1, every: Duration::from_secs(1000) };
    (config.limits.games, config.limits.requests, config.limits.study) = (once, once, once);
    for (method, path) in [
        ("POST", "/api/games"),
        ("GET", "/api/games"),
        ("POST", "/api/game/x/command"),
        ("GET", "/game/0123456789.png"),
        ("POST", "/api/study/read"),
        ("POST", "/api/drill/next"),
        ("GET", "/api/puzzles/0123abcd"),
        ("POST", "/api/analyze"),
        ("POST", "/api/qr"),
        ("GET", "/api/nothing"),
        ("GET", "/healthz"),
        ("GET", "/metrics"),
    ] {
        let app = served(&config).await;
        let request = || a_request(method, path).body(Body::empty()).unwrap();
        assert_ne!(ask(&app, request()).await.status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
        assert_eq!(ask(&app, request()).await.status(), StatusCode::TOO_MANY_REQUESTS, "{path}");
    }
}

#[tokio::test]
async fn only_a_trusted_proxy_can_name_its_clients() {
    let mut config = a_config();
    config.limits.requests = Rate { burst: 1, every: Duration::from_secs(1000) };
    let from = |user: &str| a_request("GET", "/api/games").header("x-forwarded-for", user).body(Body::empty()).unwrap();
    let stranger = served(&config).await;
    assert_eq!(ask(&stranger, from("192.0.2.1")).await.status(), StatusCode::OK);
    assert_eq!(ask(&stranger, from("192.0.2.2")).await.status(), StatusCode::TOO_MANY_REQUESTS);
    config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let trusted = served(&config).await;
    assert_eq!(ask(&trusted, from("192.0.2.1")).await.status(), StatusCode::OK);
    assert_eq!(ask(&trusted, from("192.0.2.2")).await.status(), StatusCode::OK);
    assert_eq!(ask(&trusted, from("203.0.113.7, 192.0.2.2")).await.status(), StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test(start_paused = true)]
async fn a_hanging_request_times_out() {
    let app = served(&a_config()).await;
    let response = get_it(&app, "/api/hang").await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(response.headers()["connection"], "close");
    assert_eq!(error_of(response).await, "unavailable");
    // A body that never ends is the client's fault.
    let body = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    let request = a_request("POST", "/api/hang").header("content-type", "application/json").body(body).unwrap();
    assert_eq!(ask(&app, request).await.status(), StatusCode::BAD_REQUEST);
}

#[tokio::test(start_paused = true)]
async fn moves_are_not_delayed_by_reads() {
    const MANY: usize = 400;
    let app = served(&a_config()).await;
    let mut hanging: Vec<_> = (0..MANY).map(|_| Box::pin(get_it(&app, "/api/hang"))).collect();
    assert!(hanging.iter_mut().all(|answer| answer.now_or_never().is_none()));
    let mut waiting = Box::pin(get_it(&app, "/api/games"));
    assert!(waiting.as_mut().now_or_never().is_none());
    for at_once in [
        post_bytes(&app, "/api/game/x/command", 2).now_or_never(),
        post_bytes(&app, "/api/games", 2).now_or_never(),
        post_bytes(&app, "/api/study/read", 2).now_or_never(),
        get_it(&app, "/api/game/x/stream").now_or_never(),
        get_it(&app, "/board.js").now_or_never(),
    ] {
        assert_eq!(at_once.expect("it does not wait").status(), StatusCode::OK);
    }
    // The others are served long before the hanging requests time out.
    let all_hang = futures_util::future::join_all(hanging);
    tokio::select! {
        biased;
        answer = waiting => assert_eq!(answer.status(), StatusCode::OK),
        _ = all_hang => panic!("it waited for all of them"),
    }
}

#[tokio::test(start_paused = true)]
async fn every_response_has_the_security_headers() {
    let mut config = a_config();
    config.limits.games = Rate { burst: 0, every: Duration::from_secs(1) };
    let app = served(&config).await;
    let tag = get_it(&app, "/board.js").await.headers()["etag"].clone();
    let answers = [
        (get_it(&app, "/").await, StatusCode::OK),
        (get_it(&app, "/board.js").await, StatusCode::OK),
        (get_it(&app, "/game/0123456789").await, StatusCode::OK),
        (get_it(&app, "/api/games").await, StatusCode::OK),
        (get_it(&app, "/healthz").await, StatusCode::OK),
        (get_it(&app, "/metrics").await, StatusCode::OK),
        (get_it(&app, "/nothing").await, StatusCode::NOT_FOUND),
        (get_it(&app, "/api/nothing").await, StatusCode::NOT_FOUND),
        (get_it(&app, "/api/fail").await, StatusCode::INTERNAL_SERVER_ERROR),
        (get_it(&app, "/api/hang").await, StatusCode::SERVICE_UNAVAILABLE),
        (post_bytes(&app, "/api/games", 2).await, StatusCode::TOO_MANY_REQUESTS),
        (post_bytes(&app, "/board.js", 2).await, StatusCode::METHOD_NOT_ALLOWED),
        (post_bytes(&app, "/api/hang", 100_000).await, StatusCode::PAYLOAD_TOO_LARGE),
        (
            ask(&app, a_request("GET", "/nothing").header("accept", "text/html").body(Body::empty()).unwrap()).await,
            StatusCode::NOT_FOUND,
        ),
        (
            ask(&app, a_request("GET", "/board.js").header("if-none-match", tag).body(Body::empty()).unwrap()).await,
            StatusCode::NOT_MODIFIED,
        ),
    ];
    for (response, status) in answers {
        assert_eq!(response.status(), status);
        let policy = response.headers()["content-security-policy"].to_str().unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self';") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        assert_eq!(response.headers()["referrer-policy"], "no-referrer");
        assert!(response.headers().contains_key("permissions-policy"));
        assert!(response.headers().contains_key("cross-origin-opener-policy"));
        assert!(response.headers().contains_key("cache-control"));
    }
    assert_eq!(get_it(&app, "/api/games").await.headers()["cache-control"], "no-store");
}

#[tokio::test]
async fn requests_are_counted_by_route_and_status() {
    let mut config = a_config();
    config.limits.games = Rate { burst: 0, every: Duration::from_secs(1) };
    let app = served(&config).await;
    get_it(&app, "/api/games").await;
    get_it(&app, "/board.js?secret=x").await;
    get_it(&app, "/no/such/file").await;
    post_bytes(&app, "/api/games", 2).await;
    let response = get_it(&app, "/metrics").await;
    let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    let text = str::from_utf8(&bytes).unwrap();
    for line in [
        "outflank_requests_total{route=\"/api/games\",status=\"2xx\"} 1",
        "outflank_requests_total{route=\"/api/games\",status=\"4xx\"} 1",
        "outflank_requests_total{route=\"file\",status=\"2xx\"} 1",
        "outflank_requests_total{route=\"file\",status=\"4xx\"} 1",
        "outflank_rate_limited_total 1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

/// What a page of another site may do with the response, and whether cookies count.
fn cors(response: &Response) -> [Option<&str>; 3] {
    let header = |name| response.headers().get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap());
    ["access-control-allow-origin", "access-control-expose-headers", "access-control-allow-credentials"].map(header)
}

const READABLE: [Option<&str>; 3] = [Some("*"), Some("Retry-After"), None];

#[tokio::test]
async fn preflight_requests_are_answered() {
    let mut config = a_config();
    config.limits.requests = Rate { burst: 0, every: Duration::from_secs(1000) };
    let app = served(&config).await;
    let ask_before = |path: &str, header: &str| {
        let request = a_request("OPTIONS", path).header("origin", "https://elsewhere.example");
        request.header(header, "POST").body(Body::empty()).unwrap()
    };
    for path in ["/api/games", "/api/game/x/command", "/api/nothing"] {
        let response = ask(&app, ask_before(path, "access-control-request-method")).await;
        assert_eq!(response.status(), StatusCode::NO_CONTENT, "{path}");
        assert_eq!(cors(&response), READABLE);
        assert_eq!(response.headers()["access-control-allow-methods"], "GET, POST");
        assert_eq!(response.headers()["access-control-allow-headers"], "Authorization, Content-Type, Last-Event-ID");
        assert_eq!(response.headers()["access-control-max-age"], "86400");
        assert!(response.headers().contains_key("content-security-policy"));
    }
    for (path, header) in [("/api/games", "x-other"), ("/", "access-control-request-method")] {
        let response = ask(&app, ask_before(path, header)).await;
        assert_ne!(response.status(), StatusCode::NO_CONTENT, "{path}");
        assert!(!response.headers().contains_key("access-control-allow-methods"));
    }
}

#[tokio::test(start_paused = true)]
async fn other_sites_can_read_every_api_response() {
    let mut config = a_config();
    config.limits.games = Rate { burst: 0, every: Duration::from_secs(1) };
    let app = served(&config).await;
    let answers = [
        (get_it(&app, "/api/games").await, StatusCode::OK),
        (get_it(&app, "/api/nothing").await, StatusCode::NOT_FOUND),
        (get_it(&app, "/api/fail").await, StatusCode::INTERNAL_SERVER_ERROR),
        (get_it(&app, "/api/hang").await, StatusCode::SERVICE_UNAVAILABLE),
        (post_bytes(&app, "/api/games", 2).await, StatusCode::TOO_MANY_REQUESTS),
        (post_bytes(&app, "/api/hang", 100_000).await, StatusCode::PAYLOAD_TOO_LARGE),
    ];
    for (response, status) in answers {
        assert_eq!((response.status(), cors(&response)), (status, READABLE));
    }
    for path in ["/", "/board.js", "/healthz", "/metrics", "/game/0123456789"] {
        assert_eq!(cors(&get_it(&app, path).await), [None; 3], "{path}");
    }
}
