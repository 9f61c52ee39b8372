use outflank_render::number::decimal;
use outflank_rules::{Game, Move};
use outflank_study::report::Grade;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::tui::widgets::scroll::side_bar;
use crate::tui::widgets::{Brush, write};

pub(crate) struct Moves<'m> {
    pub(crate) game: &'m Game,
    pub(crate) at: usize,
    /// The move number at which a variation begins.
    pub(crate) leaves: Option<usize>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    pub(crate) discs: f32,
    pub(crate) grade: Grade,
}

const WIDTH: usize = 7;

impl Moves<'_> {
    pub(crate) fn draw(&self, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
        let (cells, shown) = cells(self, brush);
        // An even number keeps the colours in columns.
        let in_line = 2 * (usize::from(area.width) / (2 * WIDTH)).max(1);
        let lines = cells.chunks(in_line);
        let height = usize::from(area.height);
        let first = (shown / in_line + 1).saturating_sub(height).min(lines.len().saturating_sub(height));
        side_bar(area, first, lines.len(), frame, brush);
        for (row, line) in (0..area.height).zip(lines.skip(first)) {
            write(frame, area, row, Line::from(line.concat()));
        }
    }
}

/// One cell per ply, and the index of the ply on the board. Passes have no number.
fn cells(moves: &Moves<'_>, brush: &Brush) -> (Vec<Vec<Span<'static>>>, usize) {
    let mut cells = Vec::new();
    let (mut placed, mut shown) = (0, 0);
    for (index, ply) in moves.game.plies().iter().enumerate() {
        let Move::Place(square) = ply.mv else {
            cells.push(vec![Span::styled(format!("{:<WIDTH$}", "    --"), brush.faint())]);
            continue;
        };
        let is_shown = placed + 1 == moves.at;
        let is_variation = moves.leaves.is_some_and(|leaves| placed >= leaves);
        let style = match (is_shown, is_variation) {
            (true, _) => brush.chosen(),
            (false, true) => brush.accent(),
            (false, false) if placed >= moves.at => brush.faint(),
            (false, false) => brush.text(),
        };
        let number = Span::styled(format!("{:>3} ", placed + 1), brush.faint());
        let gap = Span::styled(" ".to_owned(), brush.text());
        if is_shown {
            shown = index;
        }
        cells.push(vec![number, Span::styled(square.to_string(), style), gap]);
        placed += 1;
    }
    (cells, shown)
}

/// The grade's sign and the loss, in five characters unless it is a hundred discs.
pub(crate) fn loss_text(loss: Option<Loss>, brush: &Brush) -> (String, Style) {
    let Some(Loss { discs: loss, grade }) = loss else { return (String::new(), brush.faint()) };
    match grade {
        Grade::Best | Grade::Slip if loss < 0.5 => (String::new(), brush.faint()),
        Grade::Best | Grade::Slip if loss < 9.95 => (format!(" {}", decimal(-loss, 1)), brush.faint()),
        Grade::Best | Grade::Slip => (format!(" {}", decimal(-loss, 0)), brush.faint()),
        Grade::Mistake => (format!("{}{}", grade.sign(), decimal(-loss, 1)), brush.in_color(brush.palette.bad)),
        Grade::Blunder => {
            let style = brush.in_color(brush.palette.bad).add_modifier(Modifier::BOLD);
            (format!("{}{}", grade.sign(), decimal(-loss, 0)), style)
        }
    }
}

#[cfg(test)]
mod tests {
    use outflank_rules::Game;

    use super::*;
    use crate::tui::tests::TestApp;

    #[test]
    fn moves_are_numbered_as_in_reports_and_passes_are_not() {
        let record = outflank_formats::plain::parse("d3c3b3b2f5a3a1c1").unwrap().check().unwrap();
        let mut game: Game = record.game().clone();
        game.play(game.position().legal_moves().first().unwrap()).unwrap();
        let brush = Brush::new(&TestApp::new().state);
        let moves = Moves { game: &game, at: 0, leaves: None };
        let (cells, _) = cells(&moves, &brush);
        let texts: Vec<String> = cells.iter().map(|cell| cell.iter().map(|span| &*span.content).collect()).collect();
        let mut number = 0;
        for (text, ply) in texts.iter().zip(game.plies()) {
            number += usize::from(ply.mv != Move::Pass);
            match ply.mv {
                Move::Place(square) => assert_eq!(text.trim(), format!("{number} {square}")),
                Move::Pass => assert_eq!(text.trim(), "--"),
            }
            assert_eq!(text.chars().count(), WIDTH);
        }
        assert_eq!((texts.len(), number), (10, 9), "there is a pass");
    }
}
