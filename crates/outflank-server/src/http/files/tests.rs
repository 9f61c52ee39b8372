use axum::Router;
use axum::body::{Body, to_bytes};
use axum::handler::Handler;
use tower::ServiceExt;

use super::*;

/// Longer than the header of a compressed file.
const SCRIPT: &str =
    "export const answer = 42; export const question = answer; export const answers = [answer, question];";

fn some_files() -> Files {
    let files = [
        ("index.html", "<!doctype html><title>Home</title>"),
        ("game.html", "<!doctype html><title>Game</title>"),
        ("missing.html", "<!doctype html><title>Nothing here</title>"),
        ("board.js", SCRIPT),
        ("study/page.js", SCRIPT),
        ("board.test.js", SCRIPT),
        ("tests/board.js", SCRIPT),
        ("wire.d.ts", SCRIPT),
        ("tsconfig.json", "{}"),
        ("notes", "no extension"),
        ("picture.png", SCRIPT),
    ];
    Files::new(files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())))
}

async fn ask(files: &Files, method: &str, path: &str, headers: &[(&str, &str)]) -> Response {
    let mut request = axum::http::Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let router: Router = Router::new().fallback_service(serve.with_state(files.clone()));
    router.oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
}

async fn body(response: Response) -> Vec<u8> {
    to_bytes(response.into_body(), usize::MAX).await.unwrap().to_vec()
}

fn header(response: &Response, name: HeaderName) -> &str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn addresses_have_their_pages_and_files() {
    let files = some_files();
    for (path, kind, expected) in [
        ("/", "text/html; charset=utf-8", "<!doctype html><title>Home</title>"),
        ("/game/0123456789", "text/html; charset=utf-8", "<!doctype html><title>Game</title>"),
        ("/board.js", "text/javascript; charset=utf-8", SCRIPT),
        ("/study/page.js", "text/javascript; charset=utf-8", SCRIPT),
        ("/picture.png", "image/png", SCRIPT),
    ] {
        let response = ask(&files, "GET", path, &[]).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(header(&response, CONTENT_TYPE), kind, "{path}");
        assert_eq!(body(response).await, expected.as_bytes(), "{path}");
    }
}

#[tokio::test]
async fn development_files_are_not_served() {
    let files = some_files();
    for path in [
        "/wire.d.ts",
        "/tsconfig.json",
        "/board.test.js",
        "/tests/board.js",
        "/notes",
        "/game",
        "/game/",
        "/../Cargo.toml",
        "//board.jss",
        "/%2e%2e/Cargo.toml",
        "/game/short",
        "/game/0123456789/x",
    ] {
        assert_eq!(ask(&files, "GET", path, &[]).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_missing_file_is_a_page_for_people_and_json_for_programs() {
    let files = some_files();
    let html = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    let response = ask(&files, "GET", "/nothing", &html).await;
    assert_eq!(
        (response.status(), header(&response, CONTENT_TYPE)),
        (StatusCode::NOT_FOUND, "text/html; charset=utf-8")
    );
    for (path, headers) in [("/nothing", &[][..]), ("/api/nothing", &html[..])] {
        let response = ask(&files, "GET", path, headers).await;
        assert_eq!((response.status(), header(&response, CONTENT_TYPE)), (StatusCode::NOT_FOUND, "application/json"));
        assert!(String::from_utf8(body(response).await).unwrap().contains("not_found"));
    }
}

#[tokio::test]
async fn a_known_etag_gets_not_modified() {
    let files = some_files();
    let first = ask(&files, "GET", "/board.js", &[]).await;
    let tag = header(&first, ETAG).to_owned();
    assert_eq!(header(&first, CACHE_CONTROL), "no-cache");
    for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
        let again = ask(&files, "GET", "/board.js", &[("if-none-match", &known)]).await;
        assert_eq!((again.status(), header(&again, ETAG)), (StatusCode::NOT_MODIFIED, tag.as_str()), "{known}");
        assert!(body(again).await.is_empty());
    }
    let other = ask(&files, "GET", "/board.js", &[("if-none-match", "\"other\"")]).await;
    assert_eq!(other.status(), StatusCode::OK);
}

#[tokio::test]
async fn text_is_compressed_if_the_client_accepts_it() {
    let files = some_files();
    let plain = ask(&files, "GET", "/board.js", &[("accept-encoding", "br, gzip;q=0")]).await;
    let gzip = ask(&files, "GET", "/board.js", &[("accept-encoding", "br, gzip;q=0.5")]).await;
    assert_eq!((header(&plain, CONTENT_ENCODING), header(&gzip, CONTENT_ENCODING)), ("", "gzip"));
    assert_ne!(header(&plain, ETAG), header(&gzip, ETAG));
    assert_eq!((header(&plain, VARY), header(&gzip, VARY)), ("accept-encoding", "accept-encoding"));
    let mut unpacked = String::new();
    let packed = body(gzip).await;
    io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).unwrap();
    assert_eq!(unpacked, SCRIPT);
    let picture = ask(&files, "GET", "/picture.png", &[("accept-encoding", "gzip")]).await;
    assert_eq!(header(&picture, CONTENT_ENCODING), "");
}

#[tokio::test]
async fn a_file_can_only_be_read() {
    let files = some_files();
    assert_eq!(ask(&files, "HEAD", "/board.js", &[]).await.status(), StatusCode::OK);
    let response = ask(&files, "POST", "/board.js", &[]).await;
    assert_eq!((response.status(), header(&response, ALLOW)), (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD"));
}

#[tokio::test]
async fn the_program_has_its_pages() {
    let guide = [GuidePage::CONTENTS, "play"].map(|name| GuidePage { name, markdown: "" });
    let files = Files::with_guide(&guide);
    for path in [
        "/",
        "/game/0123456789",
        "/study",
        "/drill",
        "/learn",
        "/api",
        "/help",
        "/help/play",
        "/missing.html",
        "/style.css",
        "/board.js",
    ] {
        assert_eq!(ask(&files, "GET", path, &[]).await.status(), StatusCode::OK, "{path}");
    }
    assert!(WEB.iter().any(|(path, _)| *path == "wire.d.ts"));
    assert_eq!(ask(&files, "GET", "/wire.d.ts", &[]).await.status(), StatusCode::NOT_FOUND);
    // Nothing that a page needs is left out by mistake: what is not served is known by name.
    let left_out: Vec<_> = WEB.iter().map(|(path, _)| *path).filter(|path| !files.0.contains_key(*path)).collect();
    assert!(left_out.iter().all(|path| path.ends_with(".d.ts") || *path == "tsconfig.json"), "{left_out:?}");
}
