use std::cmp::Reverse;
use std::collections::HashSet;

use outflank_rules::{Game, Position, Rules};

use crate::board_with_turn::BoardWithTurn;
use crate::openings::{self, Language, OpeningLine};
use crate::theory;

/// The openings with a name in this language.
pub fn lines(language: Language) -> Vec<OpeningLine> {
    listed(openings::lines(language))
}

/// The openings that match a text, as [`openings::search`] finds them. A line that is the beginning of another match is left out.
pub fn lines_named(text: &str, language: Language) -> Vec<OpeningLine> {
    let all = openings::lines_meant_by(text, language);
    let continues = |line: &OpeningLine, other: &OpeningLine| {
        other.moves.len() > line.moves.len() && other.moves.starts_with(&line.moves)
    };
    listed(all.iter().filter(|line| !all.iter().any(|other| continues(line, other))).cloned().collect())
}

pub fn popularity(line: &OpeningLine) -> Option<u32> {
    let (&last, before) = line.moves.split_last()?;
    let mut game = Game::new(Position::initial(Rules::Standard));
    before.iter().try_for_each(|&square| game.play(square).map(drop)).ok()?;
    theory::lookup(game.position(), last).map(|theory| theory.games)
}

/// Each name and each position once, with the longest line. The most played come first, then the shorter ones.
pub(super) fn listed(mut lines: Vec<OpeningLine>) -> Vec<OpeningLine> {
    lines.sort_by_key(|line| Reverse(line.moves.len()));
    let (mut names, mut boards) = (HashSet::new(), HashSet::new());
    lines.retain(|line| {
        let board = BoardWithTurn::after(&line.moves).map(|state| state.board.canonical());
        names.insert(line.name.to_lowercase()) & boards.insert(board)
    });
    lines.sort_by_cached_key(|line| (Reverse(popularity(line)), line.moves.len(), line.name));
    lines
}
