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
