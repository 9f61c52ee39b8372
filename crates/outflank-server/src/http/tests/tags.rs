use std::time::Duration;

use tokio::time::timeout;

use super::*;

#[tokio::test]
async fn guests_with_the_same_name_have_different_tags() {
    let site = Site::open().await;
    let secrets: Vec<String> = std::iter::repeat_with(|| crate::Secret::random().reveal()).take(3).collect();
    let mut proposals = vec![json!({"white": "anyone", "name": "Ann"}); 2];
    proposals.push(json!({"white": "anyone"}));
    for (secret, proposal) in secrets.iter().zip(&proposals) {
        for _ in 0..2 {
            site.ask(post("/api/games", proposal.clone()).bearer(secret)).await.expect(201);
        }
    }
    let list = site.ask(get("/api/games?list=open")).await.expect(200);
    let black = |game: &Value| (game["players"]["black"]["name"].clone(), game["players"]["black"]["tag"].clone());
    let mut players: Vec<_> = list["games"].as_array().unwrap().iter().map(black).collect();
    assert_eq!(players.len(), 6);
    players.sort_by_key(|(name, tag)| (name.to_string(), tag.to_string()));
    players.dedup();
    assert_eq!(players.len(), 3, "{players:?}");
    assert!(players.iter().all(|(_, tag)| tag.as_str().is_some_and(|tag| tag.len() == 4)), "{players:?}");
    assert!(list["games"][0]["players"]["white"].get("tag").is_none(), "the seat is free");
}

#[tokio::test]
async fn a_tag_stays_with_its_player() {
    let (site, game) = Site::with_game(true).await;
    let tags = |full: &Value| {
        let [black, white] = ["black", "white"].map(|color| full["players"][color]["tag"].as_str().map(str::to_owned));
        (black.expect("Ann has a tag"), white.expect("Bob has a tag"))
    };
    let full = site.ask(get(&game.api)).await.expect(200);
    let (ann, bob) = tags(&full);
    assert_ne!(ann, bob);

    let play = game.play("again", game.number, "f6").bearer(&game.white);
    let ack = site.ask(play).await.expect(200);
    assert!(ack["state"]["events"][0].get("tag").is_none());
    let stale = site.ask(game.play("stale", 0, "f5").bearer(&game.black)).await.refused(409, "stale");
    let joined = stale["state"]["events"].as_array().unwrap().iter().filter(|event| event["event"] == "joined");
    assert_eq!(joined.map(|event| event["tag"].as_str().unwrap()).collect::<Vec<_>>(), [&ann, &bob]);

    let mut number = ack["number"].as_u64().unwrap();
    for (index, (order, secret)) in
        [("resign", &game.white), ("offer_rematch", &game.white), ("accept_rematch", &game.black)].iter().enumerate()
    {
        let order = json!({"id": format!("r{index}"), "seen": number, "command": order});
        number = site.ask(game.command(order).bearer(secret)).await.expect(200)["number"].as_u64().unwrap();
    }
    let rematch = async {
        loop {
            let full = site.ask(get(&game.api)).await.expect(200);
            if let Some(rematch) = full["state"]["rematch"].as_str() {
                break format!("/api/game/{rematch}");
            }
            tokio::task::yield_now().await;
        }
    };
    let rematch = timeout(Duration::from_secs(20), rematch).await.expect("there is a rematch");
    assert_eq!(tags(&site.ask(get(&rematch)).await.expect(200)), (bob, ann));
}

#[tokio::test]
async fn a_seat_without_one_person_has_no_tag() {
    let site = Site::open().await;
    for proposal in
        [json!({"black": "me", "white": "me"}), json!({"black": "engine:1", "white": "engine:1", "public": true})]
    {
        let created = site.ask(post("/api/games", proposal)).await;
        let cookie = created.new_cookie();
        let id = created.expect(201)["id"].as_str().unwrap().to_owned();
        let ask = get(&format!("/api/game/{id}"));
        let full = site.ask(if let Some(secret) = cookie { ask.cookie(&secret) } else { ask }).await.expect(200);
        for color in ["black", "white"] {
            assert!(full["players"][color].get("tag").is_none(), "{full}");
        }
    }
}
