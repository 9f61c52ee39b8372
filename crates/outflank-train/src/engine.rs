use std::fs;
use std::path::Path;
use std::sync::Arc;

use outflank_engine::training::Evaluation;
use outflank_engine::{Analysis, Engine, Limits, Options};
use outflank_rules::{Board, Color, Game, Position, Rules, Square};

use crate::files::PathContext;
use crate::records::Recipe;
use crate::replay::BoardWithTurn;

pub(crate) struct EngineWeights {
    pub(crate) evaluation: Arc<Evaluation>,
    checksum: Option<u32>,
}

impl EngineWeights {
    pub(crate) fn load(path: Option<&Path>) -> anyhow::Result<EngineWeights> {
        let Some(path) = path else {
            return Ok(EngineWeights { evaluation: Evaluation::embedded(), checksum: None });
        };
        let file = fs::read(path).at(path)?;
        let evaluation = Arc::new(Evaluation::unpack(&file).at(path)?);
        Ok(EngineWeights { evaluation, checksum: Some(crc32fast::hash(&file)) })
    }

    pub(crate) fn describe(&self, recipe: Recipe) -> Recipe {
        let recipe = match self.checksum {
            Some(checksum) => recipe.with("weights", format_args!("{checksum:08x}")),
            None => recipe.with("weights", "embedded"),
        };
        recipe.with("signature", self.signature())
    }

    /// Nodes visited in a game against itself. A changed search or changed weights hardly ever visit the same number.
    fn signature(&self) -> u64 {
        let engine = self.engine(1);
        let mut game = Game::new(Position::initial(Rules::Standard));
        let mut nodes = 0;
        while game.outcome().is_none() {
            let analysis = search(&engine, game.position(), 5);
            nodes += analysis.nodes;
            game.play(best(&analysis)).expect("the engine plays by the rules");
        }
        nodes
    }

    pub(crate) fn engine(&self, table_mebibytes: usize) -> Engine {
        Engine::with_evaluation(Options { threads: 1, table_mebibytes }, Arc::clone(&self.evaluation))
    }
}

pub(crate) fn search(engine: &Engine, position: &Position, depth: u8) -> Analysis {
    engine.analyze(*position, Limits { depth: Some(depth), ..Limits::default() })
}

pub(crate) fn solve(engine: &Engine, position: &Position) -> Analysis {
    let analysis = search(engine, position, position.empty().len() as u8);
    debug_assert!(analysis.exact, "a search to the last empty square solves");
    analysis
}

pub(crate) fn best(analysis: &Analysis) -> Square {
    analysis.lines[0].pv[0].square().expect("a disc can be placed")
}

/// The colours do not affect the score.
pub(crate) fn position(board: Board) -> Position {
    BoardWithTurn { board, turn: Color::Black }.position()
}

#[cfg(test)]
pub(crate) mod tests {
    use outflank_engine::training::{Classes, Provenance};

    use super::*;
    use crate::network::Network;
    use crate::pack;
    use crate::weights::FloatWeights;

    pub(crate) fn flat() -> Vec<u8> {
        let provenance = Provenance { date: "2026-12-31".into(), positions: 0, command: "test".into() };
        let network = Network::zero(Classes::new().count());
        pack::rounded(&FloatWeights { provenance, network }).unwrap().pack()
    }

    #[test]
    fn the_signature_is_deterministic() {
        let described = || EngineWeights::load(None).unwrap().describe(Recipe::new("test")).to_string();
        assert_eq!(described(), described());
        assert!(described().starts_with("test weights=embedded signature="));
    }

    #[test]
    fn other_weights_have_another_signature() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        fs::write(&path, flat()).unwrap();
        let described = |path| EngineWeights::load(path).unwrap().describe(Recipe::new("test"));
        let (embedded, other) = (described(None), described(Some(&path)));
        assert_ne!(embedded.to_string().split("signature=").last(), other.to_string().split("signature=").last());
    }

    #[test]
    fn errors_name_the_file() {
        let error = |path: &Path| format!("{:#}", EngineWeights::load(Some(path)).err().unwrap());
        assert!(error(Path::new("no/such/file")).starts_with("no/such/file: "));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("weights");
        fs::write(&path, "not weights").unwrap();
        assert!(error(&path).starts_with(&format!("{}: ", path.display())));
    }
}
