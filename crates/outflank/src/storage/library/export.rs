use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;

use anyhow::{Context, bail};
use outflank_formats::format::Format;
use outflank_study::openings::{self, Language};

use super::catalogue::{GameKey, Place};
use super::sketch;
use super::walk::format_of;
use crate::cli::ConvertArguments;
use crate::commands::convert::Output;
use crate::storage::records::NamesFiles;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Exported {
    pub(crate) games: usize,
    pub(crate) left_out: usize,
    pub(crate) reason: Option<String>,
}

/// `None` if it was stopped; then no file is left.
pub(crate) fn export(
    places: &[Place],
    path: &Path,
    notify: &mut dyn FnMut(usize),
    is_stopped: &dyn Fn() -> bool,
) -> anyhow::Result<Option<Exported>> {
    let name = || path.display().to_string();
    if format_of(path).is_none() {
        let endings = Format::ALL.map(|format| format!(".{}", format.extension())).join(", ");
        bail!("{}: end the name with one of {endings}", name());
    }
    if path.exists() {
        bail!("{}: already exists; choose another name", name());
    }
    let arguments = ConvertArguments {
        inputs: Vec::new(),
        output: path.to_owned(),
        from: None,
        to: None,
        openings: None,
        force: false,
        players: None,
        tournaments: None,
    };
    let mut output = Output::open(&arguments, &NamesFiles::default())?;
    let mut exported = Exported::default();
    let leave_out = |exported: &mut Exported, why: String| {
        exported.left_out += 1;
        exported.reason.get_or_insert(why);
    };
    for (file, wanted) in by_file(places) {
        let mut missing: BTreeMap<u32, GameKey> = wanted;
        let mut failure = None;
        let read = sketch::for_each(file, |number, unchecked| {
            let Entry::Occupied(wanted) = missing.entry(number) else { return !is_stopped() };
            let key = wanted.remove();
            let record = unchecked.and_then(|unchecked| Ok(unchecked.check()?));
            match record {
                Ok(mut record) if sketch::key_of(&record) == key => {
                    openings::complete(&mut record, Language::English);
                    match output.push(&record) {
                        Ok(Ok(())) => exported.games += 1,
                        Ok(Err(error)) => leave_out(&mut exported, error.to_string()),
                        Err(error) => failure = Some(error),
                    }
                    notify(exported.games);
                }
                Ok(_) => leave_out(&mut exported, format!("{}: the file has changed", file.display())),
                Err(error) => leave_out(&mut exported, format!("{}: {error:#}", file.display())),
            }
            failure.is_none() && !missing.is_empty() && !is_stopped()
        });
        if let Some(error) = failure {
            return Err(error);
        }
        if is_stopped() {
            return Ok(None);
        }
        if let Err(error) = read.with_context(|| file.display().to_string()) {
            leave_out(&mut exported, format!("{error:#}"));
        }
        exported.left_out += missing.len();
    }
    if exported.games == 0 {
        let why = exported.reason.map_or("no games to export".to_owned(), |why| format!("no game was written: {why}"));
        bail!("{}: {why}", name());
    }
    output.finish(&mut drop)?;
    Ok(Some(exported))
}

fn by_file(places: &[Place]) -> BTreeMap<&Path, BTreeMap<u32, GameKey>> {
    let mut files: BTreeMap<&Path, BTreeMap<u32, GameKey>> = BTreeMap::new();
    for place in places {
        files.entry(&place.path).or_default().insert(place.number, place.key);
    }
    files
}
