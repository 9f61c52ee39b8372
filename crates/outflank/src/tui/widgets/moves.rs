use outflank_rules::{Game, Move};
use outflank_study::report::Grade;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::tui::widgets::{Brush, write};

pub(crate) struct Moves<'m> {
    pub(crate) game: &'m Game,
    pub(crate) losses: &'m [Option<Loss>],
    /// The number of moves on the board.
    pub(crate) at: usize,
    /// The move number at which a variation begins.
    pub(crate) leaves: Option<usize>,
}

/// What a move lost, if that is known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Loss {
    pub(crate) discs: f32,
    pub(crate) grade: Grade,
}

const LONG: usize = 22;
const SHORT: usize = 11;

impl Moves<'_> {
    /// Keeps the move on the board in view.
    pub(crate) fn draw(&self, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
        let (cells, shown) = cells(self, brush);
        let pair = if self.losses.is_empty() { SHORT } else { LONG };
        let in_line = 2 * (usize::from(area.width) / pair).max(1);
        let lines = cells.chunks(in_line);
        let height = usize::from(area.height);
        let first = (shown / in_line + 1).saturating_sub(height).min(lines.len().saturating_sub(height));
        for (row, line) in (0..area.height).zip(lines.skip(first)) {
            write(frame, area, row, Line::from(line.concat()));
        }
    }
}

/// One cell per ply, and the index of the ply on the board.
fn cells(moves: &Moves<'_>, brush: &Brush) -> (Vec<Vec<Span<'static>>>, usize) {
    let with_losses = !moves.losses.is_empty();
    let mut cells = Vec::new();
    let (mut placed, mut shown) = (0, 0);
    for (index, ply) in moves.game.plies().iter().enumerate() {
        let number = match index % 2 {
            0 => Span::styled(format!("{:>3} ", index / 2 + 1), brush.faint()),
            _ => Span::styled(" ".to_owned(), brush.faint()),
        };
        let text = match ply.mv {
            Move::Place(square) => square.to_string(),
            Move::Pass => "--".to_owned(),
        };
        let is_placement = ply.mv != Move::Pass;
        let is_shown = is_placement && placed + 1 == moves.at;
        let is_variation = moves.leaves.is_some_and(|leaves| placed >= leaves);
        let style = match (is_shown, is_variation) {
            (true, _) => brush.chosen(),
            (false, true) => brush.accent(),
            (false, false) if placed >= moves.at => brush.faint(),
            (false, false) => brush.text(),
        };
        let mut cell = vec![number, Span::styled(text, style)];
        let tail = if index % 2 == 0 { "" } else { " " };
        if with_losses {
            let loss = moves.losses.get(placed).copied().flatten().filter(|_| is_placement);
            let (text, style) = loss_text(loss, brush);
            cell.push(Span::styled(format!("{text:<6}{tail}"), style));
        } else {
            cell.push(Span::styled(tail.to_owned(), brush.text()));
        }
        if is_shown {
            shown = index;
        }
        cells.push(cell);
        placed += usize::from(is_placement);
    }
    (cells, shown)
}

/// The grade's sign and the loss, in at most six characters.
fn loss_text(loss: Option<Loss>, brush: &Brush) -> (String, Style) {
    let Some(Loss { discs: loss, grade }) = loss else { return (String::new(), brush.faint()) };
    match grade {
        Grade::Best | Grade::Slip if loss < 0.5 => (String::new(), brush.faint()),
        Grade::Best | Grade::Slip => (format!(" -{loss:.1}"), brush.faint()),
        Grade::Mistake => (format!("{} -{loss:.1}", grade.sign()), brush.in_color(brush.palette.bad)),
        Grade::Blunder => {
            let style = brush.in_color(brush.palette.bad).add_modifier(Modifier::BOLD);
            (format!("{} -{loss:.0}", grade.sign()), style)
        }
    }
}
