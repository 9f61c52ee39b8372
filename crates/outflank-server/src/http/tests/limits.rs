use super::*;
use crate::limits::Rate;

fn once() -> Rate {
    Rate { burst: 1, every: std::time::Duration::from_secs(1000) }
}

fn from(address: &str, ask: Ask) -> Ask {
    ask.extension(AddressGroup::of(address.parse().unwrap()))
}

#[tokio::test(start_paused = true)]
async fn taking_back_again_and_again_is_limited() {
    let site = Site::open().await;
    let budget = Limits::default().takebacks.client.burst;
    // In many games, because one game is limited by itself.
    let games = [site.game(false).await, site.game(false).await];
    let mut allowed = 0;
    for turn in 0..2 * budget {
        let game = &games[turn as usize % games.len()];
        let take_back = game.command(json!({"id": format!("t{turn}"), "seen": game.number, "command": "take_back"}));
        let answer = site.ask(take_back.bearer(&game.black)).await;
        match answer.status.as_u16() {
            429 => assert_eq!(answer.refused(429, "too_many")["message"], "too many takebacks; wait 1 s"),
            _ => allowed += 1,
        }
    }
    assert_eq!(allowed, budget);
    site.ask(games[0].play("w", games[0].number, "f6").bearer(&games[0].white)).await;
}

#[tokio::test(start_paused = true)]
async fn commands_and_chat_are_limited_per_client() {
    let (site, game) = Site::with_limits(|limits| (limits.moves.client, limits.chat.client) = (once(), once())).await;
    let say = || post(&game.at("chat"), json!({"text": "hello"})).bearer(&game.white);
    let play = |id: &str| game.play(id, 0, "f6").bearer(&game.white);
    for address in ["192.0.2.1", "192.0.2.2"] {
        site.ask(from(address, say())).await.expect(200);
        site.ask(from(address, say())).await.refused(429, "too_many");
        site.ask(from(address, play("a"))).await.refused(409, "stale");
        let refused = site.ask(from(address, play("b"))).await;
        assert_eq!(refused.header(header::RETRY_AFTER), "1000");
        refused.refused(429, "too_many");
    }
}

#[tokio::test(start_paused = true)]
async fn a_picture_is_drawn_once_and_drawing_is_limited() {
    let (site, game) = Site::with_limits(|limits| limits.pictures.client = once()).await;
    let picture = |ply: usize, address: &str| from(address, get(&format!("/game/{}.png?ply={ply}", game.id())));
    let first = site.ask(picture(1, "192.0.2.1")).await;
    assert_eq!(first.status, 200);
    for address in ["192.0.2.1", "192.0.2.2"] {
        assert_eq!(site.ask(picture(1, address)).await.bytes, first.bytes);
    }
    site.ask(picture(0, "192.0.2.1")).await.refused(429, "too_many");
    assert_eq!(site.ask(picture(0, "192.0.2.2")).await.status, 200);
}

#[tokio::test(start_paused = true)]
async fn clients_together_draw_no_more_than_the_server_allows() {
    let (site, game) = Site::with_limits(|limits| limits.pictures.total = once()).await;
    let picture = |ply: usize, address: &str| from(address, get(&format!("/game/{}.png?ply={ply}", game.id())));
    assert_eq!(site.ask(picture(0, "192.0.2.1")).await.status, 200);
    site.ask(picture(1, "192.0.2.2")).await.refused(503, "unavailable");
}

#[tokio::test(start_paused = true)]
async fn exports_are_limited() {
    let (site, game) = Site::with_limits(|limits| limits.exports.client = once()).await;
    for (address, ending) in [("192.0.2.1", "json"), ("192.0.2.2", "svg")] {
        let export = || from(address, get(&format!("/game/{}.{ending}", game.id())));
        assert_eq!(site.ask(export()).await.status, 200);
        site.ask(export()).await.refused(429, "too_many");
    }
}

#[tokio::test]
async fn a_known_picture_is_not_sent_again() {
    let (site, game) = Site::with_game(true).await;
    for ending in ["svg", "png"] {
        let picture = || get(&format!("/game/{}.{ending}?ply=0", game.id()));
        let first = site.ask(picture()).await;
        let tag = first.header(header::ETAG).to_owned();
        assert_eq!(first.header(header::CACHE_CONTROL), "private, no-cache");
        let again = site.ask(picture().with(header::IF_NONE_MATCH, &tag)).await;
        assert_eq!((again.status.as_u16(), again.bytes.len()), (304, 0), "{ending}");
        assert_eq!(again.header(header::ETAG), tag);
        let other = site.ask(get(&format!("/game/{}.{ending}", game.id())).with(header::IF_NONE_MATCH, &tag)).await;
        assert_eq!(other.status, 200, "{ending}: another position");
    }
}
