//! Many games for people: a line each, and tables of them all.

use std::fmt::Write;

use outflank_rules::{ByColor, Color};

use super::page::{Page, Tone, fit, wrap};
use super::words;
use crate::analyze::Analysed;
use crate::analyze::summary::{Group, Summary};
use crate::counted::counted;
use crate::visible;

/// How many lines a table has at most.
const MOST_LINES: usize = 20;

/// A game in a line: its number, the players, the result, how well each played, and the opening.
pub(in crate::analyze) fn game_line(number: usize, analysed: &Analysed, page: &Page) -> String {
    const FIXED: usize = 5 + 7 + 2 * 6 + 4;
    let Analysed { origin, record, report, .. } = analysed;
    let ByColor { black, white } = words::players(record);
    let score = words::score(record).unwrap_or("-".to_owned());
    let accuracy = Color::ALL.map(|color| {
        let percent = report.accuracy[color].whole.percent();
        format!("{:>6}", percent.map_or("-".to_owned(), |percent| format!("{percent:.0} %")))
    });
    let opening = report.opening.as_ref().map_or("", |opening| opening.name);
    // Most of what is left is for the names, the rest for the opening; in a narrow window there is none.
    let room = page.width.saturating_sub(FIXED);
    let name = if page.width < 60 { room / 2 } else { room * 3 / 10 };
    let players = match (black, white) {
        (None, None) => format!("{} {}", fit(&visible::line(&origin.to_string()), 2 * name), fit(&score, 6)),
        (black, white) => {
            let [black, white] = [black, white].map(|player| fit(player.as_deref().unwrap_or("?"), name));
            format!("{black} {} {white}", fit(&score, 5))
        }
    };
    let line = format!("{number:>4} {players}{}{}  {}", accuracy[0], accuracy[1], fit(opening, room - 2 * name));
    line.trim_end().to_owned() + "\n"
}

/// What stands above the lines of games.
pub(in crate::analyze) fn game_heading(page: &Page) -> String {
    let lines = wrap("Each game with the accuracy of Black and of White:", page.width, 0);
    lines.into_iter().map(|line| page.show(Tone::Faint, line) + "\n").collect()
}

/// The tables: by player, by opening, by part of the game.
pub(in crate::analyze) fn summary(summary: &Summary, page: &Page) -> String {
    let mut text = format!("{}\n", page.title(&counted(summary.games, "game")));
    for (title, groups) in [
        ("By player", summary.players()),
        ("By opening", summary.openings()),
        ("By part of the game", summary.phases()),
    ] {
        table(title, &groups, page, &mut text);
    }
    text
}

fn table(title: &str, groups: &[(&str, Group)], page: &Page, text: &mut String) {
    const NUMBERS: usize = 7 + 8 + 10 + 7 + 6 + 6;
    const FEWER_NUMBERS: usize = 6 + 9 + 5;
    // In a narrow window the names need the room more than the numbers do.
    let is_wide = page.width >= NUMBERS + 16;
    let name_width = page.width.saturating_sub(if is_wide { NUMBERS } else { FEWER_NUMBERS });
    let line = |name: &str, numbers: [&str; 6]| {
        let [games, moves, accuracy, loss, mistakes, blunders] = numbers;
        match is_wide {
            true => format!("{name}{games:>7}{moves:>8}{accuracy:>10}{loss:>7}{mistakes:>6}{blunders:>6}"),
            false => format!("{name}{games:>6}{accuracy:>9}{loss:>5}"),
        }
    };
    let heading = line(&fit(title, name_width), ["games", "moves", "accuracy", "loss", "?", "??"]);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n{}", page.title(&heading));
    for (name, Group { games, tally }) in groups.iter().take(MOST_LINES) {
        let numbers = [
            games.to_string(),
            tally.moves.to_string(),
            words::percent(tally.percent()),
            words::mean(tally.mean_loss()),
            (tally.mistakes - tally.blunders).to_string(),
            tally.blunders.to_string(),
        ];
        let _ =
            writeln!(text, "{}", line(&fit(&visible::line(name), name_width), numbers.each_ref().map(String::as_str)));
    }
    if let Some(more @ 1..) = groups.len().checked_sub(MOST_LINES) {
        let _ = writeln!(text, "{}", page.show(Tone::Faint, format!("and {more} more")));
    }
}
