use outflank_rules::Square;
use outflank_study::tree::{Edit, EditKind, Tree};

use crate::tui::app::{Effect, State};
use crate::tui::keymap::{Action, Offer, Press, offer};
use crate::tui::screens::study::comment::CommentField;
use crate::tui::screens::study::content::{Choice, Content};
use crate::tui::screens::study::panels::Panel;
use crate::tui::screens::study::places::places;
use crate::tui::screens::study::review::Review;
use crate::tui::screens::study::sheet::{Sheet, name};
use crate::tui::screens::{global, retry};
use crate::tui::widgets::{Brush, Pointing};

const OFFERS: &[Offer] = &[
    offer(Action::Left, "back").here("previous move"),
    offer(Action::Right, "next").here("next move"),
    offer(Action::NextGroup, "panel").here("next panel"),
    offer(Action::PreviousGroup, "").here("previous panel"),
    offer(Action::Retry, "retry").here("retry the mistakes"),
    offer(Action::Comment, "comment"),
    offer(Action::Save, "save"),
    offer(Action::Up, "").here("up in the panel"),
    offer(Action::Down, "").here("down in the panel"),
    offer(Action::PageUp, ""),
    offer(Action::PageDown, ""),
    offer(Action::First, "").here("first move or line"),
    offer(Action::Last, "").here("last move or line"),
    offer(Action::Do, "").here("play the square, choose in the panel, or the next move"),
    offer(Action::Next, "").here("next mistake"),
    offer(Action::Previous, "").here("previous mistake"),
    offer(Action::Worst, ""),
    offer(Action::Line, "").here("add the engine's line"),
    offer(Action::Promote, ""),
    offer(Action::Delete, "").here("delete the variation from here"),
    offer(Action::Undo, ""),
    offer(Action::Redo, ""),
    offer(Action::LeaveVariation, ""),
    offer(Action::Report, ""),
    offer(Action::Explorer, ""),
    offer(Action::More, "").here("larger panel"),
    offer(Action::Less, "").here("smaller panel"),
    offer(Action::Practise, "").here("puzzles about your mistakes"),
    offer(Action::PlayOn, "").here("play a game from here"),
    offer(Action::Engine, ""),
    offer(Action::Update, ""),
    offer(Action::Marks, ""),
    offer(Action::Turn, ""),
    offer(Action::Open, ""),
    offer(Action::Copy, ""),
    offer(Action::Back, "leave").here("leave the study"),
];

const WRITING: &[Offer] = &[
    offer(Action::Do, "keep").here("keep the comment"),
    offer(Action::Back, "cancel").here("leave the comment as it was"),
];

pub(crate) fn offers(state: &State) -> Vec<Offer> {
    match super::is_retrying(state) {
        true => retry::OFFERS.to_vec(),
        false if is_writing(state) => WRITING.to_vec(),
        false => OFFERS.to_vec(),
    }
}

pub(crate) fn is_writing(state: &State) -> bool {
    state.review.as_ref().is_some_and(|review| review.comment.is_some())
}

pub(crate) fn typed(state: &mut State, press: Press) -> bool {
    let turned = state.turned;
    if super::is_retrying(state) {
        return retry::typed(state, press);
    }
    let Some(review) = state.review.as_mut() else { return false };
    if let Some(field) = &mut review.comment {
        return field.typed(press);
    }
    let is_square = press.typed().is_some() || review.pointer.column.is_some();
    is_square && review.pointer.press(press, turned) != Pointing::Other
}

pub(crate) fn perform(state: &mut State, action: Action, effects: &mut Vec<Effect>) {
    if super::is_retrying(state) {
        return retry::perform(state, action, effects);
    }
    let Some(review) = state.review.as_mut() else { return };
    if let Some(field) = review.comment.take() {
        if action != Action::Back {
            review.tree.set_comment(field.node, &field.text());
        }
        return;
    }
    match action {
        Action::Left => review.go(review.at().saturating_sub(1)),
        Action::Right => review.go(review.at() + 1),
        Action::Up => step(state, false),
        Action::Down => step(state, true),
        Action::PageUp => page(state, false),
        Action::PageDown => page(state, true),
        Action::First => to_end(state, false),
        Action::Last => to_end(state, true),
        Action::NextGroup => review.panels.cycle(true),
        Action::PreviousGroup => review.panels.cycle(false),
        Action::Report => review.panels.show(Panel::Report),
        Action::Explorer => review.panels.show(Panel::Explorer),
        Action::More => review.panels.resize(true),
        Action::Less => review.panels.resize(false),
        Action::Previous => super::to_mistake(state, false),
        Action::Next => super::to_mistake(state, true),
        Action::Worst => super::worst(state),
        Action::Retry => retry::begin(state),
        Action::Practise => super::practise(state, effects),
        Action::Do => match review.pointer.square() {
            Some(square) => super::play(state, square),
            None => choose_selected(state, effects),
        },
        Action::Line => add_line(state),
        Action::Comment => comment(state),
        Action::Promote => promote(state),
        Action::Delete => delete(state),
        Action::Undo => undo(state, false),
        Action::Redo => undo(state, true),
        Action::LeaveVariation => {
            if !review.back_to_game() {
                state.notify("There is no variation to leave.");
            }
        }
        Action::PlayOn => super::play_on(state),
        Action::Engine => review.engine_on = !review.engine_on,
        Action::Update => super::update_report(state),
        Action::Back => super::leave(state, effects),
        action => global::perform(state, action, effects),
    }
}

fn promote(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let text = match review.tree.promote(review.tree.current()) {
        Some(first) => format!("Promoted: {} comes first.", name(&review.tree, first, None)),
        None => "This is the main line.".to_owned(),
    };
    state.notify(text);
}

fn front(state: &State) -> Option<(Content, usize)> {
    let review = state.review.as_ref()?;
    let pane = places(state)?.panes.into_iter().find(|pane| pane.panel == review.panels.focus)?;
    let content = Content::of(state, review, pane.panel, pane.body, &Brush::new(state));
    Some((content, usize::from(pane.body.height)))
}

fn step(state: &mut State, down: bool) {
    let front = front(state);
    let width = places(state).and_then(|places| Some(places.panes.first()?.body.width)).unwrap_or(u16::MAX);
    let Some(review) = state.review.as_mut() else { return };
    match (review.panels.focus, front) {
        (Panel::Moves, _) => {
            if let Some(beside) = Sheet::of(&review.tree, width).beside(review.tree.current(), down) {
                review.go_to(beside);
            }
        }
        (panel, Some((content, height))) => {
            let rows = content.lines.len();
            review.panels.list_mut(panel).step(down, &content.rows_of_items(), rows, height);
        }
        (_, None) => {}
    }
}

const PAGE_OF_MOVES: usize = 10;

fn page(state: &mut State, down: bool) {
    let front = front(state);
    let Some(review) = state.review.as_mut() else { return };
    match (review.panels.focus, front) {
        (Panel::Moves, _) if down => review.go(review.at() + PAGE_OF_MOVES),
        (Panel::Moves, _) => review.go(review.at().saturating_sub(PAGE_OF_MOVES)),
        (panel, Some((content, height))) => {
            let by = height.saturating_sub(1).max(1) as isize;
            review.panels.list_mut(panel).scroll(if down { by } else { -by }, content.lines.len(), height);
        }
        (_, None) => {}
    }
}

fn to_end(state: &mut State, last: bool) {
    let front = front(state);
    let Some(review) = state.review.as_mut() else { return };
    match (review.panels.focus, front) {
        (Panel::Moves, _) => review.go(if last { usize::MAX } else { 0 }),
        (panel, Some((content, height))) => {
            let list = review.panels.list_mut(panel);
            let end = (content.items.len().saturating_sub(1), content.lines.len().saturating_sub(height));
            (list.selected, list.top) = if last { end } else { (0, 0) };
        }
        (_, None) => {}
    }
}

fn choose_selected(state: &mut State, effects: &mut Vec<Effect>) {
    let front = front(state);
    let Some(review) = state.review.as_mut() else { return };
    let selected = front.and_then(|(content, _)| {
        content.selected(review.panels.list(review.panels.focus)).map(|item| item.choice.clone())
    });
    match selected {
        Some(choice) => choose(state, &choice, effects),
        None => review.go(review.at() + 1),
    }
}

pub(crate) fn choose(state: &mut State, choice: &Choice, effects: &mut Vec<Effect>) {
    let Some(review) = state.review.as_mut() else { return };
    match choice {
        Choice::Play(squares) => {
            if let Ok(last) = review.tree.add_line(squares) {
                review.go_to(last);
            }
        }
        Choice::Show(number) => review.go_in_game(number.saturating_sub(1)),
        Choice::Open(key) => effects.push(Effect::OpenGame(*key)),
    }
}

fn add_line(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let selected = match review.panels.focus {
        Panel::Engine => review.panels.list(Panel::Engine).selected,
        _ => 0,
    };
    let candidates = review.candidates();
    let line = candidates.get(selected).or_else(|| candidates.first());
    let squares: Vec<Square> = line.into_iter().flat_map(|line| &line.moves).filter_map(|mv| mv.square()).collect();
    let added = review.tree.add_line(&squares);
    let first = squares.first().and_then(|&first| review.tree.child(review.tree.current(), first));
    match (added, first) {
        (Ok(_), Some(first)) => review.go_to(first),
        _ => state.notify("The engine has no line here yet."),
    }
}

fn comment(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let node = review.tree.current();
    review.comment = Some(CommentField::new(node, &review.tree.node(node).comment()));
    review.panels.show(Panel::Moves);
}

fn delete(state: &mut State) {
    let Some(review) = state.review.as_mut() else { return };
    let node = review.tree.current();
    if node == Tree::ROOT || review.is_of_game(node) {
        return state.notify("The moves of the game stay. Only variations can be deleted.");
    }
    let text = format!("Deleted from {} on. Press u to undo.", name(&review.tree, node, None));
    review.tree.delete(node);
    review.moved();
    state.notify(text);
}

fn undo(state: &mut State, redo: bool) {
    let Some(review) = state.review.as_mut() else { return };
    let edit = if redo { review.tree.redo() } else { review.tree.undo() };
    review.moved();
    let text = match edit {
        Some(edit) => format!("{}: {}.", if redo { "Redone" } else { "Undone" }, edit_name(review, edit)),
        None => format!("Nothing to {}.", if redo { "redo" } else { "undo" }),
    };
    state.notify(text);
}

fn edit_name(review: &Review, Edit { kind, node }: Edit) -> String {
    let name = name(&review.tree, node, None);
    match kind {
        EditKind::Move => name,
        EditKind::Deletion => format!("deleting {name}"),
        EditKind::Promotion => format!("promoting {name}"),
        EditKind::Comment => format!("the comment on {name}"),
    }
}
