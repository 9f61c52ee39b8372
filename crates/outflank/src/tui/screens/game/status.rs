use outflank_rules::Square;
use outflank_study::teach::Warning;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::tui::app::State;
use crate::tui::format;
use crate::tui::screens::game::contest::Contest;
use crate::tui::screens::game::warning::WarningPrompt;
use crate::tui::screens::game::{hint, next, parting};
use crate::tui::screens::menu;
use crate::tui::screens::overlay::Overlay;
use crate::tui::widgets::{Brush, Places, announce, first_that_fits, write};

pub(super) fn draw(
    state: &State,
    contest: &Contest,
    pointed: Option<Square>,
    places: &Places,
    frame: &mut Frame<'_>,
    brush: &Brush,
) {
    let area = places.status;
    match message(state, contest, places) {
        Some(text) => announce(frame, area, &text, brush.accent()),
        None => {
            let (text, style) = line(state, contest, pointed, places, brush);
            write(frame, area, 0, Line::styled(format!(" {text}"), style));
        }
    }
}

/// Replaces the status line, and may be longer.
fn message(state: &State, contest: &Contest, places: &Places) -> Option<String> {
    if let Some(notice) = &state.notice {
        return Some(notice.text.clone());
    }
    if let Some(Overlay::Warning(warned)) = &state.overlay {
        return Some(warning(&warned.warning.in_short(), warned));
    }
    if contest.held.is_some() {
        return None;
    }
    if let Some(text) = parting::text(state) {
        return Some(text);
    }
    if let Some(pass) = contest.pass {
        let (passes, other) = (pass.by.title(), (!pass.by).title());
        return Some(format!("{passes} has no legal move. {other} plays again."));
    }
    // The panel has more room for it.
    let hint = hint::shown(contest).filter(|_| !has_hint(places.panel) && contest.pointer.column.is_none())?;
    let next = hint.next().unwrap_or_default();
    Some(format!("{} {next}", hint.text(state.turned)?).trim_end().to_owned())
}

pub(super) fn has_hint(panel: Option<Rect>) -> bool {
    const ROWS: u16 = 12;
    panel.is_some_and(|panel| panel.height >= ROWS)
}

fn welcome(state: &State) -> [String; 3] {
    let short = "Your move. Esc: menu.".to_owned();
    if let Some(saved) = menu::saved(state) {
        return [format!("Press Y to continue your game: {saved}."), format!("Y: continue {saved}"), short];
    }
    let next = if state.is_new { "Esc: menu, with a lesson." } else { "Esc opens the menu." };
    [format!("Your move: arrows and Enter, or a click. {next}"), format!("Your move. {next}"), short]
}

fn line(state: &State, contest: &Contest, pointed: Option<Square>, places: &Places, brush: &Brush) -> (String, Style) {
    let turn = contest.turn().title();
    let dots = brush.pick("…", "...");
    let room = usize::from(places.status.width).saturating_sub(1);
    if let Some(held) = &contest.held {
        return (format!("Checking {}{dots}", held.square), brush.text());
    }
    if contest.is_over() {
        return (ending(contest, places), brush.strong());
    }
    let is_held = contest.on_hold && !contest.is_stepping && contest.can_be_held();
    if is_held && contest.is_between_machines() {
        return ("Paused. Press z to continue or . for one move.".to_owned(), brush.accent());
    }
    if is_held {
        return ("Clocks paused. Press z to continue.".to_owned(), brush.accent());
    }
    match (contest.pointer.column, contest.is_human_turn()) {
        (Some(column), true) => return (format!("{turn} plays {column}_"), brush.strong()),
        (Some(column), false) => return (format!("Premove {column}_"), brush.strong()),
        (None, _) => {}
    }
    if let Some(premove) = contest.premove {
        return (format!("Premove {}. Esc cancels.", premove.square), brush.accent());
    }
    if !contest.is_human_turn() {
        let player = format::player(&contest.players[contest.turn()]);
        let texts = [format!("{turn} ({player}) is thinking{dots}"), format!("{turn} is thinking{dots}")];
        return (first_that_fits(texts, room, brush), brush.text());
    }
    match pointed.filter(|&square| contest.position().disc_on(square).is_none()) {
        Some(square) => (format!("{turn} to move. {}", format::flips(contest.position(), square)), brush.text()),
        None if contest.is_welcome() => (first_that_fits(welcome(state), room, brush), brush.text()),
        None => (format!("{turn} to move."), brush.text()),
    }
}

fn ending(contest: &Contest, places: &Places) -> String {
    let Some(ending) = contest.table.ending() else { return String::new() };
    let counts = contest.position().counts();
    let result = format!("{}, {} - {}.", format::ending(ending), counts.black, counts.white);
    let steps = next::steps(contest);
    let is_listed = places.panel.is_some_and(|panel| next::places(panel, steps.len()).is_some());
    match steps.get(contest.next).filter(|_| !is_listed) {
        Some(step) if places.status.width < 50 => format!("{}. Enter: {}", format::ending(ending), step.title()),
        Some(step) => format!("{result} Enter: {}", step.title()),
        None => match contest.next_level() {
            Some(level) => format!("{result} Ready for level {level}?"),
            None => result,
        },
    }
}

pub(super) fn warning(words: &Warning, warned: &WarningPrompt) -> String {
    let Warning { played, best, .. } = words;
    match warned.is_best_shown {
        true => format!("{words} The engine would play {best}. Play {played} anyway?"),
        false => format!("{words} Play it anyway?"),
    }
}
