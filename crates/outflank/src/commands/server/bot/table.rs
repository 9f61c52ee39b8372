//! What the bot knows of one game, and what it has to do next. No I/O, no clock reads.

use std::time::{Duration, Instant};

use outflank_formats::board_string;
use outflank_players::ClockConfig;
use outflank_render::sanitize;
use outflank_rules::{ByColor, Color, Game, Position, Rules, Square};
use serde_json::{Value, json};

use super::player::ClockReading;
use super::wire::{Clock, FullGame, Start, State, Status};

/// A claim of absence is possible after a minute; the bot waits this much longer.
const COURTESY: Duration = Duration::from_secs(4 * 60);

const LONGEST_CLAIM: u64 = 60_000;

#[derive(Debug)]
pub(super) struct Table {
    pub(super) color: Color,
    joined: bool,
    opponent: Option<String>,
    clock: Option<Clock>,
    start: Position,
    pub(super) state: State,
    received: Instant,
    pub(super) game: Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Duty {
    Join,
    Think,
    Send(Order),
    /// Claim the game at this time, unless the opponent returns.
    ClaimAt(Instant),
    Wait,
    Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Play(Square),
    Resign,
    Cancel,
    Claim,
    DeclineDraw,
    AcceptTakeback,
    DeclineTakeback,
    AcceptRematch,
    DeclineRematch,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Policy {
    pub(super) takebacks: bool,
    pub(super) withdraw: bool,
}

impl Table {
    pub(super) fn new(full: FullGame, now: Instant) -> Result<Table, String> {
        let [color] = full.you[..] else { return Err("the bot does not hold exactly one seat in it".to_owned()) };
        let start = position(full.rules, &full.start)?;
        let game = replay(start, &full.state)?;
        Ok(Table {
            color,
            joined: full.players[color].joined,
            opponent: full.players[!color].name.clone(),
            clock: full.clock,
            start,
            state: full.state,
            received: now,
            game,
        })
    }

    /// Ignores a state that is older than the last one: the response to a command may have overtaken it.
    pub(super) fn update(&mut self, state: State, now: Instant) -> Result<(), String> {
        if state.number < self.state.number {
            return Ok(());
        }
        self.game = replay(self.start, &state)?;
        let joined = state.events.iter().filter(|event| event["event"] == "joined");
        for event in joined.filter(|event| event["by"] == (!self.color).to_string()) {
            self.opponent = event["name"].as_str().map(str::to_owned);
        }
        self.state = state;
        self.received = now;
        Ok(())
    }

    pub(super) fn duty(&self, policy: Policy) -> Duty {
        let State { offers, gone, .. } = &self.state;
        let opponent = !self.color;
        match self.state.status {
            Status::Waiting if policy.withdraw => Duty::Send(Order::Cancel),
            Status::Waiting if !self.joined => Duty::Join,
            Status::Running if offers.draw == Some(opponent) => Duty::Send(Order::DeclineDraw),
            Status::Running if offers.takeback == Some(opponent) => Duty::Send(match policy.takebacks {
                true => Order::AcceptTakeback,
                false => Order::DeclineTakeback,
            }),
            Status::Running if self.state.turn == self.color => Duty::Think,
            Status::Running => match gone[opponent] {
                Some(gone) => {
                    let claimable = self.received + Duration::from_millis(gone.claim_in.min(LONGEST_CLAIM));
                    Duty::ClaimAt(claimable + COURTESY)
                }
                None => Duty::Wait,
            },
            Status::Waiting | Status::Paused | Status::Unknown => Duty::Wait,
            Status::Over | Status::Cancelled => Duty::Leave,
        }
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(self.state.status, Status::Running | Status::Paused)
    }

    pub(super) fn rematch_is_offered(&self) -> bool {
        self.state.offers.rematch == Some(!self.color)
    }

    pub(super) fn opponent(&self) -> String {
        let name = self.opponent.as_deref().map(sanitize::line).filter(|name| !name.is_empty());
        name.map_or("a guest".to_owned(), |name| name.chars().take(40).collect())
    }

    pub(super) fn time(&self) -> Option<ClockConfig> {
        let clock = self.clock?;
        Some(ClockConfig { main: Duration::from_millis(clock.main), increment: clock.increment() })
    }

    pub(super) fn clocks(&self) -> Option<ClockReading> {
        let face = self.state.clocks?;
        let left = ByColor { black: face.black, white: face.white }.map(Duration::from_millis);
        Some(ClockReading { at: self.received, left, increment: self.clock?.increment() })
    }
}

impl Order {
    pub(super) fn json(self, id: &str, seen: u64) -> Value {
        let command = match self {
            Order::Play(square) => {
                return json!({"id": id, "seen": seen, "command": "play", "square": square.to_string()});
            }
            Order::Resign => "resign",
            Order::Cancel => "cancel",
            Order::Claim => "claim",
            Order::DeclineDraw => "decline_draw",
            Order::AcceptTakeback => "accept_takeback",
            Order::DeclineTakeback => "decline_takeback",
            Order::AcceptRematch => "accept_rematch",
            Order::DeclineRematch => "decline_rematch",
        };
        json!({"id": id, "seen": seen, "command": command})
    }
}

fn position(rules: Rules, start: &Start) -> Result<Position, String> {
    let side = if start.turn == Color::Black { 'X' } else { 'O' };
    let setup = board_string::parse(&format!("{} {side}", start.board)).map_err(|error| error.to_string())?;
    Position::new(rules, setup).map_err(|error| error.to_string())
}

fn replay(start: Position, state: &State) -> Result<Game, String> {
    let mut game = Game::new(start);
    // `Game` passes by itself.
    for square in state.moves.split_whitespace().filter(|word| *word != "pass") {
        let square: Square = square.parse().map_err(|_| format!("the server says that {square:?} was played"))?;
        game.play(square).map_err(|why| format!("the server says that {square} was played: {why}"))?;
    }
    let position = game.position();
    let board = board_string::write(position);
    let is_same = board.get(..64) == Some(state.board.as_str())
        && position.supply() == state.supply
        && (state.status != Status::Running || position.turn() == state.turn);
    match is_same {
        true if state.status == Status::Running && game.outcome().is_some() => {
            Err("the server lets a finished game go on".to_owned())
        }
        true => Ok(game),
        false => Err("the server's board does not follow from the moves".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const POLICY: Policy = Policy { takebacks: false, withdraw: false };

    /// A game after f5, with White to move and the bot on `color`. `change` overrides fields of the state.
    fn full(color: &str, change: &Value) -> FullGame {
        let mut state = json!({
            "type": "state", "number": 5, "at": 0, "status": "running", "events": [], "moves": "f5",
            "board": "---------------------------OX------XXX--------------------------", "turn": "white",
            "discs": {"black": 4, "white": 1}, "supply": null, "legal": [], "clocks": {"black": 60000, "white": 50000, "running": "white"},
            "offers": {"draw": null, "takeback": null, "rematch": null}, "gone": {"black": null, "white": null},
            "opening": null, "result": null, "rematch": null,
        });
        for (name, value) in change.as_object().unwrap() {
            state[name] = value.clone();
        }
        let player = |name: &str| json!({"kind": "human", "name": name, "joined": true, "open": false});
        serde_json::from_value(json!({
            "type": "full", "id": "0123456789", "rules": "standard", "clock": {"main": 60000, "increment": 2000},
            "start": {"board": "---------------------------OX------XO---------------------------", "turn": "black"},
            "players": {"black": player("Ann"), "white": player("Bob")}, "you": [color], "plies": [], "state": state,
        }))
        .unwrap()
    }

    fn table(color: &str, change: &Value) -> Result<Table, String> {
        Table::new(full(color, change), Instant::now())
    }

    fn duty(color: &str, change: &Value) -> Duty {
        table(color, change).unwrap().duty(POLICY)
    }

    #[test]
    fn the_bot_moves_in_its_turn_and_answers_offers() {
        assert_eq!(duty("white", &json!({})), Duty::Think);
        assert_eq!(duty("black", &json!({})), Duty::Wait);
        assert_eq!(duty("white", &json!({"status": "paused"})), Duty::Wait);
        assert_eq!(duty("white", &json!({"status": "over"})), Duty::Leave);
        assert_eq!(duty("white", &json!({"status": "adjourned"})), Duty::Wait);
        let offers =
            |draw: &str, takeback: &str| json!({"offers": {"draw": draw, "takeback": takeback, "rematch": null}});
        assert_eq!(duty("white", &offers("black", "black")), Duty::Send(Order::DeclineDraw));
        assert_eq!(duty("black", &offers("white", "white")), Duty::Send(Order::DeclineDraw));
        let takeback = json!({"offers": {"draw": null, "takeback": "black", "rematch": null}});
        assert_eq!(duty("white", &takeback), Duty::Send(Order::DeclineTakeback));
        let lenient = Policy { takebacks: true, ..POLICY };
        assert_eq!(table("white", &takeback).unwrap().duty(lenient), Duty::Send(Order::AcceptTakeback));
    }

    #[test]
    fn a_bot_waits_before_it_claims_absence() {
        let gone = |claim_in: u64| json!({"gone": {"black": null, "white": {"since": 0, "claim_in": claim_in}}});
        let now = Instant::now();
        let table = Table::new(full("black", &gone(30_000)), now).unwrap();
        assert_eq!(table.duty(POLICY), Duty::ClaimAt(now + Duration::from_secs(270)));
        let table = Table::new(full("black", &gone(u64::MAX)), now).unwrap();
        assert_eq!(table.duty(POLICY), Duty::ClaimAt(now + Duration::from_secs(300)));
    }

    #[test]
    fn only_a_game_that_has_not_begun_is_withdrawn() {
        let stop = Policy { withdraw: true, ..POLICY };
        let waiting = json!({"status": "waiting", "moves": "", "turn": "black",
            "board": "---------------------------OX------XO---------------------------"});
        assert_eq!(table("white", &waiting).unwrap().duty(stop), Duty::Send(Order::Cancel));
        assert_eq!(table("white", &json!({})).unwrap().duty(stop), Duty::Think);
    }

    #[test]
    fn a_state_that_breaks_the_rules_is_an_error() {
        for (change, said) in [
            (json!({"moves": "a1"}), "a1 was played"),
            (json!({"moves": "f5 q9"}), "\"q9\" was played"),
            (json!({"moves": "f5 d6"}), "does not follow"),
            (json!({"turn": "black"}), "does not follow"),
            (json!({"board": "XO"}), "does not follow"),
            (json!({"supply": {"black": 1, "white": 1}}), "does not follow"),
        ] {
            let error = table("white", &change).unwrap_err();
            assert!(error.contains(said), "{change}: {error}");
        }
    }

    #[test]
    fn an_older_state_changes_nothing() {
        let mut table = table("white", &json!({})).unwrap();
        table.update(full("white", &json!({"number": 4, "status": "over"})).state, Instant::now()).unwrap();
        assert_eq!(table.duty(POLICY), Duty::Think);
        table.update(full("white", &json!({"number": 6, "status": "over"})).state, Instant::now()).unwrap();
        assert_eq!(table.duty(POLICY), Duty::Leave);
    }
}
