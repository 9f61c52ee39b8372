use std::time::Duration;

use jiff::Timestamp;
use outflank_players::{ClockConfig, Machine, PlayerName};
use outflank_render::number::signed_decimal;
use outflank_render::sanitize;
use outflank_rules::{Position, Square};
use outflank_table::{Ending, Time};

pub(crate) fn player(name: &PlayerName) -> String {
    match name {
        PlayerName::Human => "you".to_owned(),
        PlayerName::Machine(Machine::Engine { level: Some(level), .. }) => format!("engine, level {level}"),
        PlayerName::Machine(Machine::Engine { level: None, .. }) => "engine".to_owned(),
        PlayerName::Machine(Machine::Gtp(command) | Machine::NBoard(command)) => sanitize::line(&command.to_string()),
    }
}

pub(crate) fn ending(ending: Ending) -> String {
    match ending {
        Ending::PlayedOut(outcome) => match outcome.winner() {
            Some(winner) => format!("{} wins", winner.title()),
            None => "Draw".to_owned(),
        },
        Ending::Resigned { by } => format!("{} resigns, {} wins", by.title(), (!by).title()),
        Ending::TimeOut { by } => format!("{} ran out of time, {} wins", by.title(), (!by).title()),
        Ending::Abandoned { by } => format!("{} has left, {} wins", by.title(), (!by).title()),
        Ending::DrawAgreed => "Draw by agreement".to_owned(),
    }
}

pub(crate) fn flips(position: &Position, square: Square) -> String {
    match (position.play(square.into()), position.flips(square).len()) {
        (Err(_), _) => format!("{square} cannot be played."),
        (Ok(_), 1) => format!("{square} flips 1 disc."),
        (Ok(_), count) => format!("{square} flips {count} discs."),
    }
}

pub(crate) fn clock(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    if tenths < 100 {
        return format!("0:{:02}.{}", tenths / 10, tenths % 10);
    }
    // Round down, so that a fresh clock shows all of its time.
    let seconds = left.as_secs();
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}

pub(crate) fn time_control(time: Option<ClockConfig>) -> String {
    let Some(ClockConfig { main, increment }) = time else { return "no clock".to_owned() };
    let main = match (main.as_secs() / 60, main.as_secs() % 60) {
        (minutes, 0) if minutes > 0 => format!("{minutes} min"),
        (0, _) => format!("{} s", main.as_secs_f64()),
        (minutes, seconds) => format!("{minutes}:{seconds:02} min"),
    };
    match increment.is_zero() {
        true => main,
        false => format!("{main} + {} s per move", increment.as_secs_f64()),
    }
}

pub(crate) fn value(discs: f32, exact: bool) -> String {
    let rounded = discs.round();
    match exact {
        _ if discs.abs() < 0.05 => "0".to_owned(),
        true if (discs - rounded).abs() < 0.05 => signed_decimal(rounded, 0),
        _ => signed_decimal(discs, 1),
    }
}

/// The UTC date in the form of game records: `2026.11.15`.
pub(crate) fn date(now: Time) -> String {
    let millis = i64::try_from(now.as_millis()).unwrap_or(i64::MAX);
    Timestamp::from_millisecond(millis).unwrap_or(Timestamp::MAX).strftime("%Y.%m.%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let day = |days: u64| date(Time::from_millis(days * 86_400_000 + 5));
        assert_eq!(day(0), "1970.01.01");
        assert_eq!(day(58), "1970.02.28");
        assert_eq!(day(59), "1970.03.01");
        assert_eq!(day(11_016), "2000.02.29");
        assert_eq!(day(20_772), "2026.11.15");
        assert_eq!(day(20_818), "2026.12.31");
        assert_eq!(day(20_819), "2027.01.01");
    }

    #[test]
    fn clocks_show_tenths_under_ten_seconds() {
        let shows = |millis| clock(Duration::from_millis(millis));
        assert_eq!(shows(300_000), "5:00");
        assert_eq!(shows(10_000), "0:10");
        assert_eq!(shows(9_999), "0:09.9");
        assert_eq!(shows(0), "0:00.0");
        assert_eq!(shows(3_600_000), "1:00:00");
    }

    #[test]
    fn values_have_a_sign_and_only_significant_digits() {
        assert_eq!(value(2.0, true), "+2");
        for almost_nothing in [-0.049, -0.01, -0.0, 0.0, 0.01, 0.049] {
            assert_eq!([value(almost_nothing, false), value(almost_nothing, true)], ["0", "0"], "{almost_nothing}");
        }
        assert_eq!(value(-3.26, false), "-3.3");
    }
}
