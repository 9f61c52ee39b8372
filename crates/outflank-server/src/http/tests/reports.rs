use std::time::Duration;

use outflank_formats::format::{Format, write};
use outflank_formats::plain;
use outflank_rules::{Game, Position, Rules};
use tokio::time::{Instant, sleep};

use super::*;
use crate::jobs::{MAX_ATTEMPTS, MAX_PER_CLIENT, Pace, Queue, ReportWorkers};
use crate::metrics::Metrics;

impl Site {
    fn begin_reports(&self) -> ReportWorkers {
        let pace = Pace { look: Duration::from_millis(5), ..Pace::default() };
        let (engine, wake) = (self.app.engine.clone(), Arc::clone(&self.wake));
        ReportWorkers::start(self.queue.clone(), engine, 1, pace, wake, Metrics::new())
    }

    async fn report(&self, id: &str) -> Value {
        self.ask(get(&format!("/api/reports/{id}"))).await.expect(200)
    }

    async fn made(&self, id: &str) -> Value {
        let deadline = Instant::now() + Duration::from_secs(300);
        loop {
            let mut state = self.report(id).await;
            match state["status"].as_str().unwrap() {
                "done" => return state["report"].take(),
                "given_up" => panic!("{state}"),
                _ => assert!(Instant::now() < deadline, "{state}"),
            }
            sleep(Duration::from_millis(10)).await;
        }
    }
}

fn names(answer: &Value) -> Vec<String> {
    answer["reports"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

fn game(first: &str, moves: usize) -> Game {
    let mut game = Game::new(Position::initial(Rules::Standard));
    game.play(first.parse().unwrap()).unwrap();
    for _ in 1..moves {
        let square = game.position().legal_moves().first().unwrap();
        game.play(square).unwrap();
    }
    game
}

fn collection(games: usize) -> String {
    let lines = (0..games).map(|number| {
        let moves = plain::write_game(&game(["f5", "d3", "c4", "e6"][number % 4], 4 + number));
        let mut record = plain::parse(&moves).unwrap().check().unwrap();
        record.details.players.black.name = format!("Player {number}");
        write(&record, Format::Ggf).unwrap()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_is_queued_and_made() {
    let site = Site::open().await;
    let ask = || post("/api/reports", json!({"record": "f5d6c3d3c4", "level": 2}));
    let first = names(&site.ask(ask()).await.expect(202));
    let second = names(&site.ask(ask()).await.expect(202));
    assert_eq!((first.len(), first[0].len()), (1, 22));
    assert_eq!(site.report(&first[0]).await, json!({"status": "waiting", "before": 0}));
    assert_eq!(site.report(&second[0]).await, json!({"status": "waiting", "before": 1}));

    let workers = site.begin_reports();
    let report = site.made(&first[0]).await;
    assert_eq!((&report["outflank_report"], &report["game"]), (&json!(1), &json!("f5d6c3d3c4")));
    assert_eq!(report["moves"].as_array().map(Vec::len), Some(5));
    assert_eq!(site.made(&second[0]).await, report);
    workers.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collection_of_twenty_games_is_reported_on() {
    let site = Site::open().await;
    let text = format!("{}\n(;GM[Othello]PC[x]TY[8]BO[8 broken);)", collection(20));
    let answer = site.ask(post("/api/reports", json!({"record": text, "level": 1}))).await.expect(202);
    let reports = names(&answer);
    assert_eq!(reports.len(), 20);
    assert_eq!(answer["unread"].as_array().map(Vec::len), Some(1), "{answer}");
    assert_eq!(site.report(&reports[19]).await["before"], 19);
    let person = names(&site.ask(post("/api/reports", json!({"record": "f5d6", "level": 1}))).await.expect(202));
    assert_eq!(site.report(&person[0]).await["before"], 0);
    assert_eq!(site.report(&reports[19]).await["before"], 20);

    let workers = site.begin_reports();
    for (number, name) in reports.iter().enumerate() {
        let report = site.made(name).await;
        assert_eq!(report["players"]["black"], format!("Player {number}"));
        assert_eq!(report["moves"].as_array().map(Vec::len), Some(4 + number));
    }
    workers.end().await;
    let counts = site.queue.counts().await.unwrap();
    assert_eq!((counts.waiting, counts.running, counts.done), (0, 0, 21));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_of_the_server_is_reported_on_by_its_id() {
    let (site, sitting) = Site::with_game(false).await;
    let ask = || post("/api/reports", json!({"game": sitting.id(), "level": 1}));
    site.ask(ask().bearer(&sitting.black)).await.refused(409, "not_now");
    let resign = sitting.command(json!({"id": "r", "seen": sitting.number, "command": "resign"}));
    site.ask(resign.bearer(&sitting.white)).await.expect(200);
    site.ask(ask()).await.refused(403, "not_yours");
    let answer = site.ask(ask().bearer(&sitting.black)).await.expect(202);
    let workers = site.begin_reports();
    let report = site.made(&names(&answer)[0]).await;
    assert_eq!(report["players"], json!({"black": "Ann", "white": "Bob"}));
    assert_eq!((&report["game"], &report["result"]["how"]), (&json!("f5"), &json!("resignation")));
    workers.end().await;
    site.ask(post("/api/reports", json!({"game": "0123456789"}))).await.refused(404, "not_found");
}

#[tokio::test]
async fn a_failed_report_has_a_reason() {
    let site = Site::open().await;
    let report = &names(&site.ask(post("/api/reports", json!({"record": "f5"}))).await.expect(202))[0];
    for _ in 0..MAX_ATTEMPTS {
        let taken = site.queue.take(Duration::from_secs(60)).await.unwrap().unwrap();
        assert_eq!(site.report(report).await, json!({"status": "running", "percent": 0}));
        site.queue.fail(&taken.claim, "the engine failed", Duration::ZERO).await.unwrap();
    }
    assert_eq!(site.report(report).await, json!({"status": "given_up", "message": "the engine failed"}));
}

#[tokio::test]
async fn unusable_report_requests_are_rejected() {
    let site = Site::open().await;
    for body in [
        json!({}),
        json!({"record": "f5", "game": "0123456789"}),
        json!({"record": "f5", "level": 11}),
        json!({"record": "f5", "level": 0}),
        json!({"record": "f5", "seconds": 0}),
        json!({"record": "f5", "level": 3, "seconds": 3}),
        json!({"record": "f5", "depth": 3}),
    ] {
        site.ask(post("/api/reports", body)).await.refused(400, "bad_request");
    }
    for record in ["a1", "", "no game"] {
        site.ask(post("/api/reports", json!({"record": record}))).await.refused(422, "unusable");
    }
    let no_moves = format!("board {} X", "-".repeat(27) + "OX------XO" + &"-".repeat(27));
    site.ask(post("/api/reports", json!({"record": no_moves}))).await.refused(422, "unusable");
    let many = vec![write(&plain::parse("f5").unwrap().check().unwrap(), Format::Ggf).unwrap(); 101].join("\n");
    site.ask(post("/api/reports", json!({"record": many}))).await.refused(413, "too_large");
    for name in ["0123456789", "AAAAAAAAAAAAAAAAAAAAAA", "%20"] {
        site.ask(get(&format!("/api/reports/{name}"))).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn too_many_reports_are_rejected_with_retry_after() {
    let site = Site::open().await;
    let games = vec![write(&plain::parse("f5").unwrap().check().unwrap(), Format::Ggf).unwrap(); 100].join("\n");
    for _ in 0..MAX_PER_CLIENT / 100 {
        site.ask(post("/api/reports", json!({"record": games, "level": 1}))).await.expect(202);
    }
    let refused = site.ask(post("/api/reports", json!({"record": "f5"}))).await;
    assert!(!refused.header(header::RETRY_AFTER).is_empty());
    refused.refused(429, "too_many");
}
