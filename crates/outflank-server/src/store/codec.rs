use outflank_rules::Color;
use outflank_table::Time;

use super::summary::PublicList;
use super::{
    EngineGames, Holder, LoggedEvent, LoggedLine, Number, OUTAGES_KEPT, Outage, Page, Seat, Seats, StoreError, Summary,
    stored,
};
use crate::{ChatLine, GameId, SecretHash};

pub(super) fn millis(time: Time) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

pub(super) fn read_time(millis: i64, game: &str) -> Result<Time, StoreError> {
    u64::try_from(millis).map(Time::from_millis).map_err(|_| damaged(game, &format!("the time {millis}")))
}

pub(super) fn limit(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

pub(super) fn read_number(number: i64, game: &str) -> Result<Number, StoreError> {
    Number::try_from(number).map_err(|_| damaged(game, &format!("the number {number}")))
}

pub(super) fn read_game(id: &str) -> Result<GameId, StoreError> {
    id.parse().map_err(|_| StoreError::Damaged { what: format!("the game id {id:?}") })
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

pub(super) fn read_events(
    rows: Vec<(i64, String)>,
    game: GameId,
    after: Number,
) -> Result<Vec<LoggedEvent>, StoreError> {
    let numbered = (i64::from(after) + 1..).zip(rows);
    numbered
        .map(|(expected, (number, content))| match number == expected {
            true => stored::read_event(&content, game, read_number(number, game.as_str())?),
            false => Err(StoreError::Damaged { what: format!("event {expected} of game {game} is missing") }),
        })
        .collect()
}

pub(super) fn read_games(ids: &[String]) -> Result<Vec<GameId>, StoreError> {
    ids.iter().map(|id| read_game(id)).collect()
}

pub(super) fn read_seats(seats: &[String], game: GameId) -> Result<Seats, StoreError> {
    seats.iter().try_fold(Seats::default(), |seats, seat| Ok(seats.with(read_seat(seat, game.as_str())?)))
}

pub(super) fn read_holders(rows: Vec<(String, Vec<u8>)>, game: GameId) -> Result<Vec<Holder>, StoreError> {
    let holder = |(seat, secret): (String, Vec<u8>)| {
        let seat = read_seat(&seat, game.as_str())?;
        Ok(Holder { seat, secret: read_secret(&secret, game.as_str())? })
    };
    rows.into_iter().map(holder).collect()
}

pub(super) fn read_chat(rows: Vec<(i64, String, i64, String)>, game: GameId) -> Result<Vec<LoggedLine>, StoreError> {
    let line = |(number, player, at, line): (i64, String, i64, String)| {
        let text = ChatLine::try_from(line)
            .map_err(|error| StoreError::Damaged { what: format!("line {number} of game {game}: {error}") })?;
        Ok(LoggedLine {
            number: read_number(number, game.as_str())?,
            by: read_color(&player, game.as_str())?,
            at: read_time(at, game.as_str())?,
            text,
        })
    };
    rows.into_iter().map(line).collect()
}

pub(super) fn read_summaries(rows: Vec<(String, String)>) -> Result<Vec<Summary>, StoreError> {
    rows.into_iter().map(|(id, summary)| stored::read_summary(&summary, read_game(&id)?)).collect()
}

pub(super) fn read_alive(at: Option<i64>) -> Result<Option<Time>, StoreError> {
    let damaged = |_| StoreError::Damaged { what: "the last heartbeat".to_owned() };
    at.map(|at| u64::try_from(at).map(Time::from_millis).map_err(damaged)).transpose()
}

pub(super) fn engine_games(of_owner: i64, of_site: i64, total: i64) -> EngineGames {
    let [of_owner, of_site, total] = [of_owner, of_site, total].map(|count| usize::try_from(count).unwrap_or_default());
    EngineGames { of_owner, of_site, total }
}

pub(super) fn read_outages(rows: &[(i64, i64)]) -> Result<Vec<Outage>, StoreError> {
    let damaged = |_| StoreError::Damaged { what: "the time of an outage".to_owned() };
    let time = |millis: i64| u64::try_from(millis).map(Time::from_millis).map_err(damaged);
    rows.iter().map(|&(since, until)| Ok(Outage { since: time(since)?, until: time(until)? })).collect()
}

pub(super) fn outages_kept_from(now: Time) -> i64 {
    millis(now).saturating_sub(i64::try_from(OUTAGES_KEPT.as_millis()).unwrap_or(i64::MAX))
}

pub(super) fn read_since(since: i64) -> Result<Time, StoreError> {
    let damaged = |_| StoreError::Damaged { what: "the time of the first retention".to_owned() };
    u64::try_from(since).map(Time::from_millis).map_err(damaged)
}

pub(super) fn read_sizes(rows: Vec<(String, i64)>) -> Result<Vec<(GameId, Number)>, StoreError> {
    rows.into_iter().map(|(id, last)| Ok((read_game(&id)?, read_number(last, &id)?))).collect()
}

pub(super) fn scan_start(after: Option<&GameId>) -> &str {
    after.map_or("", GameId::as_str)
}

pub(super) fn page_start(page: &Page) -> (i64, &str) {
    match &page.after {
        Some(after) => (millis(after.updated), after.game.as_str()),
        // Sorts before every game: IDs have only letters and digits.
        None => (i64::MAX, "~"),
    }
}

fn damaged(game: &str, what: &str) -> StoreError {
    StoreError::Damaged { what: format!("{what} of game {game}") }
}
