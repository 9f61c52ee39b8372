//! The engine that plays and labels: its weights, and how to tell it from others.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use outflank_engine::training::Evaluation;
use outflank_engine::{Analysis, Engine, Limits, Options};
use outflank_rules::{Board, Color, Game, Position, Rules, Setup, Square};

use crate::header::Provenance;

/// Weights, and what a file says that was made with them.
pub(crate) struct Weights {
    pub(crate) evaluation: Arc<Evaluation>,
    /// Of the file they are from. Those of the engine have none.
    checksum: Option<u32>,
}

impl Weights {
    /// Those of a file, or those that come with the engine.
    pub(crate) fn load(path: Option<&Path>) -> anyhow::Result<Weights> {
        let Some(path) = path else {
            return Ok(Weights { evaluation: Arc::clone(Evaluation::embedded()), checksum: None });
        };
        let unpack = || -> anyhow::Result<Weights> {
            let file = fs::read(path)?;
            let evaluation = Arc::new(Evaluation::unpack(&file)?);
            Ok(Weights { evaluation, checksum: Some(crc32fast::hash(&file)) })
        };
        unpack().with_context(|| path.display().to_string())
    }

    /// Says by which weights and which engine the scores of a file are found.
    pub(crate) fn describe(&self, provenance: Provenance) -> Provenance {
        let provenance = match self.checksum {
            Some(checksum) => provenance.with("weights", format_args!("{checksum:08x}")),
            None => provenance.with("weights", "embedded"),
        };
        provenance.with("signature", self.signature())
    }

    /// How many positions the engine visits in a game against itself. Another search or other weights hardly ever need
    /// exactly as many.
    fn signature(&self) -> u64 {
        let engine = self.engine(1);
        let mut game = Game::new(Position::initial(Rules::Standard));
        let mut nodes = 0;
        while game.outcome().is_none() {
            let analysis = look_ahead(&engine, game.position(), 5);
            nodes += analysis.nodes;
            game.play(best(&analysis)).expect("the engine plays by the rules");
        }
        nodes
    }

    /// An engine of one thread.
    pub(crate) fn engine(&self, table_mebibytes: usize) -> Engine {
        Engine::with_evaluation(Options { threads: 1, table_mebibytes }, Arc::clone(&self.evaluation))
    }
}

/// Searches so many plies deep, or to the end where that is nearer.
pub(crate) fn look_ahead(engine: &Engine, position: &Position, depth: u8) -> Analysis {
    engine.analyze(*position, Limits { depth: Some(depth), ..Limits::default() })
}

/// Finds the result of perfect play. There must be something to play.
pub(crate) fn solve(engine: &Engine, position: &Position) -> Analysis {
    let analysis = look_ahead(engine, position, position.empty().len() as u8);
    debug_assert!(analysis.exact, "a search with as much depth as there are empty squares solves");
    analysis
}

/// The best move of a position in which a disc can be placed.
pub(crate) fn best(analysis: &Analysis) -> Square {
    analysis.lines[0].pv[0].square().expect("a disc can be placed")
}

/// The position of a board. Who has which colour makes no difference to its score.
pub(crate) fn position(board: Board) -> Position {
    let setup = Setup::new(board.discs(Color::Black), Color::Black);
    Position::new(Rules::Standard, setup).expect("a board has no two discs on a square")
}

#[cfg(test)]
pub(crate) mod tests {
    use outflank_engine::training::{
        self, BUCKETS, BucketWeights, Classes, DIRECT, HIDDEN, STAGES, WIDTH, Weights as Packable,
    };

    use super::*;

    /// A file of weights by which every position is worth the same.
    pub(crate) fn flat() -> Vec<u8> {
        let provenance = training::Provenance { date: "2026-12-31".into(), positions: 0, command: "test".into() };
        let bucket = BucketWeights {
            bias: [0; WIDTH - DIRECT],
            weights: [[0; HIDDEN]; WIDTH - DIRECT],
            hidden_bias: [0; HIDDEN],
            out: [0; HIDDEN],
            out_bias: 0,
        };
        let rows = vec![[0; WIDTH]; STAGES * Classes::new().count()];
        Packable { provenance, rows, buckets: vec![bucket; BUCKETS] }.pack()
    }

    #[test]
    fn the_signature_is_always_the_same() {
        let described = || Weights::load(None).unwrap().describe(Provenance::new("test")).to_string();
        assert_eq!(described(), described());
        assert!(described().starts_with("test weights=embedded signature="));
    }

    #[test]
    fn other_weights_have_another_signature() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        fs::write(&path, flat()).unwrap();
        let described = |path| Weights::load(path).unwrap().describe(Provenance::new("test"));
        let (embedded, other) = (described(None), described(Some(&path)));
        assert_ne!(embedded.to_string().split("signature=").last(), other.to_string().split("signature=").last());
    }

    #[test]
    fn errors_name_the_file() {
        let error = |path: &Path| format!("{:#}", Weights::load(Some(path)).err().unwrap());
        assert!(error(Path::new("no/such/file")).starts_with("no/such/file: "));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        fs::write(&path, "no weights").unwrap();
        assert!(error(&path).starts_with(&format!("{}: ", path.display())));
    }
}
