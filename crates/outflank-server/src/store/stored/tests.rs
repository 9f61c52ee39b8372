//! Version 1 must stay readable: these texts never change.

use std::time::Duration;

use outflank_engine::Level;
use outflank_rules::{ByColor, Cause, Color, Outcome, Position, Rules, Square};
use outflank_table::{Clocks, Command, Ending, Event, Seat, Table, Takebacks, Terms, Time, TimeControl};

use super::*;
use crate::store::{Occupant, StartKind, Status};
use crate::{Name, Tag};

const START: &str = r#"{"rules":"standard","discs":{"black":["e4","d5"],"white":["d4","e5"]},"turn":"black"}"#;

fn game() -> GameId {
    "0123456789".parse().unwrap()
}

fn at() -> Time {
    Time::from_millis(1_763_200_000_000)
}

fn start() -> Position {
    Position::initial(Rules::Standard)
}

fn clocks() -> Option<Clocks> {
    Some(ByColor { black: Duration::from_millis(300_000), white: Duration::from_millis(1_500) })
}

#[track_caller]
fn check(text: &str, event: GameEvent) {
    let text = format!(r#"{{"version":1,"event":{text}}}"#);
    assert_eq!(write_event(event.clone(), None), text);
    let read = read_event(&text, game(), 7).unwrap();
    assert_eq!(read, LoggedEvent { number: 7, event, command: None });
}

#[track_caller]
fn table(text: &str, event: Event) {
    check(&format!(r#"{{"table":{text}}}"#), GameEvent::Table(event));
}

#[test]
fn events_of_the_game() {
    use Color::{Black, White};
    let name = Name::try_from("Ann".to_owned()).unwrap();
    let tag = Tag::try_from("k3f9".to_owned()).unwrap();
    let untagged = GameEvent::Joined { by: Black, name: Some(name), tag: None };
    check(r#"{"joined":{"by":"black","name":"Ann"}}"#, untagged);
    let tagged = GameEvent::Joined { by: White, name: None, tag: Some(tag) };
    check(r#"{"joined":{"by":"white","name":null,"tag":"k3f9"}}"#, tagged);
    check(r#"{"cancelled":{"by":"black"}}"#, GameEvent::Cancelled { by: Black });
    check(r#"{"continued":{"game":"0123456789"}}"#, GameEvent::Continued { game: game() });
}

#[test]
fn events_of_the_table() {
    use Color::{Black, White};
    let (at, clocks) = (at(), clocks());
    const CLOCKS: &str = r#"{"black":{"secs":300,"nanos":0},"white":{"secs":1,"nanos":500000000}}"#;
    const AT: &str = "1763200000000";

    table(
        &format!(r#"{{"played":{{"by":"black","square":"f5","clocks":null,"at":{AT}}}}}"#),
        Event::Played { by: Black, square: Square::F5, clocks: None, at },
    );
    table(
        &format!(r#"{{"played":{{"by":"white","square":"a1","clocks":{CLOCKS},"at":{AT}}}}}"#),
        Event::Played { by: White, square: Square::A1, clocks, at },
    );
    table(r#"{"passed":{"by":"white"}}"#, Event::Passed { by: White });
    table(r#"{"draw_offered":{"by":"white"}}"#, Event::DrawOffered { by: White });
    table(r#"{"draw_declined":{"by":"white"}}"#, Event::DrawDeclined { by: White });
    table(r#"{"takeback_asked":{"by":"white"}}"#, Event::TakebackAsked { by: White });
    table(r#"{"takeback_declined":{"by":"white"}}"#, Event::TakebackDeclined { by: White });
    table(
        &format!(r#"{{"taken_back":{{"by":"black","placements":2,"clocks":{CLOCKS},"at":{AT}}}}}"#),
        Event::TakenBack { by: Black, placements: 2, clocks, at },
    );
    table(r#"{"rematch_offered":{"by":"white"}}"#, Event::RematchOffered { by: White });
    table(r#"{"rematch_declined":{"by":"white"}}"#, Event::RematchDeclined { by: White });
    table(r#""rematch_agreed""#, Event::RematchAgreed);
    table(&format!(r#"{{"left":{{"by":"black","at":{AT}}}}}"#), Event::Left { by: Black, at });
    table(&format!(r#"{{"returned":{{"by":"black","at":{AT}}}}}"#), Event::Returned { by: Black, at });
    table(&format!(r#"{{"paused":{{"clocks":{CLOCKS},"at":{AT}}}}}"#), Event::Paused { clocks, at });
    table(&format!(r#"{{"resumed":{{"at":{AT}}}}}"#), Event::Resumed { at });
}

#[test]
fn openings() {
    let seconds = Duration::from_secs;
    let opened = |text: &str, time, takebacks| {
        let text = format!(r#"{{"opened":{{"terms":{{"start":{START},{text}}},"at":1763200000000}}}}"#);
        table(&text, Event::Opened { terms: Terms { time, takebacks, ..Terms::new(start()) }, at: at() });
    };
    opened(r#""time":"unlimited","takebacks":"asked""#, TimeControl::Unlimited, Takebacks::Asked);
    opened(
        r#""time":{"sudden_death":{"main":{"secs":60,"nanos":0}}},"takebacks":"never""#,
        TimeControl::SuddenDeath { main: seconds(60) },
        Takebacks::Never,
    );
    opened(
        r#""time":{"fischer":{"main":{"secs":60,"nanos":0},"increment":{"secs":3,"nanos":0}}},"takebacks":"free""#,
        TimeControl::Fischer { main: seconds(60), increment: seconds(3) },
        Takebacks::Free,
    );
    opened(
        r#""time":{"bronstein":{"main":{"secs":60,"nanos":0},"delay":{"secs":3,"nanos":0}}},"takebacks":"free""#,
        TimeControl::Bronstein { main: seconds(60), delay: seconds(3) },
        Takebacks::Free,
    );
}

#[test]
fn endings() {
    let ended = |text: &str, ending| {
        let text = format!(r#"{{"ended":{{"ending":{text},"clocks":null,"at":1763200000000}}}}"#);
        table(&text, Event::Ended { ending, clocks: None, at: at() });
    };
    let discs = ByColor { black: 40, white: 24 };
    ended(
        r#"{"played_out":{"discs":{"black":40,"white":24},"cause":"nobody_can_play"}}"#,
        Ending::PlayedOut(Outcome { discs, cause: Cause::NobodyCanPlay }),
    );
    ended(
        r#"{"played_out":{"discs":{"black":40,"white":24},"cause":{"no_disc_left":"white"}}}"#,
        Ending::PlayedOut(Outcome { discs, cause: Cause::NoDiscLeft(Color::White) }),
    );
    ended(r#"{"resigned":{"by":"black"}}"#, Ending::Resigned { by: Color::Black });
    ended(r#""draw_agreed""#, Ending::DrawAgreed);
    ended(r#"{"time_out":{"by":"black"}}"#, Ending::TimeOut { by: Color::Black });
    ended(r#"{"abandoned":{"by":"white"}}"#, Ending::Abandoned { by: Color::White });
}

#[test]
fn commands_are_stored_with_the_event() {
    let text = r#"{"version":1,"event":{"table":{"passed":{"by":"white"}}},"command":{"by":"black","id":"c-81f3","command":"play f5"}}"#;
    let tag = CommandTag { by: Color::Black, id: "c-81f3".parse().unwrap(), command: "play f5".to_owned() };
    let event = GameEvent::Table(Event::Passed { by: Color::White });
    assert_eq!(write_event(event.clone(), Some(tag.clone())), text);
    assert_eq!(read_event(text, game(), 1).unwrap(), LoggedEvent { number: 1, event, command: Some(tag) });
}

#[test]
fn plans() {
    let plan = |text: &str, start_kind, occupants, rematch_of| {
        let text = format!(
            r#"{{"version":1,"plan":{{"terms":{{"start":{START},"time":"unlimited","takebacks":"asked"}},{text}}}}}"#
        );
        let plan =
            Plan { terms: Terms::new(start()), start: start_kind, occupants, public: true, created: at(), rematch_of };
        assert_eq!(write_plan(plan.clone()), text);
        assert_eq!(read_plan(&text, game()).unwrap(), plan);
    };
    plan(
        r#""start":"initial","occupants":{"black":"creator","white":{"engine":5}},"public":true,"created":1763200000000,"rematch_of":null"#,
        StartKind::Initial,
        ByColor { black: Occupant::Creator, white: Occupant::Engine(Level::default()) },
        None,
    );
    plan(
        r#""start":{"handicap":3},"occupants":{"black":"friend","white":"anyone"},"public":true,"created":1763200000000,"rematch_of":"0123456789""#,
        StartKind::Handicap(3),
        ByColor { black: Occupant::Friend, white: Occupant::Anyone },
        Some(game()),
    );
    let both = ByColor::both(Occupant::Creator);
    for (text, start) in [("xot", StartKind::Xot), ("custom", StartKind::Custom)] {
        let text = format!(
            r#""start":"{text}","occupants":{{"black":"creator","white":"creator"}},"public":true,"created":1763200000000,"rematch_of":null"#
        );
        plan(&text, start, both, None);
    }
}

#[test]
fn summaries() {
    for status in [Status::Waiting, Status::Running, Status::Paused, Status::Over, Status::Cancelled] {
        let over = status == Status::Over;
        let summary = Summary {
            id: game(),
            status,
            created: at(),
            updated: at(),
            public: false,
            start: StartKind::Initial,
            time: TimeControl::Unlimited,
            occupants: ByColor { black: Occupant::Creator, white: Occupant::Friend },
            joined: ByColor { black: true, white: false },
            names: ByColor { black: Name::try_from("Ann".to_owned()).ok(), white: None },
            tags: ByColor::both(None),
            position: start(),
            placements: 0,
            ending: over.then_some(Ending::DrawAgreed),
        };
        let text = format!(
            r#"{{"version":1,"status":"{}","created":1763200000000,"updated":1763200000000,"public":false,"start":"initial","time":"unlimited","occupants":{{"black":"creator","white":"friend"}},"joined":{{"black":true,"white":false}},"names":{{"black":"Ann","white":null}},"position":{START},"placements":0,"ending":{}}}"#,
            status.name(),
            if over { r#""draw_agreed""# } else { "null" },
        );
        assert_eq!(write_summary(summary.clone()), text);
        assert_eq!(read_summary(&text, game()).unwrap(), summary);

        let tags = ByColor { black: Tag::try_from("k3f9".to_owned()).ok(), white: None };
        let tagged = Summary { tags, ..summary };
        let text = text.replace(r#","position""#, r#","tags":{"black":"k3f9","white":null},"position""#);
        assert_eq!(write_summary(tagged.clone()), text);
        assert_eq!(read_summary(&text, game()).unwrap(), tagged);
        assert!(read_summary(&text.replace(r#""public""#, r#""more":1,"public""#), game()).is_err());
    }
}

#[test]
fn unreadable_data_is_named_in_the_error() {
    let damage = |text: &str| read_event(text, game(), 12).unwrap_err().to_string();
    assert_eq!(
        damage(r#"{"version":2,"event":{"exploded":{}}}"#),
        "unreadable data in the database: event 12 of game 0123456789 has version 2; \
         this program reads version 1"
    );
    for text in [
        "",
        "{}",
        "null",
        r#"{"version":1}"#,
        r#"{"version":1,"event":{"exploded":{}}}"#,
        r#"{"version":1,"event":{"cancelled":{"by":"red"}}}"#,
        r#"{"version":1,"event":{"cancelled":{"by":"black","at":1}}}"#,
        r#"{"version":1,"event":{"cancelled":{"by":"black"}},"more":1}"#,
        r#"{"version":1,"event":{"joined":{"by":"black","name":""}}}"#,
        r#"{"version":1,"event":{"joined":{"by":"black","name":null,"tag":"no"}}}"#,
        r#"{"event":{"cancelled":{"by":"black"}}}"#,
    ] {
        let damage = damage(text);
        assert!(damage.contains("event 12 of game 0123456789: "), "{text}: {damage}");
    }
    assert!(read_plan("{}", game()).unwrap_err().to_string().contains("the plan of game 0123456789: "));
    assert!(read_summary("{}", game()).unwrap_err().to_string().contains("the summary of game 0123456789: "));
}

/// Rows of a database that version 0.1.0 wrote: kind, game, number, text. Never changed.
const ROWS: &str = include_str!("data/rows.tsv");

#[test]
fn old_rows_are_rewritten_byte_for_byte_and_their_games_continue() {
    let mut games = std::collections::BTreeMap::<GameId, Vec<Event>>::new();
    for row in ROWS.lines() {
        let [kind, game, number, text] = row.split('\t').collect::<Vec<_>>().try_into().unwrap();
        let game = game.parse().unwrap();
        let again = match kind {
            "plan" => write_plan(read_plan(text, game).unwrap()),
            "summary" => write_summary(read_summary(text, game).unwrap()),
            _ => {
                let LoggedEvent { event, command, .. } = read_event(text, game, number.parse().unwrap()).unwrap();
                if let GameEvent::Table(event) = event {
                    games.entry(game).or_default().push(event);
                }
                write_event(event, command)
            }
        };
        assert_eq!(again, text);
    }
    assert_eq!(games.len(), 8);
    let mut continued = 0;
    for events in games.values() {
        let mut table = Table::replay(events).unwrap();
        let position = *table.game().position();
        let Some(square) = position.legal_moves().into_iter().next() else { continue };
        let now = Time::from_millis(1_794_859_603_000);
        let decided = table.decide(Seat::Player(position.turn()), Command::Play(square.into()), now);
        if let Ok(decided) = decided {
            decided.iter().for_each(|event| table.evolve(event));
            let all = Vec::from_iter(events.iter().chain(&decided).copied());
            assert_eq!(Table::replay(&all).unwrap(), table);
            continued += 1;
        }
    }
    assert_eq!(continued, 3);
}
