use std::error::Error;
use std::io::Cursor;
use std::num::NonZeroUsize;

use outflank_formats::Record;
use outflank_formats::format::Source;
use outflank_rules::Position;
use outflank_study::index::{Collection, Explored, GameKey, Index};

use super::streams::Listener;
use super::*;
use crate::study::GameReader;

/// Five empty squares before the end.
const ENDING: &str = "board XXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOXXXXXXXXXXXXXXXXOOOOOOOOXO-OX--- X";

async fn lines(site: &Site, ask: Ask) -> Vec<Value> {
    let answer = site.ask(ask).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/x-ndjson");
    assert!(answer.text().ends_with('\n'));
    answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn endless() -> Ask {
    post("/api/analyze", json!({"record": "f5", "seconds": 60}))
}

#[tokio::test]
async fn a_record_is_read() {
    let site = Site::open().await;
    let read = site.ask(post("/api/study/read", json!({"text": "1. F5 d6 2. c3", "rules": null}))).await.expect(200);
    assert_eq!((&read["more"], read["games"].as_array().map(Vec::len)), (&json!(0), Some(1)));
    let game = &read["games"][0];
    assert_eq!(game["plies"][0], json!({"by": "black", "square": "f5", "flips": ["e5"]}));
    assert_eq!(game["start"]["turn"], "black");
    assert_eq!((&game["rules"], &game["text"]), (&json!("standard"), &json!("f5d6c3")));

    let problem = site.ask(post("/api/study/read", json!({"text": "f5 d6\nd3"}))).await.refused(422, "unusable");
    assert!(problem["message"].as_str().unwrap().ends_with("(line 2, column 1)"), "{problem}");
    site.ask(post("/api/study/read", json!({"text": "f5", "rules": "chess"}))).await.refused(400, "bad_request");
}

#[tokio::test]
async fn a_position_has_its_legal_moves() {
    let site = Site::open().await;
    let sent = site.ask(post("/api/study/position", json!({"moves": "f5 d6 c3 d3 c4"}))).await.expect(200);
    assert_eq!((&sent["opening"], &sent["turn"], &sent["over"]), (&json!("Tiger"), &json!("white"), &Value::Null));
    assert_eq!(sent["legal"][0]["flips"].as_array().map(Vec::is_empty), Some(false));
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
async fn scores_are_from_blacks_point_of_view() {
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
async fn malformed_analysis_requests_are_rejected() {
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
    let sent = lines(&site, post("/api/study/review", json!({"record": record, "seconds": 5}))).await;
    assert_eq!(sent.last().map(|line| &line["done"]), Some(&json!(true)));
    let judged = sent.iter().rfind(|line| line["ply"] == 1).unwrap();
    assert_eq!(judged["exact"], true);
    let (score, best) = (judged["score"].as_f64().unwrap(), judged["best_score"].as_f64().unwrap());
    assert_eq!(judged["loss"].as_f64(), Some(best - score));

    let mut plies: Vec<_> = sent.iter().filter(|line| line["ply"].is_number()).map(Value::to_string).collect();
    let count = plies.len();
    plies.sort();
    plies.dedup();
    assert_eq!(plies.len(), count);
}

/// Black can capture everything with d1, and does not.
const SPARED: &str = "board -XO-----XO------X----------------------------------------------- X\nc2";

#[tokio::test]
async fn a_blunder_is_graded_and_explained() {
    let site = Site::open().await;
    let sent = lines(&site, post("/api/study/review", json!({"record": SPARED, "seconds": 5}))).await;
    let judged = sent.iter().rfind(|line| line["ply"] == 1).unwrap();
    assert_eq!((&judged["grade"], &judged["sign"]), (&json!("blunder"), &json!("??")));
    assert_eq!((&judged["played"], &judged["best"], &judged["number"]), (&json!("c2"), &json!("d1"), &json!(1)));
    let sentence = judged["sentence"].as_str().unwrap();
    assert!(sentence.contains("c2") && sentence.contains("d1"), "{sentence}");

    let best = SPARED.replace("\nc2", "\nd1");
    let sent = lines(&site, post("/api/study/review", json!({"record": best, "seconds": 5}))).await;
    let judged = sent.iter().rfind(|line| line["ply"] == 1).unwrap();
    assert_eq!((&judged["grade"], judged.get("sentence"), judged.get("reasons")), (&json!("best"), None, None));
}

#[tokio::test]
async fn a_review_ends_with_the_report_of_the_game() {
    let site = Site::open().await;
    let sent = lines(&site, post("/api/study/review", json!({"record": "f5d6c3d3c4", "seconds": 0.1}))).await;
    let report = &sent.last().unwrap()["report"];
    assert_eq!(report["outflank_report"], 1);
    assert_eq!(report["opening"], json!({"name": "Tiger", "placements": 5}));
    assert_eq!(report["accuracy"]["black"]["opening"]["moves"], 3);
    assert_eq!(report["accuracy"]["white"]["endgame"]["moves"], 0);
    assert_eq!(report.get("exact_from"), None);
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    for judged in moves {
        assert_eq!(sent.iter().rfind(|line| line["ply"] == judged["ply"]), Some(judged));
    }

    let record = format!("{ENDING}\nc8");
    let sent = lines(&site, post("/api/study/review", json!({"record": record, "seconds": 5}))).await;
    let report = &sent.last().unwrap()["report"];
    assert_eq!(report["exact_from"], json!({"ply": 1, "number": 1}));
}

#[test]
fn the_page_and_the_grades_agree_on_what_a_mistake_is() {
    let page = include_str!("../../../web/study/judgement.js");
    let constant = page.lines().find_map(|line| line.strip_prefix("export const MISTAKE = ")?.strip_suffix(';'));
    let mistake: f32 = constant.expect("the page has such a constant").parse().expect("it is a number");
    assert_eq!(mistake, outflank_study::report::Grade::MISTAKE);
}

#[tokio::test]
async fn analyses_per_client_are_limited_until_one_is_closed() {
    let site = Site::open().await;
    let mut open = Vec::new();
    for _ in 0..4 {
        let response = site.begin(endless()).await;
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
async fn a_queued_analysis_says_so_and_ends_when_the_server_stops() {
    let site = Site::open().await;
    let mut first = Listener::open(&site, endless()).await;
    while first.line().await.get("waiting").is_some() {}
    let mut second = Listener::open(&site, endless()).await;
    assert_eq!(second.line().await, json!({"waiting": 1}));
    site.app.engine.stop();
    assert_eq!(second.line().await["error"], "unavailable");
    assert!(second.is_over().await);
    site.ask(endless()).await.refused(503, "unavailable");
}

#[tokio::test]
async fn a_page_of_another_site_cannot_make_browsers_study() {
    let site = Site::open().await;
    let secret = crate::Secret::random().reveal();
    let foreign = endless().cookie(&secret).with(header::ORIGIN, "https://elsewhere.example");
    site.ask(foreign).await.refused(403, "foreign_origin");
}

fn collection(games: &[&str]) -> Library {
    let mut collection = Collection::default();
    let source = collection.add_source("games");
    for (moves, number) in games.iter().zip(1..) {
        let text = Source::new(moves.as_bytes());
        let record = text.read(text.detect().unwrap()).next().unwrap().unwrap().check().unwrap();
        collection.add_record(&record, source, number).unwrap();
    }
    let mut bytes = Vec::new();
    collection.write(&mut bytes, b"key", NonZeroUsize::MIN).unwrap();
    let index = Index::open(Cursor::new(bytes), b"key").unwrap();
    Library::new(index.len(), Reader(index))
}

struct Reader(Index<Cursor<Vec<u8>>>);

impl GameReader for Reader {
    fn explore(&mut self, position: &Position, latest: usize) -> Result<Explored, Box<dyn Error + Send + Sync>> {
        Ok(self.0.explore(position, latest)?)
    }

    fn record(&mut self, key: GameKey) -> Result<Option<Record>, Box<dyn Error + Send + Sync>> {
        Ok(self.0.named(key).map(|game| game.record()))
    }
}

#[tokio::test]
async fn a_listed_game_can_be_opened() {
    let site = Site::with_collection(collection(&["f5d6c3", "(;GM[Othello]PC[Paris]DT[1997]PB[Rose]PW[Shaman]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[f6];)"])).await;
    let sent = site.ask(post("/api/study/explore", json!({"moves": "f5"}))).await.expect(200);
    let opened = site.ask(get(&format!("/api/collection/{}", sent["latest"][1]["id"].as_str().unwrap()))).await;
    assert_eq!(opened.header(header::CACHE_CONTROL), "public, max-age=3600");
    let opened = opened.expect(200);
    assert_eq!(
        (&opened["plies"][2]["square"], &opened["year"], &opened["event"]),
        (&json!("c3"), &Value::Null, &Value::Null)
    );
    let read = site.ask(post("/api/study/read", json!({"text": opened["text"]}))).await.expect(200);
    for field in ["plies", "start", "rules", "opening", "text"] {
        assert_eq!(opened[field], read["games"][0][field], "{field}");
    }
    let named =
        site.ask(get(&format!("/api/collection/{}", sent["latest"][0]["id"].as_str().unwrap()))).await.expect(200);
    assert_eq!((&named["year"], &named["event"]), (&json!(1997), &json!("Paris")));
    assert_eq!(named["players"], json!({"black": "Rose", "white": "Shaman"}));
    for id in ["0-0000", "7-0000", "x", "-", "99999999999-0000", "%00", "%ff"] {
        site.ask(get(&format!("/api/collection/{id}"))).await.refused(404, "not_found");
    }
    Site::open().await.ask(get("/api/collection/0-0000")).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_explorer_shows_what_was_played() {
    let site = Site::with_collection(collection(&["f5d6c3", "f5d6c4", "f5f6"])).await;
    for _ in 0..2 {
        let sent = site.ask(post("/api/study/explore", json!({"moves": "f5"}))).await.expect(200);
        assert_eq!((&sent["collection"], &sent["games"], &sent["mean"]), (&json!(3), &json!(3), &Value::Null));
        assert_eq!((&sent["moves"][0]["square"], &sent["moves"][0]["games"]), (&json!("d6"), &json!(2)));
        assert_eq!(sent["moves"][0]["opening"], "Perpendicular Opening");
        assert_eq!(sent["latest"][0]["square"], "f6");
    }
    let other = site.ask(post("/api/study/explore", json!({"moves": "f5", "rules": "shellos"}))).await.expect(200);
    assert_eq!(other["games"], 0);
    site.ask(post("/api/study/explore", json!({"moves": "a1"}))).await.refused(422, "unusable");
}

#[tokio::test]
async fn without_a_collection_nothing_is_explored() {
    let site = Site::open().await;
    let sent = site.ask(post("/api/study/explore", json!({}))).await.expect(200);
    assert_eq!((&sent["collection"], &sent["games"], &sent["moves"]), (&json!(0), &json!(0), &json!([])));
}

#[tokio::test]
async fn a_bad_move_is_warned_of_before_it_is_made() {
    let site = Site::open().await;
    let board = "-XO-----XO------X-----------------------------------------------";
    let warn = |square: &str| post("/api/study/warn", json!({"position": {"board": board}, "square": square}));
    let sent = site.ask(warn("c2")).await.expect(200);
    let text = sent["warning"]["text"].as_str().expect("there is a warning");
    assert!(text.starts_with("c2 ") && !text.contains("d1"), "{text}");
    assert!(sent["warning"]["loss"].as_f64().unwrap() > 4.0);
    assert_eq!(site.ask(warn("d1")).await.expect(200)["warning"], Value::Null);
    site.ask(warn("h8")).await.refused(422, "illegal");
    let lenient = json!({"position": {"board": board}, "square": "c2", "tolerance": 0});
    site.ask(post("/api/study/warn", lenient)).await.refused(400, "bad_request");
}

#[tokio::test]
async fn an_illegal_square_is_explained() {
    let site = Site::open().await;
    let start = json!({"board": "---------------------------OX------XO---------------------------", "turn": "black"});
    for (position, square, sentence) in [
        (start.clone(), "a1", json!("On a1 Black would outflank no white disc in any direction.")),
        (start.clone(), "d4", json!("d4 already has a white disc.")),
        (json!({"rules": "shellos"}), "a1", json!("a1 touches no disc.")),
        (json!({"board": format!("XX{}", "-".repeat(62))}), "c1", json!("The game is over.")),
        (start, "d3", Value::Null),
    ] {
        let request = post("/api/study/why", json!({"position": position, "square": square}));
        let answer = site.ask(request).await.expect(200);
        assert_eq!(answer, json!({"legal": sentence.is_null(), "sentence": sentence}), "{position} {square}");
    }
    site.ask(post("/api/study/why", json!({"position": {"board": "X"}, "square": "a1"})))
        .await
        .refused(422, "unusable");
    site.ask(post("/api/study/why", json!({"position": {}, "square": "i9"}))).await.refused(400, "bad_request");
}
