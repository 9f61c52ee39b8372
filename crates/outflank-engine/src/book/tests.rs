use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use outflank_rules::{Board, Color, Game, Move, Position, Rules, Setup, Square, Symmetry};
use proptest::prelude::*;

use super::*;
use crate::training::Evaluation;

fn made_up(board: Board) -> Score {
    let mixed = (board.player().bits() ^ board.opponent().bits().rotate_left(17)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    Score::from_units((mixed >> 40) as i32 % 800 - 400)
}

fn tree_along(lines: &[&[Square]]) -> Tree {
    let mut tree = Tree::new(3);
    for line in lines {
        let mut game = Game::new(Position::initial(Rules::Standard));
        for &square in line.iter() {
            expand(&mut tree, game.position());
            game.play(square).unwrap();
        }
    }
    tree
}

fn expand(tree: &mut Tree, position: &Position) {
    let (id, _) = tree.find(position.board().unwrap()).expect("the line goes from move to move");
    for board in tree.missing_children(id) {
        let value = made_up(board);
        let source = if value.units() % 4 == 0 { Source::QuickSearch } else { Source::Search };
        tree.insert(board, source, value);
    }
    assert!(tree.expand(id));
}

fn squares(text: &str) -> Vec<Square> {
    text.split(' ').map(|name| name.parse().unwrap()).collect()
}

fn some_tree() -> Tree {
    let pass = squares("d3 c3 b3 b2 f5 a3 a1 c1");
    let end = squares("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    let mut tree = tree_along(&[&pass, &end]);
    for _ in 0..5 {
        let boards: Vec<Board> = tree.nodes().map(|(_, node)| node.board).collect();
        for board in boards.into_iter().filter(|board| board.empty().len() > 55) {
            expand(&mut tree, &position(board));
        }
    }
    tree
}

fn position(board: Board) -> Position {
    Position::new(Rules::Standard, Setup::new(board.discs(Color::White), Color::White)).unwrap()
}

/// The moves of one of the lines only; the same position has the same value in all trees.
fn tree_of(lines: &[&str]) -> Tree {
    let lines: Vec<Vec<Square>> = lines.iter().map(|line| squares(line)).collect();
    let lines: Vec<&[Square]> = lines.iter().map(Vec::as_slice).collect();
    tree_along(&lines)
}

/// The values of a tree, whatever the order of its positions.
fn values(tree: &Tree) -> BTreeMap<Board, (Score, bool)> {
    let value = |(_, node): (NodeId, &BookNode)| (node.board, (node.value, matches!(node.source, Source::Moves(_))));
    tree.nodes().map(value).collect()
}

fn merged(trees: &[&Tree]) -> Tree {
    let mut all = trees[0].clone();
    trees[1..].iter().for_each(|tree| all.merge(tree).unwrap());
    all
}

fn provenance() -> BookProvenance {
    BookProvenance { date: "2026-11-15".to_owned(), command: "a\ntest".to_owned() }
}

fn positions(book: &Book) -> Vec<Position> {
    let expanded = |node: &&BookNode| matches!(node.source, Source::Moves(_));
    book.tree.nodes().map(|(_, node)| node).filter(expanded).map(|node| position(node.board)).collect()
}

fn after(position: &Position, square: Square) -> Position {
    let after = position.play(Move::Place(square)).unwrap();
    after.play(Move::Pass).unwrap_or(after)
}

fn each_book(test: impl Fn(&Book)) {
    test(&Book::new(some_tree()));
    test(Book::embedded());
}

fn each_position(test: impl Fn(&Book, &Position, Vec<BookMove>)) {
    each_book(|book| positions(book).iter().for_each(|position| test(book, position, book.moves(position))));
}

#[test]
fn a_value_is_that_of_the_best_move() {
    each_position(|book, position, moves| {
        assert_eq!(book.value(position), moves.iter().map(|mv| mv.value).max());
        for mv in moves {
            let next = after(position, mv.square);
            let value = book.value(&next);
            let edge_value = if next.turn() == position.turn() { value } else { value.map(|value| -value) };
            let margin = position.board().unwrap().play_unchecked(mv.square).final_margin();
            assert_eq!(mv.value, edge_value.unwrap_or(-Score::from_discs(margin)));
        }
    });
}

#[test]
fn book_moves_are_the_legal_moves() {
    each_position(|_, position, moves| {
        assert_eq!(position.legal_moves(), moves.iter().map(|mv| mv.square).collect());
    });
}

#[test]
fn symmetric_positions_have_symmetric_moves() {
    each_position(|book, position, moves| {
        for symmetry in Symmetry::ALL {
            let mut turned: Vec<BookMove> =
                moves.iter().map(|mv| BookMove { square: symmetry.square(mv.square), ..*mv }).collect();
            turned.sort_by_key(|mv| (std::cmp::Reverse(mv.value), mv.square));
            assert_eq!(book.moves(&symmetry.position(position)), turned);
        }
    });
}

#[test]
fn passes_and_early_ends_are_in_the_tree() {
    let tree = some_tree();
    let edges = || tree.nodes().flat_map(|(id, _)| tree.moves(id)).map(|(_, edge, _)| edge);
    assert!(edges().any(|edge| matches!(edge, Edge::Again(_))));
    assert!(edges().any(|edge| edge == Edge::Over(Score::from_discs(64))));
}

#[test]
fn variants_have_no_book() {
    for rules in Rules::ALL {
        let start = Position::initial(rules);
        assert_eq!(Book::embedded().moves(&start).is_empty(), !rules.is_standard(), "{rules}");
    }
}

#[test]
fn packing_round_trips() {
    let mut tree = some_tree();
    let file = tree.pack(&provenance());
    let (about, mut unpacked) = Tree::unpack(&file).unwrap();
    assert_eq!(about, format!("2026-11-15, {} positions: a test", tree.expanded()));
    assert_eq!((unpacked.depth(), unpacked.expanded()), (3, tree.expanded()));
    assert!(unpacked.pack(&provenance()) == file);
    tree.propagate();
    unpacked.propagate();
    assert_eq!(unpacked.nodes().len(), tree.nodes().len());
    for (_, node) in tree.nodes() {
        let (id, _) = unpacked.find(node.board).unwrap();
        assert_eq!((unpacked.node(id).board, unpacked.node(id).value), (node.board, node.value));
    }
}

#[test]
fn any_flipped_bit_is_detected() {
    let file = tree_along(&[&squares("f5 d6 c3")]).pack(&provenance());
    assert!(Tree::unpack(&file).is_ok());
    for byte in 0..file.len() {
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[byte] ^= 1 << bit;
            assert!(Tree::unpack(&damaged).is_err(), "bit {bit} of byte {byte}");
        }
        assert!(Tree::unpack(&file[..byte]).is_err(), "only {byte} bytes");
    }
    assert_eq!(Tree::unpack(&[&file[..], &[0]].concat()).unwrap_err(), UnpackError::Damaged);
}

#[test]
fn errors_say_what_is_wrong() {
    let message = |file: &[u8]| Tree::unpack(file).unwrap_err().to_string();
    assert_eq!(message(b"outflank evaluation 1\n"), "line 1: expected \"outflank book 1\"");
    let endless = [b"outflank book 1\n", &[b'x'; 2000][..]].concat();
    assert_eq!(message(&endless), "line 2: expected the origin of the book in at most 1024 bytes");
    assert_eq!(message(b"outflank book 1\nx\n"), "damaged book: wrong checksum");
}

proptest! {
    #[test]
    fn arbitrary_streams_do_not_panic(stream in prop::collection::vec(0..4_u8, 0..400), count in 0..40_u8) {
        let _ = packed::read_stream(&stream);
        let _ = packed::read_stream(&[&[3, count, 0, 0, 0], &stream[..]].concat());
    }

    /// Whatever the random numbers, no side loses more than it may, and every chosen move has replies in the book.
    #[test]
    fn a_game_costs_at_most_the_allowance(numbers in prop::collection::vec(any::<u64>(), 12)) {
        each_book(|book| {
            let mut game = Game::new(Position::initial(Rules::Standard));
            let mut lost = [0; 2];
            for &number in &numbers {
                let Some(chosen) = book.choose(&game, number) else { break };
                let best = book.value(game.position()).unwrap();
                assert!(!book.moves(&after(game.position(), chosen.square)).is_empty());
                let loss = best.units() - chosen.value.units();
                assert!((0..=Book::MAX_MOVE_LOSS.units()).contains(&loss));
                lost[game.position().turn() as usize] += loss;
                game.play(chosen.square).unwrap();
            }
            assert!(lost.iter().all(|&lost| lost <= Book::MAX_GAME_LOSS.units()), "{lost:?}");
        });
    }
}

fn game_of(book: &Book, mut number: u64) -> Vec<Square> {
    let mut game = Game::new(Position::initial(Rules::Standard));
    while let Some(chosen) = book.choose(&game, number) {
        game.play(chosen.square).unwrap();
        number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1).rotate_left(32);
    }
    game.placements().collect()
}

#[test]
fn games_differ_and_the_same_numbers_give_the_same_game() {
    let book = Book::embedded();
    let games: std::collections::HashSet<Vec<Square>> = (0..100).map(|number| game_of(book, number)).collect();
    assert!(games.len() >= 8, "{} games", games.len());
    assert_eq!(game_of(book, 7), game_of(book, 7));
}

#[test]
fn a_side_without_allowance_plays_the_best_move() {
    let book = Book::new(some_tree());
    let mut chosen_after_a_loss = 0;
    for first in positions(&book) {
        let best = book.value(&first).unwrap().units();
        let has_lost = |mv: &BookMove| best - mv.value.units() >= Book::MAX_GAME_LOSS.units();
        for lost in book.moves(&first).into_iter().filter(has_lost) {
            let mut after_loss = Game::new(first);
            after_loss.play(lost.square).unwrap();
            for reply in book.moves(after_loss.position()) {
                let mut game = after_loss.clone();
                game.play(reply.square).unwrap();
                if game.position().turn() == first.turn() {
                    for chosen in (0..40).filter_map(|number| book.choose(&game, number)) {
                        assert_eq!(Some(chosen.value), book.value(game.position()));
                        chosen_after_a_loss += 1;
                    }
                }
            }
        }
    }
    assert!(chosen_after_a_loss > 0);
}

const LINES: [&str; 4] =
    ["d3 c3 b3 b2 f5 a3 a1 c1", "e6 f4 e3 f6 g5 d6 e7 f5 c5", "f5 d6 c3 d3 c4", "f5 f6 e6 f4 e3 c5 c4 e7"];

#[test]
fn a_book_merged_with_itself_stays_the_same() {
    let tree = some_tree();
    let file = tree.pack(&provenance());
    assert!(merged(&[&tree, &tree]).pack(&provenance()) == file);
    let empty = Tree::new(3);
    assert!(merged(&[&tree, &empty]).pack(&provenance()) == file);
    assert!(merged(&[&empty, &tree]).pack(&provenance()) == file);
}

#[test]
fn only_books_of_one_depth_are_merged() {
    let mut tree = some_tree();
    let before = values(&tree);
    let error = tree.merge(&Tree::new(5)).unwrap_err();
    assert_eq!(error.to_string(), "searched to depth 5, not 3; only books of the same depth can be merged");
    assert!(values(&tree) == before);
}

proptest! {
    /// Also with conflicting values, which books of other engines and other weights have.
    #[test]
    fn the_order_of_merged_books_does_not_matter(
        subsets in prop::collection::vec(prop::collection::vec(0..LINES.len(), 1..3), 3),
        changes in prop::collection::vec((any::<prop::sample::Index>(), -99..99, any::<bool>()), 0..20),
    ) {
        let mut trees: Vec<Tree> = subsets
            .iter()
            .map(|lines| tree_of(&lines.iter().map(|&line| LINES[line]).collect::<Vec<_>>()))
            .collect();
        for (number, (at, units, is_quick)) in changes.into_iter().enumerate() {
            let tree = &mut trees[number % 3];
            let board = tree.nodes().nth(at.index(tree.nodes().len())).unwrap().1.board;
            let source = if is_quick { Source::QuickSearch } else { Source::Search };
            if !matches!(tree.node(tree.find(board).unwrap().0).source, Source::Moves(_)) {
                tree.insert(board, source, Score::from_units(units));
            }
        }
        let [a, b, c] = [&trees[0], &trees[1], &trees[2]];
        let file = merged(&[a, b, c]).pack(&provenance());
        for order in [[a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            prop_assert!(merged(&order).pack(&provenance()) == file);
        }
        prop_assert!(merged(&[a, &merged(&[b, c])]).pack(&provenance()) == file);
        let all = merged(&[a, b, c]);
        for tree in [a, b, c] {
            prop_assert!(tree.nodes().all(|(_, node)| all.find(node.board).is_some()));
        }
    }

    #[test]
    fn a_damaged_book_of_edax_is_an_error_or_a_book(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut file = edax_file().into_bytes();
        for (at, byte) in changes {
            let at = at.index(file.len());
            file[at] = byte;
        }
        if let Ok(book) = EdaxBook::parse(&file) {
            let imported = imported(&book);
            let again = imported.tree.to_edax();
            prop_assert!(EdaxBook::parse(again.as_bytes()).is_ok());
        }
    }
}

fn edax_file() -> String {
    let mut tree = tree_of(&LINES);
    tree.propagate();
    tree.to_edax()
}

fn imported(book: &EdaxBook) -> Imported {
    let mut searchers = Searchers::new(NonZeroUsize::MIN, &Evaluation::embedded());
    book.import(1, &mut searchers, &|| ControlFlow::Continue(())).unwrap().unwrap()
}

#[test]
fn a_book_of_edax_keeps_its_positions_and_their_values() {
    let mut tree = some_tree();
    tree.propagate();
    let text = tree.to_edax();
    let Imported { tree: again, unreachable, .. } = imported(&EdaxBook::parse(text.as_bytes()).unwrap());
    assert_eq!((again.expanded(), unreachable), (tree.expanded(), 0));
    for (board, (value, is_expanded)) in values(&tree) {
        let (id, _) = again.find(board).unwrap();
        if is_expanded {
            assert_eq!(again.node(id).value, Score::from_discs(value.discs().round() as i8), "{board:?}");
        }
    }
    let lines = |text: &str| text.lines().map(|line| line.split(',').next().unwrap().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&again.to_edax()), lines(&text));
}

#[test]
fn passes_and_early_ends_survive_edax() {
    let text = edax_file();
    assert!(text.lines().any(|line| line.ends_with(",--,-127")), "no pass");
    let tree = imported(&EdaxBook::parse(text.as_bytes()).unwrap()).tree;
    assert!(tree.nodes().flat_map(|(id, _)| tree.moves(id)).any(|(_, edge, _)| matches!(edge, Edge::Again(_))));
}

const EDAX_START: &str = "---------------------------OX------XO--------------------------- X,21,D3,0";

#[test]
fn lines_of_edax_are_read_in_any_orientation_and_case() {
    for start in [
        EDAX_START,
        "---------------------------OX------XO---------------------------X,21,f5,0\r\n",
        "  ---------------------------OX------XO--------------------------- x , 21 , e6 , 0",
        "---------------------------XO------OX--------------------------- O,21,C4,0\n\n",
    ] {
        let tree = imported(&EdaxBook::parse(start.as_bytes()).unwrap()).tree;
        assert_eq!((tree.expanded(), tree.node(tree.start()).value), (1, Score::default()), "{start}");
    }
}

#[test]
fn moves_that_edax_does_not_score_are_not_better_than_its_best() {
    let start = EDAX_START.replace("D3,0", "D3,-9");
    let after = {
        let board = Board::START.play_unchecked(Square::D3);
        let disc = |square| match (board.player().contains(square), board.opponent().contains(square)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '-',
        };
        Square::ALL.into_iter().map(disc).collect::<String>()
    };
    let file = format!("{start}\n{after} X,21,C5,-20\n");
    let Imported { tree, searched, .. } = imported(&EdaxBook::parse(file.as_bytes()).unwrap());
    assert_eq!((tree.expanded(), searched), (2, 2));
    assert_eq!(tree.node(tree.start()).value, Score::from_discs(20));
}

#[test]
fn errors_in_a_book_of_edax_name_the_line() {
    let error = |line: &str| EdaxBook::parse(format!("{EDAX_START}\n{line}\n").as_bytes()).unwrap_err().to_string();
    let line = |text: &str| format!("line 2: {text}; correct or delete the line");
    let board = &EDAX_START[..66];
    assert_eq!(error("nonsense"), line("expected BOARD,LEVEL,MOVE,SCORE"));
    assert_eq!(error(&format!("{board},21,D3,0,0")), line("expected BOARD,LEVEL,MOVE,SCORE"));
    let wrong_board = line("expected a board of 64 characters (X, O and -) and the side to move (X or O)");
    assert_eq!(error("-X,21,D3,0"), wrong_board);
    assert_eq!(error(&format!("{}?,21,D3,0", &board[..65])), wrong_board);
    assert_eq!(error(&format!("{board}X,21,D3,0")), wrong_board);
    assert_eq!(error(&format!("{board},61,D3,0")), line("expected a level from 0 to 60"));
    assert_eq!(error(&format!("{board},21,A1,0")), line("expected a legal move, PA for a pass or -- for none"));
    assert_eq!(error(&format!("{board},21,PA,0")), line("expected a legal move, PA for a pass or -- for none"));
    assert_eq!(error(&format!("{board},21,D3,65")), line("expected a score from -64 to 64"));
    assert_eq!(error(&format!("{board},21,D3,x")), line("expected a score from -64 to 64"));
    assert_eq!(error(EDAX_START), line("the same position as in line 1"));
    let empty = EdaxBook::parse(b"\n").unwrap_err().to_string();
    assert_eq!(empty, "the initial position is missing; export a book that starts with it");
}
