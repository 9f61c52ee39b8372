use std::io::Cursor;

use outflank_formats::wthor::Directory;
use outflank_rules::{Board, Game, Square};
use outflank_study::index::{Collection, Index};
use outflank_study::report::{KnownPlay, Usual};

use crate::samples::{add_wthor, collection, open, record, tournament};

fn index(games: &[&str]) -> Index<Cursor<Vec<u8>>> {
    open(&collection(games))
}

fn known(game: &str, index: &mut Index<Cursor<Vec<u8>>>) -> Option<KnownPlay> {
    KnownPlay::of(record(game).game(), index).expect("the index can be read")
}

#[test]
fn a_game_leaves_known_play() {
    let mut index = index(&["f5d6c3d3c4f4", "f5d6c3d3c4b3", "f5d6c3d3c4f4f6", "f5d6c5", "f5f6"]);
    let expected = KnownPlay {
        placements: 5,
        games: 3,
        left_with: Some(Square::B5),
        usual: Some(Usual { mv: Square::F4, games: 2 }),
    };
    let found = known("f5d6c3d3c4b5", &mut index).expect("the opening is there");
    assert_eq!(found, expected);
    assert_eq!(
        found.to_string(),
        "left with 6. b5; 3 other games reached the position before it, where f4 was most common (2)"
    );
}

#[test]
fn orientation_does_not_matter() {
    let mut index = index(&["f5d6c3d3c4f4"]);
    // The same opening from d3, in the orientation of this game.
    let known = known("d3c5f6f5e6d7", &mut index).expect("the opening is there");
    assert_eq!((known.placements, known.games), (5, 1));
    assert_eq!(known.usual.map(|usual| usual.mv), Some(Square::E3));
}

#[test]
fn a_game_can_transpose_back_into_known_play() {
    let mut index = index(&["f5d6c3d3c4"]);
    let of_moves = |moves: &str, index: &mut _| known(moves, index).map(|known| known.placements);
    // Transposes into known play with c3.
    assert_eq!(of_moves("f5d6c4", &mut index), Some(2));
    assert_eq!(of_moves("f5d6c4d3c3", &mut index), Some(5));
}

#[test]
fn a_game_is_not_compared_with_itself() {
    let mut index = index(&["f5d6c3d3c4f4", "d3c5f6f5e6e3", "f5d6c3d3"]);
    let known = known("f5d6c3d3c4f4", &mut index).expect("another game has the beginning");
    assert_eq!((known.placements, known.games, known.left_with), (4, 1, Some(Square::C4)));
    assert_eq!(known.usual, None);
    assert_eq!(known.to_string(), "left with 5. c4; 1 other game reached the position before it");
}

#[test]
fn a_game_that_ends_in_known_play_has_not_left_it() {
    let mut index = index(&["f5d6c3d3c4f4"]);
    let known = known("f5d6c3", &mut index).expect("it is there");
    assert_eq!((known.placements, known.games, known.left_with), (3, 1, None));
    assert_eq!(known.usual, Some(Usual { mv: Square::D3, games: 1 }));
    assert_eq!(
        known.to_string(),
        "the whole game; 1 other game reached its last position, where d3 was most common (1)"
    );
}

#[test]
fn only_standard_games_from_the_usual_start_are_looked_up() {
    let mut index = index(&["f5d6c3d3c4f4"]);
    assert_eq!(known("rules thirty\nf5d6", &mut index), None);
    assert_eq!(known("board ---------------------------OX------XO--------------------------- O\nf4", &mut index), None);
}

#[test]
fn nothing_is_known_without_other_games() {
    assert_eq!(known("f5d6c3", &mut index(&[])), None);
    assert_eq!(known("f5d6c3", &mut index(&["f5d6c3"])), None);
}

#[test]
fn tournament_games_agree_with_a_scan() {
    let games = tournament();
    let mut collection = Collection::default();
    add_wthor(&mut collection, "excerpt", &games, Directory::default());
    let mut index = open(&collection);

    let played: Vec<Game> = games.games.iter().map(|game| game.replay().expect("the game is legal")).collect();
    let boards: Vec<Vec<_>> = played.iter().map(canonical).collect();
    for (game, own) in played.iter().zip(&boards).step_by(9) {
        let is_other = |boards: &&Vec<_>| boards.last() != own.last() || boards.len() != own.len();
        let shared = |placed: usize| {
            boards.iter().filter(is_other).filter(|boards| boards.get(placed) == Some(&own[placed])).count()
        };
        let last = (0..own.len()).rev().find(|&placed| shared(placed) > 0).expect("all games have the start");
        let known = KnownPlay::of(game, &mut index).expect("the index can be read").expect("there are other games");
        assert_eq!((known.placements, known.games), (last, shared(last)));
    }
}

fn canonical(game: &Game) -> Vec<Board> {
    let before = game.plies().iter().filter(|ply| ply.mv.square().is_some()).map(|ply| ply.before);
    let positions = before.chain([*game.position()]);
    positions.map(|position| position.board().expect("it is a standard game").canonical()).collect()
}
