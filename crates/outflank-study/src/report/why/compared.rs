//! The board before a move, after it, and after the best move instead.

use outflank_rules::{Bitboard, Color, Direction, Move, Placement, Position, Setup, Square, Status};

/// A move beside the best one.
pub(super) struct Compared<'a> {
    pub(super) before: &'a Position,
    pub(super) played: After,
    pub(super) best: After,
    /// What the player can play before the move.
    pub(super) own: Bitboard,
    /// What the opponent could play before the move.
    pub(super) others: Bitboard,
}

/// What a move leads to.
pub(super) struct After {
    /// Where the disc is placed.
    pub(super) square: Square,
    /// The discs that it turns.
    pub(super) flips: Bitboard,
    /// The position that follows.
    pub(super) position: Position,
    /// What the opponent can play then; nothing if it has to pass.
    pub(super) replies: Bitboard,
    /// What the player could play if the turn came back at once.
    pub(super) again: Bitboard,
    /// What follows each of the replies.
    pub(super) answers: Vec<Answer>,
}

/// A reply of the opponent.
pub(super) struct Answer {
    /// Where the opponent plays.
    pub(super) reply: Square,
    /// The position that follows.
    pub(super) position: Position,
    /// What the player can do then.
    pub(super) choices: Status,
}

impl<'a> Compared<'a> {
    /// Nothing if the moves are the same, or one of them cannot be played.
    pub(super) fn new(before: &'a Position, played: Square, best: Square) -> Option<Compared<'a>> {
        if played == best {
            return None;
        }
        Some(Compared {
            before,
            played: After::of(before, played)?,
            best: After::of(before, best)?,
            own: could_play(before, before.turn()),
            others: could_play(before, !before.turn()),
        })
    }

    /// Who moves.
    pub(super) fn player(&self) -> Color {
        self.before.turn()
    }

    /// How many squares are empty before the move.
    pub(super) fn empties(&self) -> u32 {
        self.before.empty().len()
    }

    /// Whether a disc must outflank others. Where it need not, both sides can play the same squares, and how many there are says nothing.
    pub(super) fn must_outflank(&self) -> bool {
        self.before.rules().placement() == Placement::Outflanks
    }

    /// Whether discs flip along diagonals.
    pub(super) fn has_diagonals(&self) -> bool {
        self.before.rules().flips_along().len() == Direction::ALL.len()
    }
}

impl After {
    fn of(before: &Position, square: Square) -> Option<After> {
        let position = before.play(Move::Place(square)).ok()?;
        let replies = position.legal_moves();
        let answer = |reply| {
            let position = position.play(Move::Place(reply)).ok()?;
            Some(Answer { reply, position, choices: position.status() })
        };
        Some(After {
            square,
            flips: before.flips(square),
            position,
            replies,
            again: could_play(&position, before.turn()),
            answers: replies.into_iter().filter_map(answer).collect(),
        })
    }
}

/// What a side could play if it had the turn.
fn could_play(position: &Position, color: Color) -> Bitboard {
    let setup = Setup { turn: color, ..position.setup() };
    Position::new(position.rules(), setup).map_or(Bitboard::EMPTY, |position| position.legal_moves())
}
