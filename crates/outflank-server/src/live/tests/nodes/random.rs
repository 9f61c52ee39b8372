use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::three_with_pair;
use crate::live::tests::faulty_store::Hints;
use crate::live::tests::stage::{play, received};
use crate::live::{MessageKind, Subscription};
use crate::store::{Number, Store};

#[derive(Clone, Debug)]
enum Step {
    Play(usize, prop::sample::Index),
    Say(usize),
    Hint(usize, Hints),
    Wait(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let hints = prop::sample::select(&[Hints::Passed, Hints::Lost, Hints::Muddled]);
    prop_oneof![
        8 => (0..3_usize, any::<prop::sample::Index>()).prop_map(|(at, which)| Step::Play(at, which)),
        2 => (0..3_usize).prop_map(Step::Say),
        2 => (0..3_usize, hints).prop_map(|(at, hints)| Step::Hint(at, hints)),
        3 => (0..1_500_u64).prop_map(Step::Wait),
    ]
}

struct Reader {
    subscription: Subscription,
    number: Number,
    heard: Number,
    moves: Value,
}

impl Reader {
    fn read(&mut self) {
        for message in received(&mut self.subscription) {
            let sent: Value = serde_json::from_str(&message.text).unwrap();
            match message.kind {
                MessageKind::State(number) => {
                    let events = sent["events"].as_array().unwrap();
                    let numbers: Vec<_> = events.iter().map(|event| event["number"].clone()).collect();
                    assert_eq!(numbers, (self.number + 1..=number).map(|number| json!(number)).collect::<Vec<_>>());
                    self.number = number;
                    self.moves = sent["moves"].clone();
                }
                MessageKind::Chat(number) => {
                    assert_eq!(number, self.heard + 1);
                    self.heard = number;
                }
                MessageKind::Watchers | MessageKind::List | MessageKind::Removed => {}
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn all_subscribers_are_up_to_date_within_two_seconds(steps in prop::collection::vec(step(), 1..60)) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(run(steps));
    }
}

async fn run(steps: Vec<Step>) {
    let (stages, pair) = three_with_pair(json!({"public": true})).await;
    let start = stages[0].state(pair.id, pair.black).await;
    let mut readers = Vec::new();
    for stage in &stages {
        for who in [pair.black, pair.white] {
            let subscription = stage.hall.subscribe(pair.id, Some(who), Some(start.number)).await.unwrap();
            readers.push(Reader { subscription, number: start.number, heard: 0, moves: json!("") });
        }
    }
    let (mut state, mut said) = (start, 0);
    for (count, step) in steps.into_iter().enumerate() {
        match step {
            Step::Play(at, which) if !state.legal.is_empty() => {
                let command = play(&format!("c{count}"), state.number, which.get(&state.legal).square);
                state = stages[at].command(pair.id, pair.holder(state.turn), command).await.unwrap().state;
            }
            Step::Play(..) => {}
            Step::Say(at) => {
                // The rate limit may refuse it.
                said = stages[at].say(pair.id, pair.black, "Hello").await.map_or(said, |line| line.number);
            }
            Step::Hint(at, hints) => stages[at].store.hint(hints),
            Step::Wait(millis) => tokio::time::sleep(Duration::from_millis(millis)).await,
        }
        readers.iter_mut().for_each(Reader::read);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    let last = u32::try_from(stages[0].disk.events(pair.id, 0).await.unwrap().len()).unwrap();
    for reader in &mut readers {
        reader.read();
        assert_eq!((reader.number, reader.heard), (last, said));
        assert!(reader.moves == json!(state.moves) || state.moves.is_empty());
    }
}
