use super::*;

fn token(answer: &Value) -> String {
    answer["token"].as_str().unwrap().to_owned()
}

async fn waiting(site: &Site, proposal: Value) -> (String, String, Value) {
    let creator = crate::Secret::random().reveal();
    let created = site.ask(post("/api/games", proposal).bearer(&creator)).await.expect(201);
    (creator, format!("/api/game/{}", created["id"].as_str().unwrap()), created)
}

fn invite(api: &str, seat: &str) -> Ask {
    post(&format!("{api}/invite"), json!({ "seat": seat }))
}

fn take(api: &str, token: &str) -> Ask {
    post(&format!("{api}/seat"), json!({ "token": token }))
}

#[tokio::test]
async fn a_new_invitation_replaces_the_unused_one() {
    let site = Site::open().await;
    let (creator, api, created) = waiting(&site, json!({"white": "friend"})).await;
    let old = created["tokens"]["white"].as_str().unwrap();
    let first = site.ask(invite(&api, "white").bearer(&creator)).await.expect(200);
    let second = site.ask(invite(&api, "white").bearer(&creator)).await.expect(200);
    let id = api.rsplit('/').next().unwrap();
    assert_eq!(second["link"], format!("/game/{id}#{}", token(&second)));
    for revoked in [old, &token(&first)] {
        site.ask(take(&api, revoked)).await.refused(401, "no_such_secret");
        site.ask(get(&api).bearer(revoked)).await.refused(403, "not_yours");
    }
    let friend = crate::Secret::random().reveal();
    let held = site.ask(take(&api, &token(&second)).bearer(&friend)).await.expect(200);
    assert_eq!(held["you"], json!(["white"]));
    site.ask(post(&format!("{api}/join"), json!({})).bearer(&friend)).await.expect(200);

    site.ask(invite(&api, "white").bearer(&creator)).await.refused(409, "seat_taken");
    assert_eq!(site.ask(get(&api).bearer(&friend)).await.expect(200)["you"], json!(["white"]));
    // Their link goes on working, for their other browsers.
    site.ask(take(&api, &token(&second))).await.expect(200);
}

#[tokio::test]
async fn a_browser_that_used_the_old_invitation_keeps_its_seat() {
    let site = Site::open().await;
    let (creator, api, created) = waiting(&site, json!({"white": "friend"})).await;
    let friend = crate::Secret::random().reveal();
    site.ask(take(&api, created["tokens"]["white"].as_str().unwrap()).bearer(&friend)).await.expect(200);
    site.ask(invite(&api, "white").bearer(&creator)).await.expect(200);
    let joined = site.ask(post(&format!("{api}/join"), json!({})).bearer(&friend)).await.expect(200);
    assert_eq!(joined["you"], json!(["white"]));
}

#[tokio::test]
async fn watchers_of_a_private_game_are_invited_by_its_players() {
    let (site, game) = Site::with_game(false).await;
    let watcher = crate::Secret::random().reveal();
    let old = game.watch.clone().unwrap();
    site.ask(take(&game.api, &old).bearer(&watcher)).await.expect(200);
    let new = site.ask(invite(&game.api, "watch").bearer(&game.white)).await.expect(200);
    site.ask(take(&game.api, &old)).await.refused(401, "no_such_secret");
    site.ask(get(&game.api).bearer(&watcher)).await.expect(200);
    site.ask(take(&game.api, &token(&new))).await.expect(200);
    site.ask(invite(&game.api, "watch").bearer(&watcher)).await.refused(403, "not_yours");
    site.ask(invite(&game.api, "watch")).await.refused(403, "not_yours");
}

#[tokio::test]
async fn the_creator_of_a_game_between_others_invites_both() {
    let site = Site::open().await;
    for public in [false, true] {
        let proposal = json!({"black": "friend", "white": "friend", "public": public});
        let (creator, api, _) = waiting(&site, proposal).await;
        for seat in ["black", "white"] {
            let link = site.ask(invite(&api, seat).bearer(&creator)).await.expect(200);
            assert_eq!(site.ask(take(&api, &token(&link))).await.expect(200)["you"], json!([seat]));
        }
        let stranger = crate::Secret::random().reveal();
        site.ask(invite(&api, "black").bearer(&stranger)).await.refused(403, "not_yours");
    }
}

#[tokio::test]
async fn only_seats_with_a_link_have_invitations() {
    let site = Site::open().await;
    let (creator, api, _) = waiting(&site, json!({"white": "anyone"})).await;
    site.ask(invite(&api, "white").bearer(&creator)).await.refused(409, "not_now");
    site.ask(invite(&api, "watch").bearer(&creator)).await.refused(409, "not_now");
    site.ask(invite(&api, "black").bearer(&creator)).await.refused(409, "seat_taken");
    let (creator, api, _) = waiting(&site, json!({})).await;
    site.ask(invite(&api, "white").bearer(&creator)).await.refused(409, "seat_taken");
    let (creator, api, _) = waiting(&site, json!({"white": "friend"})).await;
    let cancel = json!({"id": "c", "seen": 1, "command": "cancel"});
    site.ask(post(&format!("{api}/command"), cancel).bearer(&creator)).await.expect(200);
    site.ask(invite(&api, "white").bearer(&creator)).await.refused(409, "not_now");
    site.ask(invite("/api/game/0123456789", "white").bearer(&creator)).await.refused(404, "not_found");
    site.ask(invite(&api, "engine").bearer(&creator)).await.refused(400, "bad_request");
}

#[tokio::test(start_paused = true)]
async fn new_links_are_limited() {
    let once = crate::limits::Rate { burst: 1, every: std::time::Duration::from_secs(1000) };
    let (site, game) = Site::with_limits(|limits| limits.links.client = once).await;
    let ask = || invite(&game.api, "white").bearer(&game.black);
    site.ask(ask()).await.refused(409, "seat_taken");
    assert_eq!(site.ask(ask()).await.refused(429, "too_many")["message"], "too many links; wait 1000 s");
}

async fn seats_of(site: &Site, api: &str, secret: &str) -> Value {
    site.ask(get(api).bearer(secret)).await.expect(200)["you"].clone()
}

#[tokio::test]
async fn a_second_device_gets_the_seat_once() {
    let (site, game) = Site::with_game(false).await;
    let link = site.ask(post(&game.at("device"), json!({})).bearer(&game.white)).await.expect(200);
    assert_eq!(
        (&link["expires_in"], &link["link"]),
        (&json!(600_000), &json!(format!("/game/{}#{}", game.id(), token(&link))))
    );
    let elsewhere = site.game(false).await;
    site.ask(take(&elsewhere.api, &token(&link))).await.refused(401, "no_such_secret");
    post_take(&site, &token(&link)).await.refused(401, "no_such_secret");

    let phone = site.ask(take(&game.api, &token(&link))).await;
    let cookie = phone.new_cookie().unwrap();
    assert!(!phone.text().contains(&cookie), "a secret is only in the cookie");
    assert_eq!(phone.expect(200)["you"], json!(["white"]));
    let play = game.play("w", game.number, "f6");
    site.ask(play.browser(&cookie)).await.expect(200);
    assert_eq!(seats_of(&site, &game.api, &game.white).await, json!(["white"]), "the first device keeps it");
    site.ask(take(&game.api, &token(&link))).await.refused(401, "no_such_secret");
    // The token itself opens nothing.
    site.ask(get(&game.api).bearer(&token(&link))).await.refused(403, "not_yours");
}

async fn post_take(site: &Site, token: &str) -> TestResponse {
    site.ask(post("/api/device/take", json!({ "token": token }))).await
}

#[tokio::test]
async fn only_holders_of_a_seat_can_continue_on_another_device() {
    let (site, game) = Site::with_game(false).await;
    let device = |game: &Sitting| post(&game.at("device"), json!({}));
    let stranger = crate::Secret::random().reveal();
    site.ask(device(&game)).await.refused(403, "not_yours");
    site.ask(device(&game).bearer(&stranger)).await.refused(403, "not_yours");
    let public = site.game(true).await;
    site.ask(device(&public).bearer(&stranger)).await.refused(403, "not_yours");
    site.ask(post("/api/game/0123456789/device", json!({})).bearer(&stranger)).await.refused(404, "not_found");
    site.ask(post("/api/device", json!({}))).await.refused(401, "no_such_secret");
}

#[tokio::test]
async fn a_browser_takes_over_all_games_of_another_and_keeps_its_own() {
    let site = Site::open().await;
    let games = [site.game(false).await, site.game(true).await];
    let (black, phone) = (&games[0].black, crate::Secret::random().reveal());
    let take_seat = post(&format!("{}/seat", games[1].api), json!({"token": games[1].created["tokens"]["black"]}));
    site.ask(take_seat.bearer(black)).await.expect(200);
    let own = site.ask(post("/api/games", json!({})).bearer(&phone)).await.expect(201)["id"].clone();
    let old = site.ask(post("/api/device", json!({})).bearer(black)).await.expect(200);
    let link = site.ask(post("/api/device", json!({})).bearer(black)).await.expect(200);
    assert_eq!(link["link"], format!("/device#{}", token(&link)));
    let take_over = |token: &str| post("/api/device/take", json!({ "token": token })).bearer(&phone);
    site.ask(take_over(&token(&old))).await.refused(401, "no_such_secret");
    assert_eq!(site.ask(take_over(&token(&link))).await.expect(200), json!({"games": 2}));
    for game in &games {
        assert_eq!(seats_of(&site, &game.api, &phone).await, json!(["black"]));
    }
    let mine = site.ask(get("/api/games?list=mine").bearer(&phone)).await.expect(200);
    let ids: Vec<&Value> = mine["games"].as_array().unwrap().iter().map(|game| &game["id"]).collect();
    assert!(ids.len() == 3 && ids.contains(&&own), "{mine}");
    site.ask(take_over(&token(&link))).await.refused(401, "no_such_secret");
}
