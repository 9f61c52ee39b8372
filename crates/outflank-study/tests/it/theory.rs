//! The table of opening theory agrees with a count of all games.

use std::collections::{HashMap, HashSet};
use std::fs;

use outflank_engine::Book;
use outflank_formats::Transcript;
use outflank_formats::wthor::Games;
use outflank_rules::{Board, Color, Game, Position, Rules, Setup, Square, Symmetry};
use outflank_study::theory::{self, MIN_GAMES, Table, UnpackError};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::samples::wthor_files;

const EMBEDDED: &[u8] = include_bytes!("../../data/theory.bin");

/// Counted by another program.
const EXCERPT: &str = include_str!("../data/theory.tsv");

fn embedded() -> Table {
    Table::unpack(EMBEDDED).unwrap().1
}

fn position_of(board: Board) -> Position {
    Position::new(Rules::Standard, Setup::new(board.discs(Color::Black), Color::Black)).unwrap()
}

fn after(line: &str) -> Position {
    let transcript: Transcript = line.parse().unwrap();
    *transcript.replay(Position::initial(Rules::Standard)).unwrap().position()
}

/// Games, games since 2000, and all games that went on from the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    games: u32,
    since_2000: u32,
    here: u32,
}

fn assert_as_counted(position: &Position, square: Square, counted: Counted, context: &str) {
    let found = theory::lookup(position, square);
    assert_eq!(found.is_some(), counted.games >= MIN_GAMES, "{context}: {counted:?}");
    if let Some(found) = found {
        assert_eq!((found.games, found.games_since_2000), (counted.games, counted.since_2000), "{context}");
        let share = f64::from(counted.games) / f64::from(counted.here);
        assert!((f64::from(found.share) - share).abs() < 1e-6, "{context}: {} is not {share}", found.share);
    }
}

#[test]
fn the_embedded_table_is_whole() {
    let (origin, table) = Table::unpack(EMBEDDED).unwrap();
    assert_eq!(
        origin,
        "outflank-train theory; made from wthor=114908:2c9d9ae3; games from 1977 to 2022; moves of at least 20 games"
    );
    assert!(table.len() > 5_000, "{}", table.len());
    for (board, continuations) in table.positions() {
        assert_eq!(board, board.canonical());
        assert!(!continuations.moves.is_empty());
        let squares: HashSet<Square> = continuations.moves.iter().map(|&(square, _)| square).collect();
        assert_eq!(squares.len(), continuations.moves.len());
        for &(square, played) in &continuations.moves {
            assert!(board.moves().contains(square), "{board:?} {square}");
            assert_eq!(board.canonical_move(square), (board, square));
            assert!(played.games >= MIN_GAMES && played.since_2000 <= played.games, "{played:?}");
        }
    }
}

#[test]
fn moves_are_counted_as_in_an_excerpt() {
    let mut count = 0;
    for line in EXCERPT.lines().filter(|line| !line.starts_with('#')) {
        let cells: Vec<&str> = line.split('\t').collect();
        let [moves, square, games, since_2000, here] = cells[..] else { panic!("{line}") };
        let [games, since_2000, here] = [games, since_2000, here].map(|cell| cell.parse().unwrap());
        assert_as_counted(&after(moves), square.parse().unwrap(), Counted { games, since_2000, here }, line);
        count += 1;
    }
    assert_eq!(count, 60);
}

struct Asked {
    board: Board,
    square: Square,
    counted: Counted,
}

impl Asked {
    fn count(&mut self, board: Board, square: Square, is_recent: bool) {
        let onto: Vec<Symmetry> =
            Symmetry::ALL.into_iter().filter(|symmetry| symmetry.board(board) == self.board).collect();
        let is_same = onto.iter().any(|symmetry| symmetry.square(square) == self.square);
        self.counted.here += 1;
        self.counted.games += u32::from(is_same);
        self.counted.since_2000 += u32::from(is_same && is_recent);
    }
}

fn random_square(board: Board, index: Index) -> Option<Square> {
    let squares: Vec<Square> = board.moves().into_iter().collect();
    (!squares.is_empty()).then(|| *index.get(&squares))
}

fn asked(number: usize) -> Vec<Asked> {
    let mut theory: Vec<(Board, Square)> = Vec::new();
    for (board, continuations) in embedded().positions() {
        theory.extend(continuations.moves.iter().map(|&(square, _)| (board, square)));
    }
    theory.sort_unstable();
    let mut runner = TestRunner::deterministic();
    let mut random = || any::<Index>().new_tree(&mut runner).unwrap().current();
    let mut asked = Vec::new();
    while asked.len() < number {
        let (board, stored) = *random().get(&theory);
        let (board, square) = match asked.len() % 3 {
            0 => (board, Some(stored)),
            1 => (board, random_square(board, random())),
            _ => (board.play_unchecked(stored), random_square(board.play_unchecked(stored), random())),
        };
        let Some(square) = square else { continue };
        let symmetry = random().get(&Symmetry::ALL);
        let counted = Counted::default();
        asked.push(Asked { board: symmetry.board(board), square: symmetry.square(square), counted });
    }
    asked
}

#[test]
fn moves_are_counted_as_in_all_games() {
    let Some(folder) = crate::collections::folder("wthor") else {
        return;
    };
    let mut asked = asked(500);
    let mut by_board: HashMap<Board, Vec<&mut Asked>> = HashMap::new();
    asked.iter_mut().for_each(|asked| by_board.entry(asked.board.canonical()).or_default().push(asked));
    let deepest = by_board.keys().map(|board| 60 - board.empty().len() as usize).max().unwrap();
    for path in wthor_files(&folder) {
        let file = Games::parse(&fs::read(path).unwrap()).unwrap();
        for game in &file.games {
            let mut board = Board::START;
            for &square in game.moves().iter().take(deepest + 1) {
                if board.moves().is_empty() {
                    board = board.pass();
                }
                for asked in by_board.get_mut(&board.canonical()).into_iter().flatten() {
                    asked.count(board, square, file.year >= 2000);
                }
                board = board.play_unchecked(square);
            }
        }
    }
    let theory = asked.iter().filter(|asked| asked.counted.games >= MIN_GAMES).count();
    assert!((150..450).contains(&theory), "{theory}");
    for Asked { board, square, counted } in asked {
        assert_as_counted(&position_of(board), square, counted, &format!("{board:?} {square}"));
    }
}

#[test]
fn only_moves_of_the_standard_game_are_theory() {
    let start = Position::initial(Rules::Standard);
    assert_eq!(theory::lookup(&start, Square::A1), None);
    for rules in Rules::ALL.into_iter().filter(|rules| !rules.is_standard()) {
        let other = Position::initial(rules);
        assert_eq!(theory::lookup(&other, Square::F5), None);
        assert_eq!(theory::moves(&other), []);
    }
}

#[test]
fn every_first_move_is_the_same_move() {
    let start = Position::initial(Rules::Standard);
    let moves = theory::moves(&start);
    let squares: Vec<Square> = moves.iter().map(|&(square, _)| square).collect();
    assert_eq!(squares, [Square::D3, Square::C4, Square::F5, Square::E6]);
    for (square, theory) in moves {
        assert_eq!((theory.games, theory.share), (114_908, 1.0), "{square}");
    }
}

#[test]
fn values_are_those_of_the_book() {
    let mut in_book = 0;
    for (board, _) in embedded().positions() {
        let position = position_of(board);
        let book = Book::embedded().moves(&position);
        for (square, theory) in theory::moves(&position) {
            let known = book.iter().find(|known| known.square == square);
            assert_eq!(theory.book_value, known.map(|known| known.value));
            assert_eq!(theory.in_book, known.is_some_and(|known| known.has_replies));
            in_book += usize::from(theory.in_book);
        }
    }
    assert!(in_book > 1_000, "{in_book}");
}

#[test]
fn a_damaged_file_is_refused() {
    for length in (0..EMBEDDED.len()).step_by(997) {
        assert!(Table::unpack(&EMBEDDED[..length]).is_err(), "{length}");
    }
    let mut damaged = EMBEDDED.to_vec();
    *damaged.last_mut().unwrap() ^= 1;
    assert_eq!(Table::unpack(&damaged), Err(UnpackError::Damaged));
    damaged = EMBEDDED.to_vec();
    damaged[0] ^= 1;
    assert_eq!(Table::unpack(&damaged), Err(UnpackError::NotTheory));
    assert_eq!(Table::unpack(b"outflank theory 1\nno end"), Err(UnpackError::NoOrigin));
}

proptest! {
    #[test]
    fn symmetric_positions_have_the_same_theory(choices in prop::collection::vec(any::<Index>(), 0..20)) {
        let mut game = Game::new(Position::initial(Rules::Standard));
        for choice in choices {
            let moves = theory::moves(game.position());
            prop_assert!(moves.is_sorted_by(|(_, one), (_, next)| one.games >= next.games));
            for symmetry in Symmetry::ALL {
                let turned = symmetry.position(game.position());
                let known: HashMap<Square, _> = theory::moves(&turned).into_iter().collect();
                prop_assert_eq!(known.len(), moves.len());
                for (square, theory) in &moves {
                    prop_assert_eq!(known.get(&symmetry.square(*square)), Some(theory));
                }
                for square in Square::ALL {
                    prop_assert_eq!(theory::lookup(&turned, square), known.get(&square).copied());
                }
            }
            if moves.is_empty() {
                break;
            }
            game.play(choice.get(&moves).0).unwrap();
        }
    }
}
