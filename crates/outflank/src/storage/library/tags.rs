//! The player's tags, in a file beside the games: one line per game, found by a checksum of the game, so that they stay when a file is moved.
//!
//! ```text
//! {"format":"outflank tags","version":1}
//! {"game":"9c1185a5c5e9fc54","tags":["blitz","endgame"]}
//! ```

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use outflank_render::sanitize;
use serde::{Deserialize, Serialize};

use super::catalogue::GameKey;
use crate::storage::quarantine;

const FILE: &str = "tags.jsonl";
const FORMAT: &str = "outflank tags";
const VERSION: u32 = 1;
const MAX_BYTES: u64 = 64 * 1024 * 1024;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tags(BTreeMap<GameKey, Vec<String>>);

#[derive(Debug, Deserialize, Serialize)]
struct Header {
    format: String,
    version: u32,
}

#[derive(Debug, Deserialize, Serialize)]
struct Line {
    game: String,
    tags: Vec<String>,
}

/// A file that could not be read completely was set aside under this name.
#[derive(Debug)]
pub(crate) struct SetAside(pub(crate) PathBuf);

impl Tags {
    pub(crate) fn of(&self, game: GameKey) -> &[String] {
        self.0.get(&game).map(Vec::as_slice).unwrap_or_default()
    }

    pub(crate) fn set(&mut self, game: GameKey, tags: Vec<String>) {
        match tags.is_empty() {
            true => drop(self.0.remove(&game)),
            false => drop(self.0.insert(game, tags)),
        }
    }

    pub(super) fn having(&self, is_meant: impl Fn(&str) -> bool) -> impl Iterator<Item = GameKey> {
        self.0.iter().filter(move |(_, tags)| tags.iter().any(|tag| is_meant(tag))).map(|(&game, _)| game)
    }

    /// A damaged file is set aside; what can be read of it stays.
    pub(super) fn load(folder: &Path) -> io::Result<(Tags, Option<SetAside>)> {
        let path = file(folder);
        let mut bytes = Vec::new();
        match File::open(&path) {
            Ok(file) => file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
            Err(error) => return Err(error),
        };
        let (tags, is_whole) = Tags::parse(&String::from_utf8_lossy(&bytes));
        match is_whole && bytes.len() as u64 <= MAX_BYTES {
            true => Ok((tags, None)),
            false => Ok((tags, Some(SetAside(quarantine::set_aside(&path, "damaged")?)))),
        }
    }

    fn parse(text: &str) -> (Tags, bool) {
        let mut lines = text.lines();
        let header = lines.next().and_then(|line| serde_json::from_str::<Header>(line).ok());
        let mut is_whole = header.is_some_and(|header| header.format == FORMAT && header.version == VERSION);
        let mut tags = Tags::default();
        for line in lines {
            let read = serde_json::from_str::<Line>(line).ok();
            match read.and_then(|line| Some((u64::from_str_radix(&line.game, 16).ok()?, line.tags))) {
                Some((game, of_game)) => tags.set(GameKey(game), of_game),
                None => is_whole = false,
            }
        }
        (tags, is_whole)
    }

    pub(super) fn to_text(&self) -> String {
        let header = Header { format: FORMAT.to_owned(), version: VERSION };
        let line = |(game, tags): (&GameKey, &Vec<String>)| {
            serde_json::to_string(&Line { game: format!("{:016x}", game.0), tags: tags.clone() })
        };
        let lines = std::iter::once(serde_json::to_string(&header)).chain(self.0.iter().map(line));
        lines.map(|line| line.unwrap_or_default() + "\n").collect()
    }
}

/// Tags are separated by commas; each is one line without surrounding spaces, and listed once. The `#` that marks tags on the
/// screen is no part of them.
pub(crate) fn parse_list(text: &str) -> Vec<String> {
    const LONGEST: usize = 40;
    const MOST: usize = 20;
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split(',') {
        let tag: String = sanitize::line(tag).trim_start_matches(['#', ' ']).chars().take(LONGEST).collect();
        if !tag.is_empty() && !tags.contains(&tag) && tags.len() < MOST {
            tags.push(tag);
        }
    }
    tags
}

pub(super) fn file(folder: &Path) -> PathBuf {
    folder.join(FILE)
}
