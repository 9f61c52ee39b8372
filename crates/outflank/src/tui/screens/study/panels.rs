//! The panels beside the board: which is in front, what is selected in it, and how wide it is.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Panel {
    #[default]
    Moves,
    Engine,
    Report,
    Explorer,
}

impl Panel {
    pub(crate) const ALL: [Panel; 4] = [Panel::Moves, Panel::Engine, Panel::Report, Panel::Explorer];

    pub(crate) fn title(self) -> &'static str {
        match self {
            Panel::Moves => "Moves",
            Panel::Engine => "Engine",
            Panel::Report => "Report",
            Panel::Explorer => "Explorer",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panels {
    pub(crate) focus: Panel,
    /// Beside the moves in a wide window.
    pub(crate) second: Panel,
    share: u16,
    pub(crate) is_dragging: bool,
    pub(crate) lists: [List; 4],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) selected: usize,
    pub(crate) top: usize,
}

impl Default for Panels {
    fn default() -> Panels {
        Panels { focus: Panel::Moves, second: Panel::Engine, share: 50, is_dragging: false, lists: Default::default() }
    }
}

const LEAST_SHARE: u16 = 25;
const STEP: i32 = 5;

impl Panels {
    pub(crate) fn show(&mut self, panel: Panel) {
        self.focus = panel;
        if panel != Panel::Moves {
            self.second = panel;
        }
    }

    pub(crate) fn cycle(&mut self, forward: bool) {
        let count = Panel::ALL.len();
        let place = Panel::ALL.iter().position(|&panel| panel == self.focus).unwrap_or_default();
        self.show(Panel::ALL[(place + if forward { 1 } else { count - 1 }) % count]);
    }

    pub(crate) fn share(&self) -> u16 {
        self.share
    }

    pub(crate) fn set_share(&mut self, percent: u16) {
        self.share = percent.clamp(LEAST_SHARE, 100 - LEAST_SHARE);
    }

    pub(crate) fn resize(&mut self, larger: bool) {
        let grows = larger == (self.focus == Panel::Moves);
        let share = i32::from(self.share) + if grows { STEP } else { -STEP };
        self.set_share(u16::try_from(share).unwrap_or_default());
    }

    pub(crate) fn list(&self, panel: Panel) -> List {
        self.lists[panel as usize]
    }

    pub(crate) fn list_mut(&mut self, panel: Panel) -> &mut List {
        &mut self.lists[panel as usize]
    }

    /// What was selected belongs to another position.
    pub(crate) fn forget_position(&mut self) {
        for panel in [Panel::Engine, Panel::Explorer] {
            *self.list_mut(panel) = List::default();
        }
    }
}

impl List {
    /// Moves the selection, and the rows in view with it. `rows_of` are the rows of the items.
    pub(crate) fn step(&mut self, forward: bool, items: &[std::ops::Range<usize>], rows: usize, height: usize) {
        let last_top = rows.saturating_sub(height);
        let at = self.selected.min(items.len().saturating_sub(1));
        let next = if forward { at + 1 } else { at.wrapping_sub(1) };
        match items.get(next) {
            Some(_) => self.selected = next,
            None if forward => self.top = (self.top + 1).min(last_top),
            None => self.top = self.top.saturating_sub(1),
        }
        if let Some(item) = items.get(next) {
            self.top = self.top.min(item.start).max(item.end.saturating_sub(height)).min(last_top);
        }
    }

    pub(crate) fn scroll(&mut self, by: isize, rows: usize, height: usize) {
        self.top = self.top.saturating_add_signed(by).min(rows.saturating_sub(height));
    }

    /// The window or the list may have changed since.
    pub(crate) fn top(&self, rows: usize, height: usize) -> usize {
        self.top.min(rows.saturating_sub(height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_panel_in_front_grows() {
        let mut panels = Panels::default();
        panels.resize(true);
        assert_eq!(panels.share(), 55, "the moves");
        panels.cycle(true);
        assert_eq!((panels.focus, panels.second), (Panel::Engine, Panel::Engine));
        panels.resize(true);
        assert_eq!(panels.share(), 50, "the engine");
        (0..20).for_each(|_| panels.resize(true));
        assert_eq!(panels.share(), LEAST_SHARE);
        (0..3).for_each(|_| panels.cycle(true));
        assert_eq!(
            (panels.focus, panels.second),
            (Panel::Moves, Panel::Explorer),
            "the explorer stays beside the moves"
        );
    }

    #[test]
    fn the_selection_stays_in_view_and_the_ends_can_be_read() {
        // A line above, two items of two rows, and three rows below; four fit.
        let items = [1..3, 3..5];
        let mut list = List::default();
        list.step(true, &items, 8, 4);
        assert_eq!(list, List { selected: 1, top: 1 });
        (0..9).for_each(|_| list.step(true, &items, 8, 4));
        assert_eq!(list, List { selected: 1, top: 4 });
        list.step(false, &items, 8, 4);
        assert_eq!(list, List { selected: 0, top: 1 });
        list.step(false, &items, 8, 4);
        assert_eq!(list, List { selected: 0, top: 0 });
        assert_eq!(List { selected: 0, top: 9 }.top(3, 4), 0);
    }
}
