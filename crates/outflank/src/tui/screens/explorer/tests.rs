use std::io::Cursor;
use std::num::NonZeroUsize;

use outflank_formats::ggf;
use outflank_study::index::{Collection, Index};

use crate::commands::db::IndexEvent;
use crate::tui::screens::explorer::{Found, Lookup};
use crate::tui::tests::*;

const GAMES: &str = "\
(;GM[Othello]PC[Paris]DT[1997]PB[Rose]PW[Shaman]RE[+10.00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)
(;GM[Othello]PC[Open of a town with a very long name]DT[1998]PB[Tastet]PW[Feinstein]RE[-6.00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[D3]B[C4];)
(;GM[Othello]PC[Paris]DT[1999]PB[Tamenori]PW[Murakami]RE[0.00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6]B[C3]W[F4];)
(;GM[Othello]DT[2000]PB[]PW[]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6];)
";

pub(crate) fn exploring(moves: &str) -> TestApp {
    let mut app = TestApp::new();
    app.state.settings.collection = vec!["games.ggf".into()];
    app.send(Event::Paste(moves.to_owned()));
    app.type_in("X");
    app
}

pub(crate) fn explored(position: &Position) -> Event {
    let mut collection = Collection::default();
    let source = collection.add_source("games.ggf");
    for (unchecked, number) in ggf::parse(GAMES).zip(1..) {
        collection.add_unchecked(&unchecked.unwrap(), source, number).unwrap();
    }
    let mut bytes = Vec::new();
    collection.write(&mut bytes, b"", NonZeroUsize::MIN).unwrap();
    let mut index = Index::open(Cursor::new(bytes), b"").unwrap();
    let explored = index.explore(position, 8).unwrap();
    Event::Explored(*position, Ok(Box::new(Found { collection: index.len(), explored })))
}

fn asked(app: &TestApp) -> Option<Position> {
    let mut positions = app.effects.iter().filter_map(|effect| match effect {
        Effect::Explore(position) => Some(*position),
        _ => None,
    });
    let first = positions.next();
    assert!(positions.next().is_none(), "one question at a time");
    first
}

fn lookup(app: &TestApp) -> Lookup<'_> {
    app.state.explorer.lookup(app.review().position())
}

#[test]
fn only_a_visible_explorer_looks_up_the_position() {
    let mut app = TestApp::new();
    app.state.settings.collection = vec!["games.ggf".into()];
    app.send(Event::Paste("f5d6c3d3".to_owned()));
    app.type_in("<Right>");
    assert_eq!(asked(&app), None, "the explorer is hidden");
    app.type_in("X");
    assert_eq!(asked(&app), Some(*app.review().position()));
    app.send(Event::Tick);
    assert_eq!(asked(&app), None, "it was asked");
    for (keys, is_asked) in [("<Right>", true), ("c5\n", true), ("<Tab><Bksp>", false), ("X", true)] {
        app.type_in(keys);
        assert_eq!(asked(&app), Some(*app.review().position()).filter(|_| is_asked), "{keys}");
    }
    app.resize(20, 11);
    app.type_in("<Right>");
    assert_eq!(asked(&app), None, "there is no room for an answer");
}

#[test]
fn a_result_for_another_position_is_dropped() {
    let mut app = exploring("f5d6c3d3");
    let first = asked(&app).unwrap();
    assert_eq!(lookup(&app), Lookup::Opening(None));
    app.type_in("<Right>");
    let second = asked(&app).unwrap();
    app.send(explored(&first));
    assert_eq!(lookup(&app), Lookup::Pending);
    app.send(explored(&second));
    let Lookup::Found(Found { collection, explored }) = lookup(&app) else { panic!("{:?}", lookup(&app)) };
    let played: Vec<_> = explored.moves.iter().map(|played| (played.square, played.played.tally.games)).collect();
    assert_eq!((*collection, explored.tally.games), (4, 4));
    assert_eq!(played, [(Square::D6, 3), (Square::F6, 1)]);
    app.type_in("<Left>");
    assert_eq!(asked(&app), Some(first), "what was dropped is asked again");
}

#[test]
fn no_lookup_without_a_collection_for_other_rules_or_during_a_retry() {
    assert_eq!(asked(&TestApp::studying("f5d6c3d3").typed("X")), None);

    let mut app = exploring("rules shellos\nf5");
    assert_eq!(asked(&app), None);
    app.type_in("<Right>");
    assert_eq!(asked(&app), None);

    let mut app = exploring("f5d6c3d3c7f4");
    app.search();
    app.type_in("R");
    assert!(app.review().retry.is_some());
    assert_eq!(asked(&app), None);
    app.type_in("<Esc>");
    assert_eq!(asked(&app), Some(*app.review().position()));
}

#[test]
fn collection_errors_appear_in_the_panel() {
    let mut app = exploring("f5d6c3d3");
    let position = asked(&app).unwrap();
    app.send(Event::Collection(IndexEvent::Read { done: 3, files: 47 }));
    assert!(matches!(lookup(&app), Lookup::Opening(Some(reading)) if (reading.done, reading.files) == (3, 47)));
    app.send(Event::Collection(IndexEvent::LeftOut(2)));
    assert_eq!(app.state.explorer.remarks.len(), 1);
    app.send(Event::Explored(position, Err(anyhow::anyhow!("games.ggf: gone"))));
    assert_eq!(lookup(&app), Lookup::Failed("games.ggf: gone"));
    assert_eq!(app.notice(), "", "and nowhere else");
}

#[test]
fn moves_are_played_and_games_opened_from_the_explorer() {
    let mut app = exploring("f5d6c3d3").typed("<Right>");
    let position = *app.review().position();
    app.send(explored(&position));
    app.type_in("<Down>\n");
    assert_eq!(app.review().last(), Some(Square::F6), "the second move of the table");
    app.type_in("<Left>");
    app.send(explored(&position));
    app.type_in("<Down><Down>\n");
    let Some(Effect::OpenGame(key)) = app.effects.iter().find(|effect| matches!(effect, Effect::OpenGame(_))) else {
        panic!("{:?}", app.effects);
    };
    let Lookup::Found(found) = lookup(&app) else { panic!("{:?}", lookup(&app)) };
    assert_eq!(*key, found.explored.latest[0].key);
}
