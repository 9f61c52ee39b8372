//! A game as it follows from its plan and its events.

use std::collections::HashMap;

use outflank_rules::{ByColor, Color, Position};
use outflank_table::{Event, Table, Time};

use super::view;
use crate::store::{
    self, Batch, CommandTag, GameEvent, LoggedEvent, Number, Occupant, Plan, Status, Store, StoreError, Summary,
};
use crate::wire::{EventEntry, EventKind};
use crate::{CommandId, GameId, Name, Tag};

/// A game as it follows from its plan and its events. [`Journal::take_in`] is the only thing that changes it.
pub(super) struct Journal {
    id: GameId,
    plan: Plan,
    standing: Standing,
    /// What happened, as it is told. Its index is its number less one.
    told: Vec<EventEntry>,
    /// The number of the last event that changed the board or let it be played on.
    board: Number,
    /// When the clocks last went on after they had been stopped.
    resumed: Option<Time>,
    /// The commands that were carried out.
    carried: HashMap<(Color, CommandId), Carried>,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub(super) struct Standing {
    /// Who has sat down.
    pub(super) joined: ByColor<bool>,
    /// What they want to be called.
    pub(super) names: ByColor<Option<Name>>,
    /// What tells them apart from others of that name.
    pub(super) tags: ByColor<Option<Tag>>,
    /// Whether it was withdrawn.
    pub(super) cancelled: bool,
    /// The table, once both have sat down.
    pub(super) table: Option<Table>,
    /// The next game.
    pub(super) rematch: Option<GameId>,
}

/// A command that was carried out.
pub(super) struct Carried {
    /// The command as text.
    pub(super) command: Box<str>,
    /// The number of the last event that followed from it.
    pub(super) last: Number,
}

impl Journal {
    /// A game in which nothing has happened yet.
    pub(super) fn new(id: GameId, plan: Plan) -> Journal {
        let standing = Standing {
            joined: ByColor::both(false),
            names: ByColor { black: None, white: None },
            tags: ByColor::both(None),
            cancelled: false,
            table: None,
            rematch: None,
        };
        Journal { id, plan, standing, told: Vec::new(), board: 0, resumed: None, carried: HashMap::new() }
    }

    /// A game as it is in the store; none if it is not there. Its events are checked once more: what no table can have done is
    /// not shown as if it had happened.
    pub(super) async fn load(store: &dyn Store, id: GameId) -> Result<Option<Journal>, StoreError> {
        let Some(plan) = store.plan(id).await? else { return Ok(None) };
        let log = store.events(id, 0).await?;
        let mut journal = Journal::new(id, plan);
        for logged in &log {
            journal.take_in(logged);
        }
        let at_table: Vec<&Event> = log.iter().filter_map(|logged| logged.event.at_table()).collect();
        if journal.last() != log.last().map_or(0, |logged| logged.number) {
            return Err(StoreError::Damaged { what: format!("the events of game {id} have gaps") });
        }
        match at_table.is_empty() || Table::replay(at_table).is_ok() {
            true => Ok(Some(journal)),
            false => Err(StoreError::Damaged { what: format!("the events of game {id} cannot have happened") }),
        }
    }

    /// Takes in the next event. One that is known already, or comes too early, is left out.
    pub(super) fn take_in(&mut self, logged: &LoggedEvent) {
        if logged.number != self.last() + 1 {
            return;
        }
        let event = view::event(&logged.event, self.standing.table.as_ref());
        self.told.push(EventEntry { number: logged.number, event });
        self.standing.take_in(&logged.event);
        if logged.event.at_table().is_some_and(concerns_board) {
            self.board = logged.number;
        }
        if let GameEvent::Table(Event::Resumed { at }) = logged.event {
            self.resumed = Some(at);
        }
        if let Some(CommandTag { by, id, command }) = &logged.command {
            let carried = Carried { command: command.as_str().into(), last: logged.number };
            self.carried.insert((*by, id.clone()), carried);
        }
    }

    /// The name of the game.
    pub(super) fn id(&self) -> GameId {
        self.id
    }

    /// What was agreed on.
    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Where it stands.
    pub(super) fn standing(&self) -> &Standing {
        &self.standing
    }

    /// The table, once both have sat down.
    pub(super) fn table(&self) -> Option<&Table> {
        self.standing.table.as_ref()
    }

    /// The position on the board; the start, as long as nobody plays.
    pub(super) fn position(&self) -> &Position {
        self.table().map_or(&self.plan.terms.start, |table| table.game().position())
    }

    /// Whether it is a public game that waits for anyone.
    pub(super) fn is_open(&self) -> bool {
        let Plan { public, occupants, .. } = self.plan;
        store::is_open(public, self.status(), occupants, self.standing.joined)
    }

    /// How far it is.
    pub(super) fn status(&self) -> Status {
        self.standing.status()
    }

    /// The number of the last event.
    pub(super) fn last(&self) -> Number {
        Number::try_from(self.told.len()).unwrap_or(Number::MAX)
    }

    /// The number of the last event that changed the board or let it be played on.
    pub(super) fn board(&self) -> Number {
        self.board
    }

    /// When the clocks last went on after they had been stopped.
    pub(super) fn resumed(&self) -> Option<Time> {
        self.resumed
    }

    /// What happened after a number, as it is told.
    pub(super) fn told_after(&self, number: Number) -> &[EventEntry] {
        let from = usize::try_from(number).unwrap_or(usize::MAX).min(self.told.len());
        &self.told[from..]
    }

    /// Whether anything happened after a number, other than players coming and going.
    pub(super) fn has_moved_on(&self, since: Number) -> bool {
        let comes_or_goes = |event: &EventKind| matches!(event, EventKind::Left { .. } | EventKind::Returned { .. });
        self.told_after(since).iter().any(|entry| !comes_or_goes(&entry.event))
    }

    /// The command of this player that was carried out under this id.
    pub(super) fn carried(&self, by: Color, id: &CommandId) -> Option<&Carried> {
        self.carried.get(&(by, id.clone()))
    }

    /// The engine's colour, if it is to move.
    pub(super) fn engine_to_move(&self) -> Option<Color> {
        self.standing.engine_to_move(&self.plan)
    }

    /// Whether the players agreed on another game that is not there yet.
    pub(super) fn owes_rematch(&self) -> bool {
        self.standing.owes_rematch()
    }

    /// Events as they go to the store, with what follows from them. Nobody holds a seat by them.
    pub(super) fn batch(&self, events: Vec<GameEvent>, tag: Option<&CommandTag>, now: Time) -> Batch {
        let mut after = self.standing.clone();
        for event in &events {
            after.take_in(event);
        }
        let summary = self.summary(&after, now);
        let due = after.due(&self.plan, now);
        let events = events.into_iter().map(|event| (event, tag.cloned())).collect();
        Batch { events, holders: Vec::new(), summary, due }
    }

    fn summary(&self, standing: &Standing, now: Time) -> Summary {
        let game = standing.table.as_ref().map(Table::game);
        let placements = game.map_or(0, |game| game.placements().count());
        Summary {
            id: self.id,
            status: standing.status(),
            created: self.plan.created,
            updated: now,
            public: self.plan.public,
            start: self.plan.start,
            time: self.plan.terms.time,
            occupants: self.plan.occupants,
            joined: standing.joined,
            names: standing.names.clone(),
            tags: standing.tags,
            position: game.map_or(self.plan.terms.start, |game| *game.position()),
            placements: u8::try_from(placements).unwrap_or(u8::MAX),
            ending: standing.table.as_ref().and_then(Table::ending),
        }
    }
}

impl Standing {
    fn take_in(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Joined { by, name, tag } => {
                self.joined[*by] = true;
                self.names[*by].clone_from(name);
                self.tags[*by] = *tag;
            }
            GameEvent::Cancelled { by: _ } => self.cancelled = true,
            GameEvent::Table(Event::Opened { terms, at }) => self.table = Some(Table::open(*terms, *at).0),
            GameEvent::Table(event) => {
                if let Some(table) = &mut self.table {
                    table.evolve(event);
                }
            }
            GameEvent::Continued { game } => self.rematch = Some(*game),
        }
    }

    fn status(&self) -> Status {
        match &self.table {
            None if self.cancelled => Status::Cancelled,
            None => Status::Waiting,
            Some(table) if table.ending().is_some() => Status::Over,
            Some(table) if table.is_paused() => Status::Paused,
            Some(_) => Status::Running,
        }
    }

    /// When somebody has to look after the game although nobody asks.
    fn due(&self, plan: &Plan, now: Time) -> Option<Time> {
        match self.owes_rematch() || self.engine_to_move(plan).is_some() {
            true => Some(now),
            false => self.table.as_ref()?.deadline(),
        }
    }

    fn engine_to_move(&self, plan: &Plan) -> Option<Color> {
        let table = self.table.as_ref().filter(|_| self.status() == Status::Running)?;
        let turn = table.game().position().turn();
        matches!(plan.occupants[turn], Occupant::Engine(_)).then_some(turn)
    }

    fn owes_rematch(&self) -> bool {
        self.rematch.is_none() && self.table.as_ref().is_some_and(Table::rematch_agreed)
    }
}

impl GameEvent {
    /// What happened at the table, if it was there.
    fn at_table(&self) -> Option<&Event> {
        match self {
            GameEvent::Table(event) => Some(event),
            _ => None,
        }
    }
}

/// Whether an event changed the board or whether it is played on.
fn concerns_board(event: &Event) -> bool {
    use Event::{Ended, Opened, Paused, Played, Resumed, TakenBack};
    matches!(event, Opened { .. } | Played { .. } | TakenBack { .. } | Paused { .. } | Resumed { .. } | Ended { .. })
}
