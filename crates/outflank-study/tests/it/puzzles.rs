use std::collections::{BTreeSet, HashSet};

use outflank_engine::{Book, Engine, Limits, Score};
use outflank_formats::board_string;
use outflank_rules::{Board, Color, Move, Square, Symmetry};
use outflank_study::drill::Day;
use outflank_study::openings::{self, Language};
use outflank_study::puzzles::{self, Kind, Puzzle, PuzzleId};
use outflank_study::report::Theme;
use proptest::prelude::*;

use crate::samples::solved;

const EMBEDDED: &str = include_str!("../../data/puzzles.tsv");

fn of_kind(kind: Kind) -> impl Iterator<Item = &'static Puzzle> {
    puzzles::all().iter().filter(move |puzzle| puzzle.kind == kind)
}

fn gap(puzzle: &Puzzle) -> i8 {
    puzzle.moves[0].score - puzzle.moves[1].score
}

#[test]
fn one_move_of_every_endgame_wins_and_all_scores_are_those_of_perfect_play() {
    let engine = Engine::default();
    for puzzle in of_kind(Kind::Endgame) {
        let id = puzzle.id;
        assert!((6..=14).contains(&puzzle.position.empty().len()), "{id}");
        for scored in &puzzle.moves {
            let after = puzzle.position.play(Move::Place(scored.square)).unwrap();
            assert_eq!(scored.score, -solved(&engine, &after), "{id}: {}", scored.square);
        }
        assert!(puzzle.best().score > 0, "{id}: the best move wins");
        assert!(puzzle.moves[1..].iter().all(|scored| scored.score <= 0), "{id}: no other move wins");
        assert!(gap(puzzle) >= 2, "{id}");
    }
}

fn tried(board: Board, alpha: i8, beta: i8) -> i8 {
    let moves = board.moves();
    if moves.is_empty() {
        let over = board.is_over();
        return if over { board.final_margin() } else { -tried(board.pass(), -beta, -alpha) };
    }
    let mut best = alpha;
    for square in moves {
        best = best.max(-tried(board.play_unchecked(square), -beta, -best));
        if best >= beta {
            break;
        }
    }
    best
}

#[test]
fn brute_force_gives_the_same_scores() {
    let mut count = 0;
    for puzzle in of_kind(Kind::Endgame).filter(|puzzle| puzzle.position.empty().len() <= 9) {
        let board = puzzle.position.board().unwrap();
        for scored in &puzzle.moves {
            let score = -tried(board.play_unchecked(scored.square), -64, 64);
            assert_eq!(scored.score, score, "{}: {}", puzzle.id, scored.square);
        }
        count += 1;
    }
    assert!(count >= 100, "{count}");
}

#[test]
fn the_book_has_the_same_best_move_for_every_opening() {
    for puzzle in of_kind(Kind::Opening) {
        let id = puzzle.id;
        assert!((44..=54).contains(&puzzle.position.empty().len()), "{id}");
        assert!(gap(puzzle) >= 2, "{id}");
        let moves = Book::embedded().moves(&puzzle.position);
        assert_eq!(moves[0].square, puzzle.best().square, "{id}");
        assert!(moves[0].value.units() - moves[1].value.units() >= Score::from_discs(2).units(), "{id}");
    }
}

/// The search that made the puzzles takes minutes; the easier ones don't need it.
#[test]
fn a_search_finds_the_easier_openings() {
    let engine = Engine::default();
    for puzzle in of_kind(Kind::Opening).filter(|puzzle| puzzle.difficulty <= 2) {
        engine.forget();
        let analysis = engine.analyze(puzzle.position, Limits { depth: Some(8), ..Limits::default() });
        assert_eq!(analysis.lines[0].pv[0], Move::Place(puzzle.best().square), "{}", puzzle.id);
    }
}

#[test]
fn the_set_is_varied() {
    assert!(puzzles::all().len() >= 300);
    assert!(EMBEDDED.len() < 110_000);
    for kind in Kind::ALL {
        for difficulty in 1..=5 {
            let count = of_kind(kind).filter(|puzzle| puzzle.difficulty == difficulty).count();
            assert!(count >= 10, "{count} of difficulty {difficulty} and kind {}", kind.name());
        }
        for color in Color::ALL {
            assert!(of_kind(kind).filter(|puzzle| puzzle.position.turn() == color).count() >= 30, "{color}");
        }
    }
    for empties in 6..=14 {
        let count = of_kind(Kind::Endgame).filter(|puzzle| puzzle.position.empty().len() == empties).count();
        assert!(count >= 15, "{count} with {empties} empty squares");
    }
    for theme in [Theme::Corner, Theme::Pass, Theme::Tempo, Theme::Parity, Theme::Edge, Theme::Mobility] {
        let count = puzzles::all().iter().filter(|puzzle| puzzle.themes.contains(&theme)).count();
        assert!(count >= 20, "{count} about {}", theme.name());
    }
    let sources: HashSet<_> = puzzles::all().iter().map(|puzzle| puzzle.source).collect();
    assert!(sources.len() * 10 >= puzzles::all().len() * 9, "{}", sources.len());
}

#[test]
fn there_is_something_to_ask() {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    for Puzzle { id, position, moves, kind, .. } in puzzles::all() {
        assert!(moves.len() >= 4, "{id}");
        let taken: Vec<Square> = moves.iter().map(|scored| scored.square).filter(|at| corners.contains(at)).collect();
        assert!(*kind == Kind::Opening || taken != [moves[0].square], "{id}: it is the only corner");
        let after = position.play(Move::Place(moves[0].square)).unwrap();
        assert!(!after.discs()[!position.turn()].is_empty(), "{id}: it takes all");
    }
}

#[test]
fn ids_match_positions_and_no_two_are_symmetric() {
    let mut ids = BTreeSet::new();
    let mut boards = HashSet::new();
    for puzzle in puzzles::all() {
        assert_eq!(PuzzleId::of(&puzzle.position), Some(puzzle.id));
        assert!(ids.insert(puzzle.id), "{} is there twice", puzzle.id);
        assert!(boards.insert(puzzle.position.board().unwrap().canonical()), "{} has a twin", puzzle.id);
        assert_eq!(puzzles::find(puzzle.id), Some(puzzle));
        for symmetry in Symmetry::ALL {
            assert_eq!(PuzzleId::of(&symmetry.position(&puzzle.position)), Some(puzzle.id));
        }
    }
    assert!(puzzles::all().is_sorted_by_key(|puzzle| puzzle.difficulty));
}

#[test]
fn a_wrong_move_has_a_loss() {
    for puzzle in puzzles::all() {
        assert_eq!(puzzle.loss(puzzle.best().square), Some(0));
        for scored in &puzzle.moves[1..] {
            assert!(puzzle.loss(scored.square).is_some_and(|loss| loss >= 2), "{}: {}", puzzle.id, scored.square);
        }
        let occupied = puzzle.position.discs()[Color::Black].first().unwrap();
        assert_eq!(puzzle.loss(occupied), None);
    }
}

fn refused(cell: usize, text: &str) -> String {
    let (number, line) = first_line();
    let mut cells: Vec<&str> = line.split('\t').collect();
    cells[cell] = text;
    let lines: Vec<String> =
        EMBEDDED.lines().zip(1..).map(|(line, at)| if at == number { cells.join("\t") } else { line.into() }).collect();
    let error = puzzles::read(lines.join("\n").leak()).unwrap_err();
    assert_eq!(error.line, number);
    error.to_string().split_once(": ").unwrap().1.to_owned()
}

fn first_line() -> (usize, &'static str) {
    let mut lines = EMBEDDED.lines().zip(1..).filter(|(line, _)| !line.starts_with('#'));
    lines.next().map(|(line, number)| (number, line)).unwrap()
}

#[test]
fn a_damaged_line_is_rejected_with_its_number() {
    assert_eq!(refused(0, "xyz"), "expected a puzzle id of eight digits 0 to 9 and a to f");
    assert_eq!(refused(0, "00000000"), "the id does not match the position");
    assert_eq!(refused(1, "midgame"), "expected a kind of puzzle: endgame or opening");
    for difficulty in ["0", "6", "", "-1", "1000"] {
        assert_eq!(refused(2, difficulty), "expected a difficulty from 1 to 5");
    }
    assert!(refused(3, "").starts_with("the board: "));
    assert!(refused(3, &"X".repeat(64)).starts_with("the board: "));
    assert_eq!(refused(3, &format!("{} X", "X".repeat(64))), "the id does not match the position");
    for moves in ["", "a1", "a1+65", "a1+999", "a1 3", "i9+2", "a1+2  b1+0", "é+1"] {
        assert_eq!(refused(4, moves), "expected moves with scores from -64 to +64, such as g2+6", "{moves}");
    }
    assert_eq!(refused(5, ""), "expected a source game, found nothing");
    assert_eq!(refused(5, "a\tb\tc"), "expected 6 to 8 tab-separated cells, found 10");
    assert_eq!(refused(6, "f5d6c3"), "the game does not lead to the position");
    assert_eq!(refused(6, "f5d4"), "the game does not lead to the position");
    assert!(refused(6, "f5x9").starts_with("the game: "));
    assert_eq!(refused(7, "corners"), "expected a theme, such as corner, mobility or parity");
}

#[test]
fn every_puzzle_comes_with_the_game_that_led_to_it() {
    for puzzle in puzzles::all() {
        let game = puzzle.game();
        assert_eq!(game.placements().count() as u32, 60 - puzzle.position.empty().len(), "{}", puzzle.id);
        assert_eq!(*game.position(), puzzle.position, "{}", puzzle.id);
        let named = puzzle.opening(Language::English);
        assert_eq!(named, openings::of_game(&game, Language::English), "{}", puzzle.id);
    }
    let with_name = puzzles::all().iter().filter(|puzzle| puzzle.opening(Language::English).is_some()).count();
    assert!(with_name * 10 >= puzzles::all().len() * 9, "{with_name}");
}

#[test]
fn a_file_without_games_and_themes_has_the_same_puzzles() {
    let first_cells = |line: &str| line.split('\t').take(6).collect::<Vec<_>>().join("\t");
    let lines: Vec<String> = EMBEDDED.lines().map(first_cells).collect();
    let read = puzzles::read(lines.join("\n").leak()).unwrap();
    assert_eq!(read.len(), puzzles::all().len());
    for (puzzle, whole) in read.into_iter().zip(puzzles::all()) {
        assert_eq!(*puzzle.game().start(), puzzle.position);
        assert_eq!(puzzle.opening(Language::English), None);
        assert_eq!(Puzzle { history: whole.history.clone(), themes: whole.themes.clone(), ..puzzle }, *whole);
    }
}

#[test]
fn moves_must_be_those_of_the_position_in_their_order() {
    let (_, line) = first_line();
    let moves: Vec<&str> = line.split('\t').nth(4).unwrap().split(' ').collect();
    let expected = "expected each legal move exactly once";
    assert_eq!(refused(4, &moves[1..].join(" ")), expected);
    assert_eq!(refused(4, &[&moves[..1], &moves[..]].concat().join(" ")), expected);
    let reversed: Vec<&str> = moves.iter().rev().copied().collect();
    assert_eq!(refused(4, &reversed.join(" ")), "expected moves from the best to the worst");
}

#[test]
fn a_set_of_another_version_is_refused() {
    let message = |text| puzzles::read(text).unwrap_err().to_string();
    for text in ["", "# outflank puzzles 2\n", "something else"] {
        assert_eq!(message(text), "line 1: expected \"# outflank puzzles 1\"");
    }
    assert_eq!(puzzles::read("# outflank puzzles 1\n# nothing\n"), Ok(Vec::new()));
}

proptest! {
    /// The id is a checksum of the board.
    #[test]
    fn a_changed_board_is_detected(
        index in any::<prop::sample::Index>(),
        square in 0..64_usize,
        other in prop::sample::select(vec!["X", "O", "-"]),
    ) {
        let puzzle = index.get(puzzles::all());
        let mut board = board_string::write(&puzzle.position);
        prop_assume!(&board[square..=square] != other);
        board.replace_range(square..=square, other);
        let line = EMBEDDED.lines().find(|line| line.starts_with(&puzzle.id.to_string())).unwrap();
        let mut cells: Vec<&str> = line.split('\t').collect();
        cells[3] = &board;
        let set = format!("{}\n{}\n", puzzles::VERSION, cells.join("\t"));
        prop_assert!(puzzles::read(set.leak()).is_err());
    }

    #[test]
    fn nothing_makes_the_reader_panic(text in ".{0,80}", cells in prop::collection::vec("[a-z0-9+XO \\-]{0,12}", 0..8)) {
        let set = format!("{}\n{text}\n{}\n", puzzles::VERSION, cells.join("\t"));
        let _ = puzzles::read(set.leak());
    }
}

#[test]
fn every_puzzle_is_the_puzzle_of_a_day_once() {
    let count = puzzles::all().len();
    let first = 20_000;
    let days: HashSet<_> = (0..count).map(|day| puzzles::of_day(Day(first + day as u32)).id).collect();
    assert_eq!(days.len(), count);
    assert_eq!(puzzles::of_day(Day(first)).id, puzzles::of_day(Day(first)).id);
    puzzles::of_day(Day(u32::MAX));
}
