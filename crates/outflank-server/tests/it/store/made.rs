use std::ops::RangeInclusive;
use std::time::Duration;

use outflank_rules::{ByColor, Color, Position, Rules};
use outflank_server::store::{
    Batch, Cursor, GameEvent, Holder, LoggedEvent, NewGame, Number, Occupant, Page, Plan, Seat, StartKind, Status,
    Store, Summary,
};
use outflank_server::{ChatLine, GameId, SecretHash};
use outflank_table::{Event, Terms, Time, TimeControl};

pub(crate) fn at(millis: u64) -> Time {
    Time::from_millis(millis)
}

pub(crate) fn secret(number: u8) -> SecretHash {
    SecretHash([number; 32])
}

pub(crate) fn line(text: &str) -> ChatLine {
    ChatLine::try_from(text.to_owned()).unwrap()
}

pub(crate) fn black(number: u8) -> Holder {
    Holder { seat: Seat::Player(Color::Black), secret: secret(number) }
}

/// Listed in order of their numbers if they change at the same time.
pub(crate) fn id(number: u32) -> GameId {
    format!("{number:010}").parse().unwrap()
}

pub(crate) fn plan() -> Plan {
    Plan {
        terms: Terms::new(Position::initial(Rules::Standard)),
        start: StartKind::Initial,
        occupants: ByColor { black: Occupant::Creator, white: Occupant::Anyone },
        public: true,
        created: at(1),
        rematch_of: None,
    }
}

pub(crate) fn summary(game: GameId) -> Summary {
    let plan = plan();
    Summary {
        id: game,
        status: Status::Waiting,
        created: plan.created,
        updated: plan.created,
        public: plan.public,
        start: plan.start,
        time: TimeControl::Unlimited,
        occupants: plan.occupants,
        joined: ByColor { black: true, white: false },
        names: ByColor::both(None),
        tags: ByColor::both(None),
        position: plan.terms.start,
        placements: 0,
        ending: None,
    }
}

pub(crate) fn game(id: GameId) -> NewGame {
    listed(summary(id))
}

pub(crate) fn listed(summary: Summary) -> NewGame {
    NewGame { id: summary.id, plan: plan(), owner: None, first: Batch { holders: vec![black(1)], ..quiet(summary) } }
}

pub(crate) fn held(holders: Vec<Holder>) -> NewGame {
    NewGame { first: Batch { holders, ..quiet(summary(id(1))) }, ..game(id(1)) }
}

pub(crate) fn quiet(summary: Summary) -> Batch {
    Batch { events: Vec::new(), holders: Vec::new(), summary, due: None }
}

pub(crate) fn batch(game: GameId, events: usize) -> Batch {
    let events = (0..events).map(|number| (GameEvent::Table(left(number as u64)), None)).collect();
    Batch { events, ..quiet(summary(game)) }
}

pub(crate) fn due(game: GameId, time: u64) -> Batch {
    Batch { due: Some(at(time)), ..batch(game, 1) }
}

pub(crate) async fn due_in_an_hour(store: &dyn Store, game: GameId) -> Batch {
    due(game, store.now().await.unwrap().as_millis() + 3_600_000)
}

pub(crate) async fn due_at<S: Store + ?Sized>(store: &S, times: &[u64]) {
    for (number, &time) in (1..).zip(times) {
        store.create(NewGame { first: due(id(number), time), ..game(id(number)) }).await.unwrap();
    }
}

pub(crate) fn left(number: u64) -> Event {
    Event::Left { by: Color::Black, at: at(number) }
}

pub(crate) fn logged(number: Number, event: Event) -> LoggedEvent {
    LoggedEvent { number, event: GameEvent::Table(event), command: None }
}

pub(crate) async fn offer(store: &dyn Store, numbers: RangeInclusive<u32>) {
    let games: Vec<GameId> = numbers.map(id).collect();
    store.renew_offers(&games, Duration::from_secs(3_600)).await.unwrap();
}

pub(crate) fn first(count: usize) -> Page {
    Page { after: None, count }
}

pub(crate) fn after(summary: &Summary, count: usize) -> Page {
    Page { after: Some(Cursor { updated: summary.updated, game: summary.id }), count }
}
