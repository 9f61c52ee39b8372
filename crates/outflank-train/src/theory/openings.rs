use std::collections::HashMap;
use std::fmt::Write;

use outflank_rules::{Board, Square};
use outflank_study::openings::{self, Language, NamedPosition};
use outflank_study::theory::Played;

use super::games::{DatedGame, TheoryGames};
use crate::replay::Replay;

const HEADER: &str = "opening\tline\tgames\tsince 2000\trarest move\tits games since 2000\n";

/// A line for each named position, sorted by name. The rarest move is the one that the fewest games since 2000 played. Where only
/// the board of an opening is known, the cells of the line and the rarest move are empty.
pub(super) fn report(games: &TheoryGames) -> String {
    let openings = openings::all(Language::English);
    let mut counts = Counts::of(&openings);
    games.games.iter().for_each(|game| counts.add(game));
    let mut report = HEADER.to_owned();
    for opening in &openings {
        let Played { games, since_2000 } = counts.boards[&opening.board];
        let moves = opening.moves.unwrap_or_default();
        let line: String = moves.iter().map(Square::to_string).collect();
        let recent = canonical_moves(moves).map(|mv| counts.moves[&mv].since_2000);
        let rarest = recent.zip(moves).zip(1..).min_by_key(|((games, _), _)| *games);
        let rarest = rarest.map_or("\t".to_owned(), |((games, square), number)| format!("{number}. {square}\t{games}"));
        let _ = writeln!(report, "{}\t{line}\t{games}\t{since_2000}\t{rarest}", opening.name);
    }
    report
}

/// The games that reached the openings and played their moves, all canonical.
#[derive(Default)]
struct Counts {
    boards: HashMap<Board, Played>,
    moves: HashMap<(Board, Square), Played>,
}

impl Counts {
    fn of(openings: &[NamedPosition]) -> Counts {
        let moves = openings.iter().flat_map(|opening| canonical_moves(opening.moves.unwrap_or_default()));
        Counts {
            boards: openings.iter().map(|opening| (opening.board, Played::default())).collect(),
            moves: moves.map(|mv| (mv, Played::default())).collect(),
        }
    }

    fn add(&mut self, game: &DatedGame) {
        let add = |played: &mut Played| {
            played.games += 1;
            played.since_2000 += u32::from(game.is_recent());
        };
        for mv in canonical_moves(&game.moves) {
            self.boards.get_mut(&mv.0).into_iter().for_each(add);
            self.moves.get_mut(&mv).into_iter().for_each(add);
        }
        self.boards.get_mut(&replay(&game.moves).after.canonical()).into_iter().for_each(add);
    }
}

fn canonical_moves(moves: &[Square]) -> impl Iterator<Item = (Board, Square)> {
    let before = replay(moves).before.into_iter();
    before.zip(moves).map(|(before, &square)| before.board.canonical_move(square))
}

fn replay(moves: &[Square]) -> Replay {
    Replay::new(moves.iter().copied()).expect("games and openings are legal")
}
