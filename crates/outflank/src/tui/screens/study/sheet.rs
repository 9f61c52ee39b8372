use outflank_study::report::Grade;
use outflank_study::tree::{NodeId, Tree};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::tui::screens::study::review::Review;
use crate::tui::widgets::scroll::side_bar;
use crate::tui::widgets::{Brush, loss_text, write};

#[derive(Clone, Debug, Default)]
pub(crate) struct Sheet {
    rows: Vec<Vec<Cell>>,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    x: u16,
    width: u16,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum What {
    Main(NodeId),
    Variation(NodeId),
    Pass,
    Branch,
}

impl What {
    fn node(self) -> Option<NodeId> {
        match self {
            What::Main(id) | What::Variation(id) => Some(id),
            What::Pass | What::Branch => None,
        }
    }
}

/// With a gap, whose last column is that of the scroll bar.
const CELL: u16 = 11;
const INDENT: u16 = 2;

impl Sheet {
    pub(crate) fn of(tree: &Tree, width: u16) -> Sheet {
        let mut sheet = Sheet::default();
        // An even number keeps the colours in columns.
        let in_row = 2 * usize::from(width / (2 * CELL)).max(1);
        let mut row = Vec::new();
        let mut variations = Vec::new();
        for id in tree.main_line() {
            variations.extend(tree.alternatives(id).iter().skip(1).copied());
            let own = tree.node(id).square().map(|_| What::Main(id));
            let pass = Some(What::Pass).filter(|_| tree.node(id).forces_pass());
            for what in own.into_iter().chain(pass) {
                row.push(Cell { x: row.len() as u16 * CELL, width: CELL, what });
                if row.len() == in_row {
                    sheet.rows.push(std::mem::take(&mut row));
                    variations.drain(..).for_each(|first| sheet.add_variation(tree, first, width, 1));
                }
            }
        }
        if !row.is_empty() {
            sheet.rows.push(row);
        }
        variations.into_iter().for_each(|first| sheet.add_variation(tree, first, width, 1));
        sheet
    }

    fn add_variation(&mut self, tree: &Tree, first: NodeId, width: u16, depth: u16) {
        // The last column is for the scroll bar.
        let end = width.saturating_sub(1);
        let indent = (depth * INDENT).min(width / 2);
        let branch = Cell { x: indent - INDENT.min(indent), width: INDENT, what: What::Branch };
        let (mut row, mut x) = (vec![branch], indent);
        let mut next = Some(first);
        while let Some(id) = next {
            let cell = Cell { x, width: text(tree, id).len() as u16, what: What::Variation(id) };
            if x > indent && x + cell.width > end {
                self.rows.push(std::mem::take(&mut row));
                x = indent;
            }
            row.push(Cell { x, ..cell });
            x += cell.width + 1;
            let others = if id == first { &[] } else { &tree.alternatives(id)[1..] };
            if !others.is_empty() {
                self.rows.push(std::mem::take(&mut row));
                others.iter().for_each(|&other| self.add_variation(tree, other, width, depth + 1));
                x = indent;
            }
            next = tree.node(id).children().first().copied();
        }
        if !row.is_empty() {
            self.rows.push(row);
        }
    }

    fn place_of(&self, id: NodeId) -> Option<(usize, u16)> {
        let find = |row: &Vec<Cell>| row.iter().find(|cell| cell.what.node() == Some(id)).map(|cell| cell.x);
        self.rows.iter().enumerate().find_map(|(index, row)| Some((index, find(row)?)))
    }

    pub(crate) fn beside(&self, id: NodeId, down: bool) -> Option<NodeId> {
        let nearest = |row: &Vec<Cell>, x: u16| {
            let moves = row.iter().filter_map(|cell| Some((cell.x.abs_diff(x), cell.what.node()?)));
            moves.min_by_key(|&(distance, _)| distance).map(|(_, id)| id)
        };
        match (self.place_of(id), down) {
            (None, true) => self.rows.iter().find_map(|row| nearest(row, 0)),
            (None, false) => None,
            (Some((row, x)), true) => self.rows[row + 1..].iter().find_map(|row| nearest(row, x)),
            (Some((row, x)), false) => {
                let above = self.rows[..row].iter().rev().find_map(|row| nearest(row, x));
                Some(above.unwrap_or(Tree::ROOT))
            }
        }
    }

    fn top(&self, current: NodeId, height: usize) -> usize {
        let row = self.place_of(current).map_or(0, |(row, _)| row);
        row.saturating_sub(height / 2).min(self.rows.len().saturating_sub(height))
    }

    pub(crate) fn at(&self, current: NodeId, area: Rect, column: u16, row: u16) -> Option<NodeId> {
        if !area.contains((column, row).into()) {
            return None;
        }
        let row = self.top(current, usize::from(area.height)) + usize::from(row - area.y);
        let x = column - area.x;
        let cell = self.rows.get(row)?.iter().find(|cell| (cell.x..cell.x + cell.width).contains(&x))?;
        cell.what.node()
    }

    /// Keeps the move on the board in view.
    pub(crate) fn draw(&self, review: &Review, area: Rect, frame: &mut Frame<'_>, brush: &Brush) {
        let top = self.top(review.tree.current(), usize::from(area.height));
        side_bar(area, top, self.rows.len(), frame, brush);
        for (row, cells) in (0..area.height).zip(self.rows.iter().skip(top)) {
            for cell in cells {
                let place = Rect { x: area.x + cell.x, width: cell.width, ..area }.intersection(area);
                write(frame, place, row, spans(review, cell.what, brush));
            }
        }
    }
}

fn text(tree: &Tree, id: NodeId) -> String {
    let node = tree.node(id);
    let square = node.square().map(|square| square.to_string()).unwrap_or_default();
    let mark = if node.comment().is_empty() { "" } else { "*" };
    format!("{}. {square}{mark}", node.placements())
}

fn spans(review: &Review, what: What, brush: &Brush) -> Line<'static> {
    let tree = &review.tree;
    let (id, is_main) = match what {
        What::Pass => return Line::styled("   --", brush.faint()),
        What::Branch => return Line::styled(brush.pick("└", "-"), brush.faint()),
        What::Main(id) => (id, true),
        What::Variation(id) => (id, false),
    };
    let is_on_line = tree.line().get(tree.node(id).placements()) == Some(&id);
    let style = match (id == tree.current(), is_on_line) {
        (true, _) => brush.chosen(),
        (false, true) if !is_main => brush.accent(),
        (false, true) => brush.text(),
        (false, false) => brush.faint(),
    };
    if !is_main {
        return Line::styled(text(tree, id), style);
    }
    let node = tree.node(id);
    let loss = review.loss(id);
    let (loss, loss_style) = loss_text(loss, brush);
    let mark = if node.comment().is_empty() { " " } else { "*" };
    Line::from(vec![
        Span::styled(format!("{:>2}", node.placements()), brush.faint()),
        Span::styled(mark, brush.accent()),
        Span::styled(node.square().map(|square| square.to_string()).unwrap_or_default(), style),
        Span::styled(loss, loss_style),
    ])
}

pub(crate) fn name(tree: &Tree, id: NodeId, grade: Option<Grade>) -> String {
    match tree.node(id).square() {
        Some(square) => format!("{}. {square}{}", tree.node(id).placements(), grade.map_or("", Grade::sign)),
        None => "the start".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use outflank_formats::sgf;
    use proptest::prelude::*;

    use super::*;

    const TEXT: &str =
        "(;GM[2];B[f5](;W[d6](;B[c3];W[d3];B[c4];W[f4])(;B[c4];W[d3](;B[c3])(;B[c5])))(;W[f6];B[e6])(;W[f4]))";

    fn tree() -> Tree {
        Tree::of(&sgf::parse(TEXT).next().unwrap().unwrap().check().unwrap())
    }

    fn listed(tree: &Tree, sheet: &Sheet) -> Vec<String> {
        let cell = |cell: &Cell| match cell.what {
            What::Branch => "-".to_owned(),
            What::Pass => "--".to_owned(),
            What::Main(id) | What::Variation(id) => text(tree, id),
        };
        sheet.rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn variations_are_below_the_row_that_they_leave() {
        let tree = tree();
        let expected =
            ["1. f5 2. d6", "- 2. f6 3. e6", "- 2. f4", "3. c3 4. d3", "- 3. c4 4. d3 5. c3", "- 5. c5", "5. c4 6. f4"];
        assert_eq!(listed(&tree, &Sheet::of(&tree, 30)), expected);
    }

    #[test]
    fn up_and_down_follow_the_list() {
        let tree = tree();
        let sheet = Sheet::of(&tree, 30);
        let mut seen = vec![Tree::ROOT];
        while let Some(next) = sheet.beside(seen[seen.len() - 1], true) {
            seen.push(next);
        }
        let names: Vec<String> = seen[1..].iter().map(|&id| text(&tree, id)).collect();
        assert_eq!(names, ["1. f5", "2. f6", "2. f4", "3. c3", "3. c4", "5. c5", "5. c4"]);
        for pair in seen.windows(2).rev() {
            let above = sheet.beside(pair[1], false).unwrap();
            assert_eq!(tree.node(above).placements() == 0, pair[0] == Tree::ROOT);
        }
        assert_eq!(sheet.beside(Tree::ROOT, false), None);
    }

    proptest! {
        #[test]
        fn every_move_is_listed_once_and_found_where_it_is(width in 8..130_u16, height in 1..40_u16) {
            let tree = tree();
            let sheet = Sheet::of(&tree, width);
            let listed: Vec<NodeId> = sheet.rows.iter().flatten().filter_map(|cell| cell.what.node()).collect();
            prop_assert_eq!(listed.len() + 1, tree.nodes().count());
            let area = Rect { x: 3, y: 2, width, height };
            for id in tree.nodes().filter(|&id| id != Tree::ROOT) {
                let (row, x) = sheet.place_of(id).unwrap();
                let shown = row - sheet.top(id, usize::from(height));
                prop_assert!(shown < usize::from(height), "the current move is in view");
                if x < width {
                    prop_assert_eq!(sheet.at(id, area, 3 + x, 2 + shown as u16), Some(id));
                }
            }
        }
    }
}
