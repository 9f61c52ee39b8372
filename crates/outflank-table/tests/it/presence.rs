use outflank_rules::Color;
use outflank_table::{ABANDONED_AFTER, Command, Ending, Event, Refusal, TimeControl};

use crate::sitting::*;

#[test]
fn a_player_leaves_and_returns() {
    let by = Color::White;
    let mut sitting = Sitting::open(standard());
    assert_eq!(sitting.says(WHITE, Command::Return, 1), Err(Refusal::NotGone));
    assert_eq!(sitting.says(WHITE, Command::Leave, 5), Ok(vec![Event::Left { by, at: at(5) }]));
    assert_eq!(sitting.says(WHITE, Command::Leave, 6), Err(Refusal::AlreadyGone));
    assert_eq!(sitting.table.gone_since(by), Some(at(5)));
    assert_eq!(sitting.table.gone_for(by, at(15)), Some(seconds(10)));
    assert_eq!(sitting.says(WHITE, Command::Return, 20), Ok(vec![Event::Returned { by, at: at(20) }]));
    assert_eq!(sitting.table.gone_since(by), None);
}

#[test]
fn a_move_brings_an_absent_player_back() {
    let mut sitting = Sitting::open(standard());
    sitting.says(BLACK, Command::Leave, 1).unwrap();
    assert!(sitting.says(BLACK, play("a1"), 2).is_err());
    assert_eq!(sitting.table.gone_since(Color::Black), Some(at(1)));
    let events = sitting.says(BLACK, play("d3"), 3).unwrap();
    assert!(matches!(events[..], [Event::Returned { by: Color::Black, .. }, Event::Played { .. }]));
    assert_eq!(sitting.table.gone_since(Color::Black), None);
}

#[test]
fn the_clock_of_an_absent_player_keeps_running() {
    let mut sitting = Sitting::open(timed(TimeControl::SuddenDeath { main: seconds(30) }));
    sitting.says(BLACK, Command::Leave, 10).unwrap();
    sitting.says(BLACK, Command::Return, 25).unwrap();
    assert_eq!(sitting.table.clocks(at(25)), clocks(5, 30));
    assert_eq!(sitting.table.deadline(), Some(at(30)));
}

#[test]
fn a_game_can_be_claimed_after_a_minute_of_absence() {
    assert_eq!(ABANDONED_AFTER, seconds(60));
    let mut sitting = Sitting::open(standard());
    assert_eq!(sitting.says(BLACK, Command::ClaimAbandoned, 1), Err(Refusal::OpponentPresent));
    sitting.says(WHITE, Command::Leave, 10).unwrap();
    let refusal = sitting.says(BLACK, Command::ClaimAbandoned, 50).unwrap_err();
    assert_eq!(refusal, Refusal::MayStillReturn { left: seconds(20) });
    assert_eq!(refusal.to_string(), "your opponent may still return: you can claim the game in 20 s");

    sitting.says(BLACK, Command::ClaimAbandoned, 70).unwrap();
    let ending = Ending::Abandoned { by: Color::White };
    assert_eq!(sitting.table.ending(), Some(ending));
    assert_eq!(ending.winner(), Some(Color::Black));
}

#[test]
fn returning_restarts_the_minute() {
    let mut sitting = Sitting::open(standard());
    sitting.says(WHITE, Command::Leave, 0).unwrap();
    sitting.says(WHITE, Command::Return, 50).unwrap();
    sitting.says(WHITE, Command::Leave, 51).unwrap();
    let refusal = sitting.says(BLACK, Command::ClaimAbandoned, 61);
    assert_eq!(refusal, Err(Refusal::MayStillReturn { left: seconds(50) }));
}

#[test]
fn absence_does_not_count_during_a_pause() {
    let mut sitting = Sitting::open(standard());
    sitting.says(WHITE, Command::Leave, 0).unwrap();
    sitting.says(HOST, Command::Pause, 40).unwrap();
    sitting.says(BLACK, Command::Leave, 50).unwrap();
    assert_eq!(sitting.says(BLACK, Command::ClaimAbandoned, 500), Err(Refusal::Paused));
    assert_eq!(sitting.table.gone_for(Color::White, at(500)), Some(seconds(40)));
    assert_eq!(sitting.table.gone_for(Color::Black, at(500)), Some(seconds(0)));
    sitting.says(HOST, Command::Resume, 1000).unwrap();
    assert_eq!(sitting.table.gone_for(Color::White, at(1010)), Some(seconds(50)));
    assert_eq!(sitting.table.gone_for(Color::Black, at(1010)), Some(seconds(10)));
    assert!(sitting.says(BLACK, Command::ClaimAbandoned, 1019).is_err());
    assert!(sitting.says(BLACK, Command::ClaimAbandoned, 1020).is_ok());
}

#[test]
fn players_come_and_go_after_the_end() {
    let mut sitting = Sitting::open(standard());
    sitting.says(BLACK, Command::Resign, 1).unwrap();
    assert!(sitting.says(WHITE, Command::Leave, 2).is_ok());
    assert_eq!(sitting.says(BLACK, Command::ClaimAbandoned, 500), Err(Refusal::GameOver));
    assert!(sitting.says(WHITE, Command::Return, 501).is_ok());
}
