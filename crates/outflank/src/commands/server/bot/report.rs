use std::fmt::Display;
use std::io::{self, Write};

use outflank_players::ClockConfig;
use outflank_render::number::counted;
use outflank_render::sanitize;
use outflank_server::GameId;

use super::Bot;
use super::lobby::Score;
use super::table::Table;
use super::wire::GameResult;

pub(super) fn playing(bot: &Bot, id: GameId, table: &Table) {
    let clock = table.time().map_or("no clock".to_owned(), clock);
    let verb = if table.state.moves.is_empty() { "Playing" } else { "Resuming as" };
    let opponent = table.opponent();
    say(format_args!("{verb} {} against {opponent}, {clock}: {}", table.color.title(), address(bot, id)));
}

pub(super) fn result(id: GameId, table: &Table, result: &GameResult) {
    let (own, other) = (result.discs[table.color], result.discs[!table.color]);
    let verb = match result.winner {
        Some(winner) if winner == table.color => "Won",
        Some(_) => "Lost",
        None => "Drew",
    };
    let how = match result.how.as_str() {
        "played_out" => format!("{own}-{other}"),
        "resigned" => "by resignation".to_owned(),
        "time_out" => "on time".to_owned(),
        "abandoned" => "by forfeit".to_owned(),
        "draw_agreed" => "by agreement".to_owned(),
        how => format!("({})", sanitize::line(how)),
    };
    say(format_args!("{verb} {how} against {} ({id})", table.opponent()));
}

pub(super) fn stopping(games: usize) {
    match games {
        0 => say("Stopping."),
        games => {
            say(format_args!("Stopping after {} in progress. Press Ctrl-C again to quit now.", counted(games, "game")))
        }
    }
}

pub(super) fn summary(score: &Score) {
    let Score { won, drawn, lost, given_up } = score;
    let left = if *given_up > 0 { format!(", {given_up} left unfinished") } else { String::new() };
    say(format_args!("Played {}: {won} won, {drawn} drawn, {lost} lost{left}.", counted(score.games(), "game")));
}

fn clock(time: ClockConfig) -> String {
    let main = time.main.as_secs();
    let main = if main.is_multiple_of(60) { format!("{} min", main / 60) } else { format!("{main} s") };
    match time.increment.is_zero() {
        true => main,
        false => format!("{main} + {} s", time.increment.as_secs_f64()),
    }
}

pub(super) fn address(bot: &Bot, id: GameId) -> String {
    format!("{}/game/{id}", bot.link.server())
}

/// A write error is ignored: the bot plays on.
pub(super) fn say(line: impl Display) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{}", sanitize::line(&line.to_string())).and_then(|()| out.flush());
}
