use super::*;

fn state_in(page: &str) -> Option<Value> {
    let (_, rest) = page.split_once("id=\"state\">")?;
    Some(serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap())
}

fn without_time(mut full: Value) -> Value {
    full["state"]["at"].take();
    full
}

#[tokio::test]
async fn the_page_of_a_game_has_its_board_and_its_state() {
    let (site, game) = Site::with_game(true).await;
    let response = site.ask(get(&format!("/game/{}", game.id())).bearer(&game.black)).await;
    assert_eq!((response.status, response.header(header::CACHE_CONTROL)), (StatusCode::OK, "private, no-cache"));
    let page = response.text();
    for (square, disc) in [("d4", "white"), ("e5", "black"), ("f5", "black")] {
        let expected = format!("aria-label=\"{square}, {disc}\"><span class=\"disc\" data-disc=\"{disc}\">");
        assert!(page.contains(&expected), "{square}");
    }
    assert!(page.contains("aria-label=\"e6, empty\"><span class=\"disc\">"));
    let full = site.ask(get(&game.api).bearer(&game.black)).await.expect(200);
    assert_eq!(full["you"], json!(["black"]));
    assert_eq!(without_time(state_in(page).unwrap()), without_time(full));
}

#[tokio::test]
async fn the_page_of_a_private_game_shows_strangers_nothing() {
    let (site, game) = Site::with_game(false).await;
    let path = format!("/game/{}", game.id());
    for (path, sender) in [(path.as_str(), None), ("/game/0000000000", Some(&game.black))] {
        let ask = sender.into_iter().fold(get(path), |ask, sender| ask.bearer(sender));
        let response = site.ask(ask).await;
        assert_eq!(response.status, StatusCode::OK);
        assert!(state_in(response.text()).is_none() && !response.text().contains("\"disc\" data-disc"), "{path}");
    }
    assert!(state_in(site.ask(get(&path).bearer(&game.white)).await.text()).is_some());
}

#[tokio::test]
async fn names_cannot_end_the_state() {
    let site = Site::open().await;
    let proposal = json!({"black": "me", "white": "engine:1", "public": true, "name": "</script><b>"});
    let created = site.ask(post("/api/games", proposal)).await.expect(201);
    let page = site.ask(get(&format!("/game/{}", created["id"].as_str().unwrap()))).await;
    assert_eq!(state_in(page.text()).unwrap()["players"]["black"]["name"], "</script><b>");
    assert!(!page.text().contains("</script><b>"));
}

#[tokio::test]
async fn links_to_public_games_have_a_preview() {
    let site = Site::open().await;
    let proposal = json!({"black": "me", "white": "engine:1", "public": true, "name": "A \"B\""});
    let created = site.ask(post("/api/games", proposal)).await.expect(201);
    let id = created["id"].as_str().unwrap();
    let response = site.ask(get(&format!("/game/{id}"))).await;
    let page = response.text();
    for tag in [
        "<meta property=\"og:title\" content=\"A &quot;B&quot; vs Engine, level 1, 2–2\">",
        "<meta property=\"og:description\" content=\"Move 1, Black to play.\">",
        &format!("<meta property=\"og:image\" content=\"http://{HOST}/game/{id}/preview.png\">"),
    ] {
        assert!(page.contains(tag), "{tag}\n{page}");
    }
    let (site, game) = Site::with_game(false).await;
    let page = site.ask(get(&format!("/game/{}", game.id())).bearer(&game.black)).await;
    assert!(!page.text().contains("property=\"og:"));
}
