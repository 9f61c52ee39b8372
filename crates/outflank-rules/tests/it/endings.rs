use outflank_rules::{
    Bitboard, ByColor, Cause, Color, Game, IllegalMove, Move, Outcome, Ply, Position, Rules, Setup, Square, Status,
    discs,
};

fn replay(rules: Rules, record: &str) -> Game {
    let mut game = Game::new(Position::initial(rules));
    for square in squares(record) {
        game.play(square).unwrap_or_else(|refusal| panic!("{square} is refused: {refusal}"));
    }
    assert!(game.placements().eq(squares(record)));
    game
}

fn squares(record: &str) -> impl Iterator<Item = Square> {
    let names = (0..record.len()).step_by(2).map(|at| &record[at..at + 2]);
    names.map(|name| name.parse().expect(name))
}

fn passes(game: &Game) -> Vec<usize> {
    let plies = game.plies().iter().enumerate();
    plies.filter(|(_, ply)| ply.mv == Move::Pass).map(|(at, _)| at).collect()
}

fn set_up(rules: Rules, discs: ByColor<Bitboard>, turn: Color, supply: Option<ByColor<u8>>) -> Position {
    Position::new(rules, Setup { discs, turn, supply }).expect("the set-up is valid")
}

fn over(black: u8, white: u8, cause: Cause) -> Option<Outcome> {
    Some(Outcome { discs: ByColor { black, white }, cause })
}

#[test]
fn the_shortest_game_leaves_no_white_disc() {
    let game = replay(Rules::Standard, "e6f6g6d6c4c5c6c3b2");
    assert_eq!(
        game.position().discs(),
        discs! {
            . . . . . . . .
            . X . . . . . .
            . . X . . . . .
            . . X X X . . .
            . . X X X . . .
            . . X X X X X .
            . . . . . . . .
            . . . . . . . .
        }
    );
    assert_eq!(game.outcome(), over(13, 0, Cause::NobodyCanPlay));
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winner(), Some(Color::Black));
    assert_eq!(outcome.tournament_score(), ByColor { black: 64, white: 0 });
    assert_eq!(outcome.margin(Color::White), -64);
    assert_eq!(game.plies().len(), 9);
    for mv in [Move::Pass, Move::Place(Square::A1), Move::Place(Square::E6)] {
        assert_eq!(game.position().play(mv), Err(IllegalMove::GameOver));
    }
}

#[test]
fn the_first_forced_pass() {
    let mut game = replay(Rules::Standard, "d3c3b3b2f5a3a1");
    let new = game.play(Square::C1).unwrap();
    let &[c1, pass] = new else { panic!("a placement and a pass expected: {new:?}") };
    assert_eq!((c1.before.turn(), c1.mv), (Color::White, Move::Place(Square::C1)));
    assert_eq!((pass.before.turn(), pass.mv), (Color::Black, Move::Pass));
    assert_eq!(pass.before.status(), Status::MustPass);
    assert_eq!(
        game.position().discs(),
        discs! {
            X . O . . . . .
            . O . . . . . .
            O O X X . . . .
            . . . X X . . .
            . . . X X X . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
        }
    );
    assert_eq!(game.position().turn(), Color::White);
    assert!(matches!(game.position().status(), Status::Place(_)));
    assert_eq!(game.outcome(), None);

    assert_eq!(game.undo(), Some(Square::C1));
    let mut once_more = replay(Rules::Standard, "d3c3b3b2f5a3a1c1");
    once_more.undo();
    assert_eq!(game, once_more);
    assert_eq!(game.position(), &c1.before);
    assert_eq!(game.plies().len(), 7);
}

/// From H. Takizawa, "Othello is solved" (arXiv 2310.19387).
#[test]
fn perfect_play_is_a_draw() {
    let record = concat!(
        "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1",
        "f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6"
    );
    let game = replay(Rules::Standard, record);
    assert_eq!(game.plies().len(), 60);
    assert!(passes(&game).is_empty());
    assert_eq!(game.outcome(), over(32, 32, Cause::NobodyCanPlay));
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.winner(), None);
    assert_eq!(outcome.tournament_score(), ByColor::both(32));
    assert_eq!(outcome.margin(Color::Black), 0);
}

#[test]
fn empty_squares_are_shared_after_a_draw() {
    let discs = discs! {
        X X . . . . O O
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    };
    for turn in Color::ALL {
        let Status::Over(outcome) = set_up(Rules::Standard, discs, turn, None).status() else {
            panic!("the game is over");
        };
        assert_eq!(outcome.discs, ByColor::both(2));
        assert_eq!(outcome.winner(), None);
        assert_eq!(outcome.tournament_score(), ByColor::both(32));
    }
}

#[test]
fn black_has_a_square_but_no_disc() {
    let record = concat!(
        "d3e3f4c3d6g5g4e6c4b3b4f5b2f3f2e2g3a2a3c2h6h3e1c7d7h5d1c5",
        "h2h7c1g2g6d2h1d8f7f6c6a4g1b6b1g8f1b5h4h8a1b7a6a5c8e7a7e8"
    );
    let game = replay(Rules::Thirty, record);
    let end = game.position();
    assert_eq!(
        end.discs(),
        discs! {
            X X X X X X X X
            X X X O X X X X
            X X X X X X X X
            X X O X X X X X
            X X X X X O X X
            X X O X X X O X
            X X X O X O . X
            . . O O O . O X
        }
    );
    assert_eq!((end.turn(), end.supply()), (Color::Black, Some(ByColor { black: 0, white: 4 })));
    assert_eq!(game.outcome(), over(49, 11, Cause::NoDiscLeft(Color::Black)));
    assert_eq!(end.play(Move::Place(Square::G7)), Err(IllegalMove::GameOver));
    // White's passes let Black place one disc after another.
    assert_eq!(passes(&game), [47, 49, 51, 57]);

    // With unlimited discs the same game goes on.
    let unlimited = replay(Rules::Standard, record);
    assert_eq!(unlimited.position().status(), Status::Place([Square::G7, Square::F8].into_iter().collect()));
}

#[test]
fn white_has_a_square_but_no_disc() {
    let record = concat!(
        "d3e3f4c3c4b5e6d6b2b3e2f5a2e7f7e1a6c6b6g4f6a1b1c5d8b7f3a3h4g3",
        "d1c2c8f1g2g7g1d7c7g5e8h1c1b8b4a4g8d2a8h2f2h5h6h3h7a7a5g6f8"
    );
    let game = replay(Rules::Thirty, record);
    // Black has no move after f8 and passes to White, who could play h8.
    assert_eq!(passes(&game), [58, 60]);
    assert_eq!(game.plies().len(), 61);
    assert_eq!(game.position().supply(), Some(ByColor { black: 1, white: 0 }));
    assert_eq!(game.outcome(), over(32, 31, Cause::NoDiscLeft(Color::White)));
}

/// White can play c1, which ends the game; Black has no move.
pub(crate) const ONLY_WHITE_CAN_PLAY: ByColor<Bitboard> = discs! {
    O X . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
};

const LIMITED: [Rules; 2] = [Rules::Orthogonal, Rules::Thirty];

#[test]
fn a_forced_pass_to_a_player_without_discs_ends_the_game() {
    for rules in LIMITED {
        let supply = ByColor { black: 5, white: 0 };
        let start = set_up(rules, ONLY_WHITE_CAN_PLAY, Color::Black, Some(supply));
        let mut game = Game::new(start);
        assert_eq!(game.plies(), [Ply { before: start, mv: Move::Pass }]);
        assert_eq!(game.position().supply(), Some(supply));
        assert_eq!(game.outcome(), over(1, 1, Cause::NoDiscLeft(Color::White)));
        assert_eq!(game.play(Square::C1), Err(IllegalMove::GameOver));
        // The pass is part of the start.
        assert_eq!(game.undo(), None);
        assert_eq!(game.plies().len(), 1);
    }
}

#[test]
fn a_player_who_cannot_play_passes_whatever_the_supply() {
    for rules in LIMITED {
        let none = Some(ByColor::both(0));
        let black = set_up(rules, ONLY_WHITE_CAN_PLAY, Color::Black, none);
        assert_eq!(black.status(), Status::MustPass);

        let apart = ByColor { black: Square::A1.into(), white: Square::H8.into() };
        let Status::Over(outcome) = set_up(rules, apart, Color::Black, none).status() else {
            panic!("the game is over");
        };
        assert_eq!(outcome.cause, Cause::NobodyCanPlay);
    }
}

#[test]
fn the_last_disc_can_be_placed() {
    for rules in LIMITED {
        let supply = ByColor { black: 0, white: 1 };
        let mut game = Game::new(set_up(rules, ONLY_WHITE_CAN_PLAY, Color::White, Some(supply)));
        game.play(Square::C1).unwrap();
        assert_eq!(game.position().supply(), Some(ByColor::both(0)));
        assert_eq!(game.outcome(), over(0, 3, Cause::NobodyCanPlay));
    }
}
