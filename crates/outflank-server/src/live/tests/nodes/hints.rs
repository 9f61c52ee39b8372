//! What happens at one server is told at the others, whatever becomes of the hints.

use std::time::Duration;

use outflank_rules::Color;
use serde_json::{Value, json};
use tokio::time::timeout;

use super::three;
use crate::live::tests::faulty_store::Hints;
use crate::live::tests::stage::{Pair, Stage, next_state, play, seconds, somebody};
use crate::live::{MessageKind, Subscription};
use crate::store::Number;
use crate::wire::{JoinRequest, State};
use crate::{ChatLine, Secret};

/// Within this time everybody is right again, whatever was lost.
const HEALED: Duration = Duration::from_secs(2);

fn line(text: &str) -> ChatLine {
    ChatLine::try_from(text.to_owned()).unwrap()
}

/// Who is to move plays the first legal move, each time at the next server.
async fn play_around(stages: &[Stage; 3], pair: &Pair, moves: usize) -> State {
    let mut state = stages[0].state(pair.id, pair.black).await;
    for count in 0..moves {
        let stage = &stages[count % stages.len()];
        let command = play(&format!("m{count}"), state.number, state.legal[0].square);
        state = stage.command(pair.id, pair.holder(state.turn), command).await.unwrap().state;
    }
    state
}

/// Reads until an event has this number. Nothing may be missing, and nothing told twice.
async fn read_to(subscription: &mut Subscription, from: Number, to: Number) -> Value {
    let mut number = from;
    loop {
        let told = next_state(subscription).await;
        for event in told["events"].as_array().unwrap() {
            number += 1;
            assert_eq!(event["number"], number);
        }
        if number >= to {
            return told;
        }
    }
}

/// The lines that wait for a reader.
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
async fn all_servers_tell_the_same_however_hints_come() {
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
            let told = timeout(HEALED, read_to(subscription, start, last.number)).await.expect("healed in time");
            assert_eq!((&told["moves"], &told["board"]), (&json!(last.moves), &json!(last.board)), "{hints:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn hints_are_followed_at_once() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    let mut watching = stages[2].hall.subscribe(pair.id, None, None).await.unwrap();
    stages[0].order(pair.id, pair.black, json!({"command": "play", "square": "d3"})).await.unwrap();
    let told = timeout(Duration::from_millis(10), next_state(&mut watching)).await.expect("no time passes");
    assert_eq!(told["moves"], "d3");
}

#[tokio::test(start_paused = true)]
async fn who_is_told_that_hints_were_lost_looks_at_once() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    stages[1].store.hint(Hints::Lost);
    let mut watching = stages[1].hall.subscribe(pair.id, None, None).await.unwrap();
    // A moment after the store was last asked.
    tokio::time::sleep(Duration::from_millis(10)).await;
    stages[0].order(pair.id, pair.black, json!({"command": "play", "square": "d3"})).await.unwrap();
    assert!(timeout(Duration::from_millis(100), next_state(&mut watching)).await.is_err());
    stages[1].store.tell_of_lost_hints();
    let told = timeout(Duration::from_millis(10), next_state(&mut watching)).await.expect("no time passes");
    assert_eq!(told["moves"], "d3");
}

#[tokio::test(start_paused = true)]
async fn a_server_reads_nothing_because_of_its_own_commits() {
    let stage = Stage::set().await;
    let pair = stage.pair(json!({"public": true})).await;
    let mut black = stage.hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
    let _white = stage.hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
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
async fn a_game_without_a_room_costs_nothing() {
    let stages = three().await;
    let pair = stages[0].pair(json!({"public": true})).await;
    let before = stages[2].store.reads();
    play_around(&[stages[0].another().await, stages[0].another().await, stages[1].another().await], &pair, 10).await;
    seconds(5).await;
    assert_eq!((stages[2].store.reads(), stages[2].hall.rooms_open()), (before, 0));
}

#[tokio::test(start_paused = true)]
async fn what_is_said_at_one_server_is_heard_at_the_others_once() {
    for hints in [Hints::Passed, Hints::Lost, Hints::Muddled] {
        let stages = three().await;
        stages.iter().for_each(|stage| stage.store.hint(hints));
        let pair = stages[0].pair(json!({"public": true})).await;
        let mut white = stages[1].hall.subscribe(pair.id, Some(pair.white), None).await.unwrap();
        let mut watching = stages[1].hall.subscribe(pair.id, None, None).await.unwrap();
        for _ in 0..2 {
            stages[0].hall.say(pair.id, Some(pair.black), line("Hello?")).await.unwrap();
        }
        tokio::time::sleep(HEALED).await;
        assert_eq!(lines(&mut white), [1, 2], "{hints:?}");
        // Who answers without having heard hears first what was said before.
        stages[0].hall.say(pair.id, Some(pair.black), line("Anybody?")).await.unwrap();
        stages[1].hall.say(pair.id, Some(pair.white), line("Hello!")).await.unwrap();
        tokio::time::sleep(HEALED).await;
        assert_eq!(lines(&mut white), [3, 4], "{hints:?}");
        assert!(lines(&mut watching).is_empty(), "who watches hears nothing");
        let late = stages[2].hall.subscribe(pair.id, Some(pair.black), None).await.unwrap();
        let heard = late.first.iter().filter(|message| matches!(message.kind, MessageKind::Chat(_)));
        assert_eq!(heard.count(), 4);
    }
}

#[tokio::test(start_paused = true)]
async fn who_looks_on_at_one_server_and_sits_down_by_another_is_a_player_at_both() {
    let stages = three().await;
    let (ann, bob) = (somebody(), somebody());
    let game = stages[0].create(json!({"white": "anyone"}), ann).await.id;
    let _ann_listens = stages[0].hall.subscribe(game, Some(ann), None).await.unwrap();
    let mut bob_listens = stages[1].hall.subscribe(game, Some(bob), None).await.unwrap();
    stages[2].hall.join(game, bob, JoinRequest::default()).await.unwrap();
    seconds(60).await;
    assert_eq!(stages[0].state(game, ann).await.gone, Default::default(), "both are there");
    stages[0].hall.say(game, Some(ann), line("Good luck!")).await.unwrap();
    tokio::time::sleep(HEALED).await;
    assert_eq!(lines(&mut bob_listens), [1]);
    assert_eq!(stages[1].hall.full(game, Some(bob)).await.unwrap().you, [Color::White]);
}

#[tokio::test(start_paused = true)]
async fn a_seat_that_another_server_gave_can_be_played_from_at_once() {
    let stages = three().await;
    let me = somebody();
    let created = stages[0].create(json!({"black": "me", "white": "friend"}), me).await;
    // The first server knows Black's holder, and has never seen the second seat.
    stages[0].state(created.id, me).await;
    let token: Secret = created.tokens.white.unwrap().parse().unwrap();
    stages[1].hall.take_seat(created.id, &token, me).await.unwrap();
    stages[1].hall.join(created.id, me, JoinRequest::default()).await.unwrap();
    for (count, square) in ["d3", "c3"].into_iter().enumerate() {
        let seen = stages[1].state(created.id, me).await.number;
        let command = json!({"id": format!("c{count}"), "seen": seen, "command": "play", "square": square});
        stages[0].command(created.id, me, command).await.unwrap();
    }
    assert_eq!(stages[2].state(created.id, me).await.moves, "d3 c3");
}
