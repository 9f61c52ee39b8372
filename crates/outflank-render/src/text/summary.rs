use std::fmt::Write;

use outflank_rules::{ByColor, Color};

use super::page::{Page, Tone, fit, wrap};
use super::{mean, percent};
use crate::ReportView;
use crate::number::{counted, decimal};
use crate::summary::{Group, Summary};

const MAX_ROWS: usize = 20;

pub fn game_line(number: usize, view: &ReportView, page: &Page) -> String {
    const FIXED: usize = 5 + 7 + 2 * 6 + 4;
    let score = view.score.as_deref().unwrap_or("-");
    let [black_accuracy, white_accuracy] = Color::ALL.map(|color| {
        let percent = view.report.accuracy[color].whole.percent();
        format!("{:>6}", percent.map_or("-".to_owned(), |percent| format!("{percent:.0} %")))
    });
    let opening = view.opening().unwrap_or_default();
    // The names get most of the width; a narrow window has no room for the opening.
    let room = page.width.saturating_sub(FIXED);
    let name = if page.width < 60 { room / 2 } else { room * 3 / 10 };
    let players = match &view.names {
        ByColor { black: None, white: None } => format!("{} {}", fit(&view.origin, 2 * name), fit(score, 6)),
        names => {
            let [black, white] = Color::ALL.map(|color| fit(names[color].as_deref().unwrap_or("?"), name));
            format!("{black} {} {white}", fit(score, 5))
        }
    };
    let line = format!("{number:>4} {players}{black_accuracy}{white_accuracy}  {}", fit(opening, room - 2 * name));
    line.trim_end().to_owned() + "\n"
}

pub fn game_heading(page: &Page) -> String {
    let lines = wrap("Each game with the accuracy of Black and White:", page.width, 0);
    lines.into_iter().map(|line| page.show(Tone::Faint, line) + "\n").collect()
}

pub fn summary(summary: &Summary, page: &Page) -> String {
    let mut text = format!("{}\n", page.title(&counted(summary.games, "game")));
    table("By player", &summary.players(), page, &mut text);
    table("By opening", &summary.openings(), page, &mut text);
    table("By part of the game", summary.phases(), page, &mut text);
    themes(summary, page, &mut text);
    text
}

fn table(title: &str, groups: &[(&str, Group)], page: &Page, text: &mut String) {
    const NUMBERS: usize = 7 + 8 + 10 + 7 + 10 + 6 + 6;
    const FEWER_NUMBERS: usize = 6 + 9 + 10;
    // In a narrow window, names matter more than numbers.
    let is_wide = page.width >= NUMBERS + 16;
    let name_width = page.width.saturating_sub(if is_wide { NUMBERS } else { FEWER_NUMBERS });
    let line = |name: &str, numbers: [&str; 7]| {
        let [games, moves, accuracy, loss, per_game, mistakes, blunders] = numbers;
        match is_wide {
            true => {
                format!("{name}{games:>7}{moves:>8}{accuracy:>10}{loss:>7}{per_game:>10}{mistakes:>6}{blunders:>6}")
            }
            false => format!("{name}{games:>6}{accuracy:>9}{per_game:>10}"),
        }
    };
    let heading = line(&fit(title, name_width), ["games", "moves", "accuracy", "loss", "per game", "?", "??"]);
    let _ = writeln!(text, "\n{}", page.title(&heading));
    for (name, group @ Group { games, tally }) in groups.iter().take(MAX_ROWS) {
        let numbers = [
            games.to_string(),
            tally.moves.to_string(),
            percent(tally.percent()),
            mean(tally.mean_loss()),
            decimal(group.per_game(), 1),
            (tally.mistakes - tally.blunders).to_string(),
            tally.blunders.to_string(),
        ];
        let _ = writeln!(text, "{}", line(&fit(name, name_width), numbers.each_ref().map(String::as_str)));
    }
    if let Some(more @ 1..) = groups.len().checked_sub(MAX_ROWS) {
        let _ = writeln!(text, "{}", page.show(Tone::Faint, format!("and {more} more")));
    }
}

fn themes(summary: &Summary, page: &Page, text: &mut String) {
    let themes = summary.themes();
    if themes.is_empty() {
        return;
    }
    let line =
        |name: &str, [mistakes, discs, per_game]: [&str; 3]| format!("{name}{mistakes:>9}{discs:>8}{per_game:>10}");
    let width = page.width.saturating_sub(9 + 8 + 10).min(20);
    let heading = line(&fit("By theme", width), ["mistakes", "discs", "per game"]);
    let _ = writeln!(text, "\n{}", page.title(&heading));
    for (name, Group { tally, .. }) in themes {
        let per_game = tally.loss / summary.games.max(1) as f32;
        let numbers = [tally.moves.to_string(), decimal(tally.loss, 0), decimal(per_game, 1)];
        let _ = writeln!(text, "{}", line(&fit(name, width), numbers.each_ref().map(String::as_str)));
    }
}
