//! A game is a byte with its number of placements, the squares (0 for a1, 63 for h8; passes are not stored), and a score
//! for each: that of the position before the placement, in discs for the side that moves, with the empty squares given to
//! the winner. -128 means no score, for instance before a random move.

use std::io::{self, BufRead, Write};

use anyhow::{Context, bail, ensure};
use outflank_rules::Square;

use super::{FileKind, FileRecord};
use crate::replay::Replay;

const NO_SCORE: i8 = i8::MIN;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoredMove {
    pub(crate) square: Square,
    /// Score of the position before the move for the side that moved, from -64 to 64 discs.
    pub(crate) score: Option<i8>,
}

pub(crate) struct ScoredGame {
    pub(crate) moves: Vec<ScoredMove>,
    pub(crate) replay: Replay,
}

pub(crate) fn write(mut file: impl Write, moves: &[ScoredMove]) -> io::Result<()> {
    assert!(moves.len() <= 60, "a board has sixty squares to play");
    let mut game = vec![moves.len() as u8];
    game.extend(moves.iter().map(|mv| mv.square.index()));
    game.extend(moves.iter().map(|mv| mv.score.unwrap_or(NO_SCORE).to_le_bytes()[0]));
    file.write_all(&game)
}

impl FileRecord for ScoredGame {
    const KIND: FileKind = FileKind::Games;

    fn read(file: &mut impl BufRead) -> anyhow::Result<ScoredGame> {
        let mut length = [0];
        file.read_exact(&mut length)?;
        let [length] = length.map(usize::from);
        ensure!(length <= 60, "it has more than 60 placements");
        let mut bytes = [0; 120];
        file.read_exact(&mut bytes[..2 * length])?;
        let (squares, scores) = bytes[..2 * length].split_at(length);
        let mut moves = Vec::with_capacity(length);
        for (&square, &score) in squares.iter().zip(scores) {
            let &square = Square::ALL.get(usize::from(square)).context("a byte is not a square")?;
            let score = match i8::from_le_bytes([score]) {
                NO_SCORE => None,
                score @ -64..=64 => Some(score),
                _ => bail!("a score is not between -64 and 64"),
            };
            moves.push(ScoredMove { square, score });
        }
        let replay = Replay::new(moves.iter().map(|mv| mv.square)).context("a move is not legal")?;
        Ok(ScoredGame { moves, replay })
    }

    fn size(&self) -> u64 {
        1 + 2 * self.moves.len() as u64
    }
}
