use super::*;

#[tokio::test]
async fn impossible_commands_are_rejected() {
    let (site, game) = Site::with_game(false).await;
    let (now, watch) = (game.number, game.watch.as_ref().unwrap());
    let command = |command: &str| game.command(json!({"id": "c", "seen": now, "command": command}));
    let negative = json!({"id": "n", "seen": -1, "command": "play", "square": "f6"});
    for (by, ask, status, error) in [
        (watch, game.play("w", now, "f6"), 403, "watching"),
        (watch, command("resign"), 403, "watching"),
        (&game.white, game.play("f", now + 1, "f6"), 400, "unknown_number"),
        (&game.white, game.command(negative), 400, "bad_request"),
        (&game.white, game.play("i", now, "a1"), 422, "illegal"),
        (&game.black, game.play("t", now, "f6"), 409, "not_your_turn"),
        (&game.white, command("decline_draw"), 409, "not_now"),
    ] {
        site.ask(ask.bearer(by)).await.refused(status, error);
    }
    for path in ["stream?after=-1", "stream?after=x", "chat?after=4294967296"] {
        assert_eq!(site.ask(get(&game.at(path)).bearer(&game.white)).await.status, 400, "{path}");
    }
    assert_eq!(site.ask(get(&game.api).bearer(watch)).await.expect(200)["you"], json!([]));
    let public = site.game(true).await;
    site.ask(public.play("w", public.number, "f6")).await.refused(403, "watching");
    assert_eq!(site.ask(get(&public.api)).await.expect(200)["state"]["number"], public.number);
}

#[tokio::test]
async fn a_private_game_is_for_those_who_hold_a_seat() {
    let (site, game) = Site::with_game(false).await;
    let stranger = crate::Secret::random().reveal();
    for path in [game.api.clone(), game.at("stream"), game.at("chat"), format!("/game/{}.txt", game.id())] {
        site.ask(get(&path)).await.refused(403, "not_yours");
        let status = site.ask(get(&path).bearer(&stranger)).await.status.as_u16();
        assert!([401, 403].contains(&status), "{path}: {status}");
    }
    let status = site.ask(post(&game.at("join"), json!({})).bearer(&stranger)).await.status.as_u16();
    assert!([401, 403].contains(&status), "{status}");
}

#[tokio::test]
async fn a_stale_command_gets_the_missed_events() {
    let (site, game) = Site::with_game(false).await;
    let before = game.number - 1;
    let problem = site.ask(game.play("s", before, "f6").bearer(&game.white)).await.refused(409, "stale");
    let events = problem["state"]["events"].as_array().unwrap();
    let numbers: Vec<u64> = events.iter().map(|event| event["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [game.number]);
    assert_eq!(events[0]["square"], "f5");
    assert_eq!(problem["state"]["number"], game.number);
}

#[tokio::test]
async fn a_repeated_command_is_executed_once() {
    let (site, game) = Site::with_game(false).await;
    let first = site.ask(game.play("same", game.number, "f6").bearer(&game.white)).await.expect(200);
    let again = site.ask(game.play("same", game.number, "6f").bearer(&game.white)).await.expect(200);
    assert_eq!((&first["id"], &first["number"]), (&again["id"], &again["number"]));
    assert_eq!(site.ask(get(&game.api).bearer(&game.white)).await.expect(200)["state"]["moves"], "f5 f6");
    site.ask(game.play("same", game.number, "d6").bearer(&game.white)).await.refused(422, "id_reused");
}

#[tokio::test]
async fn malformed_bodies_are_rejected() {
    let (site, game) = Site::with_game(false).await;
    let bodies = [
        json!([]),
        json!({"id": "c"}),
        json!({"id": "", "seen": 1, "command": "resign"}),
        json!({"id": "c", "seen": 1, "command": "dance"}),
        json!({"id": "c", "seen": 1, "command": "play"}),
        json!({"id": "c", "seen": 1, "command": "play", "square": "z9"}),
        json!({"id": "c", "seen": 1, "command": "play", "square": "pass"}),
        json!({"id": "c", "seen": 1, "command": "resign", "as": "green"}),
    ];
    for body in bodies {
        site.ask(game.command(body).bearer(&game.white)).await.refused(400, "bad_request");
    }
    for body in [
        json!([]),
        json!(null),
        json!({"wihte": "me"}),
        json!({"black": "engine:11"}),
        json!({"name": "a\nb"}),
        json!({"rules": 1}),
    ] {
        site.ask(post("/api/games", body)).await.refused(400, "bad_request");
    }
    for text in ["{".to_owned(), "[".repeat(10_000)] {
        site.ask(post("/api/games", json!({})).body(text)).await.refused(400, "bad_request");
    }
}

#[tokio::test]
async fn an_error_names_the_field() {
    let site = Site::open().await;
    let message = async |ask| site.ask(ask).await.refused(400, "bad_request")["message"].as_str().unwrap().to_owned();
    let said = message(get("/api/games?list=open&count=x")).await;
    assert!(said.starts_with("count: "), "{said}");
    for body in [json!([]), json!(null), json!("me"), json!(1)] {
        assert_eq!(message(post("/api/games", body)).await, "expected a JSON object");
    }
}

#[tokio::test]
async fn a_body_must_be_json_and_small() {
    let site = Site::open().await;
    let large = json!({"start": {"record": " ".repeat(MOST_BYTES)}});
    site.ask(post("/api/games", large)).await.refused(413, "too_large");
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""] {
        let typed = get("/api/games").method("POST").with(header::CONTENT_TYPE, kind);
        assert_eq!(site.ask(typed).await.status, 415, "{kind}");
    }
    let typed = get("/api/games").method("POST").with(header::CONTENT_TYPE, "Application/JSON; charset=utf-8");
    site.ask(typed.body("{}")).await.expect(201);
}

#[tokio::test]
async fn unknown_addresses_are_not_found() {
    let site = Site::open().await;
    let unknown = crate::GameId::random();
    let secret = crate::Secret::random().reveal();
    for id in [unknown.as_str(), "x", "elevenchars", "%00%00%00%00%00%00%00%00%00%00", "..%2f..%2fetc"] {
        for rest in ["", "/stream", "/chat"] {
            site.ask(get(&format!("/api/game/{id}{rest}")).bearer(&secret)).await.refused(404, "not_found");
        }
        let command = json!({"id": "c", "seen": 0, "command": "resign"});
        site.ask(post(&format!("/api/game/{id}/command"), command).bearer(&secret)).await.refused(404, "not_found");
        site.ask(get(&format!("/game/{id}.json"))).await.refused(404, "not_found");
    }
    for path in ["/api/", "/api/nothing", "/api/game", "/api/game/x/y", "/api/games/"] {
        site.ask(get(path)).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn an_address_names_its_methods() {
    let (site, game) = Site::with_game(true).await;
    let delete = |path: &str| get(path).method("DELETE");
    let answer = site.ask(delete("/api/games")).await;
    assert_eq!(answer.header(header::ALLOW), "GET,HEAD,POST");
    answer.refused(405, "method_not_allowed");
    site.ask(delete(&game.api)).await.refused(405, "method_not_allowed");
    site.ask(post(&game.at("stream"), json!({}))).await.refused(405, "method_not_allowed");
    site.ask(get(&game.at("command"))).await.refused(405, "method_not_allowed");
}

#[tokio::test]
async fn chat_is_between_the_players() {
    let (site, game) = Site::with_game(true).await;
    let say = |text: &str| post(&game.at("chat"), json!({"text": text}));
    let said = site.ask(say(" Good luck! ").bearer(&game.black)).await.expect(200);
    assert_eq!((&said["type"], &said["number"], &said["by"]), (&json!("chat"), &json!(1), &json!("black")));
    assert_eq!(said["text"], "Good luck!");
    let second = site.ask(say("Thanks").bearer(&game.white)).await.expect(200);
    let heard = |after: u8| get(&game.at(&format!("chat?after={after}"))).bearer(&game.black);
    assert_eq!(site.ask(heard(0)).await.expect(200), json!({"lines": [said, second]}));
    assert_eq!(site.ask(heard(1)).await.expect(200), json!({"lines": [second]}));

    site.ask(get(&game.at("chat"))).await.refused(403, "watching");
    site.ask(say("Hello")).await.refused(403, "watching");
    for text in ["", "  ", "a\nb", &"x".repeat(201)] {
        site.ask(say(text).bearer(&game.black)).await.refused(400, "bad_request");
    }
}

#[tokio::test]
async fn an_open_game_can_be_joined_once() {
    let site = Site::open().await;
    let created = site.ask(post("/api/games", json!({"white": "anyone"}))).await.expect(201);
    let join = || post(&format!("/api/game/{}/join", created["id"].as_str().unwrap()), json!({"name": "Bob"}));
    let joined = site.ask(join()).await;
    assert!(joined.new_cookie().is_some());
    let full = joined.expect(200);
    assert_eq!((&full["you"], &full["state"]["status"]), (&json!(["white"]), &json!("running")));
    assert_eq!(full["players"]["white"]["name"], "Bob");
    let late = site.ask(join()).await;
    assert!(late.new_cookie().is_none());
    assert!([403, 409].contains(&late.status.as_u16()), "{}", late.text());
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_arrive_times_out() {
    let site = Site::open().await;
    let begun = tokio::time::Instant::now();
    let never = futures_util::stream::pending::<Result<axum::body::Bytes, std::io::Error>>();
    let ask = post("/api/games", json!({})).body(Body::from_stream(never));
    site.ask(ask).await.refused(400, "bad_request");
    assert!(begun.elapsed() < std::time::Duration::from_secs(30), "{:?}", begun.elapsed());
}
