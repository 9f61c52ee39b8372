use super::streams::Listener;
use super::*;

fn secret() -> String {
    crate::Secret::random().reveal()
}

async fn next(listener: &mut Listener) -> Value {
    loop {
        let line = listener.until("\n").await;
        if line != "\n" {
            return serde_json::from_str(&line).unwrap();
        }
    }
}

fn short(message: &Value) -> (String, String, String) {
    let game = &message["game"];
    let id = message["id"].as_str().or(game["id"].as_str()).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&message["type"]), id.to_owned(), text(&game["status"]))
}

fn expected(kind: &str, id: &str, status: &str) -> (String, String, String) {
    (kind.to_owned(), id.to_owned(), status.to_owned())
}

async fn offer(site: &Site, by: &str) -> String {
    let created = site.ask(post("/api/games", json!({"white": "anyone", "name": "Ann"})).bearer(by)).await.expect(201);
    created["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn the_lobby_is_streamed() {
    let site = Site::open().await;
    let (ann, bob) = (secret(), secret());
    let first = offer(&site, &ann).await;
    let mut lobby = Listener::open(&site, get("/api/games/stream?list=open")).await;
    let whole = next(&mut lobby).await;
    assert_eq!(whole["type"], "games");
    assert_eq!(whole["games"][0]["id"], *first);
    let list = site.ask(get("/api/games?list=open")).await.expect(200);
    assert_eq!(whole["games"], list["games"]);

    let second = offer(&site, &ann).await;
    let message = next(&mut lobby).await;
    assert_eq!(short(&message), expected("game", &second, "waiting"));
    assert_eq!(message["game"]["players"]["black"]["name"], "Ann");
    site.ask(post(&format!("/api/game/{first}/join"), json!({})).bearer(&bob)).await.expect(200);
    assert_eq!(short(&next(&mut lobby).await), expected("gone", &first, ""));
    let cancel = json!({"id": "c", "seen": 1, "command": "cancel"});
    site.ask(post(&format!("/api/game/{second}/command"), cancel).bearer(&ann)).await.expect(200);
    assert_eq!(short(&next(&mut lobby).await), expected("gone", &second, ""));
    site.game(true).await;
    let third = offer(&site, &ann).await;
    assert_eq!(short(&next(&mut lobby).await), expected("game", &third, "waiting"));
    let mut again = Listener::open(&site, get("/api/games/stream?list=open")).await;
    assert_eq!(next(&mut again).await["games"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn own_games_are_streamed_until_they_end() {
    let site = Site::open().await;
    let (ann, bob) = (secret(), secret());
    let stream = |secret: &str| get("/api/games/stream?list=mine").bearer(secret);
    let mut anns = Listener::open(&site, stream(&ann)).await;
    let mut bobs = Listener::open(&site, stream(&bob)).await;
    let nothing = json!({"type": "games", "games": []});
    assert_eq!((next(&mut anns).await, next(&mut bobs).await), (nothing.clone(), nothing));

    let game = offer(&site, &ann).await;
    let message = next(&mut anns).await;
    assert_eq!(short(&message), expected("game", &game, "waiting"));
    assert_eq!(message["game"]["you"], json!(["black"]));
    let api = format!("/api/game/{game}");
    let full = site.ask(post(&format!("{api}/join"), json!({"name": "Bob"})).bearer(&bob)).await.expect(200);
    assert_eq!(short(&next(&mut anns).await), expected("game", &game, "running"));
    let message = next(&mut bobs).await;
    assert_eq!(short(&message), expected("game", &game, "running"));
    assert_eq!(message["game"]["you"], json!(["white"]));

    let command = |order: Value| post(&format!("{api}/command"), order);
    let play = json!({"id": "m", "seen": full["state"]["number"], "command": "play", "square": "f5"});
    let ack = site.ask(command(play).bearer(&ann)).await.expect(200);
    for listener in [&mut anns, &mut bobs] {
        let message = next(listener).await;
        assert_eq!((&message["game"]["turn"], &message["game"]["placements"]), (&json!("white"), &json!(1)));
    }
    let mut late = Listener::open(&site, stream(&bob)).await;
    assert_eq!(next(&mut late).await["games"][0]["placements"], 1);
    let resign = json!({"id": "r", "seen": ack["number"], "command": "resign"});
    let ack = site.ask(command(resign).bearer(&bob)).await.expect(200);
    for listener in [&mut anns, &mut bobs, &mut late] {
        let message = next(listener).await;
        assert_eq!(short(&message), expected("game", &game, "over"));
        assert_eq!(message["game"]["result"]["winner"], "black");
        assert_eq!(short(&next(listener).await), expected("gone", &game, ""));
    }
    let number = ack["number"].as_u64().unwrap();
    for (order, who, seen) in [("offer_rematch", &ann, number), ("accept_rematch", &bob, number + 1)] {
        let order = json!({"id": order, "seen": seen, "command": order});
        site.ask(command(order).bearer(who)).await.expect(200);
    }
    for (listener, seat) in [(&mut anns, "white"), (&mut bobs, "black"), (&mut late, "black")] {
        let message = next(listener).await;
        assert_eq!((&message["type"], &message["game"]["status"]), (&json!("game"), &json!("running")));
        assert_eq!(message["game"]["you"], json!([seat]));
        assert_ne!(message["game"]["id"], *game);
    }
}

#[tokio::test]
async fn taking_a_seat_by_link_updates_the_own_stream() {
    let site = Site::open().await;
    let (ann, bob) = (secret(), secret());
    let mut bobs = Listener::open(&site, get("/api/games/stream?list=mine").bearer(&bob)).await;
    next(&mut bobs).await;
    let created = site.ask(post("/api/games", json!({"white": "friend"})).bearer(&ann)).await.expect(201);
    let api = format!("/api/game/{}", created["id"].as_str().unwrap());
    let seat = json!({"token": created["tokens"]["white"]});
    site.ask(post(&format!("{api}/seat"), seat).bearer(&bob)).await.expect(200);
    let message = next(&mut bobs).await;
    assert_eq!((&message["game"]["id"], &message["game"]["you"]), (&created["id"], &json!(["white"])));
}

#[tokio::test]
async fn a_list_can_be_streamed_as_server_sent_events() {
    let site = Site::open().await;
    let ask = get("/api/games/stream?list=open").with(header::ACCEPT, "text/event-stream");
    let mut events = Listener::open(&site, ask).await;
    assert_eq!(events.until("\n\n").await, "data: {\"type\":\"games\",\"games\":[]}\n\n");
    let game = offer(&site, &secret()).await;
    let event = events.until("\n\n").await;
    let message: Value = serde_json::from_str(event.strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!(short(&message), expected("game", &game, "waiting"));
}

#[tokio::test(start_paused = true)]
async fn a_quiet_list_is_kept_alive() {
    let site = Site::open().await;
    for list in ["open", "mine"] {
        let path = format!("/api/games/stream?list={list}");
        let mut lines = Listener::open(&site, get(&path).bearer(&secret())).await;
        assert_eq!(lines.line().await["type"], "games");
        assert_eq!(lines.until("\n").await, "\n");
        let ask = get(&path).bearer(&secret()).with(header::ACCEPT, "text/event-stream");
        let mut events = Listener::open(&site, ask).await;
        events.until("\n\n").await;
        assert_eq!(events.until("\n\n").await, ":\n\n");
    }
}

#[tokio::test]
async fn malformed_list_streams_are_rejected() {
    let site = Site::open().await;
    for query in ["", "list=", "list=finished", "list=all"] {
        site.ask(get(&format!("/api/games/stream?{query}"))).await.refused(400, "bad_request");
    }
    site.ask(get("/api/games/stream?list=mine")).await.refused(401, "no_such_secret");
}

#[tokio::test]
async fn streamed_lists_end_when_the_server_stops() {
    let site = Site::open().await;
    let mut bodies = Vec::new();
    for list in ["open", "mine"] {
        let ask = get(&format!("/api/games/stream?list={list}")).bearer(&secret());
        bodies.push(site.begin(ask).await.into_body());
    }
    site.app.hall.close().await;
    for body in bodies {
        assert!(to_bytes(body, 1 << 20).await.unwrap().starts_with(b"{\"type\":\"games\""));
    }
    for list in ["open", "mine"] {
        let ask = get(&format!("/api/games/stream?list={list}")).bearer(&secret());
        site.ask(ask).await.refused(503, "unavailable");
    }
}

#[tokio::test]
async fn one_secret_has_a_limited_number_of_streams() {
    let site = Site::open().await;
    let ann = secret();
    let ask = || get("/api/games/stream?list=mine").bearer(&ann);
    let mut open = Vec::new();
    let refused = loop {
        let response = site.begin(ask()).await;
        match response.status().as_u16() {
            200 => open.push(response),
            status => break status,
        }
        assert!(open.len() < 1000, "no limit");
    };
    assert_eq!(refused, 503);
    open.pop();
    assert_eq!(site.begin(ask()).await.status(), 200);
}

#[tokio::test]
async fn running_games_are_streamed_until_they_end() {
    let site = Site::open().await;
    let game = site.game(true).await;
    site.game(false).await;
    let mut running = Listener::open(&site, get("/api/games/stream?list=running")).await;
    let whole = next(&mut running).await;
    assert_eq!((&whole["games"][0]["id"], &whole["games"][1]), (&json!(game.id()), &Value::Null));
    assert_eq!(whole["games"][0]["watchers"], 0);

    let ack = site.ask(game.play("w", game.number, "f6").bearer(&game.white)).await.expect(200);
    let message = next(&mut running).await;
    assert_eq!(short(&message), expected("game", game.id(), "running"));
    assert_eq!(message["game"]["placements"], 2);
    let watcher = site.begin(get(&game.at("stream"))).await;
    assert_eq!(next(&mut running).await["game"]["watchers"], 1);
    let other = site.game(true).await;
    assert_eq!(short(&next(&mut running).await), expected("game", other.id(), "running"));

    let resign = json!({"id": "r", "seen": ack["number"], "command": "resign"});
    site.ask(game.command(resign).bearer(&game.black)).await.expect(200);
    let message = next(&mut running).await;
    assert_eq!(short(&message), expected("game", game.id(), "over"));
    assert_eq!(message["game"]["result"]["winner"], "white");
    assert_eq!(short(&next(&mut running).await), expected("gone", game.id(), ""));
    drop(watcher);
}

#[tokio::test]
async fn a_listed_game_gives_way_only_to_games_with_more_watchers() {
    let site = Site::open().await;
    let first = site.game(true).await;
    let mut running = Listener::open(&site, get("/api/games/stream?list=running")).await;
    next(&mut running).await;
    let mut others = Vec::new();
    for _ in 0..30 {
        others.push(site.game(true).await);
    }
    let mut again = Listener::open(&site, get("/api/games/stream?list=running")).await;
    let whole = next(&mut again).await;
    let ids: Vec<&str> = whole["games"].as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 24);
    assert!(ids.contains(&first.id()), "it was listed before");
    let left_out = others.iter().find(|game| !ids.contains(&game.id())).unwrap();
    let _watcher = site.begin(get(&left_out.at("stream"))).await;
    loop {
        let message = next(&mut again).await;
        if short(&message) == expected("game", left_out.id(), "running") {
            break;
        }
    }
}
