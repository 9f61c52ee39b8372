//! The Go Text Protocol for Othello. Commands are answered in order; input that arrives during a search waits.
//!
//! Programs handle passes in many ways, so the engine is tolerant: a forced pass is made at once, and the opponent's move is accepted with or
//! without a `play COLOR pass` before it. `genmove` answers `pass` for a side without moves and after the end. `undo` goes back over passes. A
//! pass by a side that has a move is illegal, and so is a move out of turn.

mod clock;
#[cfg(test)]
mod tests;
mod text;

use std::collections::VecDeque;
use std::fmt;
use std::path::PathBuf;

use outflank_engine::{Analysis, Level};
use outflank_formats::ParseError;
use outflank_formats::gtp::{Command, MAX_LINE, Request, Response, Vertex};
use outflank_formats::sgf;
use outflank_rules::{Color, Game, Move, Position, Rules};

use super::strength::Strength;
use super::{Effect, Event, Machine};
use clock::Clocks;

const GAME: &str = "Othello";

pub(super) struct Gtp {
    game: Game,
    strength: Strength,
    clocks: Clocks,
    waiting: VecDeque<Result<Command, ParseError>>,
    input_ended: bool,
    busy: Option<Task>,
}

enum Task {
    Choose { id: Option<u32>, then: Then },
    Load { id: Option<u32>, before: Option<u32> },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Then {
    Play,
    OnlyReport,
}

#[derive(Clone, Copy, Debug)]
enum Refusal {
    SyntaxError,
    UnknownCommand,
    UnacceptableSize,
    UnacceptableLevel,
    UnsupportedGame,
    IllegalMove,
    WrongColor,
    CannotUndo,
    CannotScore,
    CannotLoad,
    LineTooLong,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refusal::SyntaxError => "syntax error",
            Refusal::UnknownCommand => "unknown command",
            Refusal::UnacceptableSize => "unacceptable size",
            Refusal::UnacceptableLevel => "unacceptable level",
            Refusal::UnsupportedGame => "unsupported game",
            Refusal::IllegalMove => "illegal move",
            Refusal::WrongColor => "wrong color",
            Refusal::CannotUndo => "cannot undo",
            Refusal::CannotScore => "cannot score",
            Refusal::CannotLoad => "cannot load file",
            Refusal::LineTooLong => "line too long",
        })
    }
}

enum Reply {
    Now(String),
    After(Task, Effect),
    Farewell,
}

impl Reply {
    fn nothing() -> Result<Reply, Refusal> {
        Ok(Reply::Now(String::new()))
    }

    fn text(text: impl fmt::Display) -> Result<Reply, Refusal> {
        Ok(Reply::Now(text.to_string()))
    }
}

impl Machine for Gtp {
    const LONGEST_LINE: usize = MAX_LINE;

    fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Line(line) => self.waiting.extend(Command::read(&line).transpose()),
            Event::InputEnded => self.input_ended = true,
            Event::Progress(_) => return effects,
            Event::Finished(analysis) => effects.extend(self.chosen(&analysis)),
            Event::Read(text) => effects.extend(self.loaded(text)),
        }
        self.go_on(&mut effects);
        effects
    }

    fn waiting(&self) -> usize {
        self.waiting.len()
    }
}

impl Gtp {
    pub(super) fn new(rules: Rules, strength: Strength) -> Gtp {
        Gtp {
            game: Game::new(Position::initial(rules)),
            strength,
            clocks: Clocks::default(),
            waiting: VecDeque::new(),
            input_ended: false,
            busy: None,
        }
    }

    fn go_on(&mut self, effects: &mut Vec<Effect>) {
        while self.busy.is_none() {
            let Some(command) = self.waiting.pop_front() else {
                effects.extend(self.input_ended.then_some(Effect::Leave));
                return;
            };
            let id = command.as_ref().ok().and_then(|command| command.id);
            let reply = match command {
                Ok(command) => self.answer(&command),
                Err(_) => Err(Refusal::LineTooLong),
            };
            match reply {
                Ok(Reply::Now(text)) => effects.push(say(Response::success(id, text))),
                Err(refusal) => effects.push(say(Response::failure(id, refusal))),
                Ok(Reply::After(task, effect)) => {
                    self.busy = Some(task);
                    effects.push(effect);
                }
                Ok(Reply::Farewell) => {
                    effects.extend([say(Response::success(id, "")), Effect::Leave]);
                    return;
                }
            }
        }
    }

    fn answer(&mut self, command: &Command) -> Result<Reply, Refusal> {
        let position = self.game.position();
        match command.request().map_err(|_| Refusal::SyntaxError)? {
            Request::ProtocolVersion => Reply::text(2),
            Request::Name => Reply::text("Outflank"),
            Request::Version => Reply::text(env!("OUTFLANK_VERSION")),
            Request::KnownCommand(name) => Reply::text(Request::NAMES.contains(&name.as_str())),
            Request::ListCommands => Reply::text(Request::NAMES.join("\n")),
            Request::Quit => Ok(Reply::Farewell),
            Request::BoardSize(8) | Request::ClearBoard => {
                self.begin(self.game.start().rules());
                Reply::nothing()
            }
            Request::BoardSize(_) => Err(Refusal::UnacceptableSize),
            // Othello has no komi.
            Request::Komi(_) => Reply::nothing(),
            Request::Play { color, mv } => self.play(color, mv),
            Request::GenMove(color) => self.choose(command.id, color, Then::Play),
            Request::RegGenMove(color) => self.choose(command.id, color, Then::OnlyReport),
            Request::Undo => match self.game.undo() {
                Some(_) => Reply::nothing(),
                None => Err(Refusal::CannotUndo),
            },
            Request::ShowBoard => Reply::text(text::board(position)),
            Request::TimeSettings { main, byo_time, byo_stones } => {
                self.clocks.set(main, byo_time, byo_stones);
                Reply::nothing()
            }
            Request::TimeLeft { color, left, stones } => {
                self.clocks.set_left(color, left, stones);
                Reply::nothing()
            }
            Request::FinalScore => match self.game.outcome() {
                Some(outcome) => Reply::text(text::score(&outcome)),
                None => Err(Refusal::CannotScore),
            },
            Request::SetGame(name) if name.eq_ignore_ascii_case(GAME) => {
                if !position.rules().is_standard() {
                    self.begin(Rules::Standard);
                }
                Reply::nothing()
            }
            Request::SetGame(_) => Err(Refusal::UnsupportedGame),
            Request::ListGames => Reply::text(GAME),
            Request::RulesGameId => match position.rules() {
                Rules::Standard => Reply::text(GAME),
                rules => Reply::text(format_args!("{GAME}-{rules}")),
            },
            Request::LoadSgf { file, before } => {
                Ok(Reply::After(Task::Load { id: command.id, before }, Effect::Read(PathBuf::from(file))))
            }
            Request::RulesBoard => Reply::text(text::bare_board(position)),
            Request::RulesBoardSize => Reply::text(8),
            Request::RulesLegalMoves => Reply::text(text::legal_moves(position)),
            Request::RulesSideToMove => Reply::text(position.turn()),
            Request::RulesFinalResult => Reply::text(text::result(position)),
            Request::SetLevel(number) => {
                let level = u8::try_from(number).ok().and_then(Level::new).ok_or(Refusal::UnacceptableLevel)?;
                self.strength.set_level(level);
                Reply::nothing()
            }
            Request::SetRules(rules) => {
                self.begin(rules);
                Reply::nothing()
            }
            Request::Unknown(_) => Err(Refusal::UnknownCommand),
        }
    }

    fn begin(&mut self, rules: Rules) {
        self.game = Game::new(Position::initial(rules));
        self.clocks.restart();
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<Reply, Refusal> {
        match mv {
            Move::Place(square) if color == self.game.position().turn() => {
                self.game.play(square).map_err(|_| Refusal::IllegalMove)?;
            }
            Move::Pass if self.has_nothing_to_play(color) => {}
            Move::Place(_) | Move::Pass => return Err(Refusal::IllegalMove),
        }
        Reply::nothing()
    }

    fn has_nothing_to_play(&self, color: Color) -> bool {
        let passed_by = self.game.plies().last().filter(|ply| ply.mv == Move::Pass).map(|ply| ply.before.turn());
        passed_by == Some(color) || self.game.outcome().is_some()
    }

    fn choose(&mut self, id: Option<u32>, color: Color, then: Then) -> Result<Reply, Refusal> {
        let position = *self.game.position();
        if self.has_nothing_to_play(color) {
            return Reply::text(Vertex(Move::Pass));
        }
        if color != position.turn() {
            return Err(Refusal::WrongColor);
        }
        // `reg_genmove` is for comparing engines and must not be random.
        if let (Then::Play, Some(mv)) = (then, self.strength.opening_move(&self.game)) {
            self.game.play(mv.square).map_err(|_| Refusal::IllegalMove)?;
            return Reply::text(Vertex(Move::Place(mv.square)));
        }
        let limits = self.strength.limits(&position, self.clocks.allowance(color));
        Ok(Reply::After(Task::Choose { id, then }, Effect::Think(position, limits)))
    }

    fn chosen(&mut self, analysis: &Analysis) -> Option<Effect> {
        let Some(Task::Choose { id, then }) = self.busy.take() else { return None };
        let position = *self.game.position();
        let any = position.legal_moves().first().map(Move::Place);
        let mv = self.strength.pick(&position, analysis).or(any).unwrap_or(Move::Pass);
        if let (Then::Play, Move::Place(square)) = (then, mv) {
            self.clocks.spend(position.turn(), analysis.time);
            if self.game.play(square).is_err() {
                return Some(say(Response::failure(id, Refusal::IllegalMove)));
            }
        }
        Some(say(Response::success(id, Vertex(mv))))
    }

    fn loaded(&mut self, text: Option<String>) -> Option<Effect> {
        let Some(Task::Load { id, before }) = self.busy.take() else { return None };
        Some(say(match text.and_then(|text| game_in(&text, before)) {
            Some(game) => {
                self.game = game;
                Response::success(id, "")
            }
            None => Response::failure(id, Refusal::CannotLoad),
        }))
    }
}

fn game_in(text: &str, before: Option<u32>) -> Option<Game> {
    let mut unchecked = sgf::parse(text).next()?.ok()?;
    if let Some(number) = before {
        unchecked.moves.truncate(number.saturating_sub(1) as usize);
    }
    Some(unchecked.check().ok()?.game().clone())
}

fn say(response: Response) -> Effect {
    Effect::Say(response.to_string())
}
