use std::io::Write;

use outflank_formats::Record;
use outflank_players::{Action, Player, PlayerError};
use outflank_rules::{ByColor, Color, Game, Move, Position, Square};
use outflank_study::teach::{Tolerance, Warning};
use outflank_table::{Command, Event, Refusal, Seat, Table, Takebacks, Terms, Time};

use super::input::Input;
use super::request::{HELP, Request};
use super::resume_hint::ResumeHint;
use super::thinker::Adviser;
use super::view::{self, Symbols};
use crate::player;
use crate::storage::records::one;

const NOW: Time = Time::from_millis(0);

pub(super) struct Session<W> {
    table: Table,
    machines: ByColor<Option<Box<dyn Player>>>,
    adviser: Adviser,
    pub(super) teach: Option<Tolerance>,
    /// The last move that was warned about. Typing it again plays it.
    warned: Option<(Position, Square)>,
    symbols: Symbols,
    resume_hint: ResumeHint,
    out: W,
}

#[derive(Debug)]
pub(super) enum Leaving {
    Finished,
    Quit,
    InputEnded,
    Failed(PlayerError),
}

impl<W: Write> Session<W> {
    pub(super) fn new(
        game: &Game,
        machines: ByColor<Option<Box<dyn Player>>>,
        symbols: Symbols,
        resume_hint: ResumeHint,
        out: W,
    ) -> Session<W> {
        Session {
            table: table_of(game),
            machines,
            adviser: Adviser::default(),
            teach: None,
            warned: None,
            symbols,
            resume_hint,
            out,
        }
    }

    pub(super) fn game(&self) -> &Game {
        self.table.game()
    }

    pub(super) fn winner(&self) -> Option<Color> {
        self.table.ending().and_then(|ending| ending.winner())
    }

    pub(super) fn run(&mut self, input: &mut Input) -> anyhow::Result<Leaving> {
        self.show_position()?;
        while self.table.ending().is_none() {
            self.resume_hint.update(self.table.game());
            let turn = self.game().position().turn();
            let prompt = self.symbols.prompt(turn);
            if let Some(machine) = &mut self.machines[turn] {
                // Print its move as if it had been typed.
                write!(self.out, "{prompt}")?;
                self.out.flush()?;
                match player::choose(machine.as_mut(), self.table.game(), None) {
                    Ok(Action::Place(square)) => {
                        writeln!(self.out, "{square}")?;
                        self.play(Move::Place(square))?;
                    }
                    Ok(Action::Resign) => {
                        writeln!(self.out, "resign")?;
                        self.resign()?;
                    }
                    Err(error) => {
                        writeln!(self.out)?;
                        self.out.flush()?;
                        return Ok(Leaving::Failed(error));
                    }
                }
                continue;
            }
            let Some(line) = input.ask(&prompt, &mut self.out)? else {
                writeln!(self.out)?;
                return Ok(Leaving::InputEnded);
            };
            match Request::parse(&line) {
                Some(Request::Quit) => {
                    writeln!(self.out)?;
                    return Ok(Leaving::Quit);
                }
                Some(request) => self.answer(request)?,
                None => self.say(view::INVALID)?,
            }
        }
        self.out.flush()?;
        Ok(Leaving::Finished)
    }

    fn answer(&mut self, request: Request) -> anyhow::Result<()> {
        match request {
            Request::Play(mv) => match self.warning(mv) {
                Some(warning) => self.say(&view::warning(&warning)),
                None => self.play(mv),
            },
            Request::Resign => self.resign(),
            Request::Undo => self.undo(),
            Request::Redo => self.redo(),
            Request::Load(file) => match one::load(&file) {
                Ok(record) => {
                    self.table = table_of(record.game());
                    self.show_position()
                }
                Err(error) => self.say(&format!("{error:#}\n")),
            },
            Request::Save(file) => match one::save(&Record::of(self.game()), &file) {
                Ok(()) => self.say(&format!("Saved to {}\n", file.display())),
                Err(error) => self.say(&format!("{error:#}\n")),
            },
            Request::Moves => self.say(&view::moves(self.game().position())),
            Request::Flips => self.say(&view::flips(self.game().position())),
            Request::Opening => self.say(&view::opening(self.game())),
            Request::Hint => {
                let analysis = self.adviser.advise(self.table.game().position());
                self.say(&view::hint(&analysis))
            }
            Request::Help => self.say(HELP),
            Request::Quit => unreachable!("handled where the session ends"),
        }
    }

    fn warning(&mut self, mv: Move) -> Option<Warning> {
        let (tolerance, square) = (self.teach?, mv.square()?);
        let position = *self.game().position();
        let warned = self.warned.take();
        let legal = position.legal_moves();
        if !legal.contains(square) || legal.len() == 1 || warned == Some((position, square)) {
            return None;
        }
        let analysis = self.adviser.look_at(&position);
        let warning = Warning::of(&position, square, &analysis, tolerance)?;
        self.warned = Some((position, square));
        Some(warning)
    }

    fn play(&mut self, mv: Move) -> anyhow::Result<()> {
        match self.command(self.mover(), Command::Play(mv)) {
            Ok(_) => self.show_position(),
            Err(_) => self.say(view::INVALID),
        }
    }

    fn resign(&mut self) -> anyhow::Result<()> {
        match self.command(self.mover(), Command::Resign) {
            Ok(_) => self.show_ending(),
            Err(refusal) => self.say(&format!("{refusal}\n")),
        }
    }

    /// Takes back the last move a person made, and the machine's reply to it.
    fn undo(&mut self) -> anyhow::Result<()> {
        let movers = self.game().plies().iter().filter(|ply| ply.mv != Move::Pass).map(|ply| ply.before.turn());
        let Some(who) = movers.rev().find(|&color| self.machines[color].is_none()) else {
            return self.say("There is nothing to take back.\n");
        };
        match self.command(Seat::Player(who), Command::TakeBack) {
            Ok(_) => self.show_position(),
            Err(refusal) => self.say(&format!("{refusal}\n")),
        }
    }

    fn redo(&mut self) -> anyhow::Result<()> {
        if self.game().next_redo().is_none() {
            return self.say("There is nothing to redo.\n");
        }
        while let Some(square) = self.game().next_redo() {
            self.command(self.mover(), Command::Play(Move::Place(square)))?;
            if self.machines[self.game().position().turn()].is_none() {
                break;
            }
        }
        self.show_position()
    }

    fn mover(&self) -> Seat {
        Seat::Player(self.game().position().turn())
    }

    fn command(&mut self, seat: Seat, command: Command) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(seat, command, NOW)?;
        events.iter().for_each(|event| self.table.evolve(event));
        Ok(events)
    }

    fn show_position(&mut self) -> anyhow::Result<()> {
        writeln!(self.out, "{}", self.symbols.board(self.game().position()))?;
        if let Some(ply) = self.game().plies().last().filter(|ply| ply.mv == Move::Pass) {
            let text = self.symbols.pass(ply.before.turn());
            writeln!(self.out, "{text}")?;
        }
        self.show_ending()
    }

    fn show_ending(&mut self) -> anyhow::Result<()> {
        if let Some(ending) = self.table.ending() {
            write!(self.out, "{}", self.symbols.ending(&ending, self.table.game().position()))?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        Ok(writeln!(self.out, "{text}")?)
    }
}

fn table_of(game: &Game) -> Table {
    let terms = Terms { takebacks: Takebacks::Free, ..Terms::new(*game.start()) };
    let (mut table, _) = Table::open(terms, NOW);
    for square in game.placements() {
        let mover = Seat::Player(table.game().position().turn());
        let events = table.decide(mover, Command::Play(Move::Place(square)), NOW);
        for event in events.expect("a game's own moves are legal") {
            table.evolve(&event);
        }
    }
    table
}
