use std::time::Duration;

use outflank_table::Time;
use serde_json::{Value, json};
use tokio::time::{advance, sleep};

use super::stage::{Stage, client, error_kind, events, received, seconds};
use crate::GameId;
use crate::config::{Keep, Retention};
use crate::live::MessageKind;
use crate::live::decide::MAX_REQUESTS;
use crate::store::Store;
use crate::wire::ErrorKind;

const MINUTE: Duration = Duration::from_secs(60);
const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn stage(retention: Retention) -> Stage {
    let stage = Stage::new().await;
    stage.hall.retain(retention).await.unwrap();
    stage
}

/// Lets hours pass at once, then every task run for a while. Clocks are not charged for such jumps.
async fn pass(mut time: Duration) {
    while !time.is_zero() {
        let step = time.min(12 * HOUR);
        let awake = step.min(Duration::from_secs(90));
        advance(step - awake).await;
        sleep(awake).await;
        time -= step;
    }
}

async fn exists(stage: &Stage, game: GameId) -> bool {
    stage.disk.plan(game).await.unwrap().is_some()
}

#[tokio::test(start_paused = true)]
async fn an_offer_is_removed_an_hour_after_its_creator_has_left() {
    let stage = stage(Retention::default()).await;
    let ann = client();
    let game = stage.create(json!({"white": "anyone"}), ann).await.id;
    let listening = stage.listen(game, ann).await;
    sleep(3 * HOUR).await;
    assert!(exists(&stage, game).await, "its creator is there");
    assert_eq!(stage.state(game, ann).await.removed_at, None);
    drop(listening);
    sleep(58 * MINUTE).await;
    assert!(exists(&stage, game).await);
    sleep(5 * MINUTE).await;
    assert!(!exists(&stage, game).await);
    assert_eq!(error_kind(stage.hall.full(game, Some(ann)).await), ErrorKind::NotFound);
}

#[tokio::test(start_paused = true)]
async fn a_game_by_link_is_removed_30_days_after_the_last_move() {
    let stage = stage(Retention::default()).await;
    let pair = stage.pair(json!({})).await;
    let alone = stage.create(json!({"white": "friend"}), client()).await.id;
    let created = stage.clock.now();
    pass(10 * DAY).await;
    let played = stage.order(pair.id, pair.black, "play d3").await.unwrap().state;
    let promised = Time::from_millis(played.removed_at.unwrap());
    assert_eq!(promised.since(stage.clock.now()), 30 * DAY);
    pass(promised.since(stage.clock.now()) - 12 * DAY).await;
    // Looking at it does not change the promise.
    assert_eq!(stage.state(pair.id, pair.black).await.removed_at, Some(promised.as_millis()));
    pass(created.after(30 * DAY).since(stage.clock.now())).await;
    seconds(90).await;
    assert!(!exists(&stage, alone).await, "never joined");
    assert!(exists(&stage, pair.id).await);
    pass(promised.since(stage.clock.now()) - MINUTE).await;
    assert!(exists(&stage, pair.id).await);
    pass(3 * MINUTE).await;
    assert!(!exists(&stage, pair.id).await);
    assert_eq!(stage.disk.scan(None, 9).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn games_with_a_running_clock_and_finished_games_stay() {
    let stage = stage(Retention { unfinished: Keep::For(HOUR), ..Retention::default() }).await;
    let clock = json!({"clock": {"main": 4 * 3_600_000}});
    let (slow, over) = (stage.pair(clock).await, stage.pair(json!({})).await);
    stage.order(over.id, over.black, "resign").await.unwrap();
    let idle = stage.pair(json!({})).await;
    sleep(2 * HOUR).await;
    assert!(!exists(&stage, idle.id).await);
    assert_eq!(stage.state(slow.id, slow.black).await.removed_at, None);
    assert_eq!(stage.state(over.id, over.black).await.removed_at, None);
    sleep(3 * HOUR).await;
    assert_eq!(stage.state(slow.id, slow.black).await.status, "over", "its clock ended it");
    pass(100 * DAY).await;
    assert!(exists(&stage, slow.id).await && exists(&stage, over.id).await);
}

#[tokio::test(start_paused = true)]
async fn ages_count_from_the_first_start() {
    let old = Stage::new().await;
    let pair = old.pair(json!({})).await;
    pass(100 * DAY).await;
    let new = old.another().await;
    new.hall.retain(Retention::default()).await.unwrap();
    let removed_at = Time::from_millis(new.state(pair.id, pair.black).await.removed_at.unwrap());
    assert_eq!(removed_at.since(new.clock.now()).as_secs(), 30 * DAY.as_secs());
    pass(30 * DAY - HOUR).await;
    assert!(exists(&new, pair.id).await);
    pass(2 * HOUR).await;
    assert!(!exists(&new, pair.id).await);
}

/// A club's server is switched off for the summer, or its clock was wrong.
#[tokio::test(start_paused = true)]
async fn a_long_pause_of_the_server_ages_no_game() {
    let old = stage(Retention::default()).await;
    let pair = old.pair(json!({})).await;
    pass(20 * DAY).await;
    old.hall.close().await;
    advance(60 * DAY).await;
    let new = old.another().await;
    new.hall.retain(Retention::default()).await.unwrap();
    pass(29 * DAY).await;
    assert!(exists(&new, pair.id).await);
    pass(2 * DAY).await;
    assert!(!exists(&new, pair.id).await);
}

#[tokio::test(start_paused = true)]
async fn streams_of_a_removed_game_end() {
    let stage = Stage::new().await;
    let other = stage.another().await;
    let pair = stage.pair(json!({})).await;
    // One listens on this server, the other on a second one, which learns of it from the store.
    let mut listening = [stage.listen(pair.id, pair.black).await, other.listen(pair.id, pair.white).await];
    let mut own = stage.hall.stream_own(pair.black).await.unwrap();
    own.next().await.unwrap();
    seconds(2).await;
    stage.hall.remove(pair.id).await.unwrap();
    seconds(2).await;
    for subscription in &mut listening {
        let last = received(subscription).pop().unwrap();
        assert_eq!(last.kind, MessageKind::Removed);
        let text: Value = serde_json::from_str(&last.text).unwrap();
        assert_eq!(text, json!({"type": "removed", "message": "this game was removed"}));
        assert!(subscription.messages.recv().await.is_none(), "the stream ends");
    }
    let gone: Value = serde_json::from_str(&own.next().await.unwrap()[0].text).unwrap();
    assert_eq!(gone, json!({"type": "gone", "id": pair.id}));
    for hall in [&stage.hall, &other.hall] {
        assert_eq!(error_kind(hall.full(pair.id, Some(pair.black)).await), ErrorKind::NotFound);
        assert_eq!(hall.rooms_open(), 0);
    }
    assert_eq!(error_kind(stage.hall.remove(pair.id).await), ErrorKind::NotFound);
}

#[tokio::test(start_paused = true)]
async fn a_move_in_a_removed_game_is_refused() {
    let (stage, pair) = Stage::with_pair(json!({})).await;
    let seen = stage.state(pair.id, pair.black).await.number;
    stage.disk.remove(pair.id).await.unwrap();
    let play = json!({"id": "a", "seen": seen, "command": "play", "square": "d3"});
    assert_eq!(error_kind(stage.command(pair.id, pair.black, play).await), ErrorKind::NotFound);
}

#[tokio::test(start_paused = true)]
async fn the_host_ends_a_game_without_a_result() {
    let stage = Stage::new().await;
    let clock = json!({"clock": {"main": 60_000}});
    let pair = stage.pair(clock).await;
    let waiting = stage.create(json!({"white": "friend"}), client()).await;
    let mut listening = stage.listen(pair.id, pair.white).await;
    stage.order(pair.id, pair.black, "play d3").await.unwrap();
    seconds(10).await;
    stage.hall.end(pair.id).await.unwrap();
    stage.hall.end(waiting.id).await.unwrap();
    seconds(1).await;
    let sent: Value = serde_json::from_str(&received(&mut listening).pop().unwrap().text).unwrap();
    assert_eq!(sent["status"], "cancelled");
    let state = stage.state(pair.id, pair.black).await;
    assert_eq!((state.status, state.moves.as_str(), state.result.is_none()), ("cancelled", "d3", true));
    assert_eq!(state.clocks.unwrap().running, None);
    assert_eq!(error_kind(stage.order(pair.id, pair.white, "resign").await), ErrorKind::NotNow);
    assert_eq!(error_kind(stage.order(pair.id, pair.white, "play c3").await), ErrorKind::NotNow);
    seconds(600).await;
    let again = stage.another().await;
    let after = again.state(pair.id, pair.black).await;
    assert_eq!((after.status, after.clocks), ("cancelled", state.clocks));
    for game in [pair.id, waiting.id] {
        assert_eq!(error_kind(stage.hall.end(game).await), ErrorKind::NotNow);
    }
    assert_eq!(error_kind(stage.hall.end(GameId::random()).await), ErrorKind::NotFound);
}

#[tokio::test(start_paused = true)]
async fn takebacks_and_offers_are_limited() {
    let stage = Stage::new().await;
    let me = client();
    let game = stage.create(json!({"white": "me"}), me).await.id;
    for round in 0..MAX_REQUESTS {
        stage.order(game, me, "play d3").await.unwrap();
        let back = stage.command(
            game,
            me,
            json!({"id": format!("{round}"), "seen": 2 * round + 4, "command": "take_back", "as": "black"}),
        );
        back.await.unwrap();
    }
    let played = stage.order(game, me, "play d3").await.unwrap();
    for command in ["take_back", "offer_draw"] {
        let id = format!("last-{command}");
        let request = json!({"id": id, "seen": played.number, "command": command, "as": "black"});
        assert_eq!(error_kind(stage.command(game, me, request).await), ErrorKind::NotNow, "{command}");
    }
    assert_eq!(events(&stage.order(game, me, "play c3").await.unwrap().state), ["played"], "the game goes on");
    assert!(stage.table_events(game).await.len() < 3 * MAX_REQUESTS);
}
