use outflank_rules::{Board, Color, Game, Move, Position, Rules, Setup, Square, Symmetry};
use proptest::prelude::*;

use super::*;

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
