use std::collections::BTreeMap;
use std::time::Duration;

use outflank_engine::{Analysis, Level};
use outflank_formats::{Points, Record};
use outflank_players::PlayerName;
use outflank_rules::{Bitboard, ByColor, Color, Game, Move, Position, Square};
use outflank_study::openings::{self, Language};
use outflank_study::played;
use outflank_study::teach::Warning;
use outflank_table::{Command, Event, Refusal, Seat, Table, Takebacks, Terms, Time, TimeControl};

use crate::person::{self, PersonName};
use crate::player::next_level;
use crate::tui::app::Id;
use crate::tui::screens::game::hint::Hint;
use crate::tui::screens::game::parting::Resigned;
use crate::tui::screens::game::premove::Premove;
use crate::tui::values::{Depth, Source, Values, certainty};
use crate::tui::widgets::Pointer;

#[derive(Clone, Debug)]
pub(crate) struct Contest {
    pub(crate) table: Table,
    pub(crate) players: ByColor<PlayerName>,
    pub(crate) pointer: Pointer,
    pub(crate) flipping: Option<FlipAnimation>,
    pub(crate) pass: Option<Pass>,
    pub(crate) asked: Option<Id>,
    pub(crate) asked_at: Time,
    pub(crate) hint: Option<Hint>,
    pub(crate) held: Option<HeldMove>,
    pub(crate) premove: Option<Premove>,
    pub(crate) evaluation: Option<Evaluation>,
    /// The machines' evaluations in discs for Black, by number of moves played.
    pub(crate) values: BTreeMap<usize, f32>,
    pub(crate) on_hold: bool,
    /// The next machine may move in spite of the pause.
    pub(crate) is_stepping: bool,
    pub(crate) moved: Time,
    pub(crate) resigned: Option<Resigned>,
    /// The selected line of what can be done after the game.
    pub(crate) next: usize,
    pub(crate) unsaved: Vec<Event>,
    /// When the last [`Effect::Heartbeat`](crate::tui::app::Effect) was sent.
    pub(crate) noted: Time,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) by: Color,
    pub(crate) until: Time,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HeldMove {
    pub(crate) id: Id,
    pub(crate) position: Position,
    pub(crate) square: Square,
    /// Set once the search has found something wrong.
    pub(crate) warning: Option<Warning>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Evaluation {
    /// In discs for Black.
    pub(crate) value: f32,
    pub(crate) depth: Depth,
    pub(crate) certainty: String,
    pub(crate) line: Vec<Move>,
}

impl Evaluation {
    pub(crate) fn of(values: &Values, position: &Position) -> Evaluation {
        let Source { depth, line, .. } = &values.first;
        Evaluation {
            value: for_black(values.best().discs(), position.turn()),
            depth: *depth,
            certainty: certainty(position, *depth),
            line: line.clone(),
        }
    }

    pub(crate) fn searched(analysis: &Analysis, position: &Position) -> Option<Evaluation> {
        Some(Evaluation::of(&Values::of(None, Source::search(analysis))?, position))
    }
}

pub(crate) fn for_black(score: f32, turn: Color) -> f32 {
    match turn {
        Color::Black => score,
        Color::White => -score,
    }
}

/// Flips discs one by one, nearest first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FlipAnimation {
    before: Position,
    square: Square,
    order: Vec<Square>,
    began: Time,
    step: Duration,
}

const WHOLE_FLIP: Duration = Duration::from_millis(280);
const ONE_FLIP: Duration = Duration::from_millis(70);

impl FlipAnimation {
    pub(crate) fn new(before: &Position, square: Square, now: Time) -> FlipAnimation {
        let mut order: Vec<Square> = before.flips(square).into_iter().collect();
        let distance = |to: &Square| to.column().abs_diff(square.column()).max(to.row().abs_diff(square.row()));
        order.sort_by_key(distance);
        let step = (WHOLE_FLIP / (order.len() as u32 + 1)).min(ONE_FLIP);
        FlipAnimation { before: *before, square, order, began: now, step }
    }

    pub(crate) fn discs(&self, now: Time) -> ByColor<Bitboard> {
        let mover = self.before.turn();
        let mut discs = self.before.discs();
        discs[mover] = discs[mover].with(self.square);
        for &square in &self.order[..self.flipped(now)] {
            discs[mover] = discs[mover].with(square);
            discs[!mover] = discs[!mover].without(square);
        }
        discs
    }

    pub(crate) fn next_step(&self, now: Time) -> Time {
        self.began.after(self.step * (self.flipped(now) as u32 + 1))
    }

    pub(crate) fn is_over(&self, now: Time) -> bool {
        now >= self.began.after(self.step * (self.order.len() as u32 + 1))
    }

    fn flipped(&self, now: Time) -> usize {
        let steps = now.since(self.began).as_micros() / self.step.as_micros().max(1);
        usize::try_from(steps).map_or(self.order.len(), |steps| steps.min(self.order.len()))
    }
}

impl Contest {
    pub(crate) fn open(start: &Start, players: ByColor<PlayerName>, now: Time) -> (Contest, Vec<Event>) {
        let terms = Terms { time: start.time, takebacks: Takebacks::Free, ..Terms::new(start.position) };
        let (mut table, mut events) = Table::open(terms, now);
        for &square in &start.moves {
            let mover = Seat::Player(table.game().position().turn());
            // Ignore an illegal move and everything after it.
            let Ok(played) = table.decide(mover, Command::Play(square.into()), now) else { break };
            played.iter().for_each(|event| table.evolve(event));
            events.extend(played);
        }
        (Contest::at(table, players, now), events)
    }

    pub(crate) fn at(table: Table, players: ByColor<PlayerName>, now: Time) -> Contest {
        Contest {
            table,
            players,
            pointer: Pointer::default(),
            flipping: None,
            pass: None,
            asked: None,
            asked_at: now,
            hint: None,
            held: None,
            premove: None,
            evaluation: None,
            values: BTreeMap::new(),
            on_hold: false,
            is_stepping: false,
            moved: now,
            resigned: None,
            next: 0,
            unsaved: Vec::new(),
            noted: now,
        }
    }

    pub(crate) fn is_welcome(&self) -> bool {
        !self.unsaved.is_empty()
    }

    pub(crate) fn game(&self) -> &Game {
        self.table.game()
    }

    pub(crate) fn position(&self) -> &Position {
        self.table.game().position()
    }

    pub(crate) fn turn(&self) -> Color {
        self.position().turn()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.table.ending().is_some()
    }

    pub(crate) fn is_in_play(&self) -> bool {
        !self.is_over() && self.resigned.is_none()
    }

    pub(crate) fn is_human(&self, color: Color) -> bool {
        self.players[color] == PlayerName::Human
    }

    pub(crate) fn is_human_turn(&self) -> bool {
        self.is_in_play() && self.is_human(self.turn())
    }

    pub(crate) fn is_against_machine(&self) -> bool {
        self.humans() == 1
    }

    pub(crate) fn is_between_machines(&self) -> bool {
        self.humans() == 0
    }

    fn humans(&self) -> usize {
        Color::ALL.into_iter().filter(|&color| self.is_human(color)).count()
    }

    pub(crate) fn next_level(&self) -> Option<Level> {
        let machines = self.players.clone().map(|player| match player {
            PlayerName::Human => None,
            PlayerName::Machine(machine) => Some(machine),
        });
        next_level(self.table.ending()?.winner()?, &machines)
    }

    pub(crate) fn placed(&self) -> usize {
        self.game().placements().count()
    }

    pub(crate) fn discs(&self, now: Time) -> ByColor<Bitboard> {
        match &self.flipping {
            Some(flipping) => flipping.discs(now),
            None => self.position().discs(),
        }
    }

    pub(crate) fn mover(&self) -> Seat {
        Seat::Player(self.turn())
    }

    pub(crate) fn command(&mut self, seat: Seat, command: Command, now: Time) -> Result<Vec<Event>, Refusal> {
        let events = self.table.decide(seat, command, now)?;
        events.iter().for_each(|event| self.table.evolve(event));
        Ok(events)
    }

    /// The player whose move `undo` takes back: the last person to move.
    pub(crate) fn undoer(&self) -> Option<Color> {
        let movers = self.game().plies().iter().filter(|ply| ply.mv != Move::Pass).map(|ply| ply.before.turn());
        movers.rev().find(|&color| self.players[color] == PlayerName::Human)
    }

    pub(crate) fn record(&self, date: String, own: Option<&PersonName>) -> Record {
        let mut record = Record::of(self.game());
        let names = person::recorded(&self.players.clone().map(|player| player.to_string()), own);
        let details = &mut record.details;
        for color in Color::ALL {
            details.players[color].name.clone_from(&names[color]);
            details.clocks[color] = played::clock(self.table.terms().time);
        }
        details.place = person::PLACE.to_owned();
        details.date = date;
        details.result = self.table.ending().map(played::result);
        let placements = self.game().plies().iter().enumerate().filter(|(_, ply)| ply.mv != Move::Pass);
        for (placed, (index, ply)) in placements.enumerate() {
            let value = self.values.get(&placed).map(|&value| for_black(value, ply.before.turn()));
            if let (Some(value), Some(note)) = (value, record.note_mut(index)) {
                note.eval = Points::from_f64(value.into());
            }
        }
        openings::complete(&mut record, Language::English);
        record
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Start {
    pub(crate) position: Position,
    pub(crate) moves: Vec<Square>,
    pub(crate) time: TimeControl,
}
