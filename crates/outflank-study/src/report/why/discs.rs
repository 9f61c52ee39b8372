use outflank_rules::{Bitboard, Square, Status};

use super::fact::Ending;
use super::lines::{Compared, Gain, Line};
use super::{Fact, Reason};

/// Fewer discs flipped for good are the rule in an endgame.
const FLIPS: u32 = 3;

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    reasons.extend(compared.gains().into_iter().filter_map(wipe_out));
    if compared.are_both_over() {
        reasons.extend(compared.gains().into_iter().filter_map(|gain| flips(compared, gain)));
        reasons.extend(ending(compared));
    }
    reasons.extend(reply(compared));
}

fn wipe_out(gain: Gain<'_>) -> Option<Reason> {
    let Gain { line, other, side, is_missed, horizon, .. } = gain;
    let is_wiped_out = |line: &Line| line.is_over() && line.last().discs()[!side].is_empty();
    let fact = if is_missed { Fact::MissedAll } else { Fact::LostAll };
    let is_gain = line.len() <= horizon && is_wiped_out(line) && !is_wiped_out(other);
    is_gain.then(|| gain.shown(fact, line.len()))
}

/// One move flips discs for good, more than any move in return, and they explain the loss.
fn flips(compared: &Compared<'_>, gain: Gain<'_>) -> Option<Reason> {
    let (discs, plies, square) = most_flips(gain).filter(|&(.., square)| !gain.misses_the_move_played(square))?;
    let in_return = most_flips(gain.in_return()).map_or(0, |(discs, ..)| discs);
    let is_the_loss = discs >= FLIPS && discs > in_return && 2.0 * discs as f32 >= compared.loss.discs;
    let fact = match gain.is_missed {
        true => Fact::MissedFlips { square, discs },
        false => Fact::GaveFlips { square, discs },
    };
    is_the_loss.then(|| gain.shown(fact, plies))
}

/// The first of the moves that flip the most discs for good.
fn most_flips(Gain { line, other, side, .. }: Gain<'_>) -> Option<(u32, usize, Square)> {
    let kept = line.last().discs()[side] & other.last().discs()[!side];
    let flipped = |(plies, square): (usize, Square)| {
        let flips: Bitboard = line.after(plies - 1).flips(square) & kept;
        (flips.len(), plies, square)
    };
    line.placements(side).map(flipped).reduce(|most, next| if next.0 > most.0 { next } else { most })
}

fn ending(compared: &Compared<'_>) -> Option<Reason> {
    let player = compared.player();
    let [ending, best] = [&compared.played, &compared.best].map(|line| match line.last().status() {
        Status::Over(outcome) => {
            let score = outcome.tournament_score();
            Some(Ending { player: score[player], opponent: score[!player] })
        }
        Status::Place(_) | Status::MustPass => None,
    });
    let (ending, best) = (ending?, best?);
    let lost = 2.0 * (f32::from(best.player) - f32::from(ending.player));
    let is_the_loss = compared.loss.is_exact && lost == compared.loss.discs;
    let line = compared.played.shown(compared.played.len());
    is_the_loss.then_some(Reason { fact: Fact::WorseEnding { ending, best }, line })
}

fn reply(compared: &Compared<'_>) -> Option<Reason> {
    /// Enough to see the point.
    const PLIES: usize = 4;
    let square = compared.played.reply()?;
    let discs = compared.loss.discs.round() as u32;
    let fact = Fact::StrongReply { square, discs, is_exact: compared.loss.is_exact };
    (discs > 0).then(|| Reason { fact, line: compared.played.shown(PLIES) })
}
