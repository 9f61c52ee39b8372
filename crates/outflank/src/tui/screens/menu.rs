use outflank_players::PlayerName;
use outflank_rules::ByColor;
use outflank_study::drill::PuzzleFilter;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::commands::drill::Course;
use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{Action, Focus, Offer, offer};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::setup::starting::{self, Plan};
use crate::tui::screens::{drill, global, learn, study};
use crate::tui::widgets::list::{list_bar, notice, title};
use crate::tui::widgets::{Brush, fitted, layout, write};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Menu {
    pub(crate) selected: usize,
}

const ITEMS: &[(Offer, &str)] = &[
    (offer(Action::Continue, ""), ""),
    (offer(Action::NewGame, "").here("new game"), "choose opponent, level, rules and clock"),
    (offer(Action::Learn, "").here("how to play"), "the rules in three minutes"),
    (offer(Action::Open, "").here("library"), "your games, collections, any file"),
    (offer(Action::Study, "").here("study"), "engine, variations, report"),
    (offer(Action::Watch, "").here("watch"), "engine against engine"),
    (offer(Action::Puzzles, "").here("drill"), "puzzles and openings"),
];

const KEYS: &[Offer] = &[
    offer(Action::Up, "").here("previous item"),
    offer(Action::Down, "").here("next item"),
    offer(Action::First, "").here("first item"),
    offer(Action::Last, "").here("last item"),
    offer(Action::Do, "choose").here("choose"),
    offer(Action::Back, ""),
];

pub(crate) fn offers(state: &State) -> Vec<Offer> {
    items(state).into_iter().map(|item| item.offer).chain(KEYS.iter().copied()).collect()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) offer: Offer,
    pub(crate) text: String,
    pub(crate) about: &'static str,
}

pub(crate) fn items(state: &State) -> Vec<Item> {
    let item = |&(offer, about): &(Offer, &'static str)| match (offer.action, waiting(state)) {
        (Action::Continue, None) => None,
        (Action::Continue, Some(text)) => Some(Item { offer, text, about }),
        _ => Some(Item { offer, text: offer.name(), about }),
    };
    ITEMS.iter().filter_map(item).collect()
}

/// The game to go back to: that on the board, or else the saved one.
fn waiting(state: &State) -> Option<String> {
    let on_board = state.contest.as_ref().filter(|contest| !contest.is_over());
    match (on_board, saved(state)) {
        (Some(contest), _) if !contest.is_welcome() => {
            Some(format!("Continue: {}", described(&contest.players, contest.placed())))
        }
        (_, Some(saved)) => Some(format!("Continue: {saved}, {}", state.saved_game.as_ref()?.day)),
        (Some(_), None) => Some("Back to the board".to_owned()),
        (None, None) => None,
    }
}

/// The unfinished game of an earlier session.
pub(crate) fn saved(state: &State) -> Option<String> {
    state.saved_game.as_ref().map(|saved| described(&saved.players, saved.placed))
}

fn described(players: &ByColor<PlayerName>, placed: usize) -> String {
    let [black, white] = [&players.black, &players.white].map(crate::tui::format::player);
    format!("{black} - {white}, move {}", placed + 1)
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let items = items(state);
    let Screen::Menu(menu) = &mut state.screen else { return };
    match action {
        Action::Up => menu.selected = (menu.selected + items.len() - 1) % items.len(),
        Action::Down => menu.selected = (menu.selected + 1) % items.len(),
        Action::First => menu.selected = 0,
        Action::Last => menu.selected = items.len() - 1,
        Action::Do => {
            if let Some(item) = items.get(menu.selected).filter(|item| item.offer.action != Action::Do) {
                perform(state, item.offer.action, effects);
            }
        }
        Action::Back => state.notify("Press q to quit."),
        Action::NewGame => new_game(state, Form::to_play(&state.settings)),
        Action::Watch => new_game(state, Form::to_watch(&state.settings)),
        Action::Puzzles => drill::begin(state, Course::Puzzles(PuzzleFilter::default()), effects),
        Action::Learn => learn::begin(state),
        Action::Continue => go_on(state, effects),
        Action::Study => study::resume(state),
        action => global::perform(state, action, effects),
    }
}

pub(crate) fn new_game(state: &mut State, mut form: Form) {
    form.back = state.origin();
    state.screen = Screen::Form(Box::new(form));
}

fn go_on(state: &mut State, effects: &mut Vec<Effect>) {
    let saved = state.saved_game.as_ref().map(|saved| saved.players.clone());
    match (&state.contest, saved) {
        (Some(contest), _) if !contest.is_over() && !contest.is_welcome() => state.screen = Screen::Game,
        (_, Some(players)) if starting::has_program(&players) => {
            starting::ask(state, Plan::Restore, &players, None, effects);
        }
        (_, Some(_)) => effects.push(Effect::RestoreGame),
        (Some(_), None) => state.screen = Screen::Game,
        (None, None) => {}
    }
}

const NAME: usize = 18;

pub(crate) fn draw(state: &State, menu: Menu, frame: &mut Frame<'_>, brush: &Brush) {
    let items = items(state);
    let listed = layout::list(state.size, items.len(), menu.selected);
    let places: Vec<Rect> = listed.iter().map(|&(_, area)| area).collect();
    match state.is_new {
        true => welcome(&places, frame, brush),
        false => title("O U T F L A N K", &places, 2, frame, brush),
    }
    for &(index, area) in &listed {
        let Some(item) = items.get(index) else { continue };
        let is_selected = index == menu.selected;
        let style = if is_selected { brush.chosen() } else { brush.text() };
        let key = item.offer.action.keys(Focus::List).next().map_or_else(String::new, |press| press.to_string());
        let width = usize::from(area.width).saturating_sub(6);
        let text = fitted(&item.text, width, brush);
        let name = if NAME + item.about.chars().count() <= width && !item.about.is_empty() { NAME } else { width };
        let about = if name < width { item.about } else { "" };
        let line = Line::from(vec![
            Span::styled(format!("  {key:1}  "), if is_selected { style } else { brush.accent() }),
            Span::styled(format!("{text:<name$}"), style),
            Span::styled(
                format!("{about:<rest$} ", rest = width - name),
                if is_selected { style } else { brush.faint() },
            ),
        ]);
        write(frame, area, 0, line);
    }
    list_bar(&listed, items.len(), frame, brush);
    notice(state, frame, brush);
}

fn welcome(places: &[Rect], frame: &mut Frame<'_>, brush: &Brush) {
    let apart = places.first().map_or(1, |first| if first.y >= 4 { 2 } else { 1 });
    title("O U T F L A N K", places, 2 * apart, frame, brush);
    title("New to Othello? Learn it in three minutes: How to play.", places, apart, frame, brush);
}
