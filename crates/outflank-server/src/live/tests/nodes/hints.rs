use std::time::Duration;

use outflank_rules::Color;
use serde_json::json;
use tokio::time::timeout;

use super::{three, three_with_pair};
use crate::Secret;
use crate::live::Subscription;
use crate::live::tests::faulty_store::Hints;
use crate::live::tests::stage::{Pair, Stage, chat_lines, client, next_state, order, received, seconds};
use crate::store::Number;
use crate::wire::State;

const CAUGHT_UP: Duration = Duration::from_secs(2);

async fn play_around(stages: &[Stage; 3], pair: &Pair, moves: usize) -> State {
    let mut state = stages[0].state(pair.id, pair.black).await;
    for count in 0..moves {
        state = stages[count % stages.len()].play_first(pair, &state).await;
    }
    state
}

fn lines(subscription: &mut Subscription) -> Vec<Number> {
    chat_lines(&received(subscription))
}

#[tokio::test(start_paused = true)]
async fn hints_are_followed_at_once_and_so_is_their_loss() {
    let (stages, pair) = three_with_pair(json!({"public": true})).await;
    let at_once = Duration::from_millis(10);
    stages[1].store.hint(Hints::Lost);
    let [mut without_hints, mut watching] = [stages[1].watch(pair.id).await, stages[2].watch(pair.id).await];
    // Just after the last check of the store.
    tokio::time::sleep(at_once).await;
    stages[0].order(pair.id, pair.black, "play d3").await.unwrap();
    let sent = timeout(at_once, next_state(&mut watching)).await.expect("no time passes");
    assert_eq!(sent["moves"], "d3");
    assert!(timeout(10 * at_once, next_state(&mut without_hints)).await.is_err());
    stages[1].store.announce_lost_hints();
    let sent = timeout(at_once, next_state(&mut without_hints)).await.expect("no time passes");
    assert_eq!(sent["moves"], "d3");
}

#[tokio::test(start_paused = true)]
async fn a_server_reads_nothing_after_its_own_commits() {
    let (stage, pair) = Stage::with_pair(json!({"public": true})).await;
    let [mut black, _white] = stage.listen_both(&pair).await;
    let before = stage.store.reads();
    let mut state = stage.state(pair.id, pair.black).await;
    for _ in 0..20 {
        state = stage.play_first(&pair, &state).await;
        seconds(3).await;
    }
    stage.say(pair.id, pair.black, "Good luck!").await.unwrap();
    seconds(60).await;
    assert_eq!(stage.store.reads(), before);
    assert_eq!(lines(&mut black), [1]);
}

#[tokio::test(start_paused = true)]
async fn changes_of_a_game_without_a_room_cause_no_reads() {
    let (stages, pair) = three_with_pair(json!({"public": true})).await;
    let before = stages[2].store.reads();
    play_around(&[stages[0].another().await, stages[0].another().await, stages[1].another().await], &pair, 10).await;
    seconds(5).await;
    assert_eq!((stages[2].store.reads(), stages[2].hall.rooms_open()), (before, 0));
}

#[tokio::test(start_paused = true)]
async fn chat_reaches_players_on_other_servers_once() {
    for hints in [Hints::Passed, Hints::Lost, Hints::Muddled] {
        let (stages, pair) = three_with_pair(json!({"public": true})).await;
        stages.iter().for_each(|stage| stage.store.hint(hints));
        let mut white = stages[1].listen(pair.id, pair.white).await;
        let mut watching = stages[1].watch(pair.id).await;
        for _ in 0..2 {
            stages[0].say(pair.id, pair.black, "Hello?").await.unwrap();
        }
        tokio::time::sleep(CAUGHT_UP).await;
        assert_eq!(lines(&mut white), [1, 2], "{hints:?}");
        // A player who has not received the latest line gets it before the reply.
        stages[0].say(pair.id, pair.black, "Anybody?").await.unwrap();
        stages[1].say(pair.id, pair.white, "Hello!").await.unwrap();
        tokio::time::sleep(CAUGHT_UP).await;
        assert_eq!(lines(&mut white), [3, 4], "{hints:?}");
        assert!(lines(&mut watching).is_empty(), "watchers get no chat");
        let late = stages[2].listen(pair.id, pair.black).await;
        assert_eq!(chat_lines(&late.first), [1, 2, 3, 4]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_watcher_who_joins_on_another_server_is_a_player_on_both() {
    let stages = three().await;
    let (ann, bob) = (client(), client());
    let game = stages[0].create(json!({"white": "anyone"}), ann).await.id;
    let _ann_listens = stages[0].listen(game, ann).await;
    let mut bob_listens = stages[1].listen(game, bob).await;
    stages[2].join(game, bob).await;
    seconds(60).await;
    assert_eq!(stages[0].state(game, ann).await.gone, Default::default(), "both are present");
    stages[0].say(game, ann, "Good luck!").await.unwrap();
    tokio::time::sleep(CAUGHT_UP).await;
    assert_eq!(lines(&mut bob_listens), [1]);
    assert_eq!(stages[1].hall.full(game, Some(bob)).await.unwrap().you, [Color::White]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_taken_on_another_server_can_be_used_at_once() {
    let stages = three().await;
    let me = client();
    let created = stages[0].create(json!({"black": "me", "white": "friend"}), me).await;
    stages[0].state(created.id, me).await;
    let token: Secret = created.tokens.white.unwrap().parse().unwrap();
    stages[1].hall.take_seat(created.id, &token, me).await.unwrap();
    stages[1].join(created.id, me).await;
    for (count, words) in ["play d3", "play c3"].into_iter().enumerate() {
        let seen = stages[1].state(created.id, me).await.number;
        stages[0].command(created.id, me, order(&format!("c{count}"), seen, words)).await.unwrap();
    }
    assert_eq!(stages[2].state(created.id, me).await.moves, "d3 c3");
}
