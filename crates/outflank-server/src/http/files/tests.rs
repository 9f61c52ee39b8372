use axum::Router;
use axum::handler::Handler;
use axum::http::header::ETAG;

use super::*;
use crate::http::tests::{Ask, TestResponse, get};

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

async fn ask(files: &Files, ask: Ask) -> TestResponse {
    ask.send(&Router::new().fallback_service(serve.with_state(files.clone()))).await
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
        let response = ask(&files, get(path)).await;
        assert_eq!(response.status, StatusCode::OK, "{path}");
        assert_eq!(response.header(CONTENT_TYPE), kind, "{path}");
        assert_eq!(response.bytes, expected.as_bytes(), "{path}");
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
        assert_eq!(ask(&files, get(path)).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn a_missing_file_is_a_page_for_people_and_json_for_programs() {
    let files = some_files();
    let page = |path: &str| get(path).with(ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8");
    let response = ask(&files, page("/nothing")).await;
    assert_eq!((response.status, response.header(CONTENT_TYPE)), (StatusCode::NOT_FOUND, "text/html; charset=utf-8"));
    for program in [get("/nothing"), page("/api/nothing")] {
        let response = ask(&files, program).await;
        assert_eq!(response.header(CONTENT_TYPE), "application/json");
        response.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_known_etag_gets_not_modified() {
    let files = some_files();
    let first = ask(&files, get("/board.js")).await;
    let tag = first.header(ETAG).to_owned();
    assert_eq!(first.header(CACHE_CONTROL), "no-cache");
    for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
        let again = ask(&files, get("/board.js").with("if-none-match", &known)).await;
        assert_eq!((again.status, again.header(ETAG)), (StatusCode::NOT_MODIFIED, tag.as_str()), "{known}");
        assert!(again.bytes.is_empty());
    }
    let other = ask(&files, get("/board.js").with("if-none-match", "\"other\"")).await;
    assert_eq!(other.status, StatusCode::OK);
}

#[tokio::test]
async fn text_is_compressed_if_the_client_accepts_it() {
    let files = some_files();
    let plain = ask(&files, get("/board.js").with("accept-encoding", "br, gzip;q=0")).await;
    let gzip = ask(&files, get("/board.js").with("accept-encoding", "br, gzip;q=0.5")).await;
    assert_eq!((plain.header(CONTENT_ENCODING), gzip.header(CONTENT_ENCODING)), ("", "gzip"));
    assert_ne!(plain.header(ETAG), gzip.header(ETAG));
    assert_eq!((plain.header(VARY), gzip.header(VARY)), ("accept-encoding", "accept-encoding"));
    let mut unpacked = String::new();
    let packed = gzip.bytes;
    io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&packed[..]), &mut unpacked).unwrap();
    assert_eq!(unpacked, SCRIPT);
    let picture = ask(&files, get("/picture.png").with("accept-encoding", "gzip")).await;
    assert_eq!(picture.header(CONTENT_ENCODING), "");
}

#[tokio::test]
async fn a_file_can_only_be_read() {
    let files = some_files();
    assert_eq!(ask(&files, get("/board.js").method("HEAD")).await.status, StatusCode::OK);
    let response = ask(&files, get("/board.js").method("POST")).await;
    assert_eq!((response.status, response.header(ALLOW)), (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD"));
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
        assert_eq!(ask(&files, get(path)).await.status, StatusCode::OK, "{path}");
    }
    assert!(WEB.iter().any(|(path, _)| *path == "wire.d.ts"));
    assert_eq!(ask(&files, get("/wire.d.ts")).await.status, StatusCode::NOT_FOUND);
    // Nothing that a page needs is left out by mistake: what is not served is known by name.
    let left_out: Vec<_> = WEB.iter().map(|(path, _)| *path).filter(|path| !files.0.contains_key(*path)).collect();
    assert!(left_out.iter().all(|path| path.ends_with(".d.ts") || *path == "tsconfig.json"), "{left_out:?}");
}
