use std::time::Duration;

use outflank_engine::Level;
use outflank_formats::format::Format;
use outflank_formats::record::Termination;
use outflank_formats::{Points, Record, UncheckedRecord, ggf, plain, sgf};
use outflank_rules::{ByColor, Color, Position, Rules, Setup, Square};
use outflank_table::{Command, Seat, Table, Takebacks, Terms, Time, TimeControl};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{json, picture, record, text};
use crate::live::PlayedGame;
use crate::store::{Occupant, Plan, StartKind};
use crate::wire::ErrorKind;
use crate::{GameId, Name};

const CREATED: Time = Time::from_millis(1_763_200_000_000);
const BLACK: Seat = Seat::Player(Color::Black);
const WHITE: Seat = Seat::Player(Color::White);

/// Commands are given in seconds after the start.
struct Sitting(PlayedGame);

impl Sitting {
    fn waiting(terms: Terms) -> Sitting {
        let names = ByColor { black: Some(name("<Ann & \"Bob\\>")), white: None };
        let occupants = ByColor { black: Occupant::Creator, white: Occupant::Engine(Level::new(5).unwrap()) };
        let plan =
            Plan { terms, start: StartKind::Initial, occupants, public: true, created: CREATED, rematch_of: None };
        Sitting(PlayedGame { id: GameId::random(), plan, names, table: None, events: Vec::new() })
    }

    fn open(terms: Terms) -> Sitting {
        let mut sitting = Sitting::waiting(terms);
        let (table, events) = Table::open(terms, CREATED.after(Duration::from_secs(60)));
        (sitting.0.table, sitting.0.events) = (Some(table), events);
        sitting
    }

    fn table(&self) -> &Table {
        self.0.table.as_ref().unwrap()
    }

    fn says(&mut self, seat: Seat, command: Command, seconds: u64) {
        let now = CREATED.after(Duration::from_secs(60 + seconds));
        if let Ok(events) = self.table().decide(seat, command, now) {
            events.iter().for_each(|event| self.0.table.as_mut().unwrap().evolve(event));
            self.0.events.extend(events);
        }
    }

    fn plays(&mut self, choice: usize, seconds: u64) {
        let position = self.table().game().position();
        let squares: Vec<Square> = position.legal_moves().into_iter().collect();
        if !squares.is_empty() {
            self.says(Seat::Player(position.turn()), Command::Play(squares[choice % squares.len()].into()), seconds);
        }
    }
}

fn name(text: &str) -> Name {
    Name::try_from(text.to_owned()).unwrap()
}

fn checked(unchecked: UncheckedRecord) -> Record {
    unchecked.check().unwrap()
}

fn sgf_game(text: &str) -> UncheckedRecord {
    sgf::parse(text).next().unwrap().unwrap()
}

fn assert_same(read: &Record, written: &Record) {
    assert_eq!(read.game(), written.game());
    assert!(read.plies().eq(written.plies()));
    assert_eq!(read.details.players, written.details.players);
    assert_eq!(read.details.clocks, written.details.clocks);
    assert_eq!(read.details.date, written.details.date);
    assert_eq!(read.result(), written.result());
}

#[derive(Clone, Debug)]
enum Step {
    Play(usize),
    TakeBack,
    Break,
}

fn steps() -> impl Strategy<Value = Vec<(Step, u64)>> {
    let step = prop_oneof![
        20 => any::<usize>().prop_map(Step::Play),
        1 => Just(Step::TakeBack),
        1 => Just(Step::Break),
    ];
    prop::collection::vec((step, 0_u64..9), 0..140)
}

fn terms() -> impl Strategy<Value = Terms> {
    let rules = prop::sample::select(&Rules::ALL[..]);
    let (main, more) = (Duration::from_secs(900), Duration::from_millis(2_500));
    let time = prop::sample::select(vec![
        TimeControl::Unlimited,
        TimeControl::SuddenDeath { main },
        TimeControl::Fischer { main, increment: more },
        TimeControl::Bronstein { main, delay: more },
    ]);
    let turn = prop::sample::select(&Color::ALL[..]);
    (rules, time, turn).prop_map(|(rules, time, turn)| {
        let start = Position::new(rules, Setup { turn, ..Setup::START }).unwrap();
        Terms { time, takebacks: Takebacks::Free, ..Terms::new(start) }
    })
}

fn final_commands() -> impl Strategy<Value = Vec<(Seat, Command, u64)>> {
    prop::sample::select(vec![
        vec![],
        vec![(BLACK, Command::Resign, 1)],
        vec![(WHITE, Command::Resign, 1)],
        vec![(BLACK, Command::OfferDraw, 1), (WHITE, Command::AcceptDraw, 1)],
        vec![(BLACK, Command::Leave, 1), (WHITE, Command::ClaimAbandoned, 90)],
        vec![(Seat::Host, Command::Tick, 100_000)],
    ])
}

proptest! {
    #[test]
    fn exports_are_read_back(terms in terms(), steps in steps(), final_commands in final_commands()) {
        let mut sitting = Sitting::open(terms);
        let mut now = 0;
        for (step, seconds) in steps {
            now += seconds;
            match step {
                Step::Play(choice) => sitting.plays(choice, now),
                Step::TakeBack => sitting.says(Seat::Player(sitting.table().game().position().turn()), Command::TakeBack, now),
                Step::Break => {
                    sitting.says(Seat::Host, Command::Pause, now);
                    now += 1_000;
                    sitting.says(Seat::Host, Command::Resume, now);
                }
            }
        }
        for (seat, command, seconds) in final_commands {
            now += seconds;
            sitting.says(seat, command, now);
        }
        let game = &sitting.0;
        let written = record(game);
        prop_assert_eq!(written.game().plies(), sitting.table().game().plies());
        prop_assert_eq!(written.result().is_some(), sitting.table().ending().is_some());
        assert_same(&checked(ggf::parse_game(&text(game, Format::Ggf).unwrap()).unwrap()), &written);
        assert_same(&checked(sgf_game(&text(game, Format::Sgf).unwrap())), &written);
        let plain = checked(plain::parse(&text(game, Format::Plain).unwrap()).unwrap());
        prop_assert_eq!(plain.game(), written.game());

        let told = serde_json::to_value(json(game)).unwrap();
        prop_assert_eq!(replayed(&told), cells(sitting.table().game().position()));
        let times = told["plies"].as_array().unwrap().iter().map(|ply| ply["time"].as_u64());
        let noted = written.plies().map(|(_, note)| note.time.map(|time| time.as_millis() as u64));
        prop_assert!(times.eq(noted));
    }
}

fn replayed(record: &Value) -> Vec<u8> {
    let mut board = record["start"]["board"].as_str().unwrap().as_bytes().to_vec();
    for ply in record["plies"].as_array().unwrap() {
        let disc = if ply["by"] == "black" { b'X' } else { b'O' };
        let placed = [&ply["square"]].into_iter().filter(|square| !square.is_null());
        for square in placed.chain(ply["flips"].as_array().unwrap()) {
            let square: Square = square.as_str().unwrap().parse().unwrap();
            board[usize::from(square.index())] = disc;
        }
    }
    board
}

fn cells(position: &Position) -> Vec<u8> {
    outflank_formats::board_string::write(position).as_bytes()[..64].to_vec()
}

#[test]
fn every_ending_is_exported() {
    use Command::{AcceptDraw, ClaimAbandoned, Leave, OfferDraw, Resign, Tick};
    let time = TimeControl::SuddenDeath { main: Duration::from_secs(600) };
    let terms = Terms { time, ..Terms::new(Position::initial(Rules::Standard)) };
    let told = |words: &[(Seat, Command, u64)]| {
        let mut sitting = Sitting::open(terms);
        sitting.says(BLACK, Command::Play(Square::F5.into()), 1);
        words.iter().for_each(|&(seat, command, at)| sitting.says(seat, command, at));
        let result = record(&sitting.0).result().map(|result| (result.margin, result.termination));
        (result, serde_json::to_value(json(&sitting.0)).unwrap()["result"].take())
    };
    assert_eq!(told(&[]), (None, Value::Null));
    let check = |words: &[_], discs, termination, winner: Option<Color>, how| {
        let result = json!({"winner": winner, "how": how, "discs": {"black": 4, "white": 1}});
        assert_eq!(told(words), (Some((Points::from_discs(discs), termination)), result));
    };
    let (black, white) = (Some(Color::Black), Some(Color::White));
    check(&[(WHITE, Resign, 2)], 64, Termination::Resignation, black, "resigned");
    check(&[(BLACK, OfferDraw, 2), (WHITE, AcceptDraw, 3)], 0, Termination::Agreement, None, "draw_agreed");
    check(&[(Seat::Host, Tick, 700)], 64, Termination::Time, black, "time_out");
    check(&[(BLACK, Leave, 2), (WHITE, ClaimAbandoned, 90)], -64, Termination::Resignation, white, "abandoned");
}

#[test]
fn the_json_of_a_game() {
    let fischer = TimeControl::Fischer { main: Duration::from_secs(300), increment: Duration::from_secs(3) };
    let start = Position::initial(Rules::Thirty);
    let mut sitting = Sitting::open(Terms { time: fischer, takebacks: Takebacks::Free, ..Terms::new(start) });
    sitting.says(BLACK, Command::Play(Square::F5.into()), 2);
    sitting.says(BLACK, Command::TakeBack, 3);
    sitting.says(BLACK, Command::Play(Square::D3.into()), 5);
    sitting.says(WHITE, Command::Resign, 10);
    let began = CREATED.as_millis() + 60_000;
    assert_eq!(
        serde_json::to_value(json(&sitting.0)).unwrap(),
        json!({
            "id": sitting.0.id.as_str(), "rules": "thirty",
            "start": {"board": "---------------------------OX------XO---------------------------", "turn": "black"},
            "supply": {"black": 30, "white": 30},
            "created": CREATED.as_millis(), "began": began, "ended": began + 10_000,
            "players": {
                "black": {"kind": "human", "name": "<Ann & \"Bob\\>"},
                "white": {"kind": "engine", "level": 5, "name": "Engine, level 5"},
            },
            "clock": {"main": 300_000, "increment": 3_000},
            "plies": [{"by": "black", "square": "d3", "flips": ["d4"], "time": 2_000, "left": 302_000}],
            "result": {"winner": "black", "how": "resigned", "discs": {"black": 4, "white": 1}},
            "opening": null,
        })
    );
}

#[test]
fn a_game_that_has_not_started_has_no_moves() {
    let Sitting(game) = Sitting::waiting(Terms::new(Position::initial(Rules::Shellos)));
    let written = record(&game);
    assert_eq!((written.plies().len(), written.rules(), written.result()), (0, Rules::Shellos, None));
    assert_eq!(written.details.date, "2025.11.15_09:46:40.UTC");
    assert_eq!(json(&game).began, None);
}

#[test]
fn the_plies_of_a_picture_are_those_of_the_game() {
    let mut sitting = Sitting::open(Terms::new(Position::initial(Rules::Standard)));
    sitting.says(BLACK, Command::Play(Square::F5.into()), 2);
    assert!(picture(&sitting.0, None).unwrap().svg().contains("Last move: f5."));
    assert!(!picture(&sitting.0, Some(0)).unwrap().svg().contains("Last move"));
    assert_eq!(picture(&sitting.0, Some(2)).unwrap_err().error, ErrorKind::NotFound);
    let Sitting(waiting) = Sitting::waiting(Terms::new(Position::initial(Rules::Standard)));
    assert!(picture(&waiting, None).unwrap().svg().contains("2 black, 2 white"));
}

#[test]
fn unsupported_rules_are_rejected() {
    let Sitting(game) = Sitting::waiting(Terms::new(Position::initial(Rules::Thirty)));
    let problem = text(&game, Format::Obf).unwrap_err();
    assert_eq!((problem.error, problem.error.status().as_u16()), (ErrorKind::Unusable, 422));
}

#[test]
fn a_finished_game_has_the_result_on_the_board() {
    for rules in Rules::ALL {
        let mut sitting = Sitting::open(Terms::new(Position::initial(rules)));
        let mut moves = 0;
        while sitting.table().ending().is_none() {
            sitting.plays(moves, 1);
            moves += 1;
        }
        let outcome = sitting.table().game().outcome().unwrap();
        let result = record(&sitting.0).result().unwrap();
        let margin = Points::from_discs(outcome.margin(Color::Black));
        assert_eq!((result.margin, result.termination), (margin, Termination::Board));
        let told = json(&sitting.0).result.unwrap();
        assert_eq!((told.winner, told.how, told.discs), (outcome.winner(), "played_out", outcome.discs));
    }
}
