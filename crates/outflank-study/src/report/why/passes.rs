use outflank_rules::Color;

use super::lines::{Compared, Gain, Line};
use super::{Fact, Reason};

pub(super) fn reasons(compared: &Compared<'_>, reasons: &mut Vec<Reason>) {
    reasons.extend(compared.gains().into_iter().filter_map(pass));
}

fn pass(gain: Gain<'_>) -> Option<Reason> {
    let Gain { line, other, side, is_missed, horizon, .. } = gain;
    let passes = |line: &Line, side: Color| line.passes(side).filter(|&plies| plies < horizon).count();
    let plies = line.passes(!side).find(|&plies| plies < horizon)?;
    let is_only_here = passes(other, !side) == 0 && passes(line, !side) > passes(line, side);
    let fact = if is_missed { Fact::MissedPass } else { Fact::AllowedPass };
    is_only_here.then(|| gain.shown(fact, plies))
}
