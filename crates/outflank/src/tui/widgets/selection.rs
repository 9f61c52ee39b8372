use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::Span;

/// Line by line, as in a text, inside the panel where it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    from: Position,
    to: Position,
    within: Rect,
}

impl Selection {
    pub(crate) fn at(from: Position, within: Rect) -> Selection {
        Selection { from, to: from, within }
    }

    pub(crate) fn began(&self) -> Position {
        self.from
    }

    pub(crate) fn drag(&mut self, to: Position) {
        let Rect { x, y, width, height } = self.within;
        let last = |first: u16, length: u16| (first + length).saturating_sub(1).max(first);
        self.to = Position::new(to.x.clamp(x, last(x, width)), to.y.clamp(y, last(y, height)));
    }

    /// Without a move of the mouse it is a click.
    pub(crate) fn is_dragged(&self) -> bool {
        self.from != self.to
    }

    fn parts(&self) -> impl Iterator<Item = Rect> + use<> {
        let Selection { from, to, within } = *self;
        let (first, last) = if (from.y, from.x) <= (to.y, to.x) { (from, to) } else { (to, from) };
        (first.y..=last.y).map(move |y| {
            let left = if y == first.y { first.x } else { within.x };
            let right = if y == last.y { last.x + 1 } else { within.right() };
            Rect { x: left, y, width: right.saturating_sub(left), height: 1 }
        })
    }

    pub(crate) fn highlight(&self, buffer: &mut Buffer) {
        let whole = buffer.area;
        for part in self.parts().filter(|_| self.is_dragged()) {
            for position in part.intersection(whole).positions() {
                let cell = &mut buffer[position];
                cell.modifier.toggle(Modifier::REVERSED);
            }
        }
    }

    pub(crate) fn text(&self, buffer: &Buffer) -> String {
        let line = |part: Rect| {
            let mut line = String::new();
            let mut covered = 0;
            for position in part.intersection(buffer.area).positions() {
                if covered > 0 {
                    covered -= 1;
                    continue;
                }
                let symbol = buffer[position].symbol();
                line.push_str(symbol);
                covered = Span::raw(symbol).width().saturating_sub(1);
            }
            line.trim_end().to_owned()
        };
        let lines: Vec<String> = self.parts().map(line).collect();
        lines.join("\n").trim_matches('\n').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(lines: [&str; 3], from: (u16, u16), to: (u16, u16), within: Rect) -> String {
        let buffer = Buffer::with_lines(lines);
        let mut selection = Selection::at(from.into(), within);
        selection.drag(to.into());
        let text = selection.text(&buffer);
        let mut back = Selection::at(selection.to, within);
        back.drag(from.into());
        assert_eq!(back.text(&buffer), text, "backwards");
        text
    }

    #[test]
    fn text_is_marked_line_by_line_inside_its_panel() {
        let lines = ["| one two |", "| three   |", "| 四 five |"];
        let panel = Rect { x: 2, y: 0, width: 7, height: 3 };
        assert_eq!(marked(lines, (6, 0), (8, 0), panel), "two");
        assert_eq!(marked(lines, (6, 0), (4, 1), panel), "two\nthr");
        assert_eq!(marked(lines, (2, 0), (40, 40), panel), "one two\nthree\n四 five");
        let whole = Rect { x: 0, y: 0, width: 11, height: 3 };
        assert_eq!(marked(lines, (2, 0), (2, 1), whole), "one two |\n| t");
    }

    #[test]
    fn the_marked_text_is_reversed() {
        let mut buffer = Buffer::with_lines(["one two"]);
        let mut selection = Selection::at((0, 0).into(), buffer.area);
        selection.highlight(&mut buffer);
        assert!(buffer.content().iter().all(|cell| cell.modifier.is_empty()), "a click marks nothing");
        selection.drag((2, 0).into());
        selection.highlight(&mut buffer);
        let reversed = |x: u16| buffer[(x, 0)].modifier.contains(Modifier::REVERSED);
        assert_eq!((0..7).filter(|&x| reversed(x)).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
