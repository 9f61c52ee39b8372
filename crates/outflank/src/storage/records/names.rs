use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use outflank_formats::wthor::{Directory, Names, NamesKind};

use crate::storage::draft::folder_of;

#[derive(Clone, Debug, Default)]
pub(crate) struct NamesFiles {
    pub(crate) players: Option<Names>,
    pub(crate) tournaments: Option<Names>,
}

impl NamesFiles {
    pub(crate) fn beside(games: &Path) -> anyhow::Result<NamesFiles> {
        NamesFiles::within(folder_of(games))
    }

    pub(crate) fn within(folder: &Path) -> anyhow::Result<NamesFiles> {
        let read = |kind| find(folder, kind).map(|path| read(&path, kind)).transpose();
        Ok(NamesFiles { players: read(NamesKind::Players)?, tournaments: read(NamesKind::Tournaments)? })
    }

    pub(crate) fn or_else(self, others: impl FnOnce() -> anyhow::Result<NamesFiles>) -> anyhow::Result<NamesFiles> {
        if self.players.is_some() && self.tournaments.is_some() {
            return Ok(self);
        }
        let others = others()?;
        Ok(NamesFiles {
            players: self.players.or(others.players),
            tournaments: self.tournaments.or(others.tournaments),
        })
    }

    pub(crate) fn directory(&self) -> Directory<'_> {
        Directory { players: self.players.as_ref(), tournaments: self.tournaments.as_ref() }
    }
}

pub(crate) fn find(folder: &Path, kind: NamesKind) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten();
    // `min` makes the choice between two deterministic.
    entries.filter(|entry| entry.file_name().eq_ignore_ascii_case(usual_name(kind))).map(|entry| entry.path()).min()
}

pub(crate) fn usual_name(kind: NamesKind) -> &'static str {
    match kind {
        NamesKind::Players => "WTH.JOU",
        NamesKind::Tournaments => "WTH.TRN",
    }
}

pub(crate) fn read(path: &Path, kind: NamesKind) -> anyhow::Result<Names> {
    let name = || path.display().to_string();
    let bytes = fs::read(path).with_context(name)?;
    Names::parse(&bytes, kind).with_context(name)
}
