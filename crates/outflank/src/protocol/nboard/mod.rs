//! - any message ends a `hint`, which otherwise runs until the position is solved;
//! - a changed game or a `ping` ends an analysis of the game;
//! - a `ping` ends a `go`, whose best move so far is sent before the `pong`.
//!
//! `pong` is sent when everything before its `ping` is done and the search has stopped, so nothing about an old position can follow it, and

#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use outflank_engine::{Analysis, Bound, Limits, Score, Selectivity};
use outflank_formats::nboard::{Depth, EngineMessage, Eval, GuiMessage, HintLine, MAX_LINE, TimedMove};
use outflank_formats::{Points, ggf};
use outflank_rules::{Game, Move, Position, Rules, Status};

use super::strength::Strength;
use super::{Effect, Event, GRACE, Machine};

pub(super) struct NBoard {
    game: Game,
    /// A forced pass that the client has not sent yet. For the client the position is the one before it.
    owes_pass: bool,
    strength: Strength,
    waiting: VecDeque<GuiMessage>,
    input_ended: bool,
    thinking: Option<Thinking>,
}

struct Thinking {
    thought: Thought,
    is_stopped: bool,
}

enum Thought {
    Go,
    Hint { has_output: bool },
    Analyze { plies: usize },
}

impl Machine for NBoard {
    const LONGEST_LINE: usize = MAX_LINE;

    fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Line(line) => match line.parse() {
                // Unknown messages are ignored and don't end a search.
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
            // The book does not learn, but the client waits for the reply.
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

    fn position_after(&self, plies: usize) -> Position {
        self.game.plies().get(plies).map_or(*self.game.position(), |ply| ply.before)
    }

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
        self.think(Thought::Hint { has_output: false }, position, limits, effects);
    }

    fn go(&mut self, effects: &mut Vec<Effect>) {
        let position = self.position();
        match position.status() {
            Status::MustPass | Status::Over(_) => effects.push(say(EngineMessage::Move(TimedMove::bare(Move::Pass)))),
            Status::Place(_) => {
                // No pass is owed where a move is legal, so the game is at this position.
                if let Some(mv) = self.strength.opening_move(&self.game) {
                    effects.push(status("From the book"));
                    let (mv, eval) = (Move::Place(mv.square), Some(points(mv.value)));
                    return effects.push(say(EngineMessage::Move(TimedMove { mv, eval, time: Some(Duration::ZERO) })));
                }
                effects.push(status("Thinking"));
                self.think(Thought::Go, position, self.strength.limits(&position, None), effects);
            }
        }
    }

    fn analyze(&mut self, mut plies: usize, effects: &mut Vec<Effect>) {
        loop {
            let position = self.position_after(plies);
            let Status::Over(outcome) = position.status() else {
                let limits = Limits { lines: 1, ..self.strength.limits(&position, None) };
                return self.think(Thought::Analyze { plies }, position, limits, effects);
            };
            effects.push(analysis_of(plies, Points::from_discs(outcome.margin(position.turn()))));
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

    fn progressed(&mut self, analysis: &Analysis, effects: &mut Vec<Effect>) {
        let position = self.position();
        let Some(Thinking { thought, is_stopped: false }) = &mut self.thinking else { return };
        let lines = match thought {
            Thought::Go => 1,
            Thought::Hint { has_output } => {
                *has_output = true;
                analysis.lines.len()
            }
            Thought::Analyze { .. } => 0,
        };
        effects.extend(search_lines(&position, analysis).take(lines).map(say));
        if lines > 0 {
            effects.push(node_stats(analysis));
        }
    }

    fn finished(&mut self, analysis: &Analysis, effects: &mut Vec<Effect>) {
        let Some(Thinking { thought, is_stopped }) = self.thinking.take() else { return };
        let position = self.position();
        match thought {
            Thought::Go => {
                effects.push(node_stats(analysis));
                effects.push(say(EngineMessage::Move(self.answer(&position, analysis))));
            }
            Thought::Hint { has_output } => {
                // A hint that was ended at once still sends something.
                if !has_output {
                    effects.extend(search_lines(&position, analysis).map(say));
                }
                effects.extend([node_stats(analysis), status("")]);
            }
            Thought::Analyze { .. } if is_stopped => effects.push(status("")),
            Thought::Analyze { plies } => {
                let eval = analysis.lines.first().map(|line| points(line.score)).unwrap_or_default();
                effects.push(analysis_of(plies, eval));
                match plies.checked_sub(1) {
                    Some(before) => self.analyze(before, effects),
                    None => effects.push(status("")),
                }
            }
        }
    }

    fn answer(&mut self, position: &Position, analysis: &Analysis) -> TimedMove {
        let any = position.legal_moves().first().map(Move::Place);
        let mv = self.strength.pick(position, analysis).or(any).unwrap_or(Move::Pass);
        let line = analysis.lines.iter().find(|line| line.pv.first() == Some(&mv));
        TimedMove { mv, eval: line.map(|line| points(line.score)), time: Some(analysis.time) }
    }
}

fn say(message: EngineMessage) -> Effect {
    Effect::Say(format!("{message}\n"))
}

fn status(text: impl Into<String>) -> Effect {
    say(EngineMessage::Status(text.into()))
}

fn search_lines(position: &Position, analysis: &Analysis) -> impl Iterator<Item = EngineMessage> {
    let depth = depth(position, analysis);
    analysis.lines.iter().map(move |line| {
        EngineMessage::Search(HintLine {
            pv: line.pv.clone(),
            eval: Eval::One(points(line.score)),
            games: 0,
            depth: match (&depth, line.bound) {
                (Depth::Solved, Bound::AtLeast | Bound::AtMost) => Depth::WinnerKnown,
                (depth, _) => depth.clone(),
            },
            text: String::new(),
        })
    })
}

fn depth(position: &Position, analysis: &Analysis) -> Depth {
    let plies = u32::from(analysis.depth);
    let is_to_the_end = plies >= position.empty().len();
    match analysis.selectivity {
        _ if analysis.exact => Depth::Solved,
        Selectivity::Full => Depth::Plies(plies),
        // All midgame searches have the same selectivity, and the protocol has no word for it.
        _ if !is_to_the_end => Depth::Plies(plies),
        selectivity => Depth::Likely { plies, percent: u32::from(selectivity.percent()) },
    }
}

fn node_stats(analysis: &Analysis) -> Effect {
    say(EngineMessage::NodeStats { nodes: analysis.nodes, time: analysis.time })
}

fn analysis_of(plies: usize, eval: Points) -> Effect {
    say(EngineMessage::Analysis { plies: plies as u32, eval })
}

fn points(score: Score) -> Points {
    // A score is never larger than the board.
    let hundredths = (f64::from(score.discs()) * 100.0).round();
    Points::from_f64(hundredths / 100.0).unwrap_or_default()
}
