use clap::ValueEnum;
use outflank_formats::transcript;
use outflank_rules::Symmetry;

use crate::storage::settings::Theme;
use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{Action, Offer, offer};
use crate::tui::screens::game::parting;
use crate::tui::screens::library;
use crate::tui::screens::overlay::{Confirm, Overlay, Prompt, Purpose};
use crate::tui::screens::page::{self, Subject};
use crate::tui::screens::study;

pub(crate) const OFFERS: &[Offer] = &[
    offer(Action::Open, ""),
    offer(Action::Theme, ""),
    offer(Action::Help, "keys"),
    offer(Action::Palette, ""),
    offer(Action::Redraw, ""),
    offer(Action::Suspend, ""),
    offer(Action::Quit, "quit"),
];

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::Help => page::open(state, Subject::Keys),
        Action::Palette => state.cover(Overlay::Palette(Default::default())),
        Action::Theme => next_theme(state, effects),
        Action::Redraw => effects.push(Effect::Redraw),
        Action::Suspend => {
            // The clocks do not run while the program is suspended.
            if let Some(contest) = &mut state.contest {
                contest.on_hold = true;
            }
            effects.push(Effect::Suspend);
        }
        Action::Quit => {
            parting::settle(state, effects);
            let is_playing = state.unfinished().is_some() || state.unsaved.is_some();
            match (study::is_edited(state), is_playing) {
                (true, _) => state.cover(Overlay::Confirm(Confirm::QuitStudy)),
                (false, true) => state.cover(Overlay::Confirm(Confirm::Quit)),
                (false, false) => effects.push(Effect::Quit),
            }
        }
        Action::Marks => toggle_marks(state, effects),
        Action::Turn => turn(state),
        Action::Save => ask_to_save(state),
        Action::Open => library::open(state, effects),
        Action::Copy => copy(state, effects),
        _ => {}
    }
}

fn next_theme(state: &mut State, effects: &mut Vec<Effect>) {
    let themes = Theme::value_variants();
    let place = themes.iter().position(|&one| one == state.settings.theme).unwrap_or_default();
    let theme = themes[(place + 1) % themes.len()];
    state.choose(|settings| settings.theme = theme, effects);
    state.notify(format!("Theme: {}", theme.name()));
}

fn toggle_marks(state: &mut State, effects: &mut Vec<Effect>) {
    let marks = !state.settings.marks;
    state.choose(|settings| settings.marks = marks, effects);
}

fn turn(state: &mut State) {
    state.turned = match state.turned {
        Symmetry::Identity => Symmetry::Quarter,
        Symmetry::Quarter => Symmetry::Half,
        Symmetry::Half => Symmetry::ThreeQuarters,
        _ => Symmetry::Identity,
    };
}

fn copy(state: &mut State, effects: &mut Vec<Effect>) {
    let Some(record) = state.record() else { return };
    match transcript::write(record.game()) {
        moves if moves.is_empty() => state.notify("No moves to copy yet."),
        moves => {
            effects.push(Effect::Copy(moves));
            state.notify("Moves copied to the clipboard, if the terminal allows it.");
        }
    }
}

fn ask_to_save(state: &mut State) {
    // SGF keeps variations.
    let extension = if matches!(state.screen, Screen::Study) { "sgf" } else { "ggf" };
    let text = format!("outflank-{}.{extension}", crate::tui::format::date(state.now).replace('.', "-"));
    state.cover(Overlay::Prompt(Prompt { purpose: Purpose::Save, text }));
}

pub(crate) fn to_menu(state: &mut State) {
    state.screen = Screen::Menu(Default::default());
}
