use std::io::Read;

use axum::Router;
use axum::handler::Handler;
use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, VARY};

use super::file::HTML;
use super::*;
use crate::http::tests::{Ask, TestResponse, get};

const SCRIPT: &str =
    "export const answer = 42; export const question = answer; export const answers = [answer, question];";

fn some_files() -> Files {
    let files = [
        ("index.html", "<!doctype html><meta name=\"build\" content=\"b1\"><title>Home</title>"),
        ("game.html", "<!doctype html><title>Game</title><script>theme()</script>"),
        ("embed.html", "<!doctype html><title>Board</title>"),
        ("study.html", "<!doctype html><title>Study</title>"),
        ("help.html", "<!doctype html><title>{{title}}</title>"),
        ("missing.html", "<!doctype html><title>Nothing here</title>"),
        ("assets/study-1.js", SCRIPT),
        ("assets/study-1.js.br", "brotli"),
        ("assets/icon-2.svg", SCRIPT),
        ("assets/notes", "no extension"),
    ];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    Files::new(files.into(), &[GuidePage { name: "play", markdown: "# Play\n" }])
}

async fn ask(files: &Files, ask: Ask) -> TestResponse {
    ask.send(&Router::new().fallback_service(serve.with_state(files.clone()))).await
}

#[tokio::test]
async fn addresses_have_their_pages_and_files() {
    let files = some_files();
    for (path, kind, expected) in [
        ("/", HTML, "<!doctype html><meta name=\"build\" content=\"b1\"><title>Home</title>"),
        ("/game/0123456789", HTML, "<!doctype html><title>Game</title><script>theme()</script>"),
        ("/embed/0123456789", HTML, "<!doctype html><title>Board</title>"),
        ("/study", HTML, "<!doctype html><title>Study</title>"),
        ("/help/play", HTML, "<!doctype html><title>Play</title>"),
        ("/assets/study-1.js", "text/javascript; charset=utf-8", SCRIPT),
        ("/assets/icon-2.svg", "image/svg+xml", SCRIPT),
    ] {
        let response = ask(&files, get(path)).await;
        assert_eq!(response.status, StatusCode::OK, "{path}");
        assert_eq!(response.header(CONTENT_TYPE), kind, "{path}");
        assert_eq!(response.bytes, expected.as_bytes(), "{path}");
    }
}

#[tokio::test]
async fn other_addresses_have_no_page() {
    let files = some_files();
    for path in [
        "/index",
        "/index.html",
        "/study.html",
        "/missing",
        "/assets/study-1.js.br",
        "/assets/notes",
        "/help",
        "/game",
        "/game/",
        "/embed",
        "/../Cargo.toml",
        "//study",
        "/%2e%2e/Cargo.toml",
        "/game/short",
        "/game/0123456789/x",
    ] {
        assert_eq!(ask(&files, get(path)).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn only_the_embedded_board_can_be_framed() {
    let files = some_files();
    for (path, ancestors) in [("/", "'none'"), ("/game/0123456789", "'none'"), ("/embed/0123456789", "*")] {
        let response = ask(&files, get(path)).await;
        let policy = response.header("content-security-policy");
        assert!(policy.ends_with(&format!("frame-ancestors {ancestors}")), "{path}: {policy}");
        assert_eq!(policy.contains("script-src 'self' 'sha256-"), path.starts_with("/game"), "{path}: {policy}");
    }
}

#[tokio::test]
async fn assets_are_kept_for_good_and_pages_are_checked() {
    let files = some_files();
    for (path, cache) in [("/study", "no-cache"), ("/assets/study-1.js", "public, max-age=31536000, immutable")] {
        assert_eq!(ask(&files, get(path)).await.header(CACHE_CONTROL), cache, "{path}");
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
    let tag = ask(&files, get("/study")).await.header(ETAG).to_owned();
    for known in [tag.clone(), format!("W/{tag}"), format!("\"other\", {tag}"), "*".to_owned()] {
        let again = ask(&files, get("/study").with("if-none-match", &known)).await;
        assert_eq!((again.status, again.header(ETAG)), (StatusCode::NOT_MODIFIED, tag.as_str()), "{known}");
        assert!(again.bytes.is_empty());
    }
    let other = ask(&files, get("/study").with("if-none-match", "\"other\"")).await;
    assert_eq!(other.status, StatusCode::OK);
}

#[tokio::test]
async fn the_client_gets_the_best_coding_that_it_accepts() {
    let files = some_files();
    let script = async |accepted| ask(&files, get("/assets/study-1.js").with("accept-encoding", accepted)).await;
    let (brotli, gzip, plain) =
        (script("gzip, br").await, script("br;q=0, gzip;q=0.5").await, script("gzip;q=0").await);
    assert_eq!([&brotli, &gzip, &plain].map(|response| response.header(CONTENT_ENCODING)), ["br", "gzip", ""]);
    assert_eq!([&brotli, &gzip, &plain].map(|response| response.header(VARY)), ["accept-encoding"; 3]);
    assert_ne!(plain.header(ETAG), gzip.header(ETAG));
    assert_eq!((&brotli.bytes[..], &plain.bytes[..]), (&b"brotli"[..], SCRIPT.as_bytes()));
    let mut unpacked = String::new();
    flate2::read::GzDecoder::new(&gzip.bytes[..]).read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, SCRIPT);
}

#[tokio::test]
async fn a_file_can_only_be_read() {
    let files = some_files();
    assert_eq!(ask(&files, get("/study").method("HEAD")).await.status, StatusCode::OK);
    let response = ask(&files, get("/study").method("POST")).await;
    assert_eq!((response.status, response.header(ALLOW)), (StatusCode::METHOD_NOT_ALLOWED, "GET, HEAD"));
}

#[tokio::test]
async fn the_program_has_its_pages() {
    let guide = [GuidePage::CONTENTS, "play"].map(|name| GuidePage { name, markdown: "" });
    let files = Files::embedded(&guide);
    for path in ["/", "/game/0123456789", "/study", "/drill", "/learn", "/api", "/help", "/help/play"] {
        let response = ask(&files, get(path).with("accept-encoding", "br")).await;
        assert_eq!(response.status, StatusCode::OK, "{path}");
        // The pages of the guide are made when the server starts.
        assert_eq!(response.header(CONTENT_ENCODING), if path.starts_with("/help") { "" } else { "br" }, "{path}");
        // Everything that the page loads is there, and kept for good.
        let response = ask(&files, get(path)).await;
        let text = response.text();
        let loaded = text.split("=\"/assets/").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned());
        for asset in loaded.collect::<Vec<_>>() {
            let response = ask(&files, get(&format!("/assets/{asset}"))).await;
            assert_eq!(response.status, StatusCode::OK, "{path}: {asset}");
        }
        assert!(text.contains(".js\""), "{path}");
    }
    assert_ne!(files.build().1, "");
}
