//! How values stand in the tables of a database.

use outflank_rules::Color;
use outflank_table::Time;

use super::summary::PublicList;
use super::{Number, Seat, StoreError};
use crate::{GameId, SecretHash};

/// Milliseconds. What lies beyond the last moment that a database can count stands for that moment: it is in 292 million
/// years.
pub(super) fn millis(time: Time) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

pub(super) fn read_time(millis: i64, game: &str) -> Result<Time, StoreError> {
    u64::try_from(millis).map(Time::from_millis).map_err(|_| damaged(game, &format!("the time {millis}")))
}

/// How many rows to ask for.
pub(super) fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(super) fn read_number(number: i64, game: &str) -> Result<Number, StoreError> {
    Number::try_from(number).map_err(|_| damaged(game, &format!("the number {number}")))
}

pub(super) fn read_game(id: &str) -> Result<GameId, StoreError> {
    id.parse().map_err(|_| StoreError::Damaged { what: format!("a game with the name {id:?}") })
}

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

pub(super) fn read_color(text: &str, game: &str) -> Result<Color, StoreError> {
    Color::ALL
        .into_iter()
        .find(|&each| color(each) == text)
        .ok_or_else(|| damaged(game, &format!("the player {text:?}")))
}

pub(super) const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::Player(player) => color(player),
        Seat::Watch => "watch",
    }
}

pub(super) fn read_seat(text: &str, game: &str) -> Result<Seat, StoreError> {
    match text {
        "watch" => Ok(Seat::Watch),
        _ => read_color(text, game).map(Seat::Player),
    }
}

pub(super) fn read_secret(bytes: &[u8], game: &str) -> Result<SecretHash, StoreError> {
    bytes.try_into().map(SecretHash).map_err(|_| damaged(game, &format!("a secret of {} bytes", bytes.len())))
}

pub(super) const fn public_list(list: PublicList) -> &'static str {
    match list {
        PublicList::Open => "open",
        PublicList::Running => "running",
        PublicList::Finished => "finished",
    }
}

fn damaged(game: &str, what: &str) -> StoreError {
    StoreError::Damaged { what: format!("{what} of game {game}") }
}
