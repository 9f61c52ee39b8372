//! The two lines of play that a mistake is judged by, on boards.

use outflank_rules::{Bitboard, Color, Direction, Move, Placement, Position, Setup, Square, Status};

use super::{Loss, Reason};

pub(super) struct Line {
    /// One more than there are moves.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Line {
    /// As far as the moves are legal.
    fn of(before: &Position, moves: &[Move]) -> Option<Line> {
        let mut line = Line { positions: vec![*before], moves: Vec::new() };
        for &mv in moves {
            let Ok(next) = line.last().play(mv) else { break };
            line.positions.push(next);
            line.moves.push(mv);
        }
        line.moves.first()?.square().map(|_| line)
    }

    pub(super) fn first(&self) -> Square {
        self.moves[0].square().expect("a line begins with a placement")
    }

    pub(super) fn reply(&self) -> Option<Square> {
        self.moves.get(1)?.square()
    }

    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn last(&self) -> &Position {
        self.positions.last().expect("a line has the position before it")
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.last().status(), Status::Over(_))
    }

    pub(super) fn after(&self, plies: usize) -> &Position {
        self.positions.get(plies).unwrap_or(self.last())
    }

    /// The positions after one move, two, and so on, with that number of moves.
    pub(super) fn positions(&self) -> impl Iterator<Item = (usize, &Position)> {
        self.positions.iter().enumerate().skip(1)
    }

    pub(super) fn placements(&self, side: Color) -> impl Iterator<Item = (usize, Square)> {
        let placed = self.moves.iter().zip(&self.positions).zip(1..).filter(move |((_, at), _)| at.turn() == side);
        placed.filter_map(|((mv, _), plies)| Some((plies, mv.square()?)))
    }

    pub(super) fn passes(&self, side: Color) -> impl Iterator<Item = usize> {
        let at = self.moves.iter().zip(&self.positions).enumerate();
        at.filter(move |(_, (mv, at))| at.turn() == side && mv.square().is_none()).map(|(plies, _)| plies)
    }

    /// How many moves a turn a side has more than the other, on average.
    fn mobility(&self, side: Color, horizon: usize) -> f32 {
        self.mean_moves(side, horizon) - self.mean_moves(!side, horizon)
    }

    fn mean_moves(&self, side: Color, horizon: usize) -> f32 {
        let turns = self
            .positions()
            .take(horizon)
            .filter(|(_, position)| position.turn() == side && !matches!(position.status(), Status::Over(_)));
        let (count, moves) =
            turns.fold((0, 0), |(count, moves), (_, position)| (count + 1, moves + position.legal_moves().len()));
        if count == 0 { 0.0 } else { moves as f32 / count as f32 }
    }

    pub(super) fn shown(&self, plies: usize) -> Vec<Move> {
        self.moves[..plies.min(self.moves.len())].to_vec()
    }
}

/// A mistake: the line after it and the line after the best move.
pub(super) struct Compared<'a> {
    pub(super) before: &'a Position,
    pub(super) played: Line,
    pub(super) best: Line,
    pub(super) loss: Loss,
    /// Both lines are known for this number of moves, or to the end of the game.
    pub(super) horizon: usize,
    /// How many moves a turn the player has more than the opponent, on average, less the same in the best line.
    pub(super) mobility: f32,
}

/// What `side` may get in `line` and not in `other`.
#[derive(Clone, Copy)]
pub(super) struct Gain<'a> {
    pub(super) line: &'a Line,
    pub(super) other: &'a Line,
    pub(super) side: Color,
    /// It is the player who gets it, and only after the best move.
    pub(super) is_missed: bool,
    pub(super) horizon: usize,
    /// The moves a turn that the side has more in `line`.
    pub(super) mobility: f32,
}

impl<'a> Compared<'a> {
    pub(super) fn new(
        before: &'a Position,
        refutation: &[Move],
        best_line: &[Move],
        loss: Loss,
    ) -> Option<Compared<'a>> {
        let (played, best) = (Line::of(before, refutation)?, Line::of(before, best_line)?);
        if played.first() == best.first() {
            return None;
        }
        let horizon = match (played.is_over(), best.is_over()) {
            (true, true) => played.len().max(best.len()),
            (true, false) => best.len(),
            (false, true) => played.len(),
            (false, false) => played.len().min(best.len()),
        };
        let [mobility, best_mobility] = [&played, &best].map(|line| line.mobility(before.turn(), horizon));
        Some(Compared { before, played, best, loss, horizon, mobility: mobility - best_mobility })
    }

    pub(super) fn player(&self) -> Color {
        self.before.turn()
    }

    pub(super) fn gains(&self) -> [Gain<'_>; 2] {
        let Compared { played, best, horizon, .. } = self;
        let (player, horizon, mobility) = (self.player(), *horizon, -self.mobility);
        [
            Gain { line: played, other: best, side: !player, is_missed: false, horizon, mobility },
            Gain { line: best, other: played, side: player, is_missed: true, horizon, mobility },
        ]
    }

    pub(super) fn are_both_over(&self) -> bool {
        self.played.is_over() && self.best.is_over()
    }

    /// Where moves need not outflank, both sides have the same moves, so counting them means nothing.
    pub(super) fn must_outflank(&self) -> bool {
        self.before.rules().placement() == Placement::Outflanks
    }
}

impl<'a> Gain<'a> {
    /// What the other side gets in the same line and not in the other.
    pub(super) fn in_return(self) -> Gain<'a> {
        Gain { side: !self.side, mobility: -self.mobility, ..self }
    }

    /// Whether the side pays for its gain with mobility: corners and edges are given up for that. At the end of the game
    /// nothing is left to be gained by it.
    pub(super) fn is_paid_for(&self) -> bool {
        const MOVES_PER_CORNER: f32 = 0.5;
        let price = MOVES_PER_CORNER * self.lead_in_corners().max(1) as f32;
        self.mobility < -price && !(self.line.is_over() && self.other.is_over())
    }

    /// The player played the square at once: that it "missed" it later in the best line would confuse.
    pub(super) fn misses_the_move_played(&self, square: Square) -> bool {
        self.is_missed && square == self.other.first()
    }

    pub(super) fn is_more_mobile(&self) -> bool {
        const MOVES: f32 = 0.5;
        self.mobility >= MOVES
    }

    /// The corners that the side holds more, compared with the other line.
    pub(super) fn lead_in_corners(&self) -> i32 {
        let [here, there] = [self.line, self.other].map(|line| {
            let corners = line.after(self.horizon).discs().map(|discs| (discs & Bitboard::CORNERS).len() as i32);
            corners[self.side] - corners[!self.side]
        });
        here - there
    }

    pub(super) fn shown(&self, fact: super::Fact, plies: usize) -> Reason {
        Reason { fact, line: self.line.shown(plies) }
    }
}

/// The moves of `color`, whatever the turn.
pub(crate) fn could_play(position: &Position, color: Color) -> Bitboard {
    let setup = Setup { turn: color, ..position.setup() };
    Position::new(position.rules(), setup).map_or(Bitboard::EMPTY, |position| position.legal_moves())
}

/// Without diagonal flips, an X-square gives no access to the corner.
pub(super) fn has_diagonals(position: &Position) -> bool {
    position.rules().flips_along().len() == Direction::ALL.len()
}
