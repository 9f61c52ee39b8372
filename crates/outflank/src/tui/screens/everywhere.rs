//! The keys that do the same on every screen.

use outflank_formats::transcript;
use outflank_rules::Symmetry;

use crate::storage::settings::Theme;
use crate::tui::effect::Effect;
use crate::tui::keys::{Binding, Press, find};
use crate::tui::overlay::{Overlay, Prompt, Question};
use crate::tui::page::{Page, Subject};
use crate::tui::state::{Screen, State};

/// What can be done everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Help,
    Theme,
    Redraw,
    Suspend,
    Quit,
}

/// The keys.
pub(crate) const KEYS: &[Binding<Action>] = &[
    Binding { keys: &[Press::char('t')], action: Action::Theme, does: "another theme", word: "" },
    Binding { keys: &[Press::char('?')], action: Action::Help, does: "show these keys", word: "keys" },
    Binding { keys: &[Press::ctrl('l')], action: Action::Redraw, does: "draw everything again", word: "" },
    Binding { keys: &[Press::ctrl('z')], action: Action::Suspend, does: "to the shell for a while", word: "" },
    Binding { keys: &[Press::char('q'), Press::ctrl('c')], action: Action::Quit, does: "quit", word: "quit" },
];

/// Takes a key that the screen has no use for.
pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) {
    match find(KEYS, press) {
        Some(Action::Help) => state.overlay = Some(Overlay::Page(Page::new(Subject::Keys))),
        Some(Action::Theme) => next_theme(state, effects),
        Some(Action::Redraw) => effects.push(Effect::Redraw),
        Some(Action::Suspend) => {
            // Nobody looks at the clocks then.
            if let Some(contest) = &mut state.contest {
                contest.on_hold = true;
            }
            effects.push(Effect::Suspend);
        }
        Some(Action::Quit) => match state.unfinished() {
            Some(_) => state.overlay = Some(Overlay::Question(Question::Quit)),
            None => effects.push(Effect::Quit),
        },
        None => {}
    }
}

fn next_theme(state: &mut State, effects: &mut Vec<Effect>) {
    let place = Theme::ALL.iter().position(|&one| one == state.settings.theme).unwrap_or_default();
    let theme = Theme::ALL[(place + 1) % Theme::ALL.len()];
    state.choose(|settings| settings.theme = theme, effects);
    state.notify(format!("Theme: {}", theme.name()));
}

/// Marks the legal squares, or does so no longer.
pub(super) fn toggle_marks(state: &mut State, effects: &mut Vec<Effect>) {
    let marks = !state.settings.marks;
    state.choose(|settings| settings.marks = marks, effects);
}

/// Turns the board by a quarter.
pub(super) fn rotate(state: &mut State) {
    state.turned = match state.turned {
        Symmetry::Identity => Symmetry::Quarter,
        Symmetry::Quarter => Symmetry::Half,
        Symmetry::Half => Symmetry::ThreeQuarters,
        _ => Symmetry::Identity,
    };
}

/// Puts the moves on the clipboard.
pub(super) fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(record) = state.record() else { return };
    match transcript::write(record.game()) {
        moves if moves.is_empty() => state.notify("There are no moves to copy yet."),
        moves => {
            effects.push(Effect::Copy(moves));
            state.notify("The moves are on the clipboard, if the terminal allows it.");
        }
    }
}

/// Asks where to save.
pub(super) fn ask_to_save(state: &mut State) {
    let name = format!("outflank-{}.ggf", crate::tui::words::date(state.now).replace('.', "-"));
    state.overlay = Some(Overlay::Prompt(Prompt::to_save(name)));
}

/// Asks what to open.
pub(super) fn ask_to_open(state: &mut State) {
    state.overlay = Some(Overlay::Prompt(Prompt::to_open()));
}

/// Goes to the menu. A game that is not over waits there.
pub(super) fn to_menu(state: &mut State) {
    state.screen = Screen::Menu(Default::default());
}
