use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Map;

use super::*;

/// The vocabulary of the API, so that requests pass the first checks.
const KEYS: &str = "id|seen|command|square|as|token|text|rules|start|clock|black|white|shuffle|public|takebacks|name|main\
    |increment|delay|handicap|record|progress|cards|puzzle|move|day|kind|difficulty|opening|side|moves|show|step|seat";
const WORDS: &str = "|c-1|play|resign|cancel|take_back|offer_draw|claim|f5|6f|z9|pass|black|white|me|friend|anyone|engine:0\
    |standard|thirty|shellos|initial|xot|free|\u{202e}|f5 d6 c3|endgame|f5d6c3d3c4|0123abcd|棋";
const PATHS: &[&str] =
    &["", "/seat", "/join", "/command", "/chat", "/invite", "/device", "/stream", "/socket", "/nothing"];
const DRILL: &[&str] = &[
    "/api/drill/next",
    "/api/drill/today",
    "/api/drill/answer",
    "/api/drill/lesson",
    "/api/drill/opening",
    "/api/drill/play",
    "/api/puzzles/0123abcd",
    "/api/openings",
    "/api/lesson",
    "/api/lesson/try",
    "/api/device",
    "/api/collection/0-0000",
    "/api/forget",
    "/api/device/take",
];
const QUERIES: &[&str] =
    &["", "?after=0", "?after=4294967295", "?list=open", "?list=mine&count=1", "?after=%00", "?ply=61", "?text=cat"];
const HEADERS: &[(&str, &str)] = &[
    ("content-type", "application/json"),
    ("content-type", "text/plain"),
    ("accept", "text/event-stream"),
    ("last-event-id", "1"),
    ("origin", "http://othello.example"),
    ("origin", "://"),
    ("cookie", "outflank=;outflank=AAAAAAAAAAAAAAAAAAAAAA;;="),
    ("authorization", "Bearer AAAAAAAAAAAAAAAAAAAAAA"),
    ("authorization", " "),
    ("upgrade", "websocket"),
];

fn choices(text: &'static str) -> Vec<&'static str> {
    text.split('|').collect()
}

fn json_like() -> impl Strategy<Value = Value> {
    let number = prop_oneof![Just(0), Just(1), Just(3), Just(-1), Just(1000), any::<i64>()];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number.prop_map(Value::from),
        select(choices(WORDS)).prop_map(Value::from),
        "\\PC{0,30}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 8, |inner| {
        let fields = prop::collection::vec((select(choices(KEYS)), inner.clone()), 0..8);
        let object = fields.prop_map(|fields| {
            Value::Object(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
        });
        prop_oneof![4 => object, 1 => prop::collection::vec(inner, 0..4).prop_map(Value::Array)]
    })
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        6 => json_like().prop_map(|value| value.to_string().into_bytes()),
        1 => prop::collection::vec(any::<u8>(), 0..100),
    ]
}

/// `{id}` in the path stands for a game.
fn request() -> impl Strategy<Value = (&'static str, String, Vec<(&'static str, &'static str)>, Vec<u8>)> {
    let of_game = (select(PATHS), select(QUERIES)).prop_map(|(path, query)| format!("/api/game/{{id}}{path}{query}"));
    let list = select(QUERIES).prop_map(|query| format!("/api/games{query}"));
    let file = (select(&["json", "ggf", "sgf", "txt", "svg", "gif", ""][..]), select(QUERIES))
        .prop_map(|(ending, query)| format!("/game/{{id}}.{ending}{query}"));
    let drill = (select(DRILL), select(QUERIES)).prop_map(|(path, query)| format!("{path}{query}"));
    let path = prop_oneof![4 => of_game, 2 => list, 1 => file, 1 => Just("/api/qr".to_owned()), 2 => drill];
    let method = select(&["GET", "POST", "POST", "DELETE"][..]);
    (method, path, prop::collection::vec(select(HEADERS), 0..4), body())
}

#[test]
fn no_request_causes_a_server_error() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (site, game) = runtime.block_on(async {
        let site = Site::open().await;
        let game = site.game(true).await;
        (site, game)
    });
    proptest!(ProptestConfig::with_cases(1000), |((method, path, headers, body) in request(), authorized: bool)| {
        let mut builder = Request::builder().method(method).uri(path.replace("{id}", game.id())).header(header::HOST, HOST);
        for (name, value) in &headers {
            builder = builder.header(*name, *value);
        }
        if authorized {
            builder = builder.header(header::AUTHORIZATION, format!("Bearer {}", game.white));
            builder = builder.header(header::CONTENT_TYPE, "application/json");
        }
        let request = builder.body(Body::from(body)).unwrap();
        let response = runtime.block_on(site.router.clone().oneshot(request)).unwrap();
        prop_assert!(response.status().as_u16() < 500, "{} {}: {}", method, path, response.status());
    });
}
