//! Checks the claim of a reason on plain boards.

use outflank_rules::{Move, Square};
use outflank_study::report::{Edge, Fact, Reason};

use super::plain::{At, CORNERS, Plain, Ply, other, squares, step};

pub(crate) struct Claim<'a> {
    pub(crate) before: &'a Plain,
    pub(crate) refutation: &'a [Move],
    pub(crate) best_line: &'a [Move],
    pub(crate) loss: f32,
    pub(crate) is_exact: bool,
    pub(crate) reason: &'a Reason,
}

struct Line {
    plies: Vec<Ply>,
    boards: Vec<Plain>,
}

impl Line {
    /// As far as the moves are legal.
    fn of(before: &Plain, moves: &[Move]) -> Line {
        let mut line = Line { plies: Vec::new(), boards: vec![before.clone()] };
        for ply in moves.iter().map(|mv| mv.square().map(place)) {
            let Some(next) = line.last().play(ply) else { break };
            line.plies.push(ply);
            line.boards.push(next);
        }
        line
    }

    fn last(&self) -> &Plain {
        self.boards.last().unwrap()
    }

    fn is_over(&self) -> bool {
        self.last().is_over()
    }

    fn after(&self, plies: usize) -> &Plain {
        &self.boards[plies.min(self.plies.len())]
    }

    fn takes(&self, side: char, at: At) -> Option<usize> {
        let is_it = |index: &usize| self.plies[*index] == Some(at) && self.boards[*index].turn == side;
        (0..self.plies.len()).find(is_it)
    }

    fn passes(&self, side: char, within: usize) -> usize {
        let is_it = |index: &usize| self.plies[*index].is_none() && self.boards[*index].turn == side;
        (0..self.plies.len().min(within)).filter(is_it).count()
    }

    /// The side that fills the region, if it is filled.
    fn fills(&self, region: &[At]) -> Option<char> {
        let last = (0..self.plies.len()).rfind(|&index| self.plies[index].is_some_and(|at| region.contains(&at)))?;
        let is_full = region.iter().all(|&at| !self.last().is_empty(at));
        is_full.then(|| self.boards[last].turn)
    }

    fn lead_in_corners(&self, side: char, plies: usize) -> i32 {
        let held = |side| CORNERS.iter().filter(|&&corner| self.after(plies).at(corner) == side).count() as i32;
        held(side) - held(other(side))
    }
}

fn place(square: Square) -> At {
    (usize::from(square.column()), usize::from(square.row()))
}

fn on(edge: Edge, (x, y): At) -> bool {
    match edge {
        Edge::Top => y == 0,
        Edge::Bottom => y == 7,
        Edge::Left => x == 0,
        Edge::Right => x == 7,
    }
}

/// The edges on which `side` has wedged by then, and still does.
fn wedges(line: &Line, side: char, within: usize) -> Vec<(usize, At)> {
    let mut wedges = Vec::new();
    for index in 0..line.plies.len().min(within) {
        let Some((x, y)) = line.plies[index].filter(|_| line.boards[index].turn == side) else { continue };
        let ways = match (x, y) {
            (2..=5, 0 | 7) => [(1, 0), (-1, 0)],
            (0 | 7, 2..=5) => [(0, 1), (0, -1)],
            _ => continue,
        };
        let after = &line.boards[index + 1];
        let is_between = ways.iter().all(|&way| step((x, y), way, 1).is_some_and(|at| after.at(at) == other(side)));
        let lasts = (index + 1..=within).all(|plies| line.after(plies).at((x, y)) == side);
        if is_between && lasts {
            wedges.push((index, (x, y)));
        }
    }
    wedges
}

/// An error says what is wrong with the claim.
pub(crate) fn check(claim: &Claim<'_>) -> Result<(), String> {
    let Claim { before, refutation, best_line, loss, is_exact, reason } = *claim;
    let played = Line::of(before, refutation);
    let best = Line::of(before, best_line);
    let shown = Line::of(before, &reason.line);
    let ensure = |holds: bool, what: &str| holds.then_some(()).ok_or_else(|| what.to_owned());

    ensure(!reason.line.is_empty() && shown.plies.len() == reason.line.len(), "the line is not legal")?;
    let known = |line: &Line| if line.is_over() { usize::MAX } else { line.plies.len() };
    let horizon = match known(&played).min(known(&best)) {
        usize::MAX => played.plies.len().max(best.plies.len()),
        plies => plies,
    };
    let is_short = horizon < 2;
    let shows_played = played.plies.starts_with(&shown.plies);
    let shows_best = best.plies.starts_with(&shown.plies);
    let shows_reply = is_short && shown.plies.len() == 2 && shown.plies[0] == played.plies[0];
    ensure(shows_played || shows_best || shows_reply, "the line is neither")?;
    // These do not compare the lines at the same time.
    let needs_no_horizon = matches!(
        reason.fact,
        Fact::LostParity { .. } | Fact::TooEarly { .. } | Fact::LeftSquare { .. } | Fact::StrongReply { .. }
    );
    ensure(is_short || needs_no_horizon || shown.plies.len() <= horizon, "the line is beyond the horizon")?;

    let player = before.turn;
    let foe = other(player);
    let plies = shown.plies.len();
    let last = shown.last();
    // What `side` takes in `line` only.
    let corner_taken = |side: char, line: &Line, instead: &Line, corner: At| {
        ensure(CORNERS.contains(&corner), "it is no corner")?;
        ensure(line.takes(side, corner) == Some(plies - 1), "the line does not end with the corner")?;
        ensure(instead.takes(side, corner).is_none(), "the corner falls in both lines")?;
        ensure(!instead.last().can(side, corner), "the corner may fall in the other line, too")?;
        let is_ahead = line.lead_in_corners(side, horizon) > instead.lead_in_corners(side, horizon);
        ensure(is_ahead, "the corners are balanced")
    };
    let opens = |corner: At| {
        let (open, open_after_best) = (played.after(1).can(foe, corner), best.after(1).can(foe, corner));
        ensure(open && !open_after_best, "the corner is not opened by this move alone")?;
        match is_short {
            true => ensure(last.at(corner) == foe && plies == 2, "the corner is not taken"),
            false => corner_taken(foe, &played, &best, corner),
        }
    };
    let is_stuck = |board: &Plain, side: char| {
        board.turn == side
            && board.empties() >= 10
            && CORNERS.iter().any(|&corner| board.is_empty(corner))
            && !board.moves(side).is_empty()
            && board.safe_moves().is_empty()
    };
    let never_stuck =
        |line: &Line, side: char| !(1..=horizon.min(line.plies.len())).any(|plies| is_stuck(line.after(plies), side));
    let edge_discs =
        |board: &Plain, side: char, edge: Edge| board.stable(side).into_iter().filter(|&at| on(edge, at)).count();
    let stable = |board: &Plain, side: char| board.stable(side).len();
    let has = |counted: usize, claimed: u32| ensure(counted == claimed as usize, &format!("counted {counted}"));
    let kept_flips = |side: char, line: &Line, instead: &Line, at: At, discs: u32| {
        ensure(line.is_over() && instead.is_over(), "the lines are not over")?;
        ensure(shown.plies.last() == Some(&Some(at)), "the line does not end with the flips")?;
        let flips = line.after(plies - 1).flips(side, at);
        let is_kept = |&&at: &&At| line.last().at(at) == side && instead.last().at(at) == other(side);
        has(flips.iter().filter(is_kept).count(), discs)?;
        ensure(2.0 * discs as f32 >= loss, "that is not the loss")
    };

    match reason.fact {
        Fact::MissedAll => {
            ensure(shows_best && last.is_over() && last.count(foe) == 0, "no wipe-out")?;
            ensure(!played.is_over() || played.last().count(foe) > 0, "a wipe-out in both lines")
        }
        Fact::LostAll => {
            ensure(last.is_over() && last.count(player) == 0 && (shows_played || shows_reply), "no wipe-out")?;
            ensure(!best.is_over() || best.last().count(player) > 0, "a wipe-out in both lines")
        }
        Fact::GaveCorner { corner } => {
            ensure(!before.can(foe, place(corner)), "it was open before")?;
            opens(place(corner))
        }
        Fact::LeftCorner { corner } => {
            ensure(before.can(foe, place(corner)), "it was closed before")?;
            opens(place(corner))
        }
        Fact::CornerByForce { corner } => {
            let corner = place(corner);
            corner_taken(foe, &played, &best, corner)?;
            ensure(played.after(1).forces(foe, corner, plies - 1), "it is not forced")
        }
        Fact::CornerFell { corner } => corner_taken(foe, &played, &best, place(corner)),
        Fact::MissedCorner { corner } if is_short => {
            ensure(best.plies[0] == Some(place(corner)) && CORNERS.contains(&place(corner)), "best takes no corner")?;
            ensure(played.plies[0].is_none_or(|at| !CORNERS.contains(&at)), "the move takes one, too")
        }
        Fact::MissedCorner { corner } => {
            ensure(plies == 1, "the best move does not take it")?;
            corner_taken(player, &best, &played, place(corner))
        }
        Fact::LostCorner { corner } => {
            let corner = place(corner);
            ensure(before.can(player, corner), "there was no access")?;
            ensure(!played.after(2).can(player, corner), "there still is access")?;
            corner_taken(player, &best, &played, corner)
        }
        Fact::MissedAttack { corner, by_force } => {
            let corner = place(corner);
            corner_taken(player, &best, &played, corner)?;
            ensure(!by_force || best.after(1).forces(player, corner, plies - 1), "it is not forced")
        }
        Fact::AllowedPass => {
            ensure(last.turn == player && last.must_pass(), "there is no pass")?;
            ensure(is_short || best.passes(player, horizon) == 0, "there is one in both lines")?;
            ensure(is_short || played.passes(player, horizon) > played.passes(foe, horizon), "the opponent passes, too")
        }
        Fact::MissedPass => {
            ensure(shows_best && last.turn == foe && last.must_pass(), "there is no pass")?;
            ensure(is_short || played.passes(foe, horizon) == 0, "there is one in both lines")?;
            ensure(!played.after(1).must_pass(), "there is one in both lines")
        }
        Fact::NoSafeMove => {
            ensure(shows_played && is_stuck(last, player), "there is a safe move")?;
            ensure(never_stuck(&best, player), "there is none in the best line either")
        }
        Fact::MissedSqueeze => {
            ensure(shows_best && is_stuck(last, foe), "there is a safe move")?;
            ensure(never_stuck(&played, foe), "there is none after the mistake either")
        }
        Fact::LostParity { region, is_everything } => {
            let squares_of_region = before.region(place(region));
            ensure(is_everything == (squares_of_region.len() == before.empties()), "the extent is wrong")?;
            ensure(squares_of_region.len() > 1, "it is a single square")?;
            ensure(played.fills(&squares_of_region) == Some(foe), "the opponent is not last after the mistake")?;
            ensure(best.fills(&squares_of_region) == Some(player), "the player is not last in the best line")?;
            ensure(squares_of_region.iter().all(|&at| !last.is_empty(at)), "the line ends before")
        }
        Fact::LostEdge { edge, discs, best: elsewhere } => {
            has(edge_discs(last, foe, edge), discs)?;
            has(edge_discs(best.after(horizon), foe, edge), elsewhere)?;
            ensure(shows_played && discs >= elsewhere + 4, "that is not much")
        }
        Fact::MissedEdge { edge, discs, best: here } => {
            has(edge_discs(last, player, edge), here)?;
            has(edge_discs(played.after(horizon), player, edge), discs)?;
            ensure(shows_best && here >= discs + 4, "that is not much")
        }
        Fact::AllowedWedge { square } => {
            let (index, at) = (plies - 1, place(square));
            ensure(wedges(&played, foe, horizon).contains(&(index, at)), "there is no wedge")?;
            let same_edge = |(_, also): &(usize, At)| Edge::ALL.iter().any(|&edge| on(edge, at) && on(edge, *also));
            ensure(!wedges(&best, foe, horizon).iter().any(same_edge), "there is one in both lines")
        }
        Fact::MissedWedge { square } => {
            let (index, at) = (plies - 1, place(square));
            ensure(wedges(&best, player, horizon).contains(&(index, at)), "there is no wedge")?;
            let same_edge = |(_, also): &(usize, At)| Edge::ALL.iter().any(|&edge| on(edge, at) && on(edge, *also));
            ensure(!wedges(&played, player, horizon).iter().any(same_edge), "there is one in both lines")
        }
        Fact::GaveFlips { square, discs } => kept_flips(foe, &played, &best, place(square), discs),
        Fact::MissedFlips { square, discs } => kept_flips(player, &best, &played, place(square), discs),
        Fact::GaveStable { discs, best: elsewhere } => {
            has(stable(last, foe), discs)?;
            has(stable(best.after(horizon), foe), elsewhere)?;
            ensure(shows_played && discs >= elsewhere + 6, "that is not much")
        }
        Fact::MissedStable { discs, best: here } => {
            has(stable(last, player), here)?;
            has(stable(played.after(horizon), player), discs)?;
            ensure(shows_best && here >= discs + 6, "that is not much")
        }
        Fact::MobilityFell { left, best: instead } => {
            ensure(last.turn == player && best.after(plies).turn == player, "it is not the player's turn")?;
            has(last.moves(player).len(), left)?;
            has(best.after(plies).moves(player).len(), instead)?;
            ensure(left < instead, "that is not fewer")
        }
        Fact::GaveMobility { left, best: instead } => {
            ensure(last.turn == foe && best.after(plies).turn == foe, "it is not the opponent's turn")?;
            has(last.moves(foe).len(), left)?;
            has(best.after(plies).moves(foe).len(), instead)?;
            ensure(left > instead, "that is not more")
        }
        Fact::FewerSafeMoves { left, best: instead } => {
            ensure(last.turn == player && best.after(plies).turn == player, "it is not the player's turn")?;
            has(last.safe_moves().len(), left)?;
            has(best.after(plies).safe_moves().len(), instead)?;
            ensure(shows_played && left < instead, "that is not fewer")
        }
        Fact::GaveSafeMoves { left, best: instead } => {
            ensure(last.turn == foe && best.after(plies).turn == foe, "it is not the opponent's turn")?;
            has(last.safe_moves().len(), left)?;
            has(best.after(plies).safe_moves().len(), instead)?;
            ensure(shows_played && left > instead, "that is not more")
        }
        Fact::OpenedFrontier { discs, best: instead } => {
            has(last.frontier(player), discs)?;
            has(best.after(plies).frontier(player), instead)?;
            ensure(shows_played && discs > instead, "that is not more")
        }
        Fact::KeptInside { discs, best: instead } => {
            has(last.frontier(foe), discs)?;
            has(best.after(plies).frontier(foe), instead)?;
            ensure(shows_played && discs < instead, "that is not fewer")
        }
        Fact::TooEarly { square } => {
            ensure(played.plies[0] == Some(place(square)), "it was not played")?;
            ensure(best.takes(player, place(square)) == Some(plies - 1), "it is not played later")?;
            ensure(!best.boards[..plies].iter().any(|board| board.can(foe, place(square))), "it could not wait")
        }
        Fact::LeftSquare { square } => {
            ensure(played.takes(foe, place(square)) == Some(plies - 1), "the opponent does not take it")?;
            ensure(best.takes(player, place(square)).is_some(), "the player does not take it in the best line")
        }
        Fact::GaveAccess { square } => {
            let at = place(square);
            ensure(played.plies.get(1) == Some(&Some(at)), "it is not the reply")?;
            ensure(!before.can(foe, at) && !best.after(1).can(foe, at), "there was access")
        }
        Fact::NotQuiet { opened, best: quiet } => {
            ensure(best.plies[0] == Some(place(quiet)), "it is not the best move")?;
            let new = |line: &Line| squares().filter(|&at| line.after(1).can(foe, at) && !before.can(foe, at)).count();
            has(new(&played), opened)?;
            has(new(&best), 0)
        }
        Fact::CSquare { square, corner } => {
            let ((x, y), (cx, cy)) = (place(square), place(corner));
            ensure(played.plies[0] == Some((x, y)) && before.is_empty((cx, cy)), "it is not next to an empty corner")?;
            ensure(CORNERS.contains(&(cx, cy)) && x.abs_diff(cx) + y.abs_diff(cy) == 1, "it is no C-square")
        }
        Fact::WorseEnding { ending, best: instead } => {
            ensure(played.is_over() && best.is_over() && is_exact, "the lines are not solved")?;
            has(played.last().score(player), u32::from(ending.player))?;
            has(played.last().score(foe), u32::from(ending.opponent))?;
            has(best.last().score(player), u32::from(instead.player))?;
            has(best.last().score(foe), u32::from(instead.opponent))?;
            let lost = 2 * (i32::from(instead.player) - i32::from(ending.player));
            ensure(lost as f32 == loss, "that is not the loss")
        }
        Fact::StrongReply { square, discs, is_exact: is_claimed_exact } => {
            ensure(played.plies.get(1) == Some(&Some(place(square))), "it is not the reply")?;
            ensure(is_claimed_exact == is_exact && (loss - discs as f32).abs() <= 0.5, "that is not the loss")
        }
    }
}
