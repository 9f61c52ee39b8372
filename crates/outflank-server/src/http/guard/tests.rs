use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header::CONTENT_LENGTH;
use axum::routing;
use futures_util::FutureExt;
use outflank_players::BookUse;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::*;
use crate::config::Database;
use crate::engine::EnginePool;
use crate::http::errors::Body as Json;
use crate::http::tests::{Ask, TestResponse, get, post};
use crate::http::{Files, Health, app};
use crate::jobs::{MemoryQueue, ReportService};
use crate::limits::{Rate, SITE_SHARE};
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

fn endless() -> impl futures_util::Stream<Item = Result<Vec<u8>, std::io::Error>> {
    futures_util::stream::pending()
}

async fn fail() {
    panic!("a handler that panics, in a test")
}

const METRICS_TOKEN: &str = "0123456789abcdef";

async fn read_metrics(app: &Router) -> TestResponse {
    ask(app, get("/metrics").with("authorization", &format!("Bearer {METRICS_TOKEN}"))).await
}

fn a_config() -> Config {
    Config::local(Database::Memory)
}

async fn served(config: &Config) -> Router {
    let api = Router::new()
        .route("/api/games", routing::post(read).get(async || "games"))
        .route("/api/game/x/command", routing::post(read))
        .route("/api/study/read", routing::post(read))
        .route("/api/drill/answer", routing::post(read))
        .route("/api/game/x/stream", routing::get(async || "stream"))
        .route("/api/hang", routing::get(hang).post(read))
        .route("/api/games/stream", routing::get(async || Body::from_stream(endless())))
        .route("/api/fail", routing::get(fail));
    let metrics = Metrics::new();
    let (store, engine) = (Arc::new(MemoryStore::new()), EnginePool::start(1, BookUse::ByLevel));
    let hall =
        Hall::open(store.clone(), Clock::start(), engine.clone(), &config.limits, ServerId::random()).await.unwrap();
    let reports = ReportService::new(Arc::new(MemoryQueue::new()), Arc::default());
    let writing = Arc::new(LogThrottle::new(FailureMessages { failing: "", recovered: "" }));
    let metrics_token = Some(METRICS_TOKEN.parse().unwrap());
    let health = Health { store, writing, hall, engine, reports, metrics: metrics.clone(), metrics_token };
    let connections = ConnectionLimit::new(config, metrics.clone());
    let guard = Guard::new(config, Arc::new(Budgets::new(&config.limits)), connections, metrics);
    app(api, health, Files::embedded(&[]), guard)
}

async fn ask(app: &Router, ask: Ask) -> TestResponse {
    ask.peer("127.0.0.1").send(app).await
}

async fn get_it(app: &Router, path: &str) -> TestResponse {
    ask(app, get(path)).await
}

async fn post_bytes(app: &Router, path: &str, bytes: usize) -> TestResponse {
    let text = format!("{{{}}}", " ".repeat(bytes - 2));
    ask(app, post(path, json!({})).body(text).with(CONTENT_LENGTH, &bytes.to_string())).await
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
        assert_eq!(post_bytes(&app, path, most).await.status, 200, "{path}");
        post_bytes(&app, path, most + 1).await.refused(413, "too_large");
    }
}

#[tokio::test]
async fn a_body_without_content_length_is_limited_too() {
    let app = served(&a_config()).await;
    let text = format!("\"{}\"", "x".repeat(a_config().limits.body_bytes));
    let pieces =
        text.into_bytes().chunks(1000).map(|piece| Ok::<_, std::io::Error>(piece.to_vec())).collect::<Vec<_>>();
    let body = Body::from_stream(futures_util::stream::iter(pieces));
    ask(&app, post("/api/game/x/command", json!({})).body(body)).await.refused(413, "too_large");
}

#[tokio::test(start_paused = true)]
async fn a_rate_limited_response_says_when_to_retry() {
    let mut config = a_config();
    config.limits.games.client = Rate { burst: 2, every: Duration::from_millis(1500) };
    let app = served(&config).await;
    for _ in 0..2 {
        assert_eq!(post_bytes(&app, "/api/games", 2).await.status, 200);
    }
    let response = post_bytes(&app, "/api/games", 2).await;
    assert_eq!(response.header("retry-after"), "2");
    assert_eq!(response.header("connection"), "close");
    response.refused(429, "too_many");
    for path in ["/api/games", "/study", "/healthz"] {
        assert_eq!(get_it(&app, path).await.status, 200, "{path}");
    }
    assert_eq!(post_bytes(&app, "/api/study/read", 2).await.status, 200);
    tokio::time::advance(Duration::from_secs(2)).await;
    assert_eq!(post_bytes(&app, "/api/games", 2).await.status, 200);
}

#[tokio::test]
async fn every_kind_of_request_has_a_limit() {
    let mut config = a_config();
    let once = Rate { burst: 1, every: Duration::from_secs(1000) };
    for budget in [&mut config.limits.games, &mut config.limits.requests, &mut config.limits.study] {
        budget.client = once;
    }
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
        assert_ne!(ask(&app, get(path).method(method)).await.status, 429, "{path}");
        assert_eq!(ask(&app, get(path).method(method)).await.status, 429, "{path}");
    }
}

#[tokio::test]
async fn only_a_trusted_proxy_can_name_its_clients() {
    let mut config = a_config();
    config.limits.requests.client = Rate { burst: 1, every: Duration::from_secs(1000) };
    let from = |user: &str| get("/api/games").with("x-forwarded-for", user);
    let stranger = served(&config).await;
    assert_eq!(ask(&stranger, from("192.0.2.1")).await.status, 200);
    assert_eq!(ask(&stranger, from("192.0.2.2")).await.status, 429);
    config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let trusted = served(&config).await;
    assert_eq!(ask(&trusted, from("192.0.2.1")).await.status, 200);
    assert_eq!(ask(&trusted, from("192.0.2.2")).await.status, 200);
    assert_eq!(ask(&trusted, from("203.0.113.7, 192.0.2.2")).await.status, 429);
}

#[tokio::test(start_paused = true)]
async fn the_connections_of_a_client_behind_a_trusted_proxy_are_limited() {
    let mut config = a_config();
    config.limits.connections_per_address = 2;
    config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let app = served(&config).await;
    let hang = |client: &str| Box::pin(ask(&app, get("/api/hang").with("x-forwarded-for", client)));
    let page = async |client: &str| ask(&app, get("/study").with("x-forwarded-for", client)).await;
    let mut hanging = vec![hang("192.0.2.1"), hang("192.0.2.1")];
    assert!(hanging.iter_mut().all(|answer| answer.now_or_never().is_none()));
    page("192.0.2.1").await.refused(429, "too_many");
    assert_eq!(page("192.0.2.2").await.status, 200);
    assert_eq!(get_it(&app, "/study").await.status, 200);
    hanging.pop();
    assert_eq!(page("192.0.2.1").await.status, 200);

    let stream = get("/api/games/stream").with("x-forwarded-for", "192.0.2.1").peer("127.0.0.1");
    let stream = app.clone().oneshot(stream.request()).await.unwrap();
    assert_eq!(stream.status(), 200);
    page("192.0.2.1").await.refused(429, "too_many");
    drop(stream);
    assert_eq!(page("192.0.2.1").await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn a_site_full_of_clients_does_not_take_the_share_of_others() {
    let mut config = a_config();
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let burst = 50;
    config.limits.requests.client = Rate { burst, every: Duration::from_secs(1000) };
    let app = served(&config).await;
    let request = async |client: String| ask(&app, get("/api/games").with("x-forwarded-for", &client)).await.status;
    let (mut served, mut honest) = (0, 0);
    for number in 0..2_000 {
        served += u32::from(request(format!("2001:db8:1:{number:x}::1")).await == 200);
        if number % 100 == 0 {
            honest += u32::from(request(format!("2001:db8:2{number:03}::1")).await == 200);
        }
    }
    assert_eq!((served, honest), (burst * SITE_SHARE, 20));
}

#[tokio::test]
async fn metrics_need_a_token() {
    let app = served(&a_config()).await;
    assert_eq!(read_metrics(&app).await.status, 200);
    for authorization in ["", "Bearer", "Bearer wrong", "Basic 0123456789abcdef", "0123456789abcdef"] {
        ask(&app, get("/metrics").with("authorization", authorization)).await.refused(401, "no_such_secret");
    }
}

#[tokio::test(start_paused = true)]
async fn a_hanging_request_times_out() {
    let app = served(&a_config()).await;
    let response = get_it(&app, "/api/hang").await;
    assert_eq!(response.header("connection"), "close");
    response.refused(503, "unavailable");
    let body = Body::from_stream(futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>());
    assert_eq!(ask(&app, post("/api/hang", json!({})).body(body)).await.status, 400);
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
        get_it(&app, "/study").now_or_never(),
    ] {
        assert_eq!(at_once.expect("it does not wait").status, 200);
    }
    // The others are served long before the hanging requests time out.
    let all_hang = futures_util::future::join_all(hanging);
    tokio::select! {
        biased;
        answer = waiting => assert_eq!(answer.status, 200),
        _ = all_hang => panic!("it waited for all of them"),
    }
}

#[tokio::test(start_paused = true)]
async fn every_response_has_its_headers() {
    let mut config = a_config();
    config.limits.games.client = Rate { burst: 0, every: Duration::from_secs(1) };
    let app = served(&config).await;
    let tag = get_it(&app, "/study").await.header("etag").to_owned();
    let answers = [
        ("/", get_it(&app, "/").await, 200),
        ("/study", get_it(&app, "/study").await, 200),
        ("/game/0123456789", get_it(&app, "/game/0123456789").await, 200),
        ("/api/games", get_it(&app, "/api/games").await, 200),
        ("/healthz", get_it(&app, "/healthz").await, 200),
        ("/metrics", read_metrics(&app).await, 200),
        ("/metrics", get_it(&app, "/metrics").await, 401),
        ("/nothing", get_it(&app, "/nothing").await, 404),
        ("/nothing", ask(&app, get("/nothing").with("accept", "text/html")).await, 404),
        ("/study", ask(&app, get("/study").with("if-none-match", &tag)).await, 304),
        ("/study", post_bytes(&app, "/study", 2).await, 405),
        ("/api/nothing", get_it(&app, "/api/nothing").await, 404),
        ("/api/fail", get_it(&app, "/api/fail").await, 500),
        ("/api/hang", get_it(&app, "/api/hang").await, 503),
        ("/api/games", post_bytes(&app, "/api/games", 2).await, 429),
        ("/api/hang", post_bytes(&app, "/api/hang", 100_000).await, 413),
    ];
    for (path, response, status) in answers {
        assert_eq!(response.status, status, "{path}");
        let policy = response.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(response.header("x-content-type-options"), "nosniff");
        assert_eq!(response.header("referrer-policy"), "no-referrer");
        for name in ["permissions-policy", "cross-origin-opener-policy", "cache-control"] {
            assert!(response.headers.contains_key(name), "{path}: {name}");
        }
        assert_eq!(cors(&response), if path.starts_with("/api/") { READABLE } else { [""; 3] }, "{path}");
    }
    assert_eq!(get_it(&app, "/api/games").await.header("cache-control"), "no-store");
}

#[tokio::test]
async fn requests_are_counted_by_route_and_status() {
    let mut config = a_config();
    config.limits.games.client = Rate { burst: 0, every: Duration::from_secs(1) };
    let app = served(&config).await;
    get_it(&app, "/api/games").await;
    get_it(&app, "/study?secret=x").await;
    get_it(&app, "/no/such/file").await;
    post_bytes(&app, "/api/games", 2).await;
    let response = read_metrics(&app).await;
    let text = response.text();
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

fn cors(response: &TestResponse) -> [&str; 3] {
    ["access-control-allow-origin", "access-control-expose-headers", "access-control-allow-credentials"]
        .map(|name| response.header(name))
}

const READABLE: [&str; 3] = ["*", "Retry-After", ""];

#[tokio::test]
async fn preflight_requests_are_answered() {
    let mut config = a_config();
    config.limits.requests.client = Rate { burst: 0, every: Duration::from_secs(1000) };
    let app = served(&config).await;
    let ask_before = |path: &str, header: &str| {
        get(path).method("OPTIONS").with("origin", "https://elsewhere.example").with(header, "POST")
    };
    for path in ["/api/games", "/api/game/x/command", "/api/nothing"] {
        let response = ask(&app, ask_before(path, "access-control-request-method")).await;
        assert_eq!(response.status, 204, "{path}");
        assert_eq!(cors(&response), READABLE);
        assert_eq!(response.header("access-control-allow-methods"), "GET, POST");
        assert_eq!(response.header("access-control-allow-headers"), "Authorization, Content-Type, Last-Event-ID");
        assert_eq!(response.header("access-control-max-age"), "86400");
        assert!(response.headers.contains_key("content-security-policy"));
    }
    for (path, header) in [("/api/games", "x-other"), ("/", "access-control-request-method")] {
        let response = ask(&app, ask_before(path, header)).await;
        assert_ne!(response.status, 204, "{path}");
        assert!(!response.headers.contains_key("access-control-allow-methods"));
    }
}
