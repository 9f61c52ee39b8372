//! What the rows of a database say, whichever database it is.

use outflank_table::Time;

use super::{ChatLine, GameId, column, stored};
use super::{Holder, LoggedEvent, LoggedLine, Number, Page, Seats, StoreError, Summary};

/// Numbers and contents of the events after a number, in order.
pub(super) fn events(rows: Vec<(i64, String)>, game: GameId, after: Number) -> Result<Vec<LoggedEvent>, StoreError> {
    let numbered = (i64::from(after) + 1..).zip(rows);
    numbered
        .map(|(expected, (number, content))| match number == expected {
            true => stored::read_event(&content, game, column::read_number(number, game.as_str())?),
            false => Err(StoreError::Damaged { what: format!("event {expected} of game {game} is missing") }),
        })
        .collect()
}

/// The names of games.
pub(super) fn games(ids: &[String]) -> Result<Vec<GameId>, StoreError> {
    ids.iter().map(|id| column::read_game(id)).collect()
}

/// The seats that somebody holds.
pub(super) fn seats(seats: &[String], game: GameId) -> Result<Seats, StoreError> {
    seats.iter().try_fold(Seats::default(), |seats, seat| Ok(seats.with(column::read_seat(seat, game.as_str())?)))
}

/// Seats and secrets.
pub(super) fn holders(rows: Vec<(String, Vec<u8>)>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    let holder = |(seat, secret): (String, Vec<u8>)| {
        let seat = column::read_seat(&seat, game.as_str())?;
        Ok(Holder { seat, secret: column::read_secret(&secret, game.as_str())? })
    };
    rows.into_iter().map(holder).collect()
}

/// Numbers, players, times and lines.
pub(super) fn chat(rows: Vec<(i64, String, i64, String)>, game: GameId) -> Result<Vec<LoggedLine>, StoreError> {
    let line = |(number, player, at, line): (i64, String, i64, String)| {
        let text = ChatLine::try_from(line)
            .map_err(|error| StoreError::Damaged { what: format!("line {number} of game {game}: {error}") })?;
        Ok(LoggedLine {
            number: column::read_number(number, game.as_str())?,
            by: column::read_color(&player, game.as_str())?,
            at: column::read_time(at, game.as_str())?,
            text,
        })
    };
    rows.into_iter().map(line).collect()
}

/// Names and summaries.
pub(super) fn summaries(rows: Vec<(String, String)>) -> Result<Vec<Summary>, StoreError> {
    rows.into_iter().map(|(id, summary)| stored::read_summary(&summary, column::read_game(&id)?)).collect()
}

/// The last moment at which a server is known to have run.
pub(super) fn alive(at: Option<i64>) -> Result<Option<Time>, StoreError> {
    let damaged = |_| StoreError::Damaged { what: "the time at which the server last ran".to_owned() };
    at.map(|at| u64::try_from(at).map(Time::from_millis).map_err(damaged)).transpose()
}

/// After which time and name a page begins.
pub(super) fn start(page: &Page) -> (i64, &str) {
    match &page.after {
        Some(after) => (column::millis(after.updated), after.game.as_str()),
        // Before every game, as names have only letters and digits.
        None => (i64::MAX, "~"),
    }
}
