use std::collections::HashMap;
use std::time::Duration;

use outflank_rules::{Color, Square};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::stage::{Stage, client};
use crate::store::Store;
use crate::wire::ErrorKind;

#[derive(Clone, Debug)]
struct Sending {
    other_hall: bool,
    who: u8,
    id: u8,
    seen: i8,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    Play(prop::sample::Index),
    PlayAnywhere(u8),
    Word(&'static str),
}

const WORDS: &[&str] = &[
    "take_back",
    "accept_takeback",
    "decline_takeback",
    "offer_draw",
    "decline_draw",
    "claim",
    "offer_rematch",
    "cancel",
];

const ENDINGS: &[&str] = &["resign", "accept_draw", "accept_rematch", "decline_rematch"];

fn what() -> impl Strategy<Value = What> {
    prop_oneof![
        12 => any::<prop::sample::Index>().prop_map(What::Play),
        2 => (0..64_u8).prop_map(What::PlayAnywhere),
        8 => prop::sample::select(WORDS).prop_map(What::Word),
        1 => prop::sample::select(ENDINGS).prop_map(What::Word),
    ]
}

fn sending() -> impl Strategy<Value = Sending> {
    let seen = prop_oneof![8 => Just(0), 2 => 1..6_i8, 1 => Just(-1)];
    (any::<bool>(), 0..8_u8, 0..60_u8, seen, what()).prop_map(|(other_hall, who, id, seen, what)| Sending {
        other_hall,
        who,
        id,
        seen,
        what,
    })
}

fn rounds() -> impl Strategy<Value = Vec<(Vec<Sending>, u64)>> {
    let pause = prop_oneof![6 => 0..500_u64, 1 => 10_000..80_000_u64];
    prop::collection::vec((prop::collection::vec(sending(), 1..6), pause), 1..40)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn the_log_is_always_that_of_a_game(rounds in rounds(), clock in any::<bool>()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(play(rounds, clock));
    }
}

async fn play(rounds: Vec<(Vec<Sending>, u64)>, clock: bool) {
    let stage = Stage::new().await;
    let other = stage.another().await;
    let clock = if clock { json!({"main": 120_000, "increment": 2_000}) } else { Value::Null };
    let pair = stage.pair(json!({"public": true, "clock": clock})).await;
    let watcher = client();
    let mut acknowledged: HashMap<(bool, String), (u32, Value)> = HashMap::new();
    for (sendings, pause) in rounds {
        let position = *stage.replayed(pair.id).await.game().position();
        let last = i64::try_from(stage.disk.events(pair.id, 0).await.unwrap().len()).unwrap();
        let sent = sendings.into_iter().map(|sending| {
            let seen = u32::try_from((last - i64::from(sending.seen)).max(0)).unwrap();
            let order = match sending.what {
                What::Play(index) => {
                    let squares: Vec<Square> = position.legal_moves().into_iter().collect();
                    let square = if squares.is_empty() { Square::A1 } else { *index.get(&squares) };
                    json!({"command": "play", "square": square})
                }
                What::PlayAnywhere(index) => {
                    json!({"command": "play", "square": Square::from_index(index).unwrap()})
                }
                What::Word(word) => json!({ "command": word }),
            };
            let mut command = order.clone();
            command["id"] = json!(format!("c{}", sending.id));
            command["seen"] = json!(seen);
            let hall = if sending.other_hall { &other } else { &stage };
            let (who, is_player) = match sending.who {
                0 => (watcher, false),
                odd if odd % 2 == 1 => (pair.black, true),
                _ => (pair.white, true),
            };
            async move { (who, is_player, seen, order, command.clone(), hall.command(pair.id, who, command).await) }
        });
        for (who, is_player, seen, order, command, answer) in futures_util::future::join_all(sent).await {
            match answer {
                Ok(ack) => {
                    assert!(is_player, "watchers cannot play");
                    let key = (who == pair.black, ack.id.as_str().to_owned());
                    let first = acknowledged.entry(key).or_insert((ack.number, order.clone()));
                    assert_eq!(*first, (ack.number, order), "an id belongs to one command");
                    assert!(ack.number <= ack.state.number);
                }
                Err(problem) => {
                    assert_eq!(problem.error == ErrorKind::Watching, !is_player, "{problem:?} {command}");
                    assert_ne!(problem.error, ErrorKind::Unavailable);
                    if let Some(state) = problem.state.filter(|_| problem.error == ErrorKind::Stale) {
                        let numbers: Vec<u32> = state.events.iter().map(|entry| entry.number).collect();
                        assert_eq!(
                            numbers,
                            (seen + 1..=state.number).collect::<Vec<_>>(),
                            "all events after what was seen"
                        );
                    }
                }
            }
        }
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
    let log = stage.disk.events(pair.id, 0).await.unwrap();
    for ((is_black, id), (number, _)) in &acknowledged {
        let by = if *is_black { Color::Black } else { Color::White };
        let tagged = |logged: &&crate::store::LoggedEvent| {
            logged.command.as_ref().is_some_and(|tag| tag.by == by && tag.id.as_str() == id)
        };
        assert_eq!(log.iter().rfind(tagged).map(|logged| logged.number), Some(*number));
    }
    // Once both servers have caught up, they agree. Catching up may mark a player as gone.
    let mut seen_states = Vec::new();
    for _ in 0..10 {
        let last = u32::try_from(stage.disk.events(pair.id, 0).await.unwrap().len()).unwrap();
        seen_states.clear();
        for hall in [&stage, &other] {
            drop(hall.hall.subscribe(pair.id, None, Some(last)).await.unwrap());
            let state = hall.hall.full(pair.id, None).await.unwrap().state;
            seen_states.push((state.number, state.board, state.moves, state.status));
        }
        if seen_states.iter().all(|(number, ..)| *number == last) {
            break;
        }
    }
    assert_eq!(seen_states[0], seen_states[1]);
    let table = stage.replayed(pair.id).await;
    assert_eq!(seen_states[0].3 == "over", table.ending().is_some());
}
