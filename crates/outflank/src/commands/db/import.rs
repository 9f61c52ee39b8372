use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, bail};
use outflank_formats::ggf;
use outflank_formats::wthor::{self, Directory, GameFile, Names, NamesKind};
use outflank_study::index::{CannotAdd, Collection};

use super::IndexEvent;
use super::sources::{Kind, Source, Sources};

/// Some hundred thousand games.
const MAX_GGF_BYTES: u64 = 512 * 1024 * 1024;

pub(super) fn import(sources: &Sources, notify: &mut dyn FnMut(IndexEvent)) -> Collection {
    let mut collection = Collection::default();
    let mut names = NamesFiles::default();
    let files = sources.files.len();
    for (done, source) in sources.files.iter().enumerate() {
        notify(IndexEvent::Read { done, files });
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
    notify(IndexEvent::Read { done: files, files });
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
    let bytes = read(path, MAX_GGF_BYTES)?;
    // Older archives are in Latin-1.
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

fn read(path: &Path, max_bytes: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(max_bytes + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max_bytes {
        bail!("expected a file of at most {max_bytes} bytes");
    }
    Ok(bytes)
}
