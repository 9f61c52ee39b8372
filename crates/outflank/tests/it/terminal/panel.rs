use std::time::Duration;

use outflank_pty::Screen;
use outflank_rules::{Color, Square};

pub(crate) fn turn(screen: &Screen) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| player(screen, color).is_some_and(|(before, _)| before.ends_with("> ")))
}

pub(crate) fn clock(screen: &Screen, color: Color) -> Duration {
    let (_, line) = player(screen, color).expect("there is a line for each player");
    let clock =
        line.split_whitespace().next_back().filter(|text| text.contains(':')).expect("a clock stands at its end");
    let parts = clock.trim_start_matches('!').split(':').map(|part| part.parse::<f64>().expect("a clock has numbers"));
    Duration::from_secs_f64(parts.fold(0.0, |total, part| total * 60.0 + part))
}

pub(crate) fn moves(screen: &Screen) -> Vec<Square> {
    let rows: Vec<String> = rows(screen);
    let Some((top, left)) = (0..).zip(&rows).find_map(|(row, text)| Some((row, text.find("- Moves -")?))) else {
        return Vec::new();
    };
    let below = rows.iter().skip(top + 1).map(|text| text.get(left..).unwrap_or_default());
    let list = below.take_while(|text| !text.starts_with("- ") && !text.trim().is_empty());
    list.flat_map(|text| text.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<_>>()).collect()
}

fn player(screen: &Screen, color: Color) -> Option<(String, String)> {
    let disc = match color {
        Color::Black => "X  Black",
        Color::White => "O  White",
    };
    rows(screen).into_iter().find_map(|row| {
        let (before, line) = row.split_once(disc)?;
        Some((before.to_owned(), line.to_owned()))
    })
}

fn rows(screen: &Screen) -> Vec<String> {
    let (_, columns) = screen.size();
    screen.rows(0, columns.get()).collect()
}
