//! The board before a move, after it, and after the best move instead.

use outflank_rules::{Bitboard, Color, Direction, Move, Placement, Position, Setup, Square, Status};

pub(super) struct Compared<'a> {
    pub(super) before: &'a Position,
    pub(super) played: After,
    pub(super) best: After,
    pub(super) own: Bitboard,
    pub(super) others: Bitboard,
}

pub(super) struct After {
    pub(super) square: Square,
    pub(super) flips: Bitboard,
    pub(super) position: Position,
    pub(super) replies: Bitboard,
    /// The player's moves if the opponent skipped its turn.
    pub(super) again: Bitboard,
    pub(super) after_replies: Vec<OpponentReply>,
}

pub(super) struct OpponentReply {
    pub(super) reply: Square,
    pub(super) position: Position,
    pub(super) choices: Status,
}

impl<'a> Compared<'a> {
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

    pub(super) fn player(&self) -> Color {
        self.before.turn()
    }

    pub(super) fn empties(&self) -> u32 {
        self.before.empty().len()
    }

    /// Where moves need not outflank, both sides have the same moves, so counting them means nothing.
    pub(super) fn must_outflank(&self) -> bool {
        self.before.rules().placement() == Placement::Outflanks
    }

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
            Some(OpponentReply { reply, position, choices: position.status() })
        };
        Some(After {
            square,
            flips: before.flips(square),
            position,
            replies,
            again: could_play(&position, before.turn()),
            after_replies: replies.into_iter().filter_map(answer).collect(),
        })
    }
}

fn could_play(position: &Position, color: Color) -> Bitboard {
    let setup = Setup { turn: color, ..position.setup() };
    Position::new(position.rules(), setup).map_or(Bitboard::EMPTY, |position| position.legal_moves())
}
