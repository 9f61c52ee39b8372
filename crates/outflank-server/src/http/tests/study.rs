//! Study over HTTP: lines come as they are found, and end when nobody wants them.

use super::*;
use axum::body::BodyDataStream;
use axum::response::Response;
use futures_util::StreamExt;

/// The end of a game, five squares before its last move.
const ENDING: &str = "board XXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXOOOOOOOOXO-OX--- X";

/// The lines of an answer.
async fn lines(site: &Site, ask: Ask) -> Vec<Value> {
    let answer = site.ask(ask).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/x-ndjson");
    assert!(answer.text().ends_with('\n'));
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The beginning of an answer. Dropping it closes the connection.
async fn begin(site: &Site, ask: Ask) -> Response {
    site.router.clone().oneshot(ask.request()).await.unwrap()
}

/// The next line of an answer.
async fn next(answer: &mut BodyDataStream) -> Value {
    let line = answer.next().await.expect("there is another line").expect("it comes");
    serde_json::from_slice(&line).expect("it is JSON")
}

fn endless() -> Ask {
    post("/api/analyze", json!({"record": "f5", "seconds": 60}))
}

#[tokio::test]
async fn a_record_is_read_and_given_back() {
    let site = Site::open().await;
    let read = site.ask(post("/api/study/read", json!({"text": "1. F5 d6 2. c3", "rules": null}))).await.expect(200);
    assert_eq!((&read["more"], read["games"].as_array().map(Vec::len)), (&json!(0), Some(1)));
    let game = &read["games"][0];
    assert_eq!(game["plies"][0], json!({"by": "black", "square": "f5", "flips": ["e5"]}));
    assert_eq!(game["start"]["turn"], "black");
    assert_eq!((&game["rules"], &game["text"]), (&json!("standard"), &json!("f5d6c3")));

    let problem = site.ask(post("/api/study/read", json!({"text": "f5 d6\nd3"}))).await.refused(422, "unusable");
    assert!(problem["message"].as_str().unwrap().starts_with("line 2, column 1: "), "{problem}");
    site.ask(post("/api/study/read", json!({"text": "f5", "rules": "chess"}))).await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_position_is_told_with_its_moves() {
    let site = Site::open().await;
    let told = site.ask(post("/api/study/position", json!({"moves": "f5 d6 c3 d3 c4"}))).await.expect(200);
    assert_eq!((&told["opening"], &told["turn"], &told["over"]), (&json!("Tiger"), &json!("white"), &Value::Null));
    assert_eq!(told["legal"][0]["flips"].as_array().map(Vec::is_empty), Some(false));
    site.ask(post("/api/study/position", json!({"board": "X"}))).await.refused(422, "unusable");
}

#[tokio::test]
async fn an_analysis_deepens_and_ends() {
    let site = Site::open().await;
    let lines = lines(&site, post("/api/analyze", json!({"record": ENDING, "lines": 2}))).await;
    let last = lines.last().unwrap();
    assert_eq!((&last["done"], &last["exact"], &last["confidence"]), (&json!(true), &json!(true), &json!(100)));
    assert_eq!(last["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(last["lines"][0]["bound"], "exact");
    assert_eq!(lines.iter().filter(|line| line["done"] == true).count(), 1);
}

#[tokio::test]
async fn scores_are_for_black_whoever_moves() {
    let site = Site::open().await;
    let mut scores = Vec::new();
    for (board, turn) in [("XO", "X"), ("OX", "O")] {
        let record = format!("board {board}{} {turn}", "-".repeat(62));
        let found = lines(&site, post("/api/analyze", json!({"record": record}))).await;
        scores.push(found.last().unwrap()["lines"][0]["score"].as_f64().unwrap());
    }
    assert_eq!(scores, [64.0, -64.0]);
}

#[tokio::test]
async fn what_the_engine_cannot_be_asked_is_refused() {
    let site = Site::open().await;
    for body in [
        json!({"record": "f5", "seconds": 61}),
        json!({"record": "f5", "seconds": -1}),
        json!({"record": "f5", "lines": 0}),
        json!({"record": "f5", "lines": 65}),
        json!({"record": "f5", "depth": 0}),
        json!({"record": "f5", "depth": 61}),
        json!({"record": "f5", "levels": 3}),
        json!({}),
    ] {
        site.ask(post("/api/analyze", body)).await.refused(400, "bad_request");
    }
    site.ask(post("/api/analyze", json!({"record": "a1"}))).await.refused(422, "unusable");
    site.ask(post("/api/study/review", json!({"record": "a1"}))).await.refused(422, "unusable");
    site.ask(post("/api/study/review", json!({"record": "f5", "seconds": 1e300}))).await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_review_judges_every_move() {
    let site = Site::open().await;
    let record = format!("{ENDING}\nc8");
    let told = lines(&site, post("/api/study/review", json!({"record": record, "seconds": 5}))).await;
    assert_eq!(told.last(), Some(&json!({"done": true})));
    let judged = told.iter().rfind(|line| line["ply"] == 1).unwrap();
    assert_eq!(judged["exact"], true);
    let (score, best) = (judged["score"].as_f64().unwrap(), judged["best_score"].as_f64().unwrap());
    assert_eq!(judged["loss"].as_f64(), Some(best - score));

    // What was told once is not told again.
    let mut plies: Vec<_> = told.iter().filter(|line| line["ply"].is_number()).map(Value::to_string).collect();
    let count = plies.len();
    plies.sort();
    plies.dedup();
    assert_eq!(plies.len(), count);
}

#[tokio::test]
async fn a_caller_has_a_few_questions_and_leaving_makes_room() {
    let site = Site::open().await;
    let mut open = Vec::new();
    for _ in 0..4 {
        let response = begin(&site, endless()).await;
        assert_eq!(response.status(), StatusCode::OK);
        open.push(response);
    }
    let refused = site.ask(endless()).await;
    assert!(!refused.header(header::RETRY_AFTER).is_empty());
    refused.refused(429, "too_many");
    open.clear();
    let quick = post("/api/analyze", json!({"record": "f5", "depth": 2}));
    assert_eq!(lines(&site, quick).await.last().map(|line| line["done"].clone()), Some(json!(true)));
}

#[tokio::test]
async fn who_waits_is_told_so_and_a_stop_ends_it() {
    let site = Site::open().await;
    let mut first = begin(&site, endless()).await.into_body().into_data_stream();
    while next(&mut first).await.get("waiting").is_some() {}
    let mut second = begin(&site, endless()).await.into_body().into_data_stream();
    assert_eq!(next(&mut second).await, json!({"waiting": 1}));
    site.shared.searchers.stop();
    assert_eq!(next(&mut second).await["error"], "unavailable");
    assert!(second.next().await.is_none());
    site.ask(endless()).await.refused(503, "unavailable");
}

#[tokio::test]
async fn a_page_of_another_site_cannot_make_browsers_study() {
    let site = Site::open().await;
    let secret = crate::Secret::random().reveal();
    let foreign = endless().cookie(&secret).with(header::ORIGIN, "https://elsewhere.example");
    site.ask(foreign).await.refused(403, "foreign_origin");
}
