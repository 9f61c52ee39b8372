//! Changes on one server reach the others, even if announcements are lost.

use std::time::Duration;

use outflank_rules::Color;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::three;
use crate::live::tests::faulty_store::Hints;
use crate::live::tests::stage::{Pair, Stage, client, next_state, play, seconds};
use crate::live::{MessageKind, Subscription};
use crate::store::Number;
use crate::wire::State;
use crate::{ChatLine, Secret};

/// Within this time all servers have caught up, whatever was lost.
const CAUGHT_UP: Duration = Duration::from_secs(2);

fn line(text: &str) -> ChatLine {
    ChatLine::try_from(text.to_owned()).unwrap()
}

/// Plays the first legal move, each time on the next server.
async fn play_around(stages: &[Stage; 3], pair: &Pair, moves: usize) -> State {
    let mut state = stages[0].state(pair.id, pair.black).await;
    for count in 0..moves {
        let stage = &stages[count % stages.len()];
        let command = play(&format!("m{count}"), state.number, state.legal[0].square);
        state = stage.command(pair.id, pair.holder(state.turn), command).await.unwrap().state;
    }
    state
}

/// Reads up to an event number. No event may be missing or repeated.
async fn read_to(subscription: &mut Subscription, from: Number, to: Number) -> Value {
    let mut number = from;
    loop {
        let sent = next_state(subscription).await;
        for event in sent["events"].as_array().unwrap() {
            number += 1;
            assert_eq!(event["number"], number);
        }
        if number >= to {
            return sent;
        }
    }
}

fn lines(subscription: &mut Subscription) -> Vec<Number> {
    let mut lines = Vec::new();
    while let Some(Some(message)) = futures_util::FutureExt::now_or_never(subscription.messages.recv()) {
        if let MessageKind::Chat(number) = message.kind {
            lines.push(number);
        }
    }
    lines
}

#[tokio::test(start_paused = true)]
async fn all_servers_send_the_same_states_whatever_happens_to_hints() {
    for hints in [Hints::Passed, Hints::Lost, Hints::Muddled] {
        let stages = three().await;
        stages.iter().for_each(|stage| stage.store.hint(hints));
        let pair = stages[0].pair(json!({"public": true})).await;
        let start = stages[0].state(pair.id, pair.black).await.number;
        let mut watching = Vec::new();
        for stage in &stages {
            watching.push(stage.hall.subscribe(pair.id, None, Some(start)).await.unwrap());
        }
        let last = play_around(&stages, &pair, 20).await;
        for subscription in &mut watching {
            let sent = timeout(CAUGHT_UP, read_to(subscription, start, last.number)).await.expect("caught up in time");
            assert_eq!((&sent["moves"], &sent["board"]), (&json!(last.moves), &json!(last.board)), "{hints:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn hints_are_followed_at_once() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    let mut watching = stages[2].watch(pair.id).await;
    stages[0].order(pair.id, pair.black, json!({"command": "play", "square": "d3"})).await.unwrap();
    let sent = timeout(Duration::from_millis(10), next_state(&mut watching)).await.expect("no time passes");
    assert_eq!(sent["moves"], "d3");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_lost_hints_checks_the_store_at_once() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    stages[1].store.hint(Hints::Lost);
    let mut watching = stages[1].watch(pair.id).await;
    // Just after the last check of the store.
    tokio::time::sleep(Duration::from_millis(10)).await;
    stages[0].order(pair.id, pair.black, json!({"command": "play", "square": "d3"})).await.unwrap();
    assert!(timeout(Duration::from_millis(100), next_state(&mut watching)).await.is_err());
    stages[1].store.announce_lost_hints();
    let sent = timeout(Duration::from_millis(10), next_state(&mut watching)).await.expect("no time passes");
    assert_eq!(sent["moves"], "d3");
}

#[tokio::test(start_paused = true)]
async fn a_server_reads_nothing_after_its_own_commits() {
    let stage = Stage::new().await;
    let pair = stage.pair(json!({"public": true})).await;
    let mut black = stage.listen(pair.id, pair.black).await;
    let _white = stage.listen(pair.id, pair.white).await;
    let before = stage.store.reads();
    let mut state = stage.state(pair.id, pair.black).await;
    for count in 0..20 {
        let command = play(&format!("m{count}"), state.number, state.legal[0].square);
        state = stage.command(pair.id, pair.holder(state.turn), command).await.unwrap().state;
        seconds(3).await;
    }
    stage.hall.say(pair.id, Some(pair.black), line("Good luck!")).await.unwrap();
    seconds(60).await;
    assert_eq!(stage.store.reads(), before);
    assert_eq!(lines(&mut black), [1]);
}

#[tokio::test(start_paused = true)]
async fn changes_of_a_game_without_a_room_cause_no_reads() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    let before = stages[2].store.reads();
    play_around(&[stages[0].another().await, stages[0].another().await, stages[1].another().await], &pair, 10).await;
    seconds(5).await;
    assert_eq!((stages[2].store.reads(), stages[2].hall.rooms_open()), (before, 0));
}

#[tokio::test(start_paused = true)]
async fn chat_reaches_players_on_other_servers_once() {
    for hints in [Hints::Passed, Hints::Lost, Hints::Muddled] {
        let stages = three().await;
        stages.iter().for_each(|stage| stage.store.hint(hints));
        let pair = stages[0].pair(json!({"public": true})).await;
        let mut white = stages[1].listen(pair.id, pair.white).await;
        let mut watching = stages[1].watch(pair.id).await;
        for _ in 0..2 {
            stages[0].hall.say(pair.id, Some(pair.black), line("Hello?")).await.unwrap();
        }
        tokio::time::sleep(CAUGHT_UP).await;
        assert_eq!(lines(&mut white), [1, 2], "{hints:?}");
        // A player who has not received the latest line gets it before the reply.
        stages[0].hall.say(pair.id, Some(pair.black), line("Anybody?")).await.unwrap();
        stages[1].hall.say(pair.id, Some(pair.white), line("Hello!")).await.unwrap();
        tokio::time::sleep(CAUGHT_UP).await;
        assert_eq!(lines(&mut white), [3, 4], "{hints:?}");
        assert!(lines(&mut watching).is_empty(), "watchers get no chat");
        let late = stages[2].listen(pair.id, pair.black).await;
        let heard = late.first.iter().filter(|message| matches!(message.kind, MessageKind::Chat(_)));
        assert_eq!(heard.count(), 4);
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
    stages[0].hall.say(game, Some(ann), line("Good luck!")).await.unwrap();
    tokio::time::sleep(CAUGHT_UP).await;
    assert_eq!(lines(&mut bob_listens), [1]);
    assert_eq!(stages[1].hall.full(game, Some(bob)).await.unwrap().you, [Color::White]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_taken_on_another_server_can_be_used_at_once() {
    let stages = three().await;
    let me = client();
    let created = stages[0].create(json!({"black": "me", "white": "friend"}), me).await;
    // The first server has cached Black's seat, and has never seen the second seat.
    stages[0].state(created.id, me).await;
    let token: Secret = created.tokens.white.unwrap().parse().unwrap();
    stages[1].hall.take_seat(created.id, &token, me).await.unwrap();
    stages[1].join(created.id, me).await;
    for (count, square) in ["d3", "c3"].into_iter().enumerate() {
        let seen = stages[1].state(created.id, me).await.number;
        let command = json!({"id": format!("c{count}"), "seen": seen, "command": "play", "square": square});
        stages[0].command(created.id, me, command).await.unwrap();
    }
    assert_eq!(stages[2].state(created.id, me).await.moves, "d3 c3");
}
