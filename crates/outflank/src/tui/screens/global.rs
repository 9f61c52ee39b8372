use clap::ValueEnum;
use outflank_formats::transcript;
use outflank_rules::Symmetry;

use crate::storage::settings::Theme;
use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{Binding, Press, bind, find};
use crate::tui::screens::overlay::{Confirm, Overlay, Prompt, Purpose};
use crate::tui::screens::page::{self, Subject};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Help,
    Theme,
    Redraw,
    Suspend,
    Quit,
}

pub(crate) const KEYS: &[Binding<Action>] = &[
    bind(&[Press::char('t')], Action::Theme, "next theme", ""),
    bind(&[Press::char('?')], Action::Help, "show these keys", "keys"),
    bind(&[Press::ctrl('l')], Action::Redraw, "redraw the screen", ""),
    bind(&[Press::ctrl('z')], Action::Suspend, "suspend to the shell", ""),
    bind(&[Press::char('q'), Press::ctrl('c')], Action::Quit, "quit", "quit"),
];

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) {
    match find(KEYS, press) {
        Some(Action::Help) => page::open(state, Subject::Keys),
        Some(Action::Theme) => next_theme(state, effects),
        Some(Action::Redraw) => effects.push(Effect::Redraw),
        Some(Action::Suspend) => {
            // The clocks do not run while the program is suspended.
            if let Some(contest) = &mut state.contest {
                contest.on_hold = true;
            }
            effects.push(Effect::Suspend);
        }
        Some(Action::Quit) => match state.unfinished().is_some() || state.unsaved.is_some() {
            true => state.overlay = Some(Overlay::Confirm(Confirm::Quit)),
            false => effects.push(Effect::Quit),
        },
        None => {}
    }
}

fn next_theme(state: &mut State, effects: &mut Vec<Effect>) {
    let themes = Theme::value_variants();
    let place = themes.iter().position(|&one| one == state.settings.theme).unwrap_or_default();
    let theme = themes[(place + 1) % themes.len()];
    state.choose(|settings| settings.theme = theme, effects);
    state.notify(format!("Theme: {}", theme.name()));
}

pub(crate) fn toggle_marks(state: &mut State, effects: &mut Vec<Effect>) {
    let marks = !state.settings.marks;
    state.choose(|settings| settings.marks = marks, effects);
}

pub(crate) fn rotate(state: &mut State) {
    state.turned = match state.turned {
        Symmetry::Identity => Symmetry::Quarter,
        Symmetry::Quarter => Symmetry::Half,
        Symmetry::Half => Symmetry::ThreeQuarters,
        _ => Symmetry::Identity,
    };
}

pub(crate) fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(record) = state.record() else { return };
    match transcript::write(record.game()) {
        moves if moves.is_empty() => state.notify("No moves to copy yet."),
        moves => {
            effects.push(Effect::Copy(moves));
            state.notify("Moves copied to the clipboard, if the terminal allows it.");
        }
    }
}

pub(crate) fn ask_to_save(state: &mut State) {
    let text = format!("outflank-{}.ggf", crate::tui::format::date(state.now).replace('.', "-"));
    state.overlay = Some(Overlay::Prompt(Prompt { purpose: Purpose::Save, text }));
}

pub(crate) fn ask_to_open(state: &mut State) {
    state.overlay = Some(Overlay::Prompt(Prompt { purpose: Purpose::Open, text: String::new() }));
}

pub(crate) fn to_menu(state: &mut State) {
    state.screen = Screen::Menu(Default::default());
}
