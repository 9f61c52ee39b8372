use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use outflank_players::Random;
use outflank_rules::{Game, Position, Rules, Square, Status};
use serde_json::{Value, json};

use crate::live::tests::faulty_store::Hints;

/// Rates are per thousand, times in milliseconds.
#[derive(Clone, Debug)]
pub(super) struct Weather {
    pub(super) lasts: Duration,
    pub(super) lost: u64,
    pub(super) repeated: u64,
    pub(super) slowest: u64,
    pub(super) connected: Option<u64>,
    /// Half of the failed calls are carried out, some of them later.
    pub(super) store_fails: u64,
    pub(super) store_slowest: u64,
    pub(super) server_runs: Option<u64>,
    pub(super) servers: usize,
    pub(super) hints: Hints,
    pub(super) watchers: usize,
    pub(super) thinks: u64,
    calm: Arc<AtomicBool>,
}

impl Weather {
    /// `alone`: the store belongs to a single server.
    pub(super) fn of(dice: &mut Dice, alone: bool) -> Weather {
        Weather {
            lasts: dice.millis(10_000..40_000),
            lost: dice.pick(&[0, 20, 100, 300]),
            repeated: dice.pick(&[0, 30, 200]),
            slowest: dice.pick(&[0, 40, 400, 4_000]),
            connected: dice.pick(&[None, Some(15_000), Some(4_000)]),
            store_fails: dice.pick(&[0, 0, 10, 80]),
            store_slowest: dice.pick(&[0, 3, 50]),
            server_runs: dice.pick(&[None, None, Some(20_000), Some(6_000)]),
            servers: if alone { 1 } else { dice.pick(&[1, 2]) },
            hints: dice.pick(&[Hints::Passed, Hints::Lost, Hints::Muddled]),
            watchers: dice.pick(&[0, 1, 1, 2]),
            thinks: dice.pick(&[1_000, 3_000, 8_000]),
            calm: Arc::default(),
        }
    }

    /// From now on everything arrives once, at once and in order, and nothing fails.
    pub(super) fn calm_down(&self) {
        self.calm.store(true, Ordering::Relaxed);
    }

    pub(super) fn is_calm(&self) -> bool {
        self.calm.load(Ordering::Relaxed)
    }
}

pub(super) fn proposal(dice: &mut Dice) -> Value {
    let main = dice.pick(&[4_000, 15_000, 60_000]);
    let clock = match dice.below(5) {
        0 | 1 => Value::Null,
        2 => json!({ "main": main }),
        3 => json!({"main": main, "increment": dice.pick(&[0, 700, 5_000])}),
        _ => json!({"main": main, "delay": 2_000}),
    };
    let rules = dice.pick(&Rules::ALL);
    let played = opening(dice, rules);
    json!({
        "black": "me",
        "white": "anyone",
        "public": true,
        "rules": rules,
        "start": if played.is_empty() { json!("initial") } else { json!({ "record": played }) },
        "clock": clock,
        "takebacks": dice.pick(&["never", "asked", "asked", "free"]),
    })
}

/// Some games are nearly over, so that storms see their end.
fn opening(dice: &mut Dice, rules: Rules) -> String {
    let count = dice.pick(&[0, 0, 20, 44, 52, 56]);
    let mut game = Game::new(Position::initial(rules));
    let mut played = Vec::new();
    for _ in 0..count {
        let Status::Place(legal) = game.position().status() else { break };
        let legal: Vec<Square> = legal.into_iter().collect();
        let square = dice.pick(&legal);
        let mut next = game.clone();
        next.play(square).expect("it is legal");
        // The last move is left to the players.
        if matches!(next.position().status(), Status::Over(_)) {
            break;
        }
        game = next;
        played.push(square.to_string());
    }
    played.concat()
}

#[derive(Clone, Debug)]
pub(super) struct Dice(Random);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        // Neighbouring seeds give unrelated sequences.
        Dice(Random::new(Random::new(seed).next()))
    }

    pub(super) fn split(&mut self) -> Dice {
        Dice(Random::new(self.0.next()))
    }

    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.0.next() % end.max(1)
    }

    pub(super) fn chance(&mut self, in_a_thousand: u64) -> bool {
        self.below(1_000) < in_a_thousand
    }

    pub(super) fn millis(&mut self, range: Range<u64>) -> Duration {
        Duration::from_millis(range.start + self.below(range.end - range.start))
    }

    pub(super) fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        let index = usize::try_from(self.below(items.len() as u64)).expect("it is below a length");
        items[index].clone()
    }
}
