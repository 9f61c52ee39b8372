//! Where the parts of the study are: the board, the graph below it, and one panel or two.

use ratatui::layout::Rect;

use crate::tui::app::{Size, State};
use crate::tui::screens::study::panels::Panel;
use crate::tui::widgets::{Places, layout};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StudyPlaces {
    pub(crate) whole: Places,
    pub(crate) graph: Option<Rect>,
    pub(crate) head: Option<Rect>,
    pub(crate) panes: Vec<Pane>,
    pub(crate) divider: Option<Rect>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pane {
    pub(crate) panel: Panel,
    pub(crate) tabs: Vec<(Panel, Rect)>,
    pub(crate) body: Rect,
}

const WIDE: u16 = 120;
const LEAST_PANE: u16 = 32;
const WIDEST_PANE: u16 = 60;
const HEAD_ROWS: u16 = 3;
const GRAPH_ROWS: u16 = 5;
const HIGHEST_GRAPH: u16 = 13;
const LARGE_SQUARE: u16 = 3;

pub(crate) fn places(state: &State) -> Option<StudyPlaces> {
    let coordinates = state.settings.coordinates;
    let one = |size| layout::board_screen(size, coordinates);
    let two = |size| layout::board_with_panel(size, coordinates, 2 * LEAST_PANE + 1, 2 * WIDEST_PANE + 1);
    let wide = two(state.size).filter(|whole| state.size.columns >= WIDE && is_beside(whole));
    let is_wide = wide.is_some();
    let mut whole = wide.or_else(|| one(state.size))?;
    // A large board becomes smaller where the graph has no room.
    let above_graph = Size { rows: state.size.rows.saturating_sub(GRAPH_ROWS), ..state.size };
    let smaller = if is_wide { two(above_graph) } else { one(above_graph) };
    if let Some(smaller) = smaller.filter(|smaller| is_beside(smaller) && smaller.board.height >= LARGE_SQUARE) {
        let panel = smaller.panel.map(|panel| Rect { height: whole.status.y, ..panel });
        whole = Places { board: smaller.board, panel, ..whole };
    }
    let graph = graph_below(&mut whole);
    let Some(panel) = whole.panel else {
        return Some(StudyPlaces { whole, graph, head: None, panes: Vec::new(), divider: None });
    };
    let head_rows = HEAD_ROWS.min(panel.height);
    let head = Rect { height: head_rows, ..panel };
    let rest = Rect { y: panel.y + head_rows, height: panel.height - head_rows, ..panel };
    let panels = state.review.as_ref().map(|review| &review.panels);
    let (focus, second) = panels.map_or_else(Default::default, |panels| (panels.focus, panels.second));
    let (panes, divider) = match is_wide {
        false => (vec![pane(focus, &Panel::ALL, rest)], None),
        true => {
            let share = panels.map_or(50, |panels| panels.share());
            let left = (rest.width - 1) * share / 100;
            let area = |x, width| Rect { x, width, ..rest };
            let divider = area(rest.x + left, 1);
            let panes = vec![
                pane(Panel::Moves, &Panel::ALL[..1], area(rest.x, left)),
                pane(second, &Panel::ALL[1..], area(divider.x + 1, rest.width - left - 1)),
            ];
            (panes, Some(divider))
        }
    };
    Some(StudyPlaces { whole, graph, head: Some(head), panes, divider })
}

fn is_beside(places: &Places) -> bool {
    places.panel.is_some_and(|panel| panel.x > places.board.squares.x)
}

fn graph_below(whole: &mut Places) -> Option<Rect> {
    if !is_beside(whole) {
        return None;
    }
    let board = &mut whole.board;
    let label = u16::from(board.coordinates);
    let below = label + board.squares.height;
    let free = whole.status.y.saturating_sub(below);
    (free >= GRAPH_ROWS).then(|| {
        board.squares.y = label;
        let x = board.squares.x - 2 * label;
        Rect { x, y: below, width: board.squares.width + 2 * label, height: free.min(HIGHEST_GRAPH) }
    })
}

fn pane(panel: Panel, all: &[Panel], area: Rect) -> Pane {
    let row = Rect { height: area.height.min(1), ..area };
    let width = |panel: &Panel| panel.title().len() as u16 + 2;
    let fits = all.iter().map(width).sum::<u16>() + 2 <= area.width;
    let shown: Vec<Panel> = all.iter().copied().filter(|&one| fits || one == panel).collect();
    let mut x = row.x + 1;
    let tab = |panel: Panel| {
        let area = Rect { x, width: width(&panel), ..row }.intersection(row);
        x += width(&panel);
        (panel, area)
    };
    let tabs = shown.into_iter().map(tab).collect();
    let body = Rect { y: area.y + row.height, height: area.height - row.height, ..area };
    Pane { panel, tabs, body }
}

#[cfg(test)]
mod tests {
    use crate::tui::tests::*;

    use super::*;

    #[test]
    fn nothing_overlaps_in_any_window() {
        let mut app = TestApp::studying("f5d6c3");
        for columns in (1..=230).step_by(3) {
            for rows in 1..=70 {
                for share in [0, 50, 100] {
                    app.state.size = Size { columns, rows };
                    app.state.review.as_mut().unwrap().panels.set_share(share);
                    let Some(places) = places(&app.state) else { continue };
                    let StudyPlaces { whole, graph, head, panes, divider } = places;
                    let mut parts = vec![whole.board.squares, whole.status, whole.footer];
                    parts.extend(graph.into_iter().chain(head).chain(divider));
                    parts.extend(panes.iter().map(|pane| pane.body));
                    parts.extend(panes.iter().flat_map(|pane| &pane.tabs).map(|&(_, area)| area));
                    let window = Rect { x: 0, y: 0, width: columns, height: rows };
                    for (index, part) in parts.iter().enumerate() {
                        assert_eq!(part.intersection(window), *part, "{columns}x{rows}");
                        let others = &parts[index + 1..];
                        assert!(others.iter().all(|other| part.intersection(*other).is_empty()), "{columns}x{rows}");
                    }
                }
            }
        }
    }

    #[test]
    fn wide_windows_have_two_panels() {
        let mut app = TestApp::studying("f5d6c3");
        for (columns, rows, count) in [(80, 24, 1), (119, 40, 1), (120, 40, 2), (200, 60, 2), (40, 16, 1), (20, 11, 0)]
        {
            app.resize(columns, rows);
            let places = places(&app.state).unwrap();
            assert_eq!(places.panes.len(), count, "{columns}x{rows}");
            assert!(places.panes.iter().all(|pane| count < 2 || pane.body.width >= 30), "{columns}x{rows}");
        }
    }
}
