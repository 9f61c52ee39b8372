use outflank_rules::{Bitboard, ByColor, Color, Game, Position, Rules, Setup, Square};

use crate::tui::app::{Effect, Screen, State};
use crate::tui::keymap::{Action, Offer, Press, offer};
use crate::tui::screens::global;
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

pub(crate) const OFFERS: &[Offer] = &[
    offer(Action::Do, "change").here("change the square: black, white, empty"),
    offer(Action::NextGroup, "turn").here("switch the side to move"),
    offer(Action::PlayOn, "use it").here("use this board"),
    offer(Action::Delete, "").here("empty the square"),
    offer(Action::Clear, "").here("clear the board"),
    offer(Action::StandardBoard, ""),
    offer(Action::Turn, ""),
    offer(Action::Back, "back").here("discard and go back"),
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

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let Screen::Editor(editor) = &mut state.screen else { return false };
    editor.pointer.press(press, state.turned) != Pointing::Other
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    let Screen::Editor(editor) = &mut state.screen else { return };
    let square = editor.pointer.cursor;
    match action {
        Action::Do => editor.cycle(square),
        Action::Delete => editor.put(square, None),
        Action::NextGroup => editor.turn = !editor.turn,
        Action::Clear => editor.discs = ByColor::default(),
        Action::StandardBoard => editor.take_over(&Position::initial(Rules::Standard)),
        Action::Back => state.screen = Screen::Form(Box::new(editor.form.clone())),
        Action::PlayOn => done(state),
        action => global::perform(state, action, effects),
    }
}

fn done(state: &mut State) {
    let Screen::Editor(editor) = &state.screen else { return };
    match Position::new(editor.rules, Setup::new(editor.discs, editor.turn)).map(Game::new) {
        Ok(game) if game.outcome().is_some() => state.notify("Neither side has a legal move."),
        Ok(game) => state.screen = Screen::Form(Box::new(editor.form.clone().going_on_with(game, "custom position"))),
        Err(error) => state.notify(error.to_string()),
    }
}
