//! Reading the files of a collection.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::Context;
use outflank_formats::ggf;
use outflank_formats::wthor::{self, Directory, GameFile, Names, NamesKind};
use outflank_study::index::{CannotAdd, Collection};

use super::news::News;
use super::read;
use super::sources::{Kind, Source, Sources};

/// A larger file of GGF is not read: it would have some hundred thousand games.
const LARGEST_GGF: u64 = 512 * 1024 * 1024;

/// Reads all files, and tells how far it is. What cannot be read is left out, and the collection knows about it.
pub(super) fn gather(sources: &Sources, tell: &mut dyn FnMut(News)) -> Collection {
    let mut collection = Collection::default();
    let mut names = NamesFiles::default();
    let files = sources.files.len();
    for (done, source) in sources.files.iter().enumerate() {
        tell(News::Read { done, files });
        let Source { path, kind } = source;
        let added = match kind {
            Kind::Wthor { players, tournaments } => {
                let players = names.read(players.as_deref(), NamesKind::Players, &mut collection);
                let tournaments = names.read(tournaments.as_deref(), NamesKind::Tournaments, &mut collection);
                let names = Directory { players: players.as_deref(), tournaments: tournaments.as_deref() };
                add_wthor(&mut collection, path, names)
            }
            Kind::Ggf => add_ggf(&mut collection, path),
        };
        if let Err(error) = added {
            leave_out(&mut collection, path, &error);
        }
    }
    tell(News::Read { done: files, files });
    collection
}

fn add_wthor(collection: &mut Collection, path: &Path, names: Directory<'_>) -> anyhow::Result<()> {
    let bytes = read(path, wthor::MAX_BYTES as u64)?;
    let file = GameFile::parse(&bytes)?;
    let source = collection.add_source(&path.display().to_string());
    for (game, number) in file.games().zip(1..) {
        let added = game.map_err(anyhow::Error::from).and_then(|game| {
            let added = collection.add_wthor(&game, file.year, names, source, number);
            added.with_context(|| format!("game {number}"))
        });
        if let Err(error) = added {
            leave_out(collection, path, &error);
        }
    }
    Ok(())
}

fn add_ggf(collection: &mut Collection, path: &Path) -> anyhow::Result<()> {
    let bytes = read(path, LARGEST_GGF)?;
    // Older archives are in the encoding of their time.
    let text = match str::from_utf8(&bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    };
    let source = collection.add_source(&path.display().to_string());
    for (unchecked, number) in ggf::parse(&text).zip(1..) {
        let added = unchecked.map_err(anyhow::Error::from).and_then(|unchecked| {
            collection.add_unchecked(&unchecked, source, number).map_err(|error| match error {
                CannotAdd::Illegal(why) => why.into(),
                CannotAdd::NotStandard(why) => anyhow::Error::from(why).context(unchecked.at.to_string()),
            })
        });
        if let Err(error) = added {
            leave_out(collection, path, &error);
        }
    }
    Ok(())
}

fn leave_out(collection: &mut Collection, path: &Path, why: &anyhow::Error) {
    collection.leave_out(&format!("{}: {why:#}", path.display()));
}

/// Files of names, each of which is read once.
#[derive(Default)]
struct NamesFiles(HashMap<PathBuf, Option<Rc<Names>>>);

impl NamesFiles {
    fn read(&mut self, path: Option<&Path>, kind: NamesKind, collection: &mut Collection) -> Option<Rc<Names>> {
        let path = path?;
        let names = self.0.entry(path.to_owned()).or_insert_with(|| {
            let parsed = read(path, wthor::MAX_BYTES as u64).and_then(|bytes| Ok(Rc::new(Names::parse(&bytes, kind)?)));
            parsed.map_err(|error| leave_out(collection, path, &error)).ok()
        });
        names.clone()
    }
}
