use std::fs;
use std::io::Cursor;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use outflank_engine::{Analysis, Bound, Engine, Level, Limits, Score, Selectivity, Variation};
use outflank_formats::wthor::{Directory, Games};
use outflank_formats::{Record, plain};
use outflank_rules::{Game, Move, Position, Rules, Square, Status};
use outflank_study::index::{self, Collection};
use outflank_study::review::{Effort, Plan, Review, Search};
use proptest::sample::Index;

pub(crate) const EXCERPT: &[u8] = include_bytes!("../../../outflank-formats/tests/data/wthor_200.wtb");

pub(crate) fn tournament() -> Games {
    Games::parse(EXCERPT).expect("the file is well-formed")
}

pub(crate) fn wthor_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "wtb"));
    paths.sort();
    paths
}

pub(crate) fn record(text: &str) -> Record {
    plain::parse(text).expect("it can be read").check().expect("its moves are legal")
}

pub(crate) fn played_out(rules: Rules) -> Game {
    let mut game = Game::new(Position::initial(rules));
    while let Some(square) = game.position().legal_moves().first() {
        game.play(square).expect("it is a choice");
    }
    game
}

/// A game of these choices among the legal moves, as far as there are any.
pub(crate) fn continued(start: Position, choices: &[Index]) -> Game {
    let mut game = Game::new(start);
    for choice in choices {
        let squares: Vec<Square> = game.position().legal_moves().into_iter().collect();
        if squares.is_empty() {
            break;
        }
        game.play(*choice.get(&squares)).expect("it is a choice");
    }
    game
}

pub(crate) fn collection(games: &[&str]) -> Collection {
    let mut collection = Collection::default();
    let source = collection.add_source("by hand");
    for (game, number) in games.iter().zip(1..) {
        collection.add_record(&record(game), source, number).expect("it is a standard game");
    }
    collection
}

pub(crate) fn add_wthor(collection: &mut Collection, name: &str, games: &Games, names: Directory<'_>) {
    let source = collection.add_source(name);
    for (game, number) in games.games.iter().zip(1..) {
        collection.add_wthor(game, games.year, names, source, number).expect("the game is legal");
    }
}

pub(crate) const KEY: &[u8] = b"which games these are";

pub(crate) fn written(collection: &Collection, threads: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    let threads = NonZeroUsize::new(threads).expect("there is a thread");
    collection.write(&mut bytes, KEY, threads).expect("memory can be written to");
    bytes
}

pub(crate) fn open(collection: &Collection) -> index::Index<Cursor<Vec<u8>>> {
    index::Index::open(Cursor::new(written(collection, 2)), KEY).expect("it was just written")
}

/// An analysis with these moves, the best first, and their scores for the side to move.
pub(crate) fn analysis(lines: &[(Square, Score)], depth: u8, exact: bool) -> Analysis {
    let line = |&(square, score)| Variation { pv: vec![Move::Place(square)], score, bound: Bound::Exact };
    Analysis {
        lines: lines.iter().map(line).collect(),
        depth,
        selectivity: Selectivity::Full,
        exact,
        nodes: 1,
        time: Duration::from_millis(1),
    }
}

pub(crate) fn reviewed(game: &Game, plan: Plan, mut search: impl FnMut(&Search) -> Analysis) -> Review {
    let mut review = Review::of(game, plan);
    let searches: Vec<Search> = review.searches().cloned().collect();
    for wanted in &searches {
        let finding = wanted.finding(&search(wanted)).expect("the analysis is as deep as the search");
        review.learn(&finding);
    }
    assert!(review.is_complete());
    review
}

pub(crate) fn shallow() -> Plan {
    Effort::Level(Level::FIRST).into()
}

/// The result of perfect play, for the side to move.
pub(crate) fn solved(engine: &Engine, position: &Position) -> i8 {
    if let Status::Over(outcome) = position.status() {
        return outcome.margin(position.turn());
    }
    let analysis = engine.analyze(*position, Limits { depth: Some(60), ..Limits::default() });
    assert!(analysis.exact);
    analysis.lines[0].score.discs() as i8
}
