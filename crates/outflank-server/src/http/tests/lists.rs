use super::*;
use outflank_engine::Level;

async fn names(site: &Site, path: &str) -> (Vec<String>, Option<String>) {
    let list = site.ask(get(path)).await.expect(200);
    let games = list["games"].as_array().unwrap();
    let names = games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect();
    (names, list["before"].as_str().map(str::to_owned))
}

#[tokio::test]
async fn pages_follow_each_other_without_gaps() {
    let site = Site::open().await;
    let mut made = Vec::new();
    for _ in 0..5 {
        let created = site.ask(post("/api/games", json!({"white": "anyone"}))).await.expect(201);
        made.push(created["id"].as_str().unwrap().to_owned());
    }
    let (mut listed, mut before) = names(&site, "/api/games?list=open&count=2").await;
    assert_eq!(listed.len(), 2);
    while let Some(cursor) = before {
        let page = names(&site, &format!("/api/games?list=open&count=2&before={cursor}")).await;
        assert!(page.0.len() <= 2);
        listed.extend(page.0);
        before = page.1;
    }
    made.sort();
    listed.sort();
    assert_eq!(listed, made);
    assert_eq!(names(&site, "/api/games?list=running").await.0, [""; 0]);
}

#[tokio::test]
async fn own_games_are_listed_for_their_players_only() {
    let (site, game) = Site::with_game(false).await;
    let mine = |secret: &str| get("/api/games?list=mine").bearer(secret);
    for (secret, seat) in [(&game.black, "black"), (&game.white, "white")] {
        let list = site.ask(mine(secret)).await.expect(200);
        assert_eq!(list["games"][0]["id"], game.id());
        assert_eq!(list["games"][0]["you"], json!([seat]));
    }
    let nothing = json!({"games": [], "before": null});
    assert_eq!(site.ask(get("/api/games?list=mine")).await.expect(200), nothing);
    assert_eq!(site.ask(mine(&crate::Secret::random().reveal())).await.expect(200), nothing);
    assert_eq!(site.ask(mine(game.watch.as_ref().unwrap())).await.expect(200), nothing);
    assert_eq!(site.ask(get("/api/games?list=running")).await.expect(200), nothing);
}

#[tokio::test]
async fn malformed_list_requests_are_rejected() {
    let site = Site::open().await;
    for query in [
        "",
        "list=all",
        "list=open&count=0",
        "list=open&count=51",
        "list=open&count=x",
        "list=open&before=",
        "list=open&before=1",
        "list=open&before=x-0123456789",
        "list=open&before=1-012345678",
        "list=open&before=99999999999999999999-0123456789",
        "list=mine&before=nonsense",
    ] {
        site.ask(get(&format!("/api/games?{query}"))).await.refused(400, "bad_request");
    }
    site.ask(get("/api/games?list=open&count=50&before=18446744073709551615-0123456789")).await.expect(200);
}

#[tokio::test]
async fn levels_are_listed_with_their_names() {
    let answer = Site::open().await.ask(get("/api/levels")).await;
    assert_eq!(answer.header(header::CACHE_CONTROL), "public, max-age=3600");
    let levels = answer.expect(200);
    let levels = levels["levels"].as_array().unwrap();
    assert_eq!(levels.len(), Level::ALL.len());
    for (listed, level) in levels.iter().zip(Level::ALL) {
        let expected = json!({"number": level.number(), "name": level.name(), "description": level.description()});
        assert_eq!(*listed, expected);
    }
}

#[tokio::test]
async fn the_most_watched_games_come_first() {
    let site = Site::open().await;
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(site.game(true).await);
    }
    let private = site.game(false).await;
    let ids: Vec<&str> = games.iter().map(Sitting::id).collect();
    let mut streams = Vec::new();
    for game in [&games[0], &games[0], &games[1]] {
        streams.push(site.begin(get(&game.at("stream"))).await);
    }
    streams.push(site.begin(get(&private.at("stream")).bearer(private.watch.as_ref().unwrap())).await);
    // Players are no watchers.
    streams.push(site.begin(get(&games[2].at("stream")).bearer(&games[2].black)).await);
    let (listed, before) = names(&site, "/api/games?list=running&sort=watchers").await;
    assert_eq!((listed, before), ([ids[0], ids[1], ids[2]].map(str::to_owned).to_vec(), None));
    let (listed, _) = names(&site, "/api/games?list=running&sort=watchers&count=1").await;
    assert_eq!(listed, [ids[0]]);
    let list = site.ask(get("/api/games?list=running&sort=updated")).await.expect(200);
    for game in list["games"].as_array().unwrap() {
        let expected = ids.iter().rev().position(|id| game["id"] == **id).unwrap();
        assert_eq!(game["watchers"], expected, "{game}");
    }
    for wrong in
        ["list=open&sort=watchers", "list=running&sort=watchers&before=1-0123456789", "list=running&sort=names"]
    {
        site.ask(get(&format!("/api/games?{wrong}"))).await.refused(400, "bad_request");
    }
}
