use std::io::{self, Write};
use std::ops::RangeInclusive;

use outflank_render::number::{counted, grouped, signed_decimal};
use outflank_render::sanitize;
use outflank_rules::ByColor;
use outflank_study::index::{Continuation, Count, GameView, Summary, Tally};

use super::result::{PlayerResults, PositionResults, SearchResult};

const MOST_NAMES: usize = 10;

pub(super) fn write(result: &SearchResult<'_>, out: &mut impl Write) -> io::Result<()> {
    write_summary(&result.summary, out)?;
    if !result.is_filtered {
        write_counts("Most games", &result.summary.players, out)?;
        write_counts("Largest tournaments", &result.summary.events, out)?;
    }
    if let Some(player) = &result.player {
        write_player(player, out)?;
    }
    if let Some(openings) = &result.openings {
        writeln!(out, "\nThe opening: {}", some_of(openings))?;
    }
    if let Some(position) = &result.position {
        write_position(position, out)?;
    }
    if result.listed().next().is_some() {
        writeln!(out)?;
    }
    result.listed().try_for_each(|game| write_game(game, result, out))
}

fn write_summary(summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let Summary { black, years: range, sources, players, events } = summary;
    write!(out, "{}", counted(black.games, "game"))?;
    if let Some(range) = range {
        write!(out, " from {}", years(range, " to "))?;
    }
    writeln!(
        out,
        " in {}; {}, {}",
        counted(*sources, "file"),
        counted(players.len(), "player"),
        counted(events.len(), "tournament")
    )?;
    if black.known() > 0 {
        let share = |games| percent(games, black.known());
        writeln!(
            out,
            "Black won {} ({}), drew {} ({}), lost {} ({})",
            grouped(black.wins),
            share(black.wins),
            grouped(black.draws),
            share(black.draws),
            grouped(black.losses),
            share(black.losses)
        )?;
    }
    Ok(())
}

fn write_counts(title: &str, counts: &[Count], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    for Count { name, games } in counts.iter().take(MOST_NAMES) {
        writeln!(out, "{:>9}  {}", grouped(*games), sanitize::line(name))?;
    }
    Ok(())
}

fn write_player(player: &PlayerResults<'_>, out: &mut impl Write) -> io::Result<()> {
    let PlayerResults { names, results } = player;
    writeln!(out, "\nThe player: {}", some_of(names))?;
    writeln!(out, "             games      won    drawn     lost    score   discs")?;
    let ByColor { black, white } = results;
    let both = Tally {
        games: black.games + white.games,
        wins: black.wins + white.wins,
        draws: black.draws + white.draws,
        losses: black.losses + white.losses,
        discs: black.discs + white.discs,
    };
    for (label, tally) in [("as Black", black), ("as White", white), ("as both", &both)] {
        writeln!(out, "{label:9}{}", columns(tally, tally.share()))?;
    }
    Ok(())
}

fn write_position(result: &PositionResults, out: &mut impl Write) -> io::Result<()> {
    let PositionResults { position, opening, continuations } = result;
    let turn = position.turn().title();
    write!(out, "\n{turn} to move")?;
    match opening {
        Some(opening) => writeln!(out, ": {opening}")?,
        None => writeln!(out)?,
    }
    writeln!(out, "move         games      won    drawn     lost    share   discs  years")?;
    let all: usize = continuations.iter().map(|continuation| continuation.tally.games).sum();
    for Continuation { mv, tally, years: range } in continuations {
        let label = mv.map_or("none".to_owned(), |mv| mv.to_string());
        let share = Some(tally.games as f64 / all as f64);
        let range = range.as_ref().map(|range| years(range, "-")).unwrap_or_default();
        writeln!(out, "{}", format!("{label:9}{}  {range}", columns(tally, share)).trim_end())?;
    }
    Ok(())
}

fn columns(tally: &Tally, share: Option<f64>) -> String {
    let share = share.map_or("-".to_owned(), |share| format!("{:.1} %", 100.0 * share));
    let mean = tally.mean().map_or("-".to_owned(), |mean| signed_decimal(mean, 2));
    format!(
        "{:>9}{:>9}{:>9}{:>9}{share:>9}{mean:>8}",
        grouped(tally.games),
        grouped(tally.wins),
        grouped(tally.draws),
        grouped(tally.losses)
    )
}

fn write_game(game: &GameView<'_>, result: &SearchResult<'_>, out: &mut impl Write) -> io::Result<()> {
    let year = game.year().map_or("-".to_owned(), |year| year.to_string());
    let ByColor { black, white } =
        game.players().map(sanitize::line).map(|name| if name.is_empty() { "?".to_owned() } else { name });
    let event = sanitize::line(game.event());
    let score = game.margin().map_or("?".to_owned(), score);
    let opening = game.opening(result.language).map_or("-", |opening| opening.name);
    writeln!(out, "{year:4}  {black:20} {score:^5}  {white:20} {event:26} {opening:24} {}", moves(game))
}

pub(super) fn moves(game: &GameView<'_>) -> String {
    game.moves().map(|square| square.to_string()).collect()
}

/// With komi, an odd margin cannot be written as discs.
fn score(margin: i8) -> String {
    match margin % 2 {
        0 => format!("{}-{}", 32 + margin / 2, 32 - margin / 2),
        _ => format!("{margin:+}"),
    }
}

fn some_of(names: &[&str]) -> String {
    let shown = names.iter().take(MOST_NAMES).map(|name| sanitize::line(name)).collect::<Vec<_>>().join(", ");
    match names.len() {
        0 => "no such name".to_owned(),
        1..=MOST_NAMES => shown,
        count => format!("{shown} and {} more", grouped(count - MOST_NAMES)),
    }
}

fn years(range: &RangeInclusive<u16>, between: &str) -> String {
    match range.start() == range.end() {
        true => range.start().to_string(),
        false => format!("{}{between}{}", range.start(), range.end()),
    }
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_margin_is_written_in_discs() {
        assert_eq!([0, 4, -64, 3].map(score), ["32-32", "34-30", "0-64", "+3"]);
    }
}
