//! The NBoard protocol, version 2.
//!
//! Messages are dealt with in their order, and at most one thought is under way. What comes in meanwhile waits, and may
//! cut the thought short:
//!
//! - a `hint` has no end of its own but the solution, and any message ends it;
//! - an analysis of the game ends when the game changes, or with a `ping`;
//! - a `go` ends with a `ping`, and its move, the best so far, is told before the `pong`. Other messages wait for it.
//!
//! A `pong` is said when everything before its `ping` is done and the search has come to its end. So nothing about an old
//! position can follow it, and every `go` has one answer.

mod lines;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use outflank_engine::{Analysis, Limits};
use outflank_formats::nboard::{EngineMessage, GuiMessage, MAX_LINE, TimedMove};
use outflank_formats::{Points, ggf};
use outflank_rules::{Game, Move, Position, Rules, Status};

use super::machine::{Effect, Event, GRACE, Machine};
use super::strength::Strength;

/// The engine's side of a session.
pub(super) struct NBoard {
    game: Game,
    /// Whether the last ply is a pass that the game has made because it is forced, and that the other side has not
    /// said yet. For them the position is then still the one before it.
    owes_pass: bool,
    strength: Strength,
    waiting: VecDeque<GuiMessage>,
    input_ended: bool,
    thinking: Option<Thinking>,
}

/// What the engine thinks about.
struct Thinking {
    thought: Thought,
    /// Whether the search was told to stop. What it still reports is not wanted any more.
    is_stopped: bool,
}

enum Thought {
    /// Which move to make.
    Go,
    /// What the best moves are worth.
    Hint {
        /// Whether anything was said about it.
        has_spoken: bool,
    },
    /// What the position after so many plies is worth; then, the one before it.
    Analyze { plies: usize },
}

impl Machine for NBoard {
    const LONGEST_LINE: usize = MAX_LINE;

    fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Line(line) => match line.parse() {
                // What is not known is ignored in silence, and does not even disturb a thought.
                Err(_) | Ok(GuiMessage::Unknown(_)) => return effects,
                Ok(message) => self.waiting.push_back(message),
            },
            Event::InputEnded => self.input_ended = true,
            Event::Progress(analysis) => self.progressed(&analysis, &mut effects),
            Event::Finished(analysis) => self.finished(&analysis, &mut effects),
            Event::Read(_) => {}
        }
        self.go_on(&mut effects);
        effects
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

impl NBoard {
    /// An engine at the start of a game by these rules.
    pub(super) fn new(rules: Rules, strength: Strength) -> NBoard {
        NBoard {
            game: Game::new(Position::initial(rules)),
            owes_pass: false,
            strength,
            waiting: VecDeque::new(),
            input_ended: false,
            thinking: None,
        }
    }

    /// Deals with what waits, for as long as there is nothing to think about; then sees whether that is to end.
    fn go_on(&mut self, effects: &mut Vec<Effect>) {
        while self.thinking.is_none() {
            match self.waiting.pop_front() {
                Some(GuiMessage::Quit) => {
                    effects.push(Effect::Leave);
                    return;
                }
                Some(message) => self.take_in(message, effects),
                None => {
                    effects.extend(self.input_ended.then_some(Effect::Leave));
                    return;
                }
            }
        }
        self.interrupt(effects);
    }

    /// Cuts the thought short if something waits that ends it.
    fn interrupt(&mut self, effects: &mut Vec<Effect>) {
        let Some(Thinking { thought, is_stopped: is_stopped @ false }) = &mut self.thinking else { return };
        let is_last = match self.waiting.front() {
            Some(next) => *next == GuiMessage::Quit,
            None => self.input_ended,
        };
        let ends_it = |message: &GuiMessage| match (&*thought, message) {
            (_, GuiMessage::Ping(_)) => true,
            (Thought::Hint { .. }, message) => *message != GuiMessage::Quit,
            (Thought::Analyze { .. }, message) => matches!(message, GuiMessage::SetGame(_) | GuiMessage::Move(_)),
            (Thought::Go, _) => false,
        };
        if self.waiting.iter().any(ends_it) {
            *is_stopped = true;
            effects.push(Effect::Stop);
        } else if is_last && matches!(thought, Thought::Hint { .. }) {
            effects.push(Effect::StopAfter(GRACE));
        }
    }

    fn take_in(&mut self, message: GuiMessage, effects: &mut Vec<Effect>) {
        match message {
            GuiMessage::NBoard(_) => effects.push(self.introduction()),
            GuiMessage::SetDepth(plies) => {
                self.strength.set_depth(plies);
                effects.push(self.introduction());
            }
            GuiMessage::SetGame(text) => effects.extend(self.set_game(&text)),
            GuiMessage::Move(TimedMove { mv, .. }) => effects.extend(self.play(mv)),
            GuiMessage::Hint(lines) => self.hint(lines as usize, effects),
            GuiMessage::Go => self.go(effects),
            GuiMessage::Ping(number) => effects.push(say(EngineMessage::Pong(number))),
            // The book takes no games in, but the other side waits for the word.
            GuiMessage::Learn => effects.push(say(EngineMessage::Learned)),
            GuiMessage::Analyze => {
                effects.push(status("Analyzing"));
                self.analyze(self.game.plies().len() - usize::from(self.owes_pass), effects);
            }
            GuiMessage::SetContempt(_) | GuiMessage::Quit | GuiMessage::Unknown(_) => {}
        }
    }

    fn introduction(&self) -> Effect {
        say(EngineMessage::MyName(format!("Outflank{}", self.strength.number())))
    }

    /// The game is now the one that GGF tells. If that cannot be read, it stays as it is, and the other side is told.
    fn set_game(&mut self, text: &str) -> Option<Effect> {
        let unchecked = match ggf::parse_game(text) {
            Ok(unchecked) => unchecked,
            Err(error) => return Some(status(format!("Cannot read the game: {error}"))),
        };
        let record = match unchecked.check() {
            Ok(record) => record,
            Err(error) => return Some(status(format!("Cannot play the game: {error}"))),
        };
        self.game = record.game().clone();
        let says_pass = unchecked.moves.last().is_some_and(|last| last.mv == Move::Pass);
        self.owes_pass = self.ends_with_pass() && !says_pass;
        None
    }

    /// A move was made. One that cannot be made leaves the game as it is, and the other side is told.
    fn play(&mut self, mv: Move) -> Option<Effect> {
        let illegal = match mv {
            Move::Pass if self.owes_pass => {
                self.owes_pass = false;
                return None;
            }
            Move::Pass => self.game.position().play(mv).err(),
            Move::Place(square) => self.game.play(square).err(),
        };
        match illegal {
            None => self.owes_pass = self.ends_with_pass(),
            Some(why) => return Some(status(format!("Illegal move {mv}: {why}"))),
        }
        None
    }

    fn ends_with_pass(&self) -> bool {
        self.game.plies().last().is_some_and(|ply| ply.mv == Move::Pass)
    }

    /// The position after so many plies.
    fn position_after(&self, plies: usize) -> Position {
        self.game.plies().get(plies).map_or(*self.game.position(), |ply| ply.before)
    }

    /// The position as the other side sees it.
    fn position(&self) -> Position {
        self.position_after(self.game.plies().len() - usize::from(self.owes_pass))
    }

    fn hint(&mut self, lines: usize, effects: &mut Vec<Effect>) {
        let position = self.position();
        if let Status::Over(_) = position.status() {
            return;
        }
        let limits = Limits { lines: lines.clamp(1, 64), ..Limits::default() };
        effects.push(status("Analyzing"));
        self.think(Thought::Hint { has_spoken: false }, position, limits, effects);
    }

    fn go(&mut self, effects: &mut Vec<Effect>) {
        let position = self.position();
        match position.status() {
            Status::MustPass | Status::Over(_) => effects.push(say(EngineMessage::Move(TimedMove::bare(Move::Pass)))),
            Status::Place(_) => {
                // The game stands in this position: it owes no pass where a disc can be placed.
                if let Some(mv) = self.strength.opening_move(&self.game) {
                    effects.push(status("From the book"));
                    let (mv, eval) = (Move::Place(mv.square), Some(lines::points(mv.value)));
                    return effects.push(say(EngineMessage::Move(TimedMove { mv, eval, time: Some(Duration::ZERO) })));
                }
                effects.push(status("Thinking"));
                self.think(Thought::Go, position, self.strength.limits(&position, None), effects);
            }
        }
    }

    /// Goes back through the game from this ply on, up to a position that is worth a search.
    fn analyze(&mut self, mut plies: usize, effects: &mut Vec<Effect>) {
        loop {
            let position = self.position_after(plies);
            let Status::Over(outcome) = position.status() else {
                let limits = Limits { lines: 1, ..self.strength.limits(&position, None) };
                return self.think(Thought::Analyze { plies }, position, limits, effects);
            };
            effects.push(say(lines::analysis(plies, Points::from_discs(outcome.margin(position.turn())))));
            match plies.checked_sub(1) {
                Some(before) => plies = before,
                None => return effects.push(status("")),
            }
        }
    }

    fn think(&mut self, thought: Thought, position: Position, limits: Limits, effects: &mut Vec<Effect>) {
        self.thinking = Some(Thinking { thought, is_stopped: false });
        effects.push(Effect::Think(position, limits));
    }

    /// The search has come a step further.
    fn progressed(&mut self, analysis: &Analysis, effects: &mut Vec<Effect>) {
        let position = self.position();
        let Some(Thinking { thought, is_stopped: false }) = &mut self.thinking else { return };
        let lines = match thought {
            Thought::Go => 1,
            Thought::Hint { has_spoken } => {
                *has_spoken = true;
                analysis.lines.len()
            }
            Thought::Analyze { .. } => 0,
        };
        effects.extend(lines::search(&position, analysis).take(lines).map(say));
        if lines > 0 {
            effects.push(say(lines::node_stats(analysis)));
        }
    }

    /// The search has come to its end.
    fn finished(&mut self, analysis: &Analysis, effects: &mut Vec<Effect>) {
        let Some(Thinking { thought, is_stopped }) = self.thinking.take() else { return };
        let position = self.position();
        match thought {
            Thought::Go => {
                effects.push(say(lines::node_stats(analysis)));
                effects.push(say(EngineMessage::Move(self.answer(&position, analysis))));
            }
            Thought::Hint { has_spoken } => {
                // Who asked and went on at once is still told something.
                if !has_spoken {
                    effects.extend(lines::search(&position, analysis).map(say));
                }
                effects.extend([say(lines::node_stats(analysis)), status("")]);
            }
            Thought::Analyze { .. } if is_stopped => effects.push(status("")),
            Thought::Analyze { plies } => {
                let eval = analysis.lines.first().map(|line| lines::points(line.score)).unwrap_or_default();
                effects.push(say(lines::analysis(plies, eval)));
                match plies.checked_sub(1) {
                    Some(before) => self.analyze(before, effects),
                    None => effects.push(status("")),
                }
            }
        }
    }

    /// The move that was found, with what it is worth.
    fn answer(&mut self, position: &Position, analysis: &Analysis) -> TimedMove {
        let any = position.legal_moves().first().map(Move::Place);
        let mv = self.strength.pick(position, analysis).or(any).unwrap_or(Move::Pass);
        let line = analysis.lines.iter().find(|line| line.pv.first() == Some(&mv));
        TimedMove { mv, eval: line.map(|line| lines::points(line.score)), time: Some(analysis.time) }
    }
}

fn say(message: EngineMessage) -> Effect {
    Effect::Say(format!("{message}\n"))
}

fn status(text: impl Into<String>) -> Effect {
    say(EngineMessage::Status(text.into()))
}
