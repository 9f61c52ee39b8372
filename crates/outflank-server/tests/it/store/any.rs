use std::time::Duration;

use outflank_engine::Level;
use outflank_rules::{ByColor, Cause, Color, Move, Outcome, Position, Rules, Square};
use outflank_server::store::{Batch, CommandTag, GameEvent, Holder, Occupant, Plan, Seat, StartKind, Status, Summary};
use outflank_server::{CommandId, GameId, Name, SecretHash, Tag};
use outflank_table::{Clocks, Ending, Event, Takebacks, Terms, Time, TimeControl};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

pub(crate) fn color() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

fn both<T: std::fmt::Debug + 'static>(each: impl Strategy<Value = T> + Clone + 'static) -> BoxedStrategy<ByColor<T>> {
    (each.clone(), each).prop_map(|(black, white)| ByColor { black, white }).boxed()
}

pub(crate) fn time() -> impl Strategy<Value = Time> {
    (0..=i64::MAX as u64).prop_map(Time::from_millis)
}

fn duration() -> impl Strategy<Value = Duration> + Clone {
    (0..1_000_000_000_u64, 0..1_000_000_000_u32).prop_map(|(secs, nanos)| Duration::new(secs, nanos))
}

fn clocks() -> impl Strategy<Value = Option<Clocks>> {
    option::of(both(duration()))
}

fn square() -> impl Strategy<Value = Square> {
    select(&Square::ALL[..])
}

pub(crate) fn game_id() -> impl Strategy<Value = GameId> {
    "[0-9A-Za-z]{10}".prop_map(|text| text.parse().unwrap())
}

pub(crate) fn name() -> impl Strategy<Value = Name> + Clone {
    any::<String>()
        .prop_filter_map("no name", |text| Name::try_from(text.chars().take(Name::LONGEST).collect::<String>()).ok())
}

fn position() -> impl Strategy<Value = Position> {
    (0..4_usize, vec(any::<usize>(), 0..70)).prop_map(|(rules, choices)| {
        let mut position = Position::initial(Rules::ALL[rules]);
        for choice in choices {
            let squares: Vec<Square> = position.legal_moves().into_iter().collect();
            let mv = match squares.is_empty() {
                true => Move::Pass,
                false => squares[choice % squares.len()].into(),
            };
            match position.play(mv) {
                Ok(next) => position = next,
                Err(_) => break,
            }
        }
        position
    })
}

fn time_control() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        Just(TimeControl::Unlimited),
        duration().prop_map(|main| TimeControl::SuddenDeath { main }),
        (duration(), duration()).prop_map(|(main, increment)| TimeControl::Fischer { main, increment }),
        (duration(), duration()).prop_map(|(main, delay)| TimeControl::Bronstein { main, delay }),
    ]
}

fn terms() -> impl Strategy<Value = Terms> {
    let takebacks = select(vec![Takebacks::Never, Takebacks::Asked, Takebacks::Free]);
    let new = |(start, time, takebacks)| Terms { time, takebacks, ..Terms::new(start) };
    (position(), time_control(), takebacks).prop_map(new)
}

fn ending() -> impl Strategy<Value = Ending> {
    let cause = prop_oneof![Just(Cause::NobodyCanPlay), color().prop_map(Cause::NoDiscLeft)];
    prop_oneof![
        (both(0..=64_u8), cause).prop_map(|(discs, cause)| Ending::PlayedOut(Outcome { discs, cause })),
        color().prop_map(|by| Ending::Resigned { by }),
        Just(Ending::DrawAgreed),
        color().prop_map(|by| Ending::TimeOut { by }),
        color().prop_map(|by| Ending::Abandoned { by }),
    ]
}

fn table_event() -> impl Strategy<Value = Event> {
    prop_oneof![
        (terms(), time()).prop_map(|(terms, at)| Event::Opened { terms, at }),
        (color(), square(), clocks(), time()).prop_map(|(by, square, clocks, at)| Event::Played {
            by,
            square,
            clocks,
            at
        }),
        color().prop_map(|by| Event::Passed { by }),
        color().prop_map(|by| Event::DrawOffered { by }),
        color().prop_map(|by| Event::DrawDeclined { by }),
        color().prop_map(|by| Event::TakebackAsked { by }),
        color().prop_map(|by| Event::TakebackDeclined { by }),
        (color(), 0..61_usize, clocks(), time()).prop_map(|(by, placements, clocks, at)| Event::TakenBack {
            by,
            placements,
            clocks,
            at
        }),
        color().prop_map(|by| Event::RematchOffered { by }),
        color().prop_map(|by| Event::RematchDeclined { by }),
        Just(Event::RematchAgreed),
        (color(), time()).prop_map(|(by, at)| Event::Left { by, at }),
        (color(), time()).prop_map(|(by, at)| Event::Returned { by, at }),
        (clocks(), time()).prop_map(|(clocks, at)| Event::Paused { clocks, at }),
        time().prop_map(|at| Event::Resumed { at }),
        (ending(), clocks(), time()).prop_map(|(ending, clocks, at)| Event::Ended { ending, clocks, at }),
    ]
}

fn tag() -> impl Strategy<Value = Tag> + Clone {
    any::<[u8; 32]>().prop_map(|hash| Tag::of(&SecretHash(hash)))
}

fn game_event() -> impl Strategy<Value = GameEvent> {
    prop_oneof![
        1 => (color(), option::of(name()), option::of(tag())).prop_map(|(by, name, tag)| GameEvent::Joined { by, name, tag }),
        1 => color().prop_map(|by| GameEvent::Cancelled { by }),
        1 => game_id().prop_map(|game| GameEvent::Continued { game }),
        6 => table_event().prop_map(GameEvent::Table),
    ]
}

fn command_tag() -> impl Strategy<Value = CommandTag> {
    let id = "[0-9A-Za-z_-]{1,40}".prop_map(|text| text.parse::<CommandId>().unwrap());
    (color(), id, any::<String>()).prop_map(|(by, id, command)| CommandTag { by, id, command })
}

fn occupant() -> impl Strategy<Value = Occupant> + Clone {
    let person = select(vec![Occupant::Creator, Occupant::Friend, Occupant::Anyone]);
    prop_oneof![3 => person, 1 => select(&Level::ALL[..]).prop_map(Occupant::Engine)]
}

fn start_kind() -> impl Strategy<Value = StartKind> {
    let other = select(vec![StartKind::Initial, StartKind::Xot, StartKind::Custom]);
    prop_oneof![3 => other, 1 => any::<u8>().prop_map(StartKind::Handicap)]
}

fn status() -> impl Strategy<Value = Status> {
    select(vec![Status::Waiting, Status::Running, Status::Paused, Status::Over, Status::Cancelled])
}

pub(crate) fn seat() -> impl Strategy<Value = Seat> {
    prop_oneof![color().prop_map(Seat::Player), Just(Seat::Watch)]
}

pub(crate) fn plan() -> impl Strategy<Value = Plan> {
    let parts = (terms(), start_kind(), both(occupant()), any::<bool>(), time(), option::of(game_id()));
    parts.prop_map(|(terms, start, occupants, public, created, rematch_of)| Plan {
        terms,
        start,
        occupants,
        public,
        created,
        rematch_of,
    })
}

pub(crate) fn summary(
    game: impl Strategy<Value = GameId>,
    updated: impl Strategy<Value = Time>,
) -> impl Strategy<Value = Summary> {
    let so_far = (status(), time(), updated, any::<bool>(), start_kind(), time_control());
    let players = (both(occupant()), both(any::<bool>()), both(option::of(name())), both(option::of(tag())));
    let board = (position(), 0..=60_u8, option::of(ending()));
    (game, so_far, players, board).prop_map(|(id, so_far, players, board)| {
        let (status, created, updated, public, start, time) = so_far;
        let (occupants, joined, names, tags) = players;
        let (position, placements, ending) = board;
        Summary {
            id,
            status,
            created,
            updated,
            public,
            start,
            time,
            occupants,
            joined,
            names,
            tags,
            position,
            placements,
            ending,
        }
    })
}

pub(crate) fn batch(
    summary: impl Strategy<Value = Summary>,
    holders: impl Strategy<Value = Vec<Holder>>,
    due: impl Strategy<Value = Time>,
) -> impl Strategy<Value = Batch> {
    let events = vec((game_event(), option::of(command_tag())), 0..4);
    let parts = (events, holders, summary, option::of(due));
    parts.prop_map(|(events, holders, summary, due)| Batch { events, holders, summary, due })
}
