use std::time::Duration;

use outflank_rules::{ByColor, Color};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

use crate::tui::format;
use crate::tui::widgets::{Brush, character, write};

pub(crate) struct Players {
    pub(crate) names: ByColor<String>,
    pub(crate) discs: ByColor<u8>,
    pub(crate) supply: Option<ByColor<u8>>,
    pub(crate) clocks: Option<ByColor<Duration>>,
    pub(crate) turn: Option<Color>,
}

const LOW: Duration = Duration::from_secs(30);
const VERY_LOW: Duration = Duration::from_secs(10);

impl Players {
    pub(crate) fn draw(&self, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
        for (row, color) in (0..).zip(Color::ALL) {
            write(frame, area, row, line(self, color, area.width, brush));
        }
    }
}

fn line(players: &Players, color: Color, width: u16, brush: &Brush) -> Line<'static> {
    let is_turn = players.turn == Some(color);
    let style = if is_turn { brush.strong() } else { brush.text() };
    let clock = players.clocks.map(|clocks| clocks[color]);
    let sign = match clock.filter(|_| players.turn.is_some()) {
        Some(left) if left < VERY_LOW => "!!",
        Some(left) if left < LOW => "! ",
        _ => "",
    };
    let clock_text = clock.map(|left| format!("{sign}{}", format::clock(left)));
    let clock_text = clock_text.map(|text| format!("{text:>9}")).unwrap_or_default();
    let supply = players.supply.map(|supply| format!(" ({} left)", supply[color])).unwrap_or_default();
    let discs = format!("{:>3}{supply}", players.discs[color]);
    let marker = if is_turn { brush.pick("▸", ">") } else { " " };
    let taken = 1 + 3 + 1 + discs.chars().count() + clock_text.chars().count();
    let room = usize::from(width).saturating_sub(taken);
    let colour = color.title();
    let title = match players.names[color].as_str() {
        "" => colour.to_owned(),
        // One or two letters of a name are no help.
        _ if room < colour.len() + 6 => colour.to_owned(),
        name => fitted(&format!("{colour}, {name}"), room, brush),
    };
    let low = brush.in_color(brush.palette.bad).add_modifier(Modifier::BOLD);
    let clock_style = match sign {
        "" => style,
        "! " => low,
        _ => low.add_modifier(Modifier::REVERSED),
    };
    Line::from(vec![
        Span::styled(marker.to_owned(), brush.accent()),
        disc(color, brush),
        Span::styled(format!(" {title:<room$}"), style),
        Span::styled(discs, brush.strong()),
        Span::styled(clock_text, clock_style),
    ])
}

fn disc(color: Color, brush: &Brush) -> Span<'static> {
    let palette = &brush.palette;
    let text = format!(" {} ", if brush.is_unicode() && !palette.plain { '●' } else { character(color, brush) });
    match palette.plain {
        true => Span::styled(text, brush.strong()),
        false => {
            let ink = if color == Color::Black { palette.black } else { palette.white };
            Span::styled(text, brush.text().fg(ink).bg(palette.squares[0]).add_modifier(Modifier::BOLD))
        }
    }
}

pub(crate) fn fitted(text: &str, room: usize, brush: &Brush) -> String {
    match text.chars().count() <= room {
        true => text.to_owned(),
        false => {
            let more = brush.pick("…", "~");
            text.chars().take(room.saturating_sub(1)).collect::<String>() + more
        }
    }
}
