use outflank_study::puzzles::{self, Kind, Puzzle};
use outflank_table::Time;

use super::*;

const TODAY: u32 = 20_000;

fn wrong(puzzle: &Puzzle) -> String {
    puzzle
        .moves
        .last()
        .filter(|last| last.square != puzzle.best().square)
        .expect("there is a choice")
        .square
        .to_string()
}

fn by_name(id: &Value) -> &'static Puzzle {
    puzzles::find(id.as_str().unwrap().parse().unwrap()).unwrap()
}

async fn next(site: &Site, progress: &Value, day: u32) -> Value {
    site.ask(post("/api/drill/next", json!({"progress": progress, "day": day}))).await.expect(200)
}

async fn answer(site: &Site, progress: &Value, puzzle: &Value, square: Value, day: u32) -> Value {
    let body = json!({"progress": progress, "puzzle": puzzle, "move": square, "day": day});
    site.ask(post("/api/drill/answer", body)).await.expect(200)
}

#[tokio::test]
async fn a_puzzle_is_shown_without_its_solution() {
    let site = Site::open().await;
    let response = next(&site, &Value::Null, TODAY).await;
    let shown = &response["puzzle"];
    let puzzle = by_name(&shown["id"]);
    assert_eq!(shown["difficulty"], puzzle.difficulty);
    assert_eq!(shown["position"]["legal"].as_array().map(Vec::len), Some(puzzle.moves.len()));
    assert!(shown["task"].as_str().unwrap().contains("to move"));
    assert!(!response.to_string().contains("score"), "{response}");
    assert_eq!(response["standing"]["puzzles"], puzzles::all().len());
    let again = site.ask(get(&format!("/api/puzzles/{}", puzzle.id))).await.expect(200);
    assert_eq!(again, *shown);
}

#[tokio::test]
async fn a_right_answer_extends_the_streak() {
    let site = Site::open().await;
    let mut progress = Value::Null;
    for streak in 1..=3 {
        let shown = next(&site, &progress, TODAY).await["puzzle"].clone();
        let best = by_name(&shown["id"]).best();
        let response = answer(&site, &progress, &shown["id"], json!(best.square.to_string()), TODAY).await;
        assert_eq!(
            (&response["right"], &response["loss"], &response["best"]),
            (&json!(true), &json!(0), &json!(best.square))
        );
        assert_eq!(response["moves"][0], json!({"square": best.square, "score": best.score}));
        assert_eq!(
            (&response["standing"]["streak"], &response["standing"]["solved"]),
            (&json!(streak), &json!(streak))
        );
        progress = response["progress"].clone();
    }
}

#[tokio::test]
async fn a_failed_puzzle_is_repeated() {
    let site = Site::open().await;
    let puzzle = &puzzles::all()[0];
    let id = json!(puzzle.id.to_string());
    let response = answer(&site, &Value::Null, &id, json!(wrong(puzzle)), TODAY).await;
    assert_eq!((&response["right"], &response["standing"]["streak"]), (&json!(false), &json!(0)));
    assert!(response["loss"].as_u64().unwrap() > 0);
    assert_eq!((&response["standing"]["learning"], &response["standing"]["due"]), (&json!(1), &json!(1)));
    let mut progress = response["progress"].clone();
    let mut others = 0;
    loop {
        let other = next(&site, &progress, TODAY).await["puzzle"]["id"].clone();
        if other == id {
            break;
        }
        let best = by_name(&other).best().square;
        progress = answer(&site, &progress, &other, json!(best), TODAY).await["progress"].clone();
        others += 1;
        assert!(others < 10, "it has not come again");
    }
    assert!(others > 0, "it is not simply repeated");
}

#[tokio::test]
async fn asking_for_the_solution_counts_as_failed() {
    let site = Site::open().await;
    let id = json!(puzzles::all()[0].id.to_string());
    let response = answer(&site, &Value::Null, &id, Value::Null, TODAY).await;
    assert_eq!((&response["right"], &response["loss"]), (&json!(false), &Value::Null));
    assert_eq!(response["standing"]["learning"], 1);
}

#[tokio::test]
async fn an_endgame_goes_on_after_the_answer() {
    let site = Site::open().await;
    let has_reply = |puzzle: &&Puzzle| {
        let after = puzzle.position.play(puzzle.best().square.into()).unwrap();
        puzzle.kind == Kind::Endgame && !after.legal_moves().is_empty()
    };
    let puzzle = puzzles::all().iter().find(has_reply).unwrap();
    let (id, best) = (puzzle.id.to_string(), puzzle.best());
    let play = |body: Value| post("/api/drill/play", body);
    let right = site.ask(play(json!({"puzzle": id, "move": best.square}))).await.expect(200);
    assert_eq!(right["verdict"]["kind"], "only");
    assert_eq!(right["verdict"]["played"], json!({"square": best.square, "score": best.score}));
    assert!(right["moves"].as_str().unwrap().len() > 2, "the defence has replied: {right}");
    let wrong = site.ask(play(json!({"puzzle": id, "move": self::wrong(puzzle)}))).await.expect(200);
    assert_eq!(wrong["verdict"]["kind"], "throws_away");
    assert!(wrong["verdict"]["text"].as_str().unwrap().contains(" still wins by "), "{wrong}");
    let shown = site.ask(play(json!({"puzzle": id, "moves": right["moves"], "show": true}))).await.expect(200);
    assert_eq!(shown["ending"]["margin"], best.score);
    assert!(shown["ending"]["text"].as_str().unwrap().contains("the best possible result"), "{shown}");
    for (body, status, error) in [
        (json!({"puzzle": "00000000"}), 404, "not_found"),
        (json!({"puzzle": id, "move": "d4"}), 422, "illegal"),
        (json!({"puzzle": id, "moves": "d4"}), 422, "unusable"),
        (json!({"puzzle": id, "move": best.square, "show": true}), 400, "bad_request"),
        (json!({"puzzle": id, "progress": null}), 400, "bad_request"),
    ] {
        site.ask(play(body)).await.refused(status, error);
    }
}

#[tokio::test]
async fn malformed_drill_requests_are_rejected() {
    let site = Site::open().await;
    let id = puzzles::all()[0].id.to_string();
    for (body, status, error) in [
        (json!({}), 400, "bad_request"),
        (json!({"day": -1}), 400, "bad_request"),
        (json!({"day": 4294967296_u64}), 400, "bad_request"),
        (json!({"day": TODAY, "difficulty": 0}), 400, "bad_request"),
        (json!({"day": TODAY, "difficulty": 6}), 400, "bad_request"),
        (json!({"day": TODAY, "kind": "chess"}), 400, "bad_request"),
        (json!({"day": TODAY, "colour": "red"}), 400, "bad_request"),
        (json!({"day": TODAY, "progress": 7}), 422, "unreadable_progress"),
        (json!({"day": TODAY, "progress": {}}), 422, "unreadable_progress"),
        (json!({"day": TODAY, "progress": {"format": "outflank-drill", "version": 2}}), 422, "unreadable_progress"),
        (json!({"day": TODAY, "progress": {"format": "game", "version": 1}}), 422, "unreadable_progress"),
    ] {
        site.ask(post("/api/drill/next", body.clone())).await.refused(status, error);
        let mut body = body;
        body["puzzle"] = json!(id);
        site.ask(post("/api/drill/answer", body)).await.refused(status, error);
    }
    for (puzzle, square, status, error) in [
        (json!("00000000"), json!("a1"), 404, "not_found"),
        (json!("Tiger"), json!("a1"), 400, "bad_request"),
        (json!(id), json!("d4"), 422, "illegal"),
        (json!(id), json!("z9"), 400, "bad_request"),
        (json!(id), json!(3), 400, "bad_request"),
    ] {
        let body = json!({"puzzle": puzzle, "move": square, "day": TODAY});
        site.ask(post("/api/drill/answer", body)).await.refused(status, error);
    }
    for id in ["00000000", "Tiger", "%ff", "0000000g"] {
        site.ask(get(&format!("/api/puzzles/{id}"))).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn oversized_progress_is_rejected() {
    let site = Site::open().await;
    let known: serde_json::Map<_, _> = (0..4000).map(|id| (format!("{id:08x}"), json!("known"))).collect();
    let body = json!({"progress": {"puzzles": known}, "day": TODAY});
    site.ask(post("/api/drill/next", body)).await.refused(413, "too_large");
}

fn tiger(moves: &str, square: Option<&str>) -> Ask {
    let body = json!({"opening": "f5d6c3d3c4", "side": "white", "moves": moves, "move": square, "day": TODAY});
    post("/api/drill/opening", body)
}

#[tokio::test]
async fn an_opening_is_found_and_played() {
    let site = Site::open().await;
    let list = site.ask(get("/api/openings?text=tigre")).await.expect(200);
    let [tiger_line] = &list["openings"].as_array().unwrap()[..] else { panic!("there is one Tiger: {list}") };
    let shown = ["name", "moves", "length"].map(|field| &tiger_line[field]);
    assert_eq!(shown, [&json!("Tiger"), &json!("f5d6c3d3c4"), &json!(5)]);
    let all = site.ask(get("/api/openings")).await.expect(200);
    assert!(all["openings"].as_array().unwrap().len() > 50);

    let begun = site.ask(tiger("", None)).await.expect(200);
    assert_eq!((&begun["step"], &begun["moves"]), (&json!("waiting"), &json!("f5")));
    let right = site.ask(tiger("f5", Some("d6"))).await.expect(200);
    assert_eq!((&right["step"], &right["answer"], &right["moves"]), (&json!("right"), &json!("c3"), &json!("f5d6c3")));
    assert_eq!(right["position"]["turn"], "white");
    let left = site.ask(tiger("f5d6c3", Some("f4"))).await.expect(200);
    assert_eq!((&left["step"], &left["expected"], &left["moves"]), (&json!("left"), &json!("d3"), &right["moves"]));
    let body = json!({"opening": "f5d6c3d3c4", "side": "white", "moves": "f5d6c3", "show": true, "day": TODAY});
    let shown = site.ask(post("/api/drill/opening", body)).await.expect(200);
    assert_eq!((&shown["step"], &shown["expected"]), (&json!("shown"), &json!("d3")));
    let done = site.ask(tiger("f5d6c3", Some("d3"))).await.expect(200);
    assert_eq!((&done["step"], &done["standing"]["solved"]), (&json!("done"), &json!(1)));
}

#[tokio::test]
async fn openings_follow_each_other_and_failed_ones_are_repeated() {
    let site = Site::open().await;
    let ask = |progress: &Value, day: u32| {
        post("/api/drill/lesson", json!({"progress": progress, "text": "tiger", "side": "white", "day": day}))
    };
    let first = site.ask(ask(&Value::Null, TODAY)).await.expect(200);
    assert_eq!((&first["opening"]["name"], &first["standing"]["learning"]), (&json!("Tiger"), &json!(0)));
    let done = site.ask(tiger("f5d6c3", Some("d3"))).await.expect(200);
    assert_eq!(site.ask(ask(&done["progress"], TODAY + 9)).await.expect(200)["opening"], Value::Null);
    let left = site.ask(tiger("f5d6c3", Some("f4"))).await.expect(200);
    assert_eq!(site.ask(ask(&left["progress"], TODAY + 9)).await.expect(200)["opening"]["name"], "Tiger");
}

#[tokio::test]
async fn malformed_opening_requests_are_rejected() {
    let site = Site::open().await;
    let tiger = "f5d6c3d3c4";
    for (body, status, error) in [
        (json!({"opening": "Lion", "side": "black", "day": 0}), 404, "not_found"),
        (json!({"opening": tiger, "side": "red", "day": 0}), 400, "bad_request"),
        (json!({"opening": tiger, "day": 0}), 400, "bad_request"),
        (json!({"opening": tiger, "side": "black"}), 400, "bad_request"),
        (json!({"opening": tiger, "side": "black", "day": 0, "move": "d3", "show": true}), 400, "bad_request"),
        (json!({"opening": tiger, "side": "black", "day": 0, "move": "z9"}), 400, "bad_request"),
        (json!({"opening": tiger, "side": "black", "day": 0, "move": "a1"}), 422, "illegal"),
        (json!({"opening": tiger, "side": "black", "day": 0, "moves": "f5 f6"}), 422, "unusable"),
        (json!({"opening": tiger, "side": "black", "day": 0, "moves": "?"}), 422, "unusable"),
        (json!({"opening": tiger, "side": "black", "day": 0, "progress": []}), 422, "unreadable_progress"),
        (json!({"opening": tiger, "side": "black", "day": 0, "moves": "f5".repeat(40_000)}), 413, "too_large"),
    ] {
        site.ask(post("/api/drill/opening", body)).await.refused(status, error);
    }
    for (body, status, error) in [
        (json!({"side": "black"}), 400, "bad_request"),
        (json!({"day": 0}), 400, "bad_request"),
        (json!({"side": "black", "day": 0, "text": "x".repeat(101)}), 400, "bad_request"),
        (json!({"side": "black", "day": 0, "progress": "all"}), 422, "unreadable_progress"),
    ] {
        site.ask(post("/api/drill/lesson", body)).await.refused(status, error);
    }
    let long = format!("/api/openings?text={}", "x".repeat(200));
    site.ask(get(&long)).await.refused(400, "bad_request");
}

#[tokio::test]
async fn everyone_gets_the_same_puzzle_for_a_day() {
    let site = Site::open().await;
    let answer = site.ask(get("/api/drill/today")).await;
    let seconds: u64 = answer.header(header::CACHE_CONTROL).strip_prefix("public, max-age=").unwrap().parse().unwrap();
    assert!(seconds <= 24 * 60 * 60);
    let today = answer.expect(200);
    let puzzle = by_name(&today["puzzle"]["id"]);
    assert!(!today.to_string().contains("score"), "{today}");
    assert_eq!(today["puzzle"], site.ask(get(&format!("/api/puzzles/{}", puzzle.id))).await.expect(200));
    let at = |millis| crate::drill::today(Time::from_millis(millis)).0;
    let (day, hour) = (24 * 60 * 60 * 1_000, 60 * 60 * 1_000);
    assert_eq!(at(20_000 * day).date, "2024-10-04");
    assert_eq!(at(20_001 * day - 1).puzzle.id, at(20_000 * day + hour).puzzle.id);
    assert_ne!(at(20_001 * day).puzzle.id, at(20_000 * day).puzzle.id);
    assert_eq!(crate::drill::today(Time::from_millis(20_001 * day - hour)).1.as_secs(), 3_600);
    at(u64::MAX);
}
