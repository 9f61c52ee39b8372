use std::process::ExitCode;

use anyhow::Context;
use outflank_engine::book::{EdaxBook, Imported, Tree};

use super::file::{self, BookFile};
use super::search::{self, DEFAULT_DEPTH, Interrupt};
use crate::cli::{BookFormat, BookSource, ExportArguments, ImportArguments, MergeArguments, OutArguments};
use crate::commands::INTERRUPTED;
use crate::{progress, stderr};

pub(super) fn merge(arguments: &MergeArguments) -> anyhow::Result<ExitCode> {
    file::ensure_writable(&arguments.out)?;
    let mut merged: Option<Tree> = None;
    for source in &arguments.books {
        let BookFile { tree, .. } = BookFile::open(source)?;
        let name = file::name(source);
        let before = merged.as_ref().map_or(0, Tree::expanded);
        let all = match &mut merged {
            None => merged.insert(tree),
            Some(all) => {
                all.merge(&tree).context(name.clone())?;
                all
            }
        };
        stderr::print(format_args!("{name}: {}", file::counted(all.expanded() - before, "new position")));
    }
    let merged = merged.context("expected a book to merge")?;
    finish(&merged, &arguments.out)
}

pub(super) fn import(arguments: &ImportArguments) -> anyhow::Result<ExitCode> {
    file::ensure_writable(&arguments.out)?;
    let source = BookSource::File(arguments.file.clone());
    let (name, bytes) = (file::name(&source), file::bytes(&source)?);
    if bytes.starts_with(b"outflank book") {
        BookFile::parse(&bytes).context(name)?;
        return copy(&bytes, &arguments.out);
    }
    let book = EdaxBook::parse(&bytes).context(name.clone())?;
    let mut searchers = search::searchers(&arguments.search)?;
    let interrupt = Interrupt::on_ctrl_c("stopping the import")?;
    let bar = progress::spinner("{spinner} {human_pos} moves without a score searched, {elapsed}");
    let watch = || {
        bar.inc(1);
        interrupt.watch()
    };
    let depth = arguments.search.depth.unwrap_or(DEFAULT_DEPTH);
    let imported = book.import(depth, &mut searchers, &watch).context(name.clone())?;
    bar.finish_and_clear();
    let Some(Imported { tree, unreachable, searched }) = imported else {
        stderr::print("interrupted; nothing was written");
        return Ok(ExitCode::from(INTERRUPTED));
    };
    let (read, searched) = (file::counted(book.positions(), "position"), file::counted(searched, "move"));
    stderr::print(format_args!("{name}: {read}; searched {searched} without a score"));
    if unreachable > 0 {
        let left_out = file::counted(unreachable, "position");
        stderr::print(format_args!("left out {left_out} that the book does not reach from the start"));
    }
    finish(&tree, &arguments.out)
}

pub(super) fn export(arguments: &ExportArguments) -> anyhow::Result<ExitCode> {
    file::ensure_writable(&arguments.out)?;
    let bytes = file::bytes(&arguments.book)?;
    let BookFile { tree, .. } = BookFile::parse(&bytes).with_context(|| file::name(&arguments.book))?;
    match arguments.to {
        BookFormat::Outflank => copy(&bytes, &arguments.out),
        BookFormat::Edax => copy(tree.to_edax().as_bytes(), &arguments.out),
    }
}

fn copy(bytes: &[u8], out: &OutArguments) -> anyhow::Result<ExitCode> {
    file::write(bytes, &out.out)?;
    Ok(ExitCode::SUCCESS)
}

fn finish(tree: &Tree, out: &OutArguments) -> anyhow::Result<ExitCode> {
    file::save(tree, &out.out)?;
    stderr::print(format_args!("{}: {}", out.out.display(), file::size(tree)));
    Ok(ExitCode::SUCCESS)
}
