use std::time::Duration;

use outflank_formats::record::Termination;
use outflank_formats::{Points, Record, ggf};
use outflank_rules::{Cause, Color, Game, Outcome, Position, Rules, Square};
use outflank_table::{Ending, Table, Takebacks, Terms, Time, TimeControl};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use super::*;
use script::{Script, scripts};

#[allow(dead_code)]
#[path = "../../../../outflank-table/tests/it/script.rs"]
mod script;

struct Room {
    folder: tempfile::TempDir,
    shelf: Shelf,
}

impl Room {
    fn new() -> Room {
        let folder = tempfile::tempdir().unwrap();
        let shelf =
            Shelf::on(Arc::new(disk::LocalDisk), folder.path().join("unfinished"), folder.path().join("a/games"));
        Room { folder, shelf }
    }

    fn begin(&self, time: TimeControl) -> Journal {
        let terms = Terms { time, takebacks: Takebacks::Free, ..Terms::new(Position::initial(Rules::Standard)) };
        let (_, opening) = Table::open(terms, at(0));
        self.begin_with(&opening)
    }

    fn begin_with(&self, opening: &[Event]) -> Journal {
        let mut journal = self.shelf.begin(players(), opening);
        journal.save().unwrap();
        journal
    }

    fn take_up(&self) -> Journal {
        let mut journal = self.shelf.take_up(&self.kept()).unwrap();
        journal.save().unwrap();
        journal
    }

    fn files(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path().join(folder)).into_iter().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn journal(&self) -> PathBuf {
        let files = self.files("unfinished");
        assert_eq!(files.len(), 1, "{files:?}");
        self.folder.path().join("unfinished").join(&files[0])
    }

    fn kept(&self) -> Kept {
        let Found { mut unfinished, finished, troubles, .. } = self.shelf.look().unwrap();
        assert!(unfinished.len() == 1 && finished.is_empty() && troubles.is_empty(), "{finished:?} {troubles:?}");
        unfinished.remove(0)
    }
}

fn players() -> ByColor<String> {
    ByColor { black: "human".to_owned(), white: "engine:5".to_owned() }
}

fn at(seconds: u64) -> Time {
    Time::from_millis(seconds * 1000)
}

const BLACK: Seat = Seat::Player(Color::Black);
const WHITE: Seat = Seat::Player(Color::White);

const MINUTE: TimeControl = TimeControl::SuddenDeath { main: Duration::from_secs(60) };

fn say(journal: &mut Journal, seat: Seat, command: Command, second: u64) {
    let decided = journal.story().table.decide(seat, command, at(second)).unwrap();
    journal.keep(&decided);
    journal.save().unwrap();
}

fn ran(journal: &mut Journal, second: u64) {
    journal.ran(at(second));
    journal.save().unwrap();
}

fn play(journal: &mut Journal, square: Square, second: u64) {
    let mover = Seat::Player(journal.story().table.game().position().turn());
    say(journal, mover, Command::Play(square.into()), second);
}

fn keep(script: &Script, room: &Room) -> (Table, Vec<u64>) {
    let (mut table, opening) = script.open();
    let mut journal = room.begin_with(&opening);
    let length = |room: &Room| fs::metadata(room.journal()).unwrap().len();
    let mut lengths = vec![length(room)];
    for (step, now) in script.moments() {
        if let Ok(decided) = step.put_to(&table, now).answer {
            journal.keep(&decided);
            journal.save().unwrap();
            decided.iter().for_each(|event| table.evolve(event));
            lengths.push(length(room));
        }
    }
    (table, lengths)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn a_saved_game_reads_back_the_same(script in scripts()) {
        let room = Room::new();
        let (table, _) = keep(&script, &room);
        let story = read::story(&fs::read(room.journal()).unwrap()).unwrap();
        prop_assert_eq!(&story.table, &table);
        prop_assert_eq!(story.players, players());
        match table.ending() {
            None => prop_assert_eq!(&room.kept().story.table, &table),
            Some(_) => prop_assert_eq!(room.shelf.look().unwrap().finished.len(), 1),
        }
    }

    #[test]
    fn a_game_resumes_where_it_was_left(script in scripts()) {
        let room = Room::new();
        let (table, _) = keep(&script, &room);
        prop_assume!(table.ending().is_none());
        let resumed = room.take_up().into_story();
        // The last known time may be after the deadline if the host's clock went backwards.
        prop_assume!(resumed.table.ending().is_none());
        prop_assert!(resumed.table.is_paused());
        prop_assert_eq!(resumed.table.game(), table.game());
        prop_assert_eq!(resumed.table.clocks(resumed.last), table.clocks(resumed.last));
        prop_assert_eq!(room.kept().story.table, resumed.table);
    }
}

#[test]
fn a_file_that_is_cut_anywhere_loses_only_the_line_that_was_cut() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..4 {
        let script = scripts().new_tree(&mut runner).unwrap().current();
        let room = Room::new();
        let (_, lengths) = keep(&script, &room);
        let whole = fs::read(room.journal()).unwrap();
        let complete = read::story(&whole).unwrap();
        for cut in 0..=whole.len() {
            let lines = lengths.iter().filter(|&&length| length <= cut as u64).count();
            match read::story(&whole[..cut]) {
                Ok(story) => {
                    assert!(lines > 0);
                    assert_eq!(story.length, lengths[lines - 1]);
                    assert!(complete.events.starts_with(&story.events));
                    assert_eq!(Table::replay(&story.events).as_ref(), Ok(&story.table));
                }
                Err(_) => assert_eq!(lines, 0),
            }
        }
    }
}

#[test]
fn a_partial_line_is_cut_off_before_the_next_is_written() {
    let room = Room::new();
    play(&mut room.begin(TimeControl::Unlimited), Square::D3, 1);
    let whole = fs::read_to_string(room.journal()).unwrap();
    fs::write(room.journal(), format!("{whole}{{\"events\":[{{\"event\":\"pl\0\0")).unwrap();
    let resumed = room.take_up().into_story();
    assert_eq!(room.kept().story.table, resumed.table);
    assert!(fs::read_to_string(room.journal()).unwrap().starts_with(&whole));
}

#[test]
fn other_damage_is_reported_once_and_the_file_is_moved_aside() {
    let room = Room::new();
    let mut journal = room.begin(TimeControl::Unlimited);
    play(&mut journal, Square::D3, 1);
    play(&mut journal, Square::C3, 2);
    drop(journal);
    let path = room.journal();
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    for (text, expected) in [
        (whole.replace("\"c3\"", "\"c4\""), "line 4: event 3 cannot have happened: "),
        (whole.replace("\"c3\"", "\"c9\""), "line 4: expected events of a game: "),
        (format!("{}\n{}\n{}\n", lines[0], lines[1], lines[3]), "line 3: event 2 cannot have happened: "),
        (format!("{}\n", lines[0]), "line 1: the first event must open a table"),
        (whole.replace("\"version\":1", "\"version\":7"), "line 1: expected a game of version 1, found 7"),
        (whole.replace("outflank game", "shopping list"), "line 1: expected the header of a game: "),
        (String::new(), "line 1: expected the header of a game: "),
        (format!("{whole}\n"), "line 5: expected events of a game: "),
    ] {
        fs::write(&path, &text).unwrap();
        let Found { unfinished, finished, troubles, .. } = room.shelf.look().unwrap();
        assert!(unfinished.is_empty() && finished.is_empty());
        let [error] = &troubles[..] else { panic!("{text}") };
        assert!(error.to_string().contains(expected), "{error}, not {expected}");
        assert_eq!(fs::read_to_string(&error.path).unwrap(), text);
        assert!(!path.exists());
        assert!(room.shelf.look().unwrap().troubles.is_empty());
    }
    assert_eq!(room.files("unfinished").len(), 8);
}

#[test]
fn time_while_the_program_was_not_running_is_not_charged() {
    let room = Room::new();
    let mut journal = room.begin(MINUTE);
    play(&mut journal, Square::D3, 10);
    ran(&mut journal, 14);
    ran(&mut journal, 15);
    drop(journal);

    let mut journal = room.take_up();
    let Story { players: who, last, table, .. } = journal.story();
    assert_eq!((who, *last), (&players(), at(15)));
    let left = |black, white| Some(ByColor { black, white }.map(Duration::from_secs));
    assert!(table.is_paused());
    assert_eq!(table.clocks(at(1000)), left(50, 55));
    // The host's clock continues from there, and so does White's.
    say(&mut journal, Seat::Host, Command::Resume, 15);
    let table = journal.into_story().table;
    assert_eq!(table.clocks(at(20)), left(50, 50));
    assert_eq!(room.kept().story.table, table);
}

#[test]
fn a_flag_fall_before_a_crash_still_counts() {
    let room = Room::new();
    ran(&mut room.begin(MINUTE), 61);
    assert_eq!(room.take_up().into_story().table.ending(), Some(Ending::TimeOut { by: Color::Black }));
    assert_eq!(room.shelf.look().unwrap().finished.len(), 1);
}

#[test]
fn a_running_game_is_locked() {
    let room = Room::new();
    let journal = room.begin(TimeControl::Unlimited);
    let found = room.shelf.look().unwrap();
    assert!(found.unfinished.is_empty() && found.in_use == 1);
    drop(journal);
    let kept = room.kept();
    let _taken_up = room.shelf.take_up(&kept).unwrap();
    let error = room.shelf.take_up(&kept).unwrap_err();
    assert!(matches!(error.fault, ShelfFault::InUse), "{error}");
}

#[test]
fn programs_that_start_at_once_all_find_the_game() {
    let room = Room::new();
    play(&mut room.begin(TimeControl::Unlimited), Square::F5, 1);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let Found { unfinished, in_use, .. } = room.shelf.look().unwrap();
                    assert_eq!((unfinished.len(), in_use), (1, 0));
                }
            });
        }
    });
}

#[test]
fn the_last_game_played_comes_first() {
    let room = Room::new();
    let mut journals = [(); 3].map(|()| room.begin(TimeControl::Unlimited));
    for (index, square) in [(0, Square::D3), (2, Square::C4), (1, Square::F5)] {
        play(&mut journals[index], square, 1);
        // File times are coarse.
        let hour = Duration::from_secs(3600 * [3, 1, 2][index]);
        let names = room.files("unfinished");
        let file = fs::File::options().append(true).open(room.folder.path().join("unfinished").join(&names[index]));
        file.unwrap().set_modified(SystemTime::now() - hour).unwrap();
    }
    drop(journals);
    let found = room.shelf.look().unwrap();
    let last = found.unfinished.iter().map(|kept| kept.story.table.game().placements().last().unwrap());
    assert_eq!(last.collect::<Vec<_>>(), [Square::F5, Square::C4, Square::D3]);
}

#[test]
fn a_finished_game_becomes_a_record() {
    let room = Room::new();
    let (main, increment) = (Duration::from_secs(60), Duration::from_secs(2));
    let mut journal = room.begin(TimeControl::Fischer { main, increment });
    play(&mut journal, Square::F5, 3);
    play(&mut journal, Square::D6, 4);
    play(&mut journal, Square::C3, 5);
    say(&mut journal, BLACK, Command::TakeBack, 6);
    say(&mut journal, Seat::Host, Command::Pause, 8);
    say(&mut journal, Seat::Host, Command::Resume, 20);
    play(&mut journal, Square::C4, 21);
    say(&mut journal, WHITE, Command::Resign, 30);

    let record = journal.record();
    let path = journal.finish(&record).unwrap();
    assert_eq!(path.parent(), Some(room.shelf.games()));
    assert!(room.files("unfinished").is_empty());
    let name = path.file_name().unwrap().to_str().unwrap();
    assert!(name.ends_with("_Player_engine-5.ggf") && name.len() == "2026-11-15_184512_Player_engine-5.ggf".len());

    let read = ggf::parse_game(&fs::read_to_string(&path).unwrap()).unwrap().check().unwrap();
    assert_eq!(read.details, record.details);
    let named = ByColor { black: "Player".to_owned(), ..players() };
    assert_eq!(read.details.players.clone().map(|player| player.name), named);
    assert_eq!(read.details.opening, "Perpendicular Opening");
    let result = read.details.result.unwrap();
    assert_eq!((result.margin, result.termination), (Points::from_discs(64), Termination::Resignation));
    let times = read.plies().map(|(_, note)| note.time.unwrap().as_secs());
    assert_eq!(times.collect::<Vec<_>>(), [3, 1, 3]);
}

#[test]
fn no_record_is_overwritten() {
    let room = Room::new();
    let begun = Timestamp::now();
    let mut record = Record::of(&Game::new(Position::initial(Rules::Standard)));
    record.details.players.black.name = "gtp:../evil \u{1b}/x".to_owned();
    record.details.players.white.name = "::".to_owned();
    for _ in 0..3 {
        finished::write(&disk::LocalDisk, room.shelf.games(), begun, &record).unwrap();
    }
    let files = room.files("a/games");
    let ends: Vec<_> = files.iter().map(|name| &name["2026-11-15_184512".len()..]).collect();
    assert_eq!(ends, ["_gtp-evil-x_player-2.ggf", "_gtp-evil-x_player-3.ggf", "_gtp-evil-x_player.ggf"]);
}

#[test]
fn a_discarded_game_leaves_no_file() {
    let room = Room::new();
    room.begin(TimeControl::Unlimited).discard().unwrap();
    assert!(room.files("unfinished").is_empty());
}

/// Written by version 0.1.0; never changed.
const JOURNALS: [&str; 2] = [include_str!("data/takeback.jsonl"), include_str!("data/pass.jsonl")];

#[test]
fn old_journals_are_rewritten_byte_for_byte() {
    for text in JOURNALS {
        for (index, written) in text.split_inclusive('\n').enumerate() {
            let again = match index {
                0 => journal::line(&serde_json::from_str::<stored::Header>(written).unwrap()),
                _ => journal::line(&serde_json::from_str::<stored::JournalLine>(written).unwrap()),
            };
            assert_eq!(again, written);
        }
    }
}

#[test]
fn old_journals_can_be_continued() {
    for text in JOURNALS {
        let room = Room::new();
        let path = room.folder.path().join("unfinished/old.jsonl");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        let mut journal = room.take_up();
        let second = journal.story().last.as_millis() / 1000 + 1;
        if journal.story().table.is_paused() {
            say(&mut journal, Seat::Host, Command::Resume, second);
        }
        let square = journal.story().table.game().position().legal_moves().first().unwrap();
        play(&mut journal, square, second + 1);
        let continued = fs::read(&path).unwrap();
        assert!(continued.starts_with(text.as_bytes()));
        assert_eq!(read::story(&continued).unwrap().table, journal.story().table);
    }
}

#[test]
fn every_event_has_its_line() {
    use Color::{Black, White};
    let discs = ByColor { black: 40, white: 24 };
    let clocks = Some(ByColor { black: Duration::from_millis(1_500), white: Duration::ZERO });
    const CLOCKS: &str = r#"{"black":{"secs":1,"nanos":500000000},"white":{"secs":0,"nanos":0}}"#;
    let at = Time::from_millis(7);
    let ended = |ending| Event::Ended { ending, clocks: None, at };
    let played_out = |cause| ended(Ending::PlayedOut(Outcome { discs, cause }));
    let terms = Terms {
        time: TimeControl::Bronstein { main: Duration::from_secs(60), delay: Duration::from_secs(3) },
        takebacks: Takebacks::Never,
        ..Terms::new(Position::initial(Rules::Standard))
    };
    for (event, text) in [
        (
            Event::Opened { terms, at },
            r#""opened","terms":{"start":{"rules":"standard","discs":{"black":["e4","d5"],"white":["d4","e5"]},"turn":"black"},"time":{"bronstein":{"main":{"secs":60,"nanos":0},"delay":{"secs":3,"nanos":0}}},"takebacks":"never"},"at":7"#,
        ),
        (
            Event::Opened { terms: Terms { time: TimeControl::Unlimited, takebacks: Takebacks::Asked, ..terms }, at },
            r#""opened","terms":{"start":{"rules":"standard","discs":{"black":["e4","d5"],"white":["d4","e5"]},"turn":"black"},"time":"unlimited","takebacks":"asked"},"at":7"#,
        ),
        (
            Event::Played { by: Black, square: Square::F5, clocks: None, at },
            r#""played","by":"black","square":"f5","clocks":null,"at":7"#,
        ),
        (Event::Passed { by: White }, r#""passed","by":"white""#),
        (Event::DrawOffered { by: Black }, r#""draw_offered","by":"black""#),
        (Event::DrawDeclined { by: White }, r#""draw_declined","by":"white""#),
        (Event::TakebackAsked { by: Black }, r#""takeback_asked","by":"black""#),
        (Event::TakebackDeclined { by: White }, r#""takeback_declined","by":"white""#),
        (
            Event::TakenBack { by: Black, placements: 2, clocks, at },
            &format!(r#""taken_back","by":"black","placements":2,"clocks":{CLOCKS},"at":7"#),
        ),
        (Event::RematchOffered { by: Black }, r#""rematch_offered","by":"black""#),
        (Event::RematchDeclined { by: White }, r#""rematch_declined","by":"white""#),
        (Event::RematchAgreed, r#""rematch_agreed""#),
        (Event::Left { by: Black, at }, r#""left","by":"black","at":7"#),
        (Event::Returned { by: Black, at }, r#""returned","by":"black","at":7"#),
        (Event::Paused { clocks, at }, &format!(r#""paused","clocks":{CLOCKS},"at":7"#)),
        (Event::Resumed { at }, r#""resumed","at":7"#),
        (
            played_out(Cause::NobodyCanPlay),
            r#""ended","ending":{"played_out":{"discs":{"black":40,"white":24},"cause":"nobody_can_play"}},"clocks":null,"at":7"#,
        ),
        (
            played_out(Cause::NoDiscLeft(White)),
            r#""ended","ending":{"played_out":{"discs":{"black":40,"white":24},"cause":{"no_disc_left":"white"}}},"clocks":null,"at":7"#,
        ),
        (ended(Ending::Resigned { by: Black }), r#""ended","ending":{"resigned":{"by":"black"}},"clocks":null,"at":7"#),
        (ended(Ending::DrawAgreed), r#""ended","ending":"draw_agreed","clocks":null,"at":7"#),
        (ended(Ending::TimeOut { by: Black }), r#""ended","ending":{"time_out":{"by":"black"}},"clocks":null,"at":7"#),
        (
            ended(Ending::Abandoned { by: White }),
            r#""ended","ending":{"abandoned":{"by":"white"}},"clocks":null,"at":7"#,
        ),
    ] {
        let text = format!("{{\"events\":[{{\"event\":{text}}}]}}\n");
        assert_eq!(journal::line(&journal::events_line(&[event])), text);
        let stored::JournalLine::Events(read) = serde_json::from_str(&text).unwrap() else { panic!("{text}") };
        assert_eq!(read[0].0, event);
    }
    for damaged in
        [r#"{"event":"passed"}"#, r#"{"event":"passed","by":"black","at":7}"#, r#"{"passed":{"by":"black"}}"#]
    {
        assert!(serde_json::from_str::<stored::StoredEvent>(damaged).is_err(), "{damaged}");
    }
}
