use outflank_rules::{
    Bitboard, Board, ByColor, Cause, Color, Game, IllegalMove, Move, Outcome, Placement, Ply, Position, Rules, Setup,
    SetupError, Square, Status, Symmetry,
};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::arbitrary::{game, picks, play_on, position, rules, set_up, square};

/// Computed by the fast board.
fn outflanked(position: &Position, color: Color, square: Square) -> Bitboard {
    let discs = position.discs();
    let board = Board::new(discs[color], discs[!color]).expect("no disc is on another");
    let in_any_direction = board.flips(square);
    if position.rules() == Rules::Orthogonal {
        let in_line = |other: &Square| other.row() == square.row() || other.column() == square.column();
        in_any_direction.into_iter().filter(in_line).collect()
    } else {
        in_any_direction
    }
}

/// Computed from the wording of the rules.
fn playable(position: &Position, color: Color) -> Bitboard {
    let touches = |square: Square| {
        let apart = |other: Square| {
            let columns = square.column().abs_diff(other.column());
            columns.max(square.row().abs_diff(other.row()))
        };
        (!position.empty()).into_iter().any(|disc| apart(disc) == 1)
    };
    let can_be_played = |&square: &Square| match position.rules().placement() {
        Placement::Outflanks => !outflanked(position, color, square).is_empty(),
        Placement::Touches => touches(square),
    };
    position.empty().into_iter().filter(can_be_played).collect()
}

fn all_moves() -> impl Iterator<Item = Move> {
    Square::ALL.into_iter().map(Move::Place).chain([Move::Pass])
}

fn so_far(game: &Game) -> (&Position, &[Ply], &Position) {
    (game.start(), game.plies(), game.position())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn status_checks_both_players_then_the_supply(position in position()) {
        let turn = position.turn();
        let [mine, theirs] = [turn, !turn].map(|color| playable(&position, color));
        let over = |cause| Status::Over(Outcome { discs: position.counts(), cause });
        let expected = if mine.is_empty() && theirs.is_empty() {
            over(Cause::NobodyCanPlay)
        } else if mine.is_empty() {
            Status::MustPass
        } else if position.supply().is_some_and(|left| left[turn] == 0) {
            over(Cause::NoDiscLeft(turn))
        } else {
            Status::Place(mine)
        };
        prop_assert_eq!(position.status(), expected);
    }

    #[test]
    fn only_legal_moves_can_be_played(position in position()) {
        let color = position.turn();
        for mv in all_moves() {
            let refusal = match (position.status(), mv) {
                (Status::Over(_), _) => Some(IllegalMove::GameOver),
                (Status::MustPass, Move::Pass) => None,
                (Status::MustPass, Move::Place(_)) => Some(IllegalMove::MustPass { color }),
                (Status::Place(squares), Move::Pass) => {
                    let for_instance = squares.first().expect("there is at least one square");
                    Some(IllegalMove::MustPlace { color, for_instance })
                }
                (Status::Place(squares), Move::Place(square)) if squares.contains(square) => None,
                (Status::Place(_), Move::Place(square)) => {
                    let rules = position.rules();
                    Some(match (position.disc_on(square), rules.placement()) {
                        (Some(by), _) => IllegalMove::Occupied { square, by },
                        (None, Placement::Outflanks) => IllegalMove::OutflanksNothing { square, color, rules },
                        (None, Placement::Touches) => IllegalMove::TouchesNothing { square },
                    })
                }
            };
            prop_assert_eq!(position.play(mv).err(), refusal);
        }
    }

    #[test]
    fn a_placement_changes_nothing_else_and_needs_an_empty_square(position in position()) {
        let turn = position.turn();
        for square in !position.empty() {
            prop_assert_eq!(position.flips(square), Bitboard::EMPTY);
        }
        for square in position.legal_moves() {
            let after = position.play(square.into()).expect("one of the choices");
            let flips = outflanked(&position, turn, square);
            prop_assert_eq!(position.flips(square), flips);
            prop_assert_eq!(after.discs()[turn], (position.discs()[turn] | flips).with(square));
            prop_assert_eq!(after.discs()[!turn], position.discs()[!turn] - flips);
            prop_assert_eq!(after.empty(), position.empty().without(square));
            prop_assert_eq!(after.turn(), !turn);
            prop_assert_eq!(after.rules(), position.rules());
            let left = position.supply().map(|mut left| {
                left[turn] -= 1;
                left
            });
            prop_assert_eq!(after.supply(), left);
        }
    }

    #[test]
    fn a_pass_changes_nothing_but_the_turn(position in position()) {
        if let Ok(after) = position.play(Move::Pass) {
            let turned = Setup { turn: !position.turn(), ..position.setup() };
            prop_assert_eq!(after, Position::new(position.rules(), turned).expect("as valid as before"));
        }
    }

    #[test]
    fn turning_the_board_commutes_with_play(position in position()) {
        for symmetry in Symmetry::ALL {
            let turned = symmetry.position(&position);
            let choices = match position.status() {
                Status::Place(squares) => Status::Place(symmetry.bitboard(squares)),
                other => other,
            };
            prop_assert_eq!(turned.status(), choices);
            for square in position.legal_moves() {
                let after = position.play(square.into()).expect("one of the choices");
                prop_assert_eq!(turned.play(symmetry.square(square).into()), Ok(symmetry.position(&after)));
            }
            let passed = position.play(Move::Pass).ok().map(|after| symmetry.position(&after));
            prop_assert_eq!(turned.play(Move::Pass).ok(), passed);
        }
    }

    #[test]
    fn exchanging_the_colours_commutes_with_legal_moves(position in position()) {
        let Setup { discs, turn, supply } = position.setup();
        let exchanged = Setup { discs: discs.swapped(), turn: !turn, supply: supply.map(ByColor::swapped) };
        let exchanged = Position::new(position.rules(), exchanged).expect("as valid as before");
        prop_assert_eq!(exchanged.legal_moves(), position.legal_moves());
        for mv in all_moves() {
            let swapped = |after: Position| (after.discs().swapped(), after.supply().map(ByColor::swapped));
            let as_is = |after: Position| (after.discs(), after.supply());
            prop_assert_eq!(exchanged.play(mv).map(as_is).ok(), position.play(mv).map(swapped).ok());
        }
    }

    #[test]
    fn a_game_ends_within_sixty_placements(rules in rules(), picks in picks(60)) {
        let mut game = Game::new(Position::initial(rules));
        play_on(&mut game, &picks);
        let outcome = game.outcome();
        prop_assert!(outcome.is_some());
        if rules == Rules::Shellos {
            prop_assert_eq!(game.plies().len(), 60);
            prop_assert_eq!(game.placements().count(), 60);
            prop_assert_eq!(game.position().empty(), Bitboard::EMPTY);
        }
        let counts = game.position().counts();
        prop_assert_eq!(outcome.map(|outcome| outcome.discs), Some(counts));
        prop_assert_eq!(usize::from(counts.black + counts.white), 4 + game.placements().count());
    }

    #[test]
    fn a_game_is_a_chain_of_plies(game in game()) {
        prop_assert_ne!(game.position().status(), Status::MustPass);
        let mut position = *game.start();
        for ply in game.plies() {
            prop_assert_eq!(ply.before, position);
            position = position.play(ply.mv).expect("it was played");
        }
        prop_assert_eq!(&position, game.position());
    }

    #[test]
    fn a_refused_move_leaves_the_game_as_it_was(mut game in game(), undone in 0..10usize) {
        for _ in 0..undone {
            game.undo();
        }
        let before = game.clone();
        for square in !game.position().legal_moves() {
            prop_assert!(game.play(square).is_err());
            prop_assert_eq!(&game, &before);
        }
    }

    #[test]
    fn undo_inverts_play(game in game()) {
        for square in game.position().legal_moves() {
            let mut played = game.clone();
            let made = played.play(square).expect("one of the choices").to_vec();
            prop_assert_eq!(made[0].mv, Move::Place(square));
            prop_assert!(made[1..].iter().all(|ply| ply.mv == Move::Pass));
            prop_assert_eq!(&played.plies()[game.plies().len()..], &made[..]);
            prop_assert_eq!(played.undo(), Some(square));
            prop_assert_eq!(so_far(&played), so_far(&game));
            prop_assert_eq!(played.next_redo(), Some(square));
        }
    }

    #[test]
    fn redo_inverts_undo(mut game in game()) {
        let mut states = vec![game.clone()];
        let placements: Vec<Square> = game.placements().collect();
        for &square in placements.iter().rev() {
            prop_assert_eq!(game.undo(), Some(square));
            states.push(game.clone());
        }
        prop_assert_eq!(game.undo(), None);
        for (&square, state) in placements.iter().zip(states.iter().rev()) {
            prop_assert_eq!(&game, state);
            prop_assert_eq!(game.next_redo(), Some(square));
            prop_assert_eq!(game.redo(), Some(square));
        }
        prop_assert_eq!(&game, &states[0]);
        prop_assert_eq!(game.redo(), None);
        prop_assert_eq!(&game, &states[0]);
    }

    #[test]
    fn replaying_what_was_undone_keeps_the_rest(whole in game(), back in any::<Index>()) {
        let placements: Vec<Square> = whole.placements().collect();
        let back = back.index(placements.len() + 1);
        let mut game = whole.clone();
        for _ in 0..back {
            game.undo();
        }
        for &square in &placements[placements.len() - back..] {
            prop_assert_eq!(game.next_redo(), Some(square));
            let mut redone = game.clone();
            redone.redo();
            game.play(square).expect("it was played before");
            prop_assert_eq!(&game, &redone);
        }
        prop_assert_eq!(game, whole);
    }

    #[test]
    fn playing_something_else_forgets_what_was_undone(mut game in game(), back in any::<Index>()) {
        for _ in 0..back.index(game.placements().count() + 1) {
            game.undo();
        }
        for square in game.position().legal_moves() {
            if game.next_redo() != Some(square) {
                let mut played = game.clone();
                played.play(square).expect("one of the choices");
                prop_assert_eq!(played.next_redo(), None);
                prop_assert_eq!(played.redo(), None);
            }
        }
    }

    #[test]
    fn a_set_up_survives_a_round_trip((rules, setup) in set_up()) {
        let position = Position::new(rules, setup).expect("the set-up is valid");
        let stated = Setup { supply: setup.supply.or(rules.supply().map(ByColor::both)), ..setup };
        prop_assert_eq!(position.setup(), stated);
        prop_assert_eq!(Position::new(rules, position.setup()), Ok(position));
        prop_assert_eq!(position.rules(), rules);
    }

    #[test]
    fn two_discs_on_a_square_are_no_position((rules, mut setup) in set_up(), square in square()) {
        setup.discs = setup.discs.map(|discs| discs.with(square));
        prop_assert_eq!(Position::new(rules, setup), Err(SetupError::TwoDiscs(square)));
    }

    #[test]
    fn only_an_allowed_supply_is_a_position(
        (rules, setup) in set_up(),
        black in any::<u8>(),
        white in any::<u8>(),
    ) {
        let setup = Setup { supply: Some(ByColor { black, white }), ..setup };
        let too_many = |color, given, owned| Some(SetupError::TooManyDiscs { color, given, owned });
        let refusal = match rules.supply() {
            None => Some(SetupError::UnlimitedSupply(rules)),
            Some(owned) if black > owned => too_many(Color::Black, black, owned),
            Some(owned) if white > owned => too_many(Color::White, white, owned),
            Some(_) => None,
        };
        prop_assert_eq!(Position::new(rules, setup).err(), refusal);
    }
}

#[test]
fn an_empty_board_is_a_position_where_discs_need_not_touch() {
    let nothing = Setup::new(ByColor::both(Bitboard::EMPTY), Color::Black);
    for rules in [Rules::Standard, Rules::Orthogonal, Rules::Thirty] {
        let empty = Position::new(rules, nothing).unwrap();
        assert!(matches!(empty.status(), Status::Over(_)), "{rules}");
    }
    assert_eq!(Position::new(Rules::Shellos, nothing), Err(SetupError::NoDiscToTouch));
}
