#![allow(dead_code, reason = "each test file uses a part of it")]

use outflank_rules::{Bitboard, Board, ByColor, Color, Game, Move, Position, Rules, Setup, Square, Status};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    select(&Rules::ALL[..])
}

pub(crate) fn color() -> impl Strategy<Value = Color> {
    select(&Color::ALL[..])
}

pub(crate) fn square() -> impl Strategy<Value = Square> {
    select(&Square::ALL[..])
}

pub(crate) fn discs() -> impl Strategy<Value = ByColor<Bitboard>> {
    let occupied = prop_oneof![
        any::<[u64; 4]>().prop_map(|[a, b, c, d]| a & b & c & d),
        any::<[u64; 2]>().prop_map(|[a, b]| a & b),
        any::<u64>(),
        any::<[u64; 2]>().prop_map(|[a, b]| a | b),
        any::<[u64; 4]>().prop_map(|[a, b, c, d]| a | b | c | d),
    ];
    (occupied.prop_filter("a disc", |&bits| bits != 0), any::<u64>()).prop_map(|(occupied, black)| ByColor {
        black: Bitboard::from_bits(occupied & black),
        white: Bitboard::from_bits(occupied & !black),
    })
}

pub(crate) fn board() -> impl Strategy<Value = Board> {
    discs().prop_map(|discs| Board::new(discs.black, discs.white).expect("no disc is on another"))
}

/// The supply is often used up, where it is limited.
pub(crate) fn set_up() -> impl Strategy<Value = (Rules, Setup)> {
    rules().prop_flat_map(|rules| {
        let supply = match rules.supply() {
            None => Just(None).boxed(),
            Some(owned) => {
                let left = || prop_oneof![Just(0), 0..=owned];
                option::of((left(), left()).prop_map(|(black, white)| ByColor { black, white })).boxed()
            }
        };
        (discs(), color(), supply).prop_map(move |(discs, turn, supply)| (rules, Setup { discs, turn, supply }))
    })
}

pub(crate) fn picks(plies: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), plies)
}

pub(crate) fn pick(squares: Bitboard, index: Index) -> Square {
    let square = squares.into_iter().nth(index.index(squares.len() as usize));
    square.expect("the index is below the number of squares")
}

/// A position reached by play; it may have to pass.
fn reached() -> impl Strategy<Value = Position> {
    (rules(), picks(0..64)).prop_map(|(rules, picks)| {
        picks.into_iter().fold(Position::initial(rules), |position, index| {
            let mv = match position.status() {
                Status::Place(squares) => Move::Place(pick(squares, index)),
                Status::MustPass => Move::Pass,
                Status::Over(_) => return position,
            };
            position.play(mv).expect("one of the choices")
        })
    })
}

pub(crate) fn position() -> impl Strategy<Value = Position> {
    let made_up = set_up().prop_map(|(rules, setup)| Position::new(rules, setup).expect("the set-up is valid"));
    prop_oneof![reached(), made_up]
}

pub(crate) fn game() -> impl Strategy<Value = Game> {
    (position(), picks(0..20)).prop_map(|(start, picks)| {
        let mut game = Game::new(start);
        play_on(&mut game, &picks);
        game
    })
}

pub(crate) fn play_on(game: &mut Game, picks: &[Index]) {
    for &index in picks {
        if let Status::Place(squares) = game.position().status() {
            game.play(pick(squares, index)).expect("one of the choices");
        }
    }
}
