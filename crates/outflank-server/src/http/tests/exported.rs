use super::*;

#[tokio::test]
async fn a_game_can_be_exported_in_every_format() {
    let (site, game) = Site::with_game(true).await;
    site.ask(game.play("w", game.number, "f6").bearer(&game.white)).await.expect(200);
    for (ending, kind, disposition, begin) in [
        ("json", "application/json", "attachment", "{"),
        ("ggf", "application/x-ggf; charset=utf-8", "attachment", "(;GM[Othello]"),
        ("sgf", "application/x-go-sgf; charset=utf-8", "attachment", "(;"),
        ("txt", "text/plain; charset=utf-8", "attachment", ""),
        ("svg", "image/svg+xml", "inline", "<svg"),
        ("png", "image/png", "inline", "\u{89}PNG"),
        ("gif", "image/gif", "inline", "GIF89a"),
    ] {
        let answer = site.ask(get(&format!("/game/{}.{ending}", game.id()))).await;
        assert_eq!(answer.status, 200, "{ending}");
        assert_eq!(answer.header(header::CONTENT_TYPE), kind);
        let name = format!("{disposition}; filename=\"outflank-{}.{ending}\"", game.id());
        assert_eq!(answer.header(header::CONTENT_DISPOSITION), name);
        let begin: Vec<u8> = begin.chars().map(|character| character as u8).collect();
        assert!(answer.bytes.starts_with(&begin), "{ending}: {}", String::from_utf8_lossy(&answer.bytes));
    }
    let record = site.ask(get(&format!("/game/{}.json", game.id()))).await.expect(200);
    assert_eq!((&record["plies"][1]["square"], &record["players"]["white"]["name"]), (&json!("f6"), &json!("Bob")));
    let text = site.ask(get(&format!("/game/{}.txt", game.id()))).await;
    assert!(text.text().contains("f5f6") || text.text().contains("f5 f6"), "{}", text.text());
}

#[tokio::test]
async fn the_text_of_a_game_without_moves_can_be_read() {
    let site = Site::open().await;
    let created = site.ask(post("/api/games", json!({"white": "me", "public": true}))).await.expect(201);
    let text = site.ask(get(&format!("/game/{}.txt", created["id"].as_str().unwrap()))).await;
    let read = site.ask(post("/api/study/read", json!({"text": text.text()}))).await.expect(200);
    assert_eq!(read["games"][0]["plies"], json!([]));
}

#[tokio::test]
async fn an_image_shows_the_requested_position() {
    let (site, game) = Site::with_game(true).await;
    let picture = |rest: &str| get(&format!("/game/{}.svg{rest}", game.id()));
    let (last, same, start) =
        (site.ask(picture("")).await, site.ask(picture("?ply=1")).await, site.ask(picture("?ply=0")).await);
    assert_eq!(last.text(), same.text());
    assert_ne!(last.text(), start.text());
    site.ask(picture("?ply=2")).await.refused(404, "not_found");
    site.ask(picture("?ply=-1")).await.refused(400, "bad_request");
}

#[tokio::test]
async fn unknown_export_formats_are_not_found() {
    let (site, game) = Site::with_game(true).await;
    for file in [
        format!("{}.exe", game.id()),
        format!("{}.", game.id()),
        format!(".{}", game.id()),
        "x.json".to_owned(),
        "%ff.svg".to_owned(),
    ] {
        site.ask(get(&format!("/game/{file}"))).await.refused(404, "not_found");
    }
}

#[tokio::test]
async fn a_link_becomes_a_qr_code() {
    let site = Site::open().await;
    let code = site.ask(post("/api/qr", json!({"text": "https://othello.example/game/0123456789"}))).await;
    assert_eq!((code.status.as_u16(), code.header(header::CONTENT_TYPE)), (200, "image/svg+xml"));
    assert!(code.text().starts_with("<svg"));
    for text in ["".to_owned(), "x".repeat(301)] {
        site.ask(post("/api/qr", json!({"text": text}))).await.refused(422, "unusable");
    }
}

#[tokio::test]
async fn all_own_games_are_exported_in_one_file() {
    let site = Site::open().await;
    let secret = crate::Secret::random().reveal();
    for number in 0..45 {
        let rules = if number % 2 == 0 { "standard" } else { "shellos" };
        let proposal = json!({"white": "me", "rules": rules});
        site.ask(post("/api/games", proposal).bearer(&secret)).await.expect(201);
    }
    site.ask(post("/api/games", json!({"white": "friend"})).bearer(&secret)).await.expect(201);
    site.game(true).await;
    let file = site.ask(get("/api/games/mine.ggf").bearer(&secret)).await;
    assert_eq!((file.status.as_u16(), file.header(header::CONTENT_TYPE)), (200, "application/x-ggf; charset=utf-8"));
    assert_eq!(file.header(header::CONTENT_DISPOSITION), "attachment; filename=\"outflank-games.ggf\"");
    let read = site.ask(post("/api/study/read", json!({"text": file.text()}))).await.expect(200);
    assert_eq!((&read["games"].as_array().map(Vec::len), &read["unread"]), (&Some(45), &json!([])));
    let none = site.ask(get("/api/games/mine.ggf").bearer(&crate::Secret::random().reveal())).await;
    assert_eq!((none.status.as_u16(), none.text()), (200, ""));
    site.ask(get("/api/games/mine.ggf")).await.refused(401, "no_such_secret");
    let foreign = get("/api/games/mine.ggf").cookie(&secret).with(header::ORIGIN, "https://elsewhere.example");
    site.ask(foreign).await.refused(401, "no_such_secret");
}

#[tokio::test(start_paused = true)]
async fn a_large_export_waits_instead_of_failing() {
    let rate = crate::limits::Rate { burst: 1, every: std::time::Duration::from_secs(1000) };
    let (site, _) = Site::with_limits(|limits| limits.exports.client = rate).await;
    let secret = crate::Secret::random().reveal();
    for _ in 0..45 {
        site.ask(post("/api/games", json!({"white": "me"})).bearer(&secret)).await.expect(201);
    }
    let file = site.ask(get("/api/games/mine.ggf").bearer(&secret)).await;
    assert_eq!(file.text().matches("GM[Othello]").count(), 45);
    site.ask(get("/api/games/mine.ggf").bearer(&secret)).await.refused(429, "too_many");
}

#[tokio::test]
async fn a_link_to_a_public_game_has_a_preview() {
    let (site, game) = Site::with_game(true).await;
    let preview = |game: &Sitting| get(&format!("/game/{}/preview.png", game.id()));
    let first = site.ask(preview(&game)).await;
    assert_eq!((first.status.as_u16(), first.header(header::CONTENT_TYPE)), (200, "image/png"));
    assert_eq!(first.header(header::CACHE_CONTROL), "public, max-age=60");
    assert!(first.bytes.starts_with(b"\x89PNG"));
    let tag = first.header(header::ETAG).to_owned();
    let again = site.ask(preview(&game).with(header::IF_NONE_MATCH, &tag)).await;
    assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0));
    let private = site.game(false).await;
    // Not even for its players: the picture may be cached.
    site.ask(preview(&private).bearer(&private.white)).await.refused(403, "not_yours");
    site.ask(get("/game/0123456789/preview.png")).await.refused(404, "not_found");
    site.ask(get("/game/x/preview.png")).await.refused(404, "not_found");
}

#[tokio::test]
async fn the_head_of_a_page_describes_a_public_game() {
    let (site, game) = Site::with_game(true).await;
    let head = site.app.page_head(game.id().parse().unwrap()).await.unwrap();
    assert_eq!((head.title.as_str(), head.description.as_str()), ("Ann vs Bob, 4–1", "Move 2, White to play."));
    assert_eq!(head.image, format!("/game/{}/preview.png", game.id()));
    let resign = json!({"id": "r", "seen": game.number, "command": "resign"});
    site.ask(game.command(resign).bearer(&game.white)).await.expect(200);
    let head = site.app.page_head(game.id().parse().unwrap()).await.unwrap();
    assert_eq!(head.description, "White resigned after 1 move.");
    let created = site.ask(post("/api/games", json!({"white": "anyone"}))).await.expect(201);
    let head = site.app.page_head(created["id"].as_str().unwrap().parse().unwrap()).await.unwrap();
    assert_eq!((head.title.as_str(), head.description.as_str()), ("Black vs White", "This game has not begun."));
    let private = site.game(false).await;
    assert_eq!(site.app.page_head(private.id().parse().unwrap()).await, None);
    assert_eq!(site.app.page_head("0123456789".parse().unwrap()).await, None);
}
