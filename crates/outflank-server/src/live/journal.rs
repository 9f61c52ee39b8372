use std::collections::HashMap;

use outflank_rules::{Color, Position};
use outflank_table::{Event, Table, Takebacks, Time};

use super::new_game::Seating;
use super::retention::RemovalRules;
use super::view;
use crate::store::{
    self, AgingKind, Batch, CommandTag, GameEvent, LoggedEvent, Number, Occupant, Plan, Status, Store, StoreError,
    Summary,
};
use crate::wire::{EventEntry, EventKind};
use crate::{CommandId, GameId};

/// [`Journal::apply`] is the only mutation.
pub(super) struct Journal {
    id: GameId,
    plan: Plan,
    standing: Standing,
    entries: Vec<EventEntry>,
    board: Number,
    latest: Time,
    moved: Time,
    removal: Option<RemovalRules>,
    executed: HashMap<(Color, CommandId), Executed>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Standing {
    pub(super) seating: Seating,
    pub(super) cancelled: bool,
    pub(super) table: Option<Table>,
    pub(super) rematch: Option<GameId>,
}

pub(super) struct Executed {
    pub(super) command: Box<str>,
    pub(super) last: Number,
}

impl Journal {
    pub(super) fn new(id: GameId, plan: Plan) -> Journal {
        let (standing, entries) = (Standing::default(), Vec::new());
        let (latest, moved) = (Time::from_millis(0), plan.created);
        Journal { id, plan, standing, entries, board: 0, latest, moved, removal: None, executed: HashMap::new() }
    }

    pub(super) async fn load(store: &dyn Store, id: GameId) -> Result<Option<Journal>, StoreError> {
        let Some(plan) = store.plan(id).await? else { return Ok(None) };
        let log = store.events(id, 0).await?;
        let mut journal = Journal::new(id, plan);
        for logged in &log {
            journal.apply(logged);
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

    pub(super) fn with_removal(self, removal: Option<RemovalRules>) -> Journal {
        Journal { removal, ..self }
    }

    /// Applies the next event. Ignores one that is known already or comes too early.
    pub(super) fn apply(&mut self, logged: &LoggedEvent) {
        if logged.number != self.last() + 1 {
            return;
        }
        let event = view::event(&logged.event, self.standing.table.as_ref());
        self.entries.push(EventEntry { number: logged.number, event });
        self.standing.apply(&logged.event);
        if logged.event.at_table().is_some_and(concerns_board) {
            self.board = logged.number;
        }
        self.latest = self.latest.max(logged.event.at_table().and_then(time).unwrap_or(self.latest));
        self.moved = logged.event.moved_at().unwrap_or(self.moved);
        if let Some(CommandTag { by, id, command }) = &logged.command {
            let executed = Executed { command: command.as_str().into(), last: logged.number };
            self.executed.insert((*by, id.clone()), executed);
        }
    }

    pub(super) fn id(&self) -> GameId {
        self.id
    }

    pub(super) fn plan(&self) -> &Plan {
        &self.plan
    }

    pub(super) fn standing(&self) -> &Standing {
        &self.standing
    }

    pub(super) fn table(&self) -> Option<&Table> {
        self.standing.table.as_ref()
    }

    pub(super) fn position(&self) -> &Position {
        self.table().map_or(&self.plan.terms.start, |table| table.game().position())
    }

    pub(super) fn is_open(&self) -> bool {
        let Plan { public, occupants, .. } = self.plan;
        store::is_open(public, self.status(), occupants, self.standing.seating.joined)
    }

    pub(super) fn is_listed_as_running(&self) -> bool {
        self.plan.public && matches!(self.status(), Status::Running | Status::Paused)
    }

    pub(super) fn status(&self) -> Status {
        self.standing.status()
    }

    pub(super) fn last(&self) -> Number {
        Number::try_from(self.entries.len()).unwrap_or(Number::MAX)
    }

    pub(super) fn board(&self) -> Number {
        self.board
    }

    pub(super) fn latest(&self) -> Time {
        self.latest
    }

    /// When the host removes the game unless a move is made. None if it stays, ends by its clock, or is open while its creator is there.
    pub(super) fn removed_at(&self) -> Option<Time> {
        let kind = match self.status() {
            Status::Over => AgingKind::Finished,
            _ if self.is_open() || self.table().is_some_and(|table| table.deadline().is_some()) => return None,
            _ => AgingKind::Unfinished,
        };
        self.removal?.removed_at(kind, self.moved)
    }

    pub(super) fn entries_after(&self, number: Number) -> &[EventEntry] {
        let from = usize::try_from(number).unwrap_or(usize::MAX).min(self.entries.len());
        &self.entries[from..]
    }

    /// Whether anything happened after `since`, apart from players leaving and returning and clocks that stop and restart.
    pub(super) fn has_moved_on(&self, since: Number) -> bool {
        use EventKind::{Left, Paused, Resumed, Returned};
        let is_aside =
            |event: &EventKind| matches!(event, Left { .. } | Returned { .. } | Paused { .. } | Resumed { .. });
        self.entries_after(since).iter().any(|entry| !is_aside(&entry.event))
    }

    pub(super) fn requests(&self) -> usize {
        let is_free = self.plan.terms.takebacks == Takebacks::Free;
        let counts = |event: &EventKind| match event {
            EventKind::TakebackAsked { .. } | EventKind::DrawOffered { .. } | EventKind::RematchOffered { .. } => true,
            EventKind::TakenBack { .. } => is_free,
            _ => false,
        };
        self.entries.iter().filter(|entry| counts(&entry.event)).count()
    }

    pub(super) fn executed(&self, by: Color, id: &CommandId) -> Option<&Executed> {
        self.executed.get(&(by, id.clone()))
    }

    pub(super) fn engine_to_move(&self) -> Option<Color> {
        self.standing.engine_to_move(&self.plan)
    }

    pub(super) fn is_between_engines(&self) -> bool {
        self.plan.engines() == 2
    }

    pub(super) fn owes_rematch(&self) -> bool {
        self.standing.owes_rematch()
    }

    pub(super) fn batch(&self, events: Vec<GameEvent>, tag: Option<&CommandTag>, now: Time) -> Batch {
        let mut after = self.standing.clone();
        for event in &events {
            after.apply(event);
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
            joined: standing.seating.joined,
            names: standing.seating.names.clone(),
            tags: standing.seating.tags,
            position: game.map_or(self.plan.terms.start, |game| *game.position()),
            placements: u8::try_from(placements).unwrap_or(u8::MAX),
            ending: standing.table.as_ref().and_then(Table::ending),
        }
    }
}

impl Standing {
    fn apply(&mut self, event: &GameEvent) {
        match event {
            GameEvent::Joined { by, name, tag } => {
                self.seating.joined[*by] = true;
                self.seating.names[*by].clone_from(name);
                self.seating.tags[*by] = *tag;
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
            Some(table) if table.ending().is_some() => Status::Over,
            // By a player before the game, or by the host.
            _ if self.cancelled => Status::Cancelled,
            None => Status::Waiting,
            Some(table) if table.is_paused() => Status::Paused,
            Some(_) => Status::Running,
        }
    }

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
    pub(super) fn at_table(&self) -> Option<&Event> {
        match self {
            GameEvent::Table(event) => Some(event),
            _ => None,
        }
    }
}

fn time(event: &Event) -> Option<Time> {
    use Event::{Ended, Left, Opened, Paused, Played, Resumed, Returned, TakenBack};
    match *event {
        Opened { at, .. } | Played { at, .. } | TakenBack { at, .. } | Left { at, .. } | Returned { at, .. } => {
            Some(at)
        }
        Paused { at, .. } | Resumed { at } | Ended { at, .. } => Some(at),
        _ => None,
    }
}

fn concerns_board(event: &Event) -> bool {
    use Event::{Ended, Opened, Paused, Played, Resumed, TakenBack};
    matches!(event, Opened { .. } | Played { .. } | TakenBack { .. } | Paused { .. } | Resumed { .. } | Ended { .. })
}
