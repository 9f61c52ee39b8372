use crossterm::event::KeyCode;
use outflank_formats::Record;
use outflank_rules::{Game, Position, Rules};
use outflank_study::drill::PuzzleFilter;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::commands::drill::Course;
use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{Binding, Press, bind, find};
use crate::tui::screens::overlay::{Confirm, Overlay};
use crate::tui::screens::setup::form::Form;
use crate::tui::screens::{drill, global, learn, study};
use crate::tui::widgets::list::{notice, title};
use crate::tui::widgets::{Brush, fitted, layout, write};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Menu {
    pub(crate) selected: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    NewGame,
    Learn,
    Continue,
    Open,
    Study,
    Watch,
    Drill,
    Up,
    Down,
    Choose,
}

/// The first keys are the items of the menu.
const ITEMS: usize = 7;

pub(crate) const KEYS: &[Binding<Action>] = &[
    bind(&[Press::char('n')], Action::NewGame, "New game", ""),
    bind(&[Press::char('l')], Action::Learn, "How to play", ""),
    bind(&[Press::char('c')], Action::Continue, "Continue", ""),
    bind(&[Press::char('o')], Action::Open, "Open a record", ""),
    bind(&[Press::char('x')], Action::Study, "Study", ""),
    bind(&[Press::char('w')], Action::Watch, "Watch engine against engine", ""),
    bind(&[Press::char('d')], Action::Drill, "Drill: puzzles and openings", ""),
    bind(&[Press::key(KeyCode::Up)], Action::Up, "previous item", ""),
    bind(&[Press::key(KeyCode::Down)], Action::Down, "next item", ""),
    bind(&[Press::key(KeyCode::Enter), Press::char(' ')], Action::Choose, "choose", "choose"),
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) press: Press,
    pub(crate) text: String,
    pub(crate) can_be_chosen: bool,
}

pub(crate) fn items(state: &State) -> Vec<Item> {
    let item = |binding: &Binding<Action>| Item {
        press: binding.keys[0],
        text: match (binding.action, waiting(state)) {
            (Action::Continue, Some(game)) => format!("{}: {game}", binding.does),
            _ => binding.does.to_owned(),
        },
        can_be_chosen: binding.action != Action::Continue || waiting(state).is_some(),
    };
    KEYS[..ITEMS].iter().map(item).collect()
}

fn waiting(state: &State) -> Option<String> {
    let unfinished = state.contest.as_ref().filter(|contest| !contest.is_over());
    let (players, placed, day) = match (unfinished, &state.saved_game) {
        (Some(contest), _) => (&contest.players, contest.placed(), String::new()),
        (None, Some(kept)) => (&kept.players, kept.placed, format!(", {}", kept.day)),
        (None, None) => return None,
    };
    let [black, white] = [&players.black, &players.white].map(crate::tui::format::player);
    Some(format!("{black} - {white}, move {}{day}", placed + 1))
}

pub(crate) fn press(state: &mut State, press: Press, effects: &mut Vec<Effect>) -> bool {
    let Screen::Menu(menu) = &mut state.screen else { return false };
    match find(KEYS, press) {
        Some(Action::Up) => menu.selected = (menu.selected + ITEMS - 1) % ITEMS,
        Some(Action::Down) => menu.selected = (menu.selected + 1) % ITEMS,
        Some(Action::Choose) => {
            let action = KEYS[menu.selected % ITEMS].action;
            choose(state, action, effects);
        }
        Some(action) => choose(state, action, effects),
        None => return false,
    }
    true
}

fn choose(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    match action {
        Action::NewGame => new_game(state, Form::to_play(&state.settings)),
        Action::Watch => new_game(state, Form::to_watch(&state.settings)),
        Action::Drill => drill::begin(state, Course::Puzzles(PuzzleFilter::default()), effects),
        Action::Learn => learn::begin(state),
        Action::Continue => go_on(state, effects),
        Action::Open => global::ask_to_open(state),
        Action::Study => match state.contest.as_ref().filter(|contest| contest.placed() > 0) {
            Some(_) => study::examine(state),
            None => {
                let start = Game::new(Position::initial(Rules::Standard));
                study::open(state, Record::of(&start), 0);
            }
        },
        Action::Up | Action::Down | Action::Choose => {}
    }
}

pub(crate) fn new_game(state: &mut State, form: Form) {
    match state.unfinished() {
        Some(_) => state.overlay = Some(Overlay::Confirm(Confirm::Leave(Box::new(form)))),
        None => state.screen = Screen::Form(Box::new(form)),
    }
}

fn go_on(state: &mut State, effects: &mut Vec<Effect>) {
    if state.contest.as_ref().is_some_and(|contest| !contest.is_over()) {
        state.screen = Screen::Game;
    } else if state.saved_game.is_some() {
        effects.push(Effect::RestoreGame);
    } else {
        state.notify("There is no game to continue.");
    }
}

pub(crate) fn draw(state: &State, menu: Menu, frame: &mut Frame<'_>, brush: &Brush) {
    let items = items(state);
    let places = layout::list(state.size, items.len());
    match state.is_new {
        true => welcome(&places, frame, brush),
        false => title("O U T F L A N K", &places, 2, frame, brush),
    }
    for (index, (item, area)) in items.into_iter().zip(&places).enumerate() {
        let is_selected = index == menu.selected;
        let style = match (is_selected, item.can_be_chosen) {
            (true, _) => brush.chosen(),
            (false, true) => brush.text(),
            (false, false) => brush.faint(),
        };
        let width = usize::from(area.width).saturating_sub(6);
        let text = fitted(&item.text, width, brush);
        let line = Line::from(vec![
            Span::styled(format!("  {}  ", item.press), if is_selected { style } else { brush.accent() }),
            Span::styled(format!("{text:<width$} "), style),
        ]);
        write(frame, *area, 0, line);
    }
    notice(state, frame, brush);
}

fn welcome(places: &[Rect], frame: &mut Frame<'_>, brush: &Brush) {
    let apart = places.first().map_or(1, |first| if first.y >= 4 { 2 } else { 1 });
    title("O U T F L A N K", places, 2 * apart, frame, brush);
    title("New to Othello? Press l to learn it in three minutes.", places, apart, frame, brush);
}
