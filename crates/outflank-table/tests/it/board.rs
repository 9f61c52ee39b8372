use outflank_rules::{Bitboard, ByColor, Cause, Color, IllegalMove, Move, Outcome, Position, Rules, Setup, Square};
use outflank_table::{Command, Ending, Event, Refusal, Seat, Takebacks, Terms};

use crate::sitting::*;

#[test]
fn only_the_player_whose_turn_it_is_plays() {
    let mut sitting = Sitting::open(standard());
    let turn = Color::Black;
    assert_eq!(sitting.says(WHITE, play("d3"), 1), Err(Refusal::NotYourTurn { turn }));
    assert_eq!(sitting.says(Seat::Watcher, play("d3"), 1), Err(Refusal::Watching));
    assert_eq!(sitting.says(HOST, play("d3"), 1), Err(Refusal::NotForHost));
    for command in [Command::Tick, Command::Pause, Command::Resume] {
        assert_eq!(sitting.says(BLACK, command, 1), Err(Refusal::NotForPlayers));
    }
    let played = Event::Played { by: Color::Black, square: Square::D3, clocks: None, at: at(1) };
    assert_eq!(sitting.says(BLACK, play("d3"), 1), Ok(vec![played]));
}

#[test]
fn a_move_that_the_rules_forbid_is_refused_with_their_reason_and_so_is_a_pass() {
    let mut sitting = Sitting::open(standard());
    let occupied = IllegalMove::Occupied { square: Square::D4, by: Color::White };
    let refusal = sitting.says(BLACK, play("d4"), 1).unwrap_err();
    assert_eq!(refusal, Refusal::Illegal(occupied));
    assert_eq!(refusal.to_string(), occupied.to_string());
    assert!(std::error::Error::source(&refusal).is_some());
    let refusal = sitting.says(BLACK, Command::Play(Move::Pass), 1);
    assert!(matches!(refusal, Err(Refusal::Illegal(IllegalMove::MustPlace { .. }))));
}

#[test]
fn a_forced_pass_follows_the_move_that_forces_it() {
    let mut sitting = Sitting::open(standard());
    sitting.play_all("d3 c3 b3 b2 f5 a3 a1");
    let events = sitting.plays("c1", 1);
    assert!(matches!(events[..], [Event::Played { by: Color::White, .. }, Event::Passed { by: Color::Black }]));
    assert_eq!(sitting.table.game().position().turn(), Color::White);
}

#[test]
fn taking_back_steps_over_a_pass() {
    let mut sitting = Sitting::open(Terms { takebacks: Takebacks::Free, ..standard() });
    // White played c1, Black had to pass, and White played again: Black's last placement was a1.
    sitting.play_all("d3 c3 b3 b2 f5 a3 a1 c1");
    let next = sitting.table.game().position().legal_moves().first().unwrap();
    sitting.plays(&next.to_string(), 0);

    let events = sitting.says(BLACK, Command::TakeBack, 0).unwrap();
    assert!(matches!(events[..], [Event::TakenBack { by: Color::Black, placements: 3, .. }]));
    assert!(sitting.table.game().placements().eq("d3 c3 b3 b2 f5 a3".split(' ').map(|name| name.parse().unwrap())));
    assert_eq!(sitting.table.game().position().turn(), Color::Black);
}

#[test]
fn resignation_ends_the_game_on_either_turn() {
    let mut sitting = Sitting::open(standard());
    sitting.says(WHITE, Command::Resign, 1).unwrap();
    let ending = Ending::Resigned { by: Color::White };
    assert_eq!(sitting.table.ending(), Some(ending));
    assert_eq!(ending.winner(), Some(Color::Black));

    for command in [Command::Resign, play("d3"), Command::OfferDraw, Command::TakeBack, Command::ClaimAbandoned] {
        assert_eq!(sitting.says(BLACK, command, 2), Err(Refusal::GameOver));
    }
    assert_eq!(sitting.says(HOST, Command::Pause, 2), Err(Refusal::GameOver));
    assert_eq!(sitting.says(HOST, Command::Tick, 2), Ok(vec![]));
}

#[test]
fn the_shortest_game_ends_with_its_last_move() {
    let mut sitting = Sitting::open(standard());
    sitting.play_all("e6 f4 e3 f6 g5 d6 e7 f5");
    let events = sitting.plays("c5", 9);
    let outcome = Outcome { discs: ByColor { black: 13, white: 0 }, cause: Cause::NobodyCanPlay };
    let ended = Event::Ended { ending: Ending::PlayedOut(outcome), clocks: None, at: at(9) };
    assert_eq!(events[1..], [ended]);
    assert_eq!(sitting.table.ending().and_then(|ending| ending.winner()), Some(Color::Black));
}

/// Cells of the first three rows, `X`, `O` and `.`; the rest is empty.
fn top(rows: [&str; 3]) -> ByColor<Bitboard> {
    let squares = Square::ALL.into_iter().zip(rows.concat().chars().collect::<Vec<_>>());
    let of = |disc| squares.clone().filter(|&(_, cell)| cell == disc).map(|(square, _)| square).collect();
    ByColor { black: of('X'), white: of('O') }
}

fn open(rules: Rules, setup: Setup) -> Sitting {
    Sitting::open(Terms::new(Position::new(rules, setup).unwrap()))
}

#[test]
fn with_thirty_discs_the_game_ends_when_the_player_to_move_has_none_left() {
    let mut sitting = open(Rules::Thirty, Setup { supply: Some(ByColor { black: 1, white: 0 }), ..Setup::START });
    sitting.plays("d3", 1);
    let outcome = Outcome { discs: ByColor { black: 4, white: 1 }, cause: Cause::NoDiscLeft(Color::White) };
    assert_eq!(sitting.table.ending(), Some(Ending::PlayedOut(outcome)));
}

#[test]
fn a_move_can_force_a_pass_and_the_end_together() {
    // Black's last disc on a1 leaves White without a move, and Black without a disc for c3.
    let discs = top([".OX.....", "........", "XO......"]);
    let supply = Some(ByColor { black: 1, white: 9 });
    let mut sitting = open(Rules::Thirty, Setup { discs, turn: Color::Black, supply });
    let events = sitting.plays("a1", 1);
    let outcome = Outcome { discs: ByColor { black: 4, white: 1 }, cause: Cause::NoDiscLeft(Color::Black) };
    assert_eq!(events[1], Event::Passed { by: Color::White });
    assert!(matches!(events[2], Event::Ended { ending, .. } if ending == Ending::PlayedOut(outcome)));
    assert_eq!(events.len(), 3);
}

#[test]
fn a_table_may_open_with_a_pass() {
    let setup = Setup::new(top(["XXX.....", "........", "XO......"]), Color::White);
    let mut sitting = open(Rules::Standard, setup);
    let opened = Event::Opened { terms: *sitting.table.terms(), at: at(0) };
    assert_eq!(sitting.table.terms().start.setup(), setup);
    assert_eq!(sitting.events, [opened, Event::Passed { by: Color::White }]);
    assert!(sitting.says(BLACK, play("c3"), 1).is_ok());
}

#[test]
fn a_table_may_open_with_a_finished_game() {
    let mut sitting = open(Rules::Standard, Setup::new(top(["XXX.....", "........", "........"]), Color::White));
    assert!(matches!(sitting.events[..], [Event::Opened { .. }, Event::Ended { .. }]));
    assert_eq!(sitting.table.ending().and_then(|ending| ending.winner()), Some(Color::Black));
    assert_eq!(sitting.says(WHITE, play("d1"), 1), Err(Refusal::GameOver));
    assert!(sitting.says(WHITE, Command::OfferRematch, 1).is_ok());
}
