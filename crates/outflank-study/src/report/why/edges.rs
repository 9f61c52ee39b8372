use std::cmp::Reverse;

use outflank_rules::{Bitboard, Color, Direction, Move, Position, Square};
use strum::VariantArray;

use super::lines::{Compared, Gain, Line};
use super::stable::stable;
use super::{Fact, Reason};

/// The difference in stable discs on one edge that makes a reason.
const DISCS: u32 = 4;

#[derive(Clone, Copy, Debug, strum::Display, VariantArray, PartialEq, Eq, Hash)]
#[strum(serialize_all = "lowercase")]
pub enum Edge {
    Top,
    Bottom,
    Left,
    Right,
}

impl Edge {
    pub const ALL: &[Edge] = <Edge as VariantArray>::VARIANTS;

    pub fn squares(self) -> Bitboard {
        let lies_on = |square: &Square| match self {
            Edge::Top => square.row() == 0,
            Edge::Bottom => square.row() == 7,
            Edge::Left => square.column() == 0,
            Edge::Right => square.column() == 7,
        };
        Square::ALL.into_iter().filter(lies_on).collect()
    }

    fn along(self) -> [Direction; 2] {
        match self {
            Edge::Top | Edge::Bottom => [Direction::West, Direction::East],
            Edge::Left | Edge::Right => [Direction::North, Direction::South],
        }
    }
}

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    for gain in compared.gains().into_iter().filter(|gain| !gain.is_paid_for()) {
        reasons.extend(edge_won(gain));
        if gain.mobility >= 0.0 && !compared.are_both_over() {
            reasons.extend(wedge(gain));
        }
    }
}

fn edge_won(gain: Gain<'_>) -> Option<Reason> {
    let Gain { line, side, is_missed, .. } = gain;
    let edge = edge_gained(gain).filter(|_| edge_gained(gain.in_return()).is_none())?;
    let elsewhere = count(gain.other.after(gain.horizon), side, edge);
    let held = |(plies, position)| (plies, count(position, side, edge));
    let (plies, discs) = line.positions().map(held).find(|&(_, discs)| discs >= elsewhere + DISCS)?;
    let fact = match is_missed {
        true => Fact::MissedEdge { edge, discs: elsewhere, best: discs },
        false => Fact::LostEdge { edge, discs, best: elsewhere },
    };
    Some(gain.shown(fact, plies))
}

fn edge_gained(Gain { line, other, side, horizon, .. }: Gain<'_>) -> Option<Edge> {
    let held = |edge: &Edge| [line, other].map(|line| count(line.after(horizon), side, *edge));
    let lead = |edge: &Edge| {
        let [here, there] = held(edge);
        here.saturating_sub(there)
    };
    let moves = line.shown(line.len());
    let is_on = |edge: &Edge, mv: &Move| mv.square().is_some_and(|square| edge.squares().contains(square));
    let first_move = |edge: &Edge| moves.iter().position(|mv| is_on(edge, mv));
    // Ties are broken alike in all orientations.
    let order = |edge: &Edge| (lead(edge), held(edge), Reverse(first_move(edge)));
    Edge::ALL.iter().copied().rev().max_by_key(order).filter(|edge| lead(edge) >= DISCS)
}

fn count(position: &Position, side: Color, edge: Edge) -> u32 {
    (stable(position, side) & edge.squares()).len()
}

fn wedge(gain: Gain<'_>) -> Option<Reason> {
    let (plies, square) = new_wedge(gain).filter(|&(_, square)| !gain.misses_the_move_played(square))?;
    if new_wedge(gain.in_return()).is_some() {
        return None;
    }
    let fact = if gain.is_missed { Fact::MissedWedge { square } } else { Fact::AllowedWedge { square } };
    Some(gain.shown(fact, plies))
}

/// The first wedge of the side, if it has none on that edge in the other line.
fn new_wedge(Gain { line, other, side, horizon, .. }: Gain<'_>) -> Option<(usize, Square)> {
    let (plies, square, edge) = wedges(line, side, horizon).next()?;
    let is_new = wedges(other, side, horizon).all(|(_, _, also)| also != edge);
    is_new.then_some((plies, square))
}

/// Edge discs placed between two of the other side, at least two squares from a corner, that last to the horizon.
fn wedges(line: &Line, side: Color, horizon: usize) -> impl Iterator<Item = (usize, Square, Edge)> {
    let placed = line.placements(side).filter(move |(plies, _)| *plies <= horizon);
    placed.filter_map(move |(plies, square)| {
        let edge = Edge::ALL.iter().copied().find(|edge| edge.squares().contains(square))?;
        let neighbours = edge.along().map(|direction| direction.step(square)).into_iter().flatten();
        let between: Bitboard = neighbours.filter(|&next| !Bitboard::CORNERS.contains(next)).collect();
        let is_wedge = between.len() == 2 && (between - line.after(plies).discs()[!side]).is_empty();
        let lasts = (plies..=horizon).all(|plies| line.after(plies).discs()[side].contains(square));
        (is_wedge && lasts).then_some((plies, square, edge))
    })
}
