//! What others played.

use std::io::Cursor;
use std::num::NonZeroUsize;

use outflank_formats::ggf;
use outflank_study::index::{Collection, Index};

use super::*;
use crate::commands::db::IndexEvent;
use crate::tui::explorer::{Found, Known};

/// Games with names: after f5 d6 c3, d3 was played more often than f4.
const GAMES: &str = "\
(;GM[Othello]PC[Paris]DT[1997]PB[Rose]PW[Shaman]RE[+10.00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)
(;GM[Othello]PC[Open of a town with a very long name]DT[1998]PB[Tastet]PW[Feinstein]RE[-6.00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)
(;GM[Othello]PC[Paris]DT[1999]PB[Tamenori]PW[Murakami]RE[0.00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[F4];)
(;GM[Othello]DT[2000]PB[]PW[]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)
";

/// Somebody who studies a game with a collection.
pub(super) fn exploring(moves: &str) -> Desk {
    let mut desk = Desk::new();
    desk.state.settings.collection = vec!["games.ggf".into()];
    desk.happen(Event::Paste(moves.to_owned()));
    desk.type_in("l");
    desk
}

/// What the collection answers.
pub(super) fn explored(position: &Position) -> Event {
    let mut collection = Collection::default();
    let source = collection.add_source("games.ggf");
    for (unchecked, number) in ggf::parse(GAMES).zip(1..) {
        collection.add_unchecked(&unchecked.unwrap(), source, number).unwrap();
    }
    let mut bytes = Vec::new();
    collection.write(&mut bytes, b"", NonZeroUsize::MIN).unwrap();
    let mut index = Index::open(Cursor::new(bytes), b"").unwrap();
    let explored = index.explore(position, 8).unwrap();
    Event::Explored { position: *position, found: Ok(Box::new(Found { collection: index.len(), explored })) }
}

/// The position that the collection was asked about by the last event.
fn asked(desk: &Desk) -> Option<Position> {
    let mut positions = desk.effects.iter().filter_map(|effect| match effect {
        Effect::Explore(position) => Some(*position),
        _ => None,
    });
    let first = positions.next();
    assert!(positions.next().is_none(), "one question at a time");
    first
}

fn known(desk: &Desk) -> Known<'_> {
    desk.state.explorer.known(desk.review().position())
}

#[test]
fn the_collection_is_asked_about_what_is_shown_and_only_while_it_is_seen() {
    let mut desk = Desk::new();
    desk.state.settings.collection = vec!["games.ggf".into()];
    desk.happen(Event::Paste("f5d6c3d3".to_owned()));
    desk.key(KeyCode::Right);
    assert_eq!(asked(&desk), None, "nobody looks at it");
    desk.type_in("l");
    assert_eq!(asked(&desk), Some(*desk.review().position()));
    desk.happen(Event::Tick);
    assert_eq!(asked(&desk), None, "it was asked");
    desk.key(KeyCode::Right);
    assert_eq!(asked(&desk), Some(*desk.review().position()));
    desk.type_in("c5\n");
    assert_eq!(asked(&desk), Some(*desk.review().position()), "a variation is explored as well");
    desk.type_in("l");
    desk.key(KeyCode::Backspace);
    assert_eq!(asked(&desk), None);
    desk.type_in("l");
    assert_eq!(asked(&desk), Some(*desk.review().position()));
    desk.happen(Event::Resize(Size { columns: 20, rows: 11 }));
    desk.key(KeyCode::Right);
    assert_eq!(asked(&desk), None, "there is no room for an answer");
    desk.type_in("l");
    assert_eq!(desk.told(), "There is no room for the games beside the board.");
}

#[test]
fn an_answer_about_another_position_is_dropped() {
    let mut desk = exploring("f5d6c3d3");
    let first = asked(&desk).unwrap();
    assert_eq!(known(&desk), Known::Opening(None));
    desk.key(KeyCode::Right);
    let second = asked(&desk).unwrap();
    desk.happen(explored(&first));
    assert_eq!(known(&desk), Known::Awaited);
    desk.happen(explored(&second));
    let Known::Found(Found { collection, explored }) = known(&desk) else { panic!("{:?}", known(&desk)) };
    let played: Vec<_> = explored.moves.iter().map(|played| (played.square, played.played.tally.games)).collect();
    assert_eq!((*collection, explored.tally.games), (4, 4));
    assert_eq!(played, [(Square::D6, 3), (Square::F6, 1)]);
    desk.key(KeyCode::Left);
    assert_eq!(asked(&desk), Some(first), "what was dropped is asked again");
}

#[test]
fn nothing_is_asked_without_a_collection_by_other_rules_or_while_a_move_is_to_be_found() {
    let mut desk = Desk::new();
    desk.happen(Event::Paste("f5d6c3d3".to_owned()));
    desk.type_in("l");
    assert_eq!(asked(&desk), None);

    let mut desk = exploring("rules shellos\nf5");
    assert_eq!(asked(&desk), None);
    desk.key(KeyCode::Right);
    assert_eq!(asked(&desk), None);

    let mut desk = exploring("f5d6c3d3c7f4");
    desk.search();
    desk.type_in("x");
    assert!(desk.review().retry.is_some());
    assert_eq!(asked(&desk), None);
    desk.key(KeyCode::Esc);
    assert_eq!(asked(&desk), Some(*desk.review().position()));
}

#[test]
fn what_goes_wrong_with_a_collection_is_told_beside_the_board() {
    let mut desk = exploring("f5d6c3d3");
    let position = asked(&desk).unwrap();
    desk.happen(Event::Collection(IndexEvent::Read { done: 3, files: 47 }));
    assert!(matches!(known(&desk), Known::Opening(Some(reading)) if (reading.done, reading.files) == (3, 47)));
    desk.happen(Event::Collection(IndexEvent::LeftOut(2)));
    assert_eq!(desk.state.explorer.remarks().len(), 1);
    desk.happen(Event::Explored { position, found: Err(anyhow::anyhow!("games.ggf: gone")) });
    assert_eq!(known(&desk), Known::Failed("games.ggf: gone"));
    assert_eq!(desk.told(), "", "and nowhere else");
}
