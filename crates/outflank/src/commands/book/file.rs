use std::borrow::Cow;
use std::env;
use std::path::Path;

use anyhow::Context;
use indicatif::HumanCount;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use outflank_engine::Book;
use outflank_engine::book::{BookProvenance, Tree};

use crate::cli::{BookSource, OutArguments};
use crate::storage::draft::Target;
use crate::storage::records::Opened;

pub(super) struct BookFile {
    /// Date, number of positions and command.
    pub(super) origin: String,
    /// Its values are propagated.
    pub(super) tree: Tree,
}

impl BookFile {
    pub(super) fn open(source: &BookSource) -> anyhow::Result<BookFile> {
        BookFile::parse(&bytes(source)?).with_context(|| name(source))
    }

    pub(super) fn parse(bytes: &[u8]) -> anyhow::Result<BookFile> {
        let (origin, mut tree) = Tree::unpack(bytes)?;
        tree.propagate();
        Ok(BookFile { origin, tree })
    }
}

pub(super) fn bytes(source: &BookSource) -> anyhow::Result<Cow<'static, [u8]>> {
    match source {
        BookSource::Embedded => Ok(Book::EMBEDDED.into()),
        BookSource::File(path) => Ok(Opened::file(path).with_context(|| name(source))?.into_bytes().into()),
    }
}

pub(super) fn name(source: &BookSource) -> String {
    match source {
        BookSource::Embedded => "the embedded book".to_owned(),
        BookSource::File(path) => path.display().to_string(),
    }
}

/// Replaces the file at once, so that a killed program leaves the old file or the new one.
pub(super) fn save(tree: &Tree, path: &Path) -> anyhow::Result<()> {
    let provenance =
        BookProvenance { date: Timestamp::now().to_zoned(TimeZone::UTC).date().to_string(), command: command_line() };
    write(&tree.pack(&provenance), path)
}

pub(super) fn write(bytes: &[u8], path: &Path) -> anyhow::Result<()> {
    Target::new(path).and_then(|target| target.write(bytes)).with_context(|| path.display().to_string())
}

/// Call it before the work starts.
pub(super) fn ensure_writable(out: &OutArguments) -> anyhow::Result<()> {
    let target = Target::new_or_replace(&out.out, out.force)?;
    target.draft().map(drop).with_context(|| out.out.display().to_string())
}

pub(super) fn size(tree: &Tree) -> String {
    format!("{}, {} with values", counted(tree.expanded(), "position"), counted(tree.nodes().len(), "board"))
}

pub(super) fn counted(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", HumanCount(number as u64), if number == 1 { "" } else { "s" })
}

pub(super) fn best_line(tree: &Tree) -> String {
    tree.best_line().iter().map(ToString::to_string).collect()
}

/// The running command, with the program's name instead of its path.
fn command_line() -> String {
    let arguments = env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned());
    ["outflank".to_owned()].into_iter().chain(arguments).collect::<Vec<_>>().join(" ")
}
