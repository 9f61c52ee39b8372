use std::error::Error;

use outflank_formats::Record;
use outflank_rules::Position;
use outflank_server::GameReader;
use outflank_study::index::{Explored, GameKey};

use crate::commands::db::Library;

impl GameReader for Library {
    fn explore(&mut self, position: &Position, latest: usize) -> Result<Explored, Box<dyn Error + Send + Sync>> {
        Ok(self.ask(|index| index.explore(position, latest))?)
    }

    fn record(&mut self, key: GameKey) -> Result<Option<Record>, Box<dyn Error + Send + Sync>> {
        Ok(self.ask(|index| Ok(index.named(key).map(|game| game.record())))?)
    }
}
