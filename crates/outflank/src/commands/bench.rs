use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use outflank_engine::{Engine, Limits, Options};
use outflank_formats::plain;

const MIDGAMES: [&str; 12] = [
    "f5d6c5f4e3c6d3f6e6d7g6g5e7c7",
    "f5d6c5f4e3c6f3g6e6f6d7b5e7c3d3c7",
    "f5f6e6f4e3c5c4e7c6e2f3d3c3d2e1c1f2c2",
    "f5f6e6f4e3c5c4d3f3e2g5g4f2g3e1f1b5d1h4c3",
    "f5d6c3d3c4f4c5b3d2e3c2b4c6f6e6b5a5e2b6a4f1f7",
    "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3",
    "f5f6d3c5d6e3f4f3e2c6g4e6e7d7g3c2g5f1d1e8c3h5h4h3g6h2",
    "f5f6e6f4e3c5c4e7g4g3d7g5b5d3f3f2h6b4g6a6h3b6c2d6c7d2f8g2",
    "f5d6c5f4e3c6e6f3d3b5c4g5f6d7g4e7h6h3g6g3c8h5h4h7f7f8e8b3a6a4",
    "f5f4e3f6d3c4e6c5d6d7e7c6b3c3f7a3c8e8b4a4b5f2d8f8c7b8c2a5f3e2d2e1",
    "f5f6e6f4c3e7f3c5g4g3d6c6g5f2e3c4e2h5h3d3b4b5h6h7g6f7f1d2d7c2b3e1a6a5",
    "f5f6e6f4e3d3f3f2e2c6c5e1c7c3g5d6d7h5c4c8d8e8b7a8b8e7g3h4b5a5f7f8a4a3h2a6",
];

const ENDGAMES: [&str; 6] = [
    "f5f4e3d6f3g4e6f7c4f6c5f2g3e2f1g5h4h5e1c6f8e7h3h2d3b5e8d7a5c2d2c1d1g1h6h7g6d8c8b6c3b3",
    "f5d6c5f4e3f6f3c4d3e6b4f2g3e2c6g4d7c2d2c1e1c3f1d1e7b5a4b3b6f7h5h4a3g1h3g6h6c8d8e8g5a5",
    "f5f6e6f4e3c5c4d3f3e2g5c3d2d6b6g6b5b4d7e7e8f8c6f7d8c8c7a4a6b3c2h5h4h3a2c1d1a3a5b2h7g7b7",
    "f5d6c3g5g6e3f4d3e6f3c5g3c6f6h5h4g4h6c4b3c2d1c1b1f7f8h2b4a5b5f2d2e1f1e2h3a6a4h7a7e7b6a2",
    "f5d6c3d3c4f4e6b3e2c5c6e3d2f7f2f3g3c1g4f1b5g5f6h3b4a4f8g1a3a2b2g6h6b6a6h5h4h7g7c7e7h8g8d7",
    "f5f6e6f4g5e7f7h5e3d3f3g6g4h4g3d2e2h3f2f1e1d1c4c5d6c7c6e8c1b1c2b5b4a4c3d7b6a5a6a7b3g1h7a3",
];

const DEPTH: u8 = 10;

/// One thread and an empty table per position make the node counts reproducible; their sum is the engine's signature.
const OPTIONS: Options = Options { threads: 1, table_mebibytes: 64 };

pub(crate) fn run() -> anyhow::Result<ExitCode> {
    let engine = Engine::new(OPTIONS);
    let mut out = io::stdout().lock();
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let midgames = MIDGAMES.map(|moves| (moves, Some(DEPTH)));
    let endgames = ENDGAMES.map(|moves| (moves, None));

    writeln!(out, "empties depth   score  best        nodes")?;
    for (moves, depth) in midgames.into_iter().chain(endgames) {
        let position = *plain::parse(moves)?.check().context(moves)?.game().position();
        engine.forget();
        let analysis = engine.analyze(position, Limits { depth, ..Limits::default() });
        let best = analysis.lines.first().context("a position of the bench is over")?;
        let mv = best.pv.first().context("a line of the engine has no move")?;
        let empties = position.empty().len();
        writeln!(out, "{empties:7} {:5} {:>7}  {mv:4} {:12}", analysis.depth, best.score, analysis.nodes)?;
        out.flush()?;
        nodes += analysis.nodes;
        time += analysis.time;
    }
    let seconds = time.as_secs_f64();
    writeln!(out, "{nodes} nodes")?;
    writeln!(out, "{seconds:.3} seconds, {:.0} nodes/s", nodes as f64 / seconds)?;
    Ok(ExitCode::SUCCESS)
}
