use crossterm::event::KeyCode;
use outflank_rules::{Bitboard, ByColor, Color, Game, Position, Rules, Setup, Square};

use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{Binding, Press, bind, find};
use crate::tui::screens::setup::form::Form;
use crate::tui::widgets::{Pointer, Pointing};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Editor {
    form: Form,
    pub(crate) rules: Rules,
    pub(crate) discs: ByColor<Bitboard>,
    pub(crate) turn: Color,
    pub(crate) pointer: Pointer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Cycle,
    Black,
    White,
    Empty,
    Turn,
    Clear,
    Usual,
    Done,
    Back,
}

pub(crate) const KEYS: &[Binding<Action>] = &[
    bind(&[Press::char(' ')], Action::Cycle, "change the square", "change"),
    bind(&[Press::char('x')], Action::Black, "black disc", ""),
    bind(&[Press::char('o')], Action::White, "white disc", ""),
    bind(&[Press::char('.'), Press::char('-'), Press::key(KeyCode::Delete)], Action::Empty, "empty square", ""),
    bind(&[Press::key(KeyCode::Tab)], Action::Turn, "switch the side to move", "turn"),
    bind(&[Press::char('k')], Action::Clear, "clear the board", ""),
    bind(&[Press::char('n')], Action::Usual, "standard position", ""),
    bind(&[Press::key(KeyCode::Enter)], Action::Done, "done", "done"),
    bind(&[Press::key(KeyCode::Esc)], Action::Back, "discard and go back", "back"),
];

impl Editor {
    pub(crate) fn new(form: Form, rules: Rules) -> Editor {
        let Setup { discs, turn, .. } = Setup::START;
        Editor { form, rules, discs, turn, pointer: Pointer { shown: true, ..Pointer::default() } }
    }

    pub(crate) fn disc_on(&self, square: Square) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.discs[color].contains(square))
    }

    fn put(&mut self, square: Square, disc: Option<Color>) {
        self.discs = self.discs.map(|set| set.without(square));
        if let Some(color) = disc {
            self.discs[color] = self.discs[color].with(square);
        }
    }

    pub(crate) fn cycle(&mut self, square: Square) {
        let next = match self.disc_on(square) {
            None => Some(Color::Black),
            Some(Color::Black) => Some(Color::White),
            Some(Color::White) => None,
        };
        self.put(square, next);
    }

    pub(crate) fn take_over(&mut self, position: &Position) {
        let Setup { discs, turn, .. } = position.setup();
        (self.discs, self.turn) = (discs, turn);
    }
}

pub(crate) fn press(state: &mut State, press: Press, _: &mut Vec<Effect>) -> bool {
    let Screen::Editor(editor) = &mut state.screen else { return false };
    if editor.pointer.press(press, state.turned) != Pointing::Other {
        return true;
    }
    let square = editor.pointer.cursor;
    match find(KEYS, press) {
        Some(Action::Cycle) => editor.cycle(square),
        Some(Action::Black) => editor.put(square, Some(Color::Black)),
        Some(Action::White) => editor.put(square, Some(Color::White)),
        Some(Action::Empty) => editor.put(square, None),
        Some(Action::Turn) => editor.turn = !editor.turn,
        Some(Action::Clear) => editor.discs = ByColor::default(),
        Some(Action::Usual) => editor.take_over(&Position::initial(Rules::Standard)),
        Some(Action::Back) => state.screen = Screen::Form(Box::new(editor.form.clone())),
        Some(Action::Done) => done(state),
        None => return false,
    }
    true
}

fn done(state: &mut State) {
    let Screen::Editor(editor) = &state.screen else { return };
    match Position::new(editor.rules, Setup::new(editor.discs, editor.turn)).map(Game::new) {
        Ok(game) if game.outcome().is_some() => state.notify("Neither side has a legal move."),
        Ok(game) => state.screen = Screen::Form(Box::new(editor.form.clone().going_on_with(game, "custom position"))),
        Err(error) => state.notify(error.to_string()),
    }
}
