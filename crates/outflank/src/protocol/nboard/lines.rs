use outflank_engine::{Analysis, Bound, Score, Selectivity};
use outflank_formats::Points;
use outflank_formats::nboard::{Depth, EngineMessage, Eval, HintLine};
use outflank_rules::Position;

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

fn depth(position: &Position, analysis: &Analysis) -> Depth {
    let plies = u32::from(analysis.depth);
    let is_to_the_end = plies >= position.empty().len();
    match analysis.selectivity {
        _ if analysis.exact => Depth::Solved,
        Selectivity::Full => Depth::Plies(plies),
        // All midgame searches have the same selectivity, and the protocol has no word for it.
        _ if !is_to_the_end => Depth::Plies(plies),
        selectivity => Depth::Likely { plies, percent: u32::from(selectivity.percent()) },
    }
}

pub(super) fn node_stats(analysis: &Analysis) -> EngineMessage {
    EngineMessage::NodeStats { nodes: analysis.nodes, time: analysis.time }
}

pub(super) fn analysis(plies: usize, eval: Points) -> EngineMessage {
    EngineMessage::Analysis { plies: plies as u32, eval }
}

pub(super) fn points(score: Score) -> Points {
    // A score is never larger than the board.
    let hundredths = (f64::from(score.discs()) * 100.0).round();
    Points::from_f64(hundredths / 100.0).unwrap_or_default()
}
