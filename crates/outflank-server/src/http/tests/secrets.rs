use super::*;

const FOREIGN: &str = "https://elsewhere.example";

#[tokio::test]
async fn a_browser_gets_one_cookie_that_scripts_and_other_sites_cannot_use() {
    let site = Site::open().await;
    let created = site.ask(post("/api/games", json!({"white": "me"}))).await;
    let set = created.header(header::SET_COOKIE).to_owned();
    for part in ["; Path=/", "; HttpOnly", "; SameSite=Strict", "; Max-Age=34560000"] {
        assert!(set.contains(part), "{set}");
    }
    assert!(!set.contains("Secure"), "{set}");
    let cookie = created.new_cookie().unwrap();
    let id = created.expect(201)["id"].as_str().unwrap().to_owned();

    let full = site.ask(get(&format!("/api/game/{id}")).cookie(&cookie)).await.expect(200);
    assert_eq!(full["you"], json!(["black", "white"]));
    let second = site.ask(post("/api/games", json!({})).browser(&cookie)).await;
    assert_eq!(second.new_cookie(), None);
    second.expect(201);
    let program = site.ask(post("/api/games", json!({})).bearer(&cookie)).await;
    assert_eq!(program.new_cookie(), None);
    program.expect(201);
}

#[tokio::test]
async fn the_cookie_of_a_secure_server_is_sent_only_to_it() {
    let site = Site::at(Some("https://club.example")).await;
    let made = site.ask(post("/api/games", json!({}))).await;
    let set = made.header(header::SET_COOKIE);
    assert!(set.starts_with("__Host-outflank=") && set.contains("; Secure") && set.contains("; Path=/;"), "{set}");
    let cookie = made.new_cookie().unwrap();
    let from = |origin: &str| post("/api/games", json!({})).cookie(&cookie).with(header::ORIGIN, origin);
    site.ask(from("https://club.example")).await.expect(201);
    for origin in ["http://club.example", "https://othello.example", "https://club.example:8443"] {
        site.ask(from(origin)).await.refused(403, "foreign_origin");
    }
}

#[tokio::test]
async fn a_cookie_with_the_old_name_is_read_and_replaced() {
    let site = Site::at(Some("https://club.example")).await;
    let [old, new] = [(); 2].map(|()| crate::Secret::random().reveal());
    let create = |cookies: &str| {
        post("/api/games", json!({"white": "me"}))
            .with(header::COOKIE, cookies)
            .with(header::ORIGIN, "https://club.example")
    };
    let created = site.ask(create(&format!("outflank={old}"))).await;
    let set = created.header(header::SET_COOKIE);
    assert!(set.starts_with(&format!("__Host-outflank={old};")), "{set}");
    let id = created.expect(201)["id"].as_str().unwrap().to_owned();
    let game = get(&format!("/api/game/{id}")).with(header::COOKIE, &format!("__Host-outflank={old}"));
    assert_eq!(site.ask(game).await.expect(200)["you"], json!(["black", "white"]));
    // The new name takes precedence: another subdomain may have set the old one.
    let both = format!("outflank={old}; __Host-outflank={new}");
    let created = site.ask(create(&both)).await;
    assert_eq!(created.new_cookie(), None);
    let id = created.expect(201)["id"].as_str().unwrap().to_owned();
    site.ask(get(&format!("/api/game/{id}")).bearer(&old)).await.refused(403, "not_yours");
    site.ask(get(&format!("/api/game/{id}")).bearer(&new)).await.expect(200);
    let plain = Site::open().await;
    let made = plain.ask(post("/api/games", json!({})).with(header::COOKIE, &format!("__Host-outflank={new}"))).await;
    assert!(made.header(header::SET_COOKIE).starts_with("outflank="));
}

#[tokio::test]
async fn other_sites_cannot_use_a_browsers_cookie() {
    let site = Site::open().await;
    let made = site.ask(post("/api/games", json!({"white": "friend"}))).await;
    let cookie = made.new_cookie().unwrap();
    let created = made.expect(201);
    let api = format!("/api/game/{}", created["id"].as_str().unwrap());
    let cancel = json!({"id": "c", "seen": 1, "command": "cancel"});
    let asks = [
        ("/api/games".to_owned(), json!({})),
        (format!("{api}/command"), cancel.clone()),
        (format!("{api}/chat"), json!({"text": "hello"})),
        (format!("{api}/join"), json!({})),
        (format!("{api}/seat"), json!({"token": created["tokens"]["white"]})),
        (format!("{api}/invite"), json!({"seat": "white"})),
        (format!("{api}/device"), json!({})),
        ("/api/device".to_owned(), json!({})),
        ("/api/forget".to_owned(), json!({})),
        ("/api/device/take".to_owned(), json!({"token": "AAAAAAAAAAAAAAAAAAAAAA"})),
        ("/api/qr".to_owned(), json!({"text": "hello"})),
    ];
    for (path, body) in &asks {
        let ask = || post(path, body.clone());
        site.ask(ask().cookie(&cookie)).await.refused(403, "foreign_origin");
        for origin in [FOREIGN, "null", "http://othello.example:8080", "http://othello.example.evil.example", "\""] {
            site.ask(ask().cookie(&cookie).with(header::ORIGIN, origin)).await.refused(403, "foreign_origin");
            site.ask(ask().with(header::ORIGIN, origin)).await.refused(403, "foreign_origin");
        }
    }
    assert_eq!(site.ask(get(&api).cookie(&cookie)).await.expect(200)["state"]["status"], "waiting");
    let command = format!("{api}/command");
    site.ask(post(&command, cancel).browser(&cookie)).await.expect(200);
}

#[tokio::test]
async fn a_browser_is_forgotten() {
    for (url, names) in [(None, &["outflank"][..]), (Some("https://club.example"), &["outflank", "__Host-outflank"])] {
        let site = Site::at(url).await;
        let origin = url.unwrap_or("http://othello.example");
        let secret = crate::Secret::random().reveal();
        let create = post("/api/games", json!({"white": "me"})).cookie(&secret).with(header::ORIGIN, origin);
        let id = site.ask(create).await.expect(201)["id"].as_str().unwrap().to_owned();
        let forgotten = site.ask(post("/api/forget", json!({})).cookie(&secret).with(header::ORIGIN, origin)).await;
        assert_eq!((forgotten.status.as_u16(), forgotten.bytes.len()), (204, 0));
        let set: Vec<&str> =
            forgotten.headers.get_all(header::SET_COOKIE).iter().map(|value| value.to_str().unwrap()).collect();
        assert_eq!(set.len(), names.len());
        for (set, name) in set.iter().zip(names) {
            assert!(set.starts_with(&format!("{name}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0")), "{set}");
            assert_eq!(set.ends_with("; Secure"), url.is_some(), "{set}");
        }
        site.ask(get(&format!("/api/game/{id}")).bearer(&secret)).await.expect(200);
    }
}

#[tokio::test]
async fn the_error_of_a_foreign_origin_names_the_address_to_open() {
    let message = async |site: &Site, ask: Ask| {
        site.ask(ask).await.refused(403, "foreign_origin")["message"].as_str().unwrap().to_owned()
    };
    let create = || post("/api/games", json!({}));

    let configured = Site::at(Some("https://club.example")).await;
    assert_eq!(
        message(&configured, create().with(header::ORIGIN, "http://192.168.1.5:8220")).await,
        "this server is configured for https://club.example (--public-url), but the page was opened at http://192.168.1.5:8220; \
         open https://club.example, or change --public-url"
    );
    let behind_a_proxy = Site::open().await;
    assert_eq!(
        message(&behind_a_proxy, create().with(header::ORIGIN, "https://club.example")).await,
        "the page was opened at https://club.example, but the request reached the server as http://othello.example; if \
         https://club.example is your proxy, start the server with --public-url https://club.example"
    );
    // An invalid address is quoted neither in the response nor in the log.
    for origin in ["null", "http://<b>", &format!("http://{}.example", "x".repeat(300))] {
        let message = message(&configured, create().with(header::ORIGIN, origin)).await;
        assert_eq!(message, "the request does not come from a page of this server; open https://club.example");
    }
    let cookie = create().cookie(&crate::Secret::random().reveal());
    assert!(message(&configured, cookie).await.contains("needs an Origin header"));
}

#[tokio::test]
async fn programs_may_come_from_anywhere() {
    let (site, game) = Site::with_game(false).await;
    let play = game.play("m", game.number, "f6").bearer(&game.white);
    site.ask(play.with(header::ORIGIN, FOREIGN)).await.expect(200);
}

#[tokio::test]
async fn malformed_secrets_are_rejected() {
    let (site, game) = Site::with_game(true).await;
    for value in
        ["Bearer", "Bearer ", "Bearer short", "Token AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAA", "Bearer ä"]
    {
        let answer = site.ask(get(&game.api).with(header::AUTHORIZATION, value)).await;
        assert_eq!(answer.header(header::WWW_AUTHENTICATE), "Bearer");
        answer.refused(401, "no_such_secret");
    }
    // The password of a proxy, and a foreign cookie.
    site.ask(get(&game.api).with(header::AUTHORIZATION, "Basic YTpi")).await.expect(200);
    site.ask(get(&game.api).cookie("nonsense")).await.expect(200);
}

#[tokio::test]
async fn opening_a_link_gives_its_seat_to_the_browser() {
    let site = Site::open().await;
    let created = site.ask(post("/api/games", json!({"white": "friend"}))).await.expect(201);
    let api = format!("/api/game/{}", created["id"].as_str().unwrap());
    let token = created["tokens"]["white"].as_str().unwrap();
    assert_eq!(created["links"]["white"], format!("/game/{}#{token}", created["id"].as_str().unwrap()));
    site.ask(get(&api)).await.refused(403, "not_yours");

    let taken = site.ask(post(&format!("{api}/seat"), json!({"token": token}))).await;
    let cookie = taken.new_cookie().unwrap();
    assert_ne!(cookie, token);
    assert_eq!(taken.expect(200), json!({"you": ["white"], "watch": false}));
    assert_eq!(site.ask(get(&api).cookie(&cookie)).await.expect(200)["you"], json!(["white"]));

    let wrong = json!({"token": crate::Secret::random().reveal()});
    site.ask(post(&format!("{api}/seat"), wrong)).await.refused(401, "no_such_secret");
    site.ask(post(&format!("{api}/seat"), json!({"token": "?"}))).await.refused(401, "no_such_secret");
}

#[tokio::test]
async fn only_the_creator_of_a_game_gets_its_secrets() {
    let (site, game) = Site::with_game(false).await;
    let mut created = game.created.clone();
    let tokens = created.as_object_mut().unwrap().remove("tokens").unwrap();
    created.as_object_mut().unwrap().remove("links").unwrap();
    let secrets: Vec<String> = ["black", "white", "watch"]
        .iter()
        .filter_map(|seat| tokens[seat].as_str().map(str::to_owned))
        .chain([game.black.clone(), game.white.clone()])
        .collect();
    assert_eq!(secrets.len(), 5);
    let mut texts = vec![created.to_string()];
    let asks = [
        get(&game.api),
        get(&game.at("chat")),
        get("/api/games?list=mine"),
        get(&format!("/game/{}.json", game.id())),
        get(&format!("/game/{}.ggf", game.id())),
        post(&game.at("seat"), json!({"token": game.watch.clone().unwrap()})),
        post(&game.at("seat"), json!({"token": format!("{}x", game.black)})),
        post(&game.at("join"), json!({})),
        post(&game.at("chat"), json!({"text": "hello"})),
        game.play("a", game.number, "f6"),
        game.play("b", 0, "f6"),
    ];
    for ask in asks {
        texts.push(site.ask(ask.bearer(&game.white)).await.text().to_owned());
    }
    for text in texts {
        assert!(secrets.iter().all(|secret| !text.contains(secret)), "{text}");
    }
}

#[tokio::test]
async fn another_site_reads_without_the_cookie() {
    let site = Site::open().await;
    let made = site.ask(post("/api/games", json!({"white": "friend"}))).await;
    let cookie = made.new_cookie().unwrap();
    let id = made.expect(201)["id"].as_str().unwrap().to_owned();
    let from = |path: &str, origin: &str| get(path).cookie(&cookie).with(header::ORIGIN, origin);
    let (game, stream, mine) = (format!("/api/game/{id}"), format!("/api/game/{id}/stream"), "/api/games?list=mine");
    let home = format!("http://{HOST}");
    site.ask(from(&game, &home)).await.expect(200);
    assert_eq!(site.ask(from(mine, &home)).await.expect(200)["games"][0]["id"], *id);
    for origin in [FOREIGN, "null", "http://othello.example:8080"] {
        site.ask(from(&game, origin)).await.refused(403, "not_yours");
        site.ask(from(&stream, origin)).await.refused(403, "not_yours");
        site.ask(from(&format!("/game/{id}.json"), origin)).await.refused(403, "not_yours");
        assert_eq!(site.ask(from(mine, origin)).await.expect(200)["games"], json!([]));
        site.ask(from("/api/games/stream?list=mine", origin)).await.refused(401, "no_such_secret");
    }
}

#[tokio::test]
async fn a_frame_on_another_site_reads_public_games_without_a_cookie() {
    let (site, game) = Site::with_game(true).await;
    let private = site.game(false).await;
    let framed = |ask: Ask| ask.with("sec-fetch-site", "same-origin").with("sec-fetch-dest", "empty");
    for origin in [None, Some(FOREIGN)] {
        let ask = |path: &str| match origin {
            Some(origin) => framed(get(path)).with(header::ORIGIN, origin),
            None => framed(get(path)),
        };
        let full = site.ask(ask(&game.api)).await.expect(200);
        assert_eq!((&full["you"], full["plies"].as_array().map(Vec::len)), (&json!([]), Some(1)));
        assert_eq!(site.ask(ask(&format!("/game/{}.svg", game.id()))).await.status, 200);
        site.ask(ask(&private.api)).await.refused(403, "not_yours");
    }
}
