//! What the engine has found out, in the words of the protocol.

use outflank_engine::{Analysis, Bound, Score, Selectivity};
use outflank_formats::Points;
use outflank_formats::nboard::{Depth, EngineMessage, Eval, HintLine};
use outflank_rules::Position;

/// A message about each line of an analysis, the best first.
pub(super) fn search(position: &Position, analysis: &Analysis) -> impl Iterator<Item = EngineMessage> {
    let depth = depth(position, analysis);
    analysis.lines.iter().map(move |line| {
        EngineMessage::Search(HintLine {
            pv: line.pv.clone(),
            eval: Eval::One(points(line.score)),
            games: 0,
            depth: match (&depth, line.bound) {
                (Depth::Solved, Bound::AtLeast | Bound::AtMost) => Depth::WinnerKnown,
                (depth, _) => depth.clone(),
            },
            text: String::new(),
        })
    })
}

/// How far the search has looked.
fn depth(position: &Position, analysis: &Analysis) -> Depth {
    let plies = u32::from(analysis.depth);
    let is_to_the_end = plies >= position.empty().len();
    match analysis.selectivity {
        _ if analysis.exact => Depth::Solved,
        Selectivity::Full => Depth::Plies(plies),
        // Searches in the middle of the game are all selective in the same way, and the other side knows no better.
        _ if !is_to_the_end => Depth::Plies(plies),
        selectivity => Depth::Likely { plies, percent: u32::from(selectivity.percent()) },
    }
}

/// How many positions were visited, and how long it took.
pub(super) fn node_stats(analysis: &Analysis) -> EngineMessage {
    EngineMessage::NodeStats { nodes: analysis.nodes, time: analysis.time }
}

/// What the position after so many plies is worth to its side to move.
pub(super) fn analysis(plies: usize, eval: Points) -> EngineMessage {
    EngineMessage::Analysis { plies: plies as u32, eval }
}

/// A score as records write it.
pub(super) fn points(score: Score) -> Points {
    // A score is never larger than the board.
    let hundredths = (f64::from(score.discs()) * 100.0).round();
    Points::from_f64(hundredths / 100.0).unwrap_or_default()
}
