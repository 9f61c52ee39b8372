//! A game as a client knows it: the whole game once, then every state, as on the page.

use outflank_rules::{ByColor, Color};
use serde::Deserialize;
use serde_json::Value;

use crate::GameId;
use crate::store::Number;

#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum ServerMessage {
    Full { plies: Vec<Value>, state: State },
    State(State),
    Chat { number: Number, text: String },
    Watchers {},
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(super) struct State {
    pub(super) number: Number,
    pub(super) at: u64,
    pub(super) status: String,
    pub(super) events: Vec<Value>,
    pub(super) moves: String,
    board: String,
    pub(super) turn: Color,
    discs: ByColor<u8>,
    supply: Option<ByColor<u8>>,
    pub(super) legal: Vec<Value>,
    clocks: Option<Clocks>,
    pub(super) offers: Offers,
    pub(super) gone: ByColor<Option<Gone>>,
    result: Option<Value>,
    pub(super) rematch: Option<GameId>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
struct Clocks {
    black: u64,
    white: u64,
    running: Option<Color>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(super) struct Offers {
    pub(super) draw: Option<Color>,
    pub(super) takeback: Option<Color>,
    pub(super) rematch: Option<Color>,
}

#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(super) struct Gone {
    since: u64,
    pub(super) claim_in: u64,
}

impl State {
    pub(super) fn at(mut self, moment: u64) -> State {
        let passed = moment.checked_sub(self.at).expect("the moment is later");
        if let Some(clocks) = &mut self.clocks {
            match clocks.running {
                Some(Color::Black) => clocks.black = clocks.black.saturating_sub(passed),
                Some(Color::White) => clocks.white = clocks.white.saturating_sub(passed),
                None => {}
            }
        }
        if self.status == "running" {
            for color in Color::ALL {
                if let Some(gone) = &mut self.gone[color] {
                    gone.claim_in = gone.claim_in.saturating_sub(passed);
                }
            }
        }
        State { at: moment, events: Vec::new(), ..self }
    }

    /// The same state, with the times of `other` where they are almost equal.
    pub(super) fn within(mut self, millis: u64, other: &State) -> State {
        let adopt = |own: &mut u64, others: u64| {
            if own.abs_diff(others) <= millis {
                *own = others;
            }
        };
        if let (Some(own), Some(others)) = (&mut self.clocks, &other.clocks) {
            adopt(&mut own.black, others.black);
            adopt(&mut own.white, others.white);
        }
        for color in Color::ALL {
            if let (Some(own), Some(others)) = (&mut self.gone[color], &other.gone[color]) {
                adopt(&mut own.claim_in, others.claim_in);
            }
        }
        self
    }
}

#[derive(Clone, Debug)]
pub(super) struct View {
    plies: Vec<String>,
    pub(super) state: State,
}

pub(super) struct Gap;

impl View {
    pub(super) fn of(plies: &[Value], state: State) -> View {
        let plies: Vec<_> = plies.iter().map(|ply| ply["square"].as_str().unwrap_or("pass").to_owned()).collect();
        assert_eq!(plies.join(" "), state.moves, "the plies are the moves");
        View { plies, state }
    }

    pub(super) fn evolve(&mut self, state: State) -> Result<(), Gap> {
        let known = self.state.number;
        if state.number < known {
            return Ok(());
        }
        let numbered = |event: &Value| event["number"].as_u64().expect("an event has a number");
        let fresh: Vec<&Value> = state.events.iter().filter(|event| numbered(event) > u64::from(known)).collect();
        if fresh.len() as u64 != u64::from(state.number - known) {
            return Err(Gap);
        }
        for (event, number) in fresh.into_iter().zip(u64::from(known) + 1..) {
            assert_eq!(numbered(event), number, "events are in order");
            self.take_in(event);
        }
        assert_eq!(self.plies.join(" "), state.moves, "the moves follow from the events: {:?}", state.events);
        self.state = state;
        Ok(())
    }

    fn take_in(&mut self, event: &Value) {
        match event["event"].as_str() {
            Some("played") => self.plies.push(event["square"].as_str().expect("a square").to_owned()),
            Some("passed") => self.plies.push("pass".to_owned()),
            Some("taken_back") => {
                for _ in 0..event["placements"].as_u64().expect("a number") {
                    while self.plies.pop().expect("there was a placement") == "pass" {}
                }
            }
            _ => {}
        }
    }
}
