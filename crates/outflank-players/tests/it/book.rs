use std::collections::HashSet;
use std::time::Duration;

use outflank_engine::{Book, Level, Options};
use outflank_formats::Points;
use outflank_players::{Action, BookUse, Bounds, Choice, EnginePlayer, Player};
use outflank_rules::{Color, Game, Position, Rules, Square};

fn player(level: u8, book: BookUse) -> EnginePlayer {
    let bounds = Bounds { depth: Some(2), ..Bounds::NONE };
    EnginePlayer::new(Level::new(level).unwrap(), bounds, book, Options { threads: 1, table_mebibytes: 1 })
}

fn square(choice: Choice) -> Square {
    match choice.action {
        Action::Place(square) => square,
        Action::Resign => panic!("engines do not resign"),
    }
}

fn opening(player: &mut EnginePlayer, seed: u64) -> Game {
    player.begin(seed).unwrap();
    let mut game = Game::new(Position::initial(Rules::Standard));
    for _ in 0..8 {
        let choice = player.choose(&game, None).unwrap();
        game.play(square(choice)).unwrap();
    }
    game
}

#[test]
fn games_differ_by_their_seeds_and_never_cost_more_than_is_allowed() {
    let mut player = player(10, BookUse::ByLevel);
    let mut openings = HashSet::new();
    for seed in 0..40 {
        let game = opening(&mut player, seed);
        assert_eq!(opening(&mut player, seed), game);
        let loss = |color| {
            let own = game.plies().iter().filter(|ply| ply.before.turn() == color);
            let known = own.map(|ply| (Book::embedded().moves(&ply.before), ply.mv.square().unwrap()));
            let in_book = known.take_while(|(moves, _)| !moves.is_empty());
            let losses = in_book.map(|(moves, played)| {
                let played = moves.iter().find(|mv| mv.square == played).unwrap();
                moves[0].value.units() - played.value.units()
            });
            losses.sum::<i32>()
        };
        for color in Color::ALL {
            assert!(loss(color) <= Book::MAX_GAME_LOSS.units(), "{game:?}");
        }
        openings.insert(game.placements().collect::<Vec<_>>());
    }
    assert!(openings.len() >= 10, "{} openings", openings.len());
}

#[test]
fn a_move_of_the_book_comes_with_its_value() {
    let game = Game::new(Position::initial(Rules::Standard));
    let value = Book::embedded().value(game.position()).unwrap();
    let choice = player(7, BookUse::ByLevel).choose(&game, None).unwrap();
    assert_eq!(choice.eval, Points::from_f64(value.discs().into()));
    assert_eq!(choice.time, Some(Duration::ZERO));
}

#[test]
fn weak_engines_and_those_without_a_book_search() {
    for (level, book) in [(6, BookUse::ByLevel), (10, BookUse::Never)] {
        let mut player = player(level, book);
        let game = Game::new(Position::initial(Rules::Standard));
        let choice = player.choose(&game, None).unwrap();
        assert!(choice.time.unwrap() > Duration::ZERO, "level {level}");
    }
}

#[test]
fn games_by_other_rules_are_played_without_a_book() {
    for rules in Rules::ALL.into_iter().filter(|rules| !rules.is_standard()) {
        let mut game = Game::new(Position::initial(rules));
        let mut player = player(10, BookUse::ByLevel);
        for _ in 0..4 {
            let choice = player.choose(&game, None).unwrap();
            assert!(choice.time.unwrap() > Duration::ZERO);
            game.play(square(choice)).unwrap();
        }
    }
}
