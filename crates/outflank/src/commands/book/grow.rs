use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::ensure;
use outflank_engine::book::{Growth, Tree};

use super::file::{self, BookFile};
use super::popularity;
use super::search::{self, DEFAULT_DEPTH, Interrupt};
use crate::cli::{BookSource, GrowArguments};
use crate::commands::INTERRUPTED;
use crate::{progress, stderr};

const SAVE_INTERVAL: Duration = Duration::from_secs(30);

pub(crate) fn run(arguments: &GrowArguments) -> anyhow::Result<ExitCode> {
    let out = &arguments.out.out;
    let mut tree = first_tree(arguments)?;
    let mut searchers = search::searchers(&arguments.search)?;
    let popularity = popularity::count(&arguments.games, out)?;
    let interrupt = Interrupt::on_ctrl_c("saving the book")?;
    file::save(&tree, out)?;

    let bar = progress::spinner("{spinner} {msg}, {human_pos} searches, {elapsed}");
    let watch = || {
        bar.inc(1);
        interrupt.watch()
    };
    bar.set_message(file::size(&tree));
    let (started, first) = (Instant::now(), tree.expanded());
    let deadline = arguments.minutes.map(|minutes| started + minutes);
    let mut saved = started;
    let mut growth = Growth::Grown;
    while growth == Growth::Grown
        && arguments.positions.is_none_or(|positions| tree.expanded() < positions)
        && !search::has_passed(deadline)
        && !interrupt.is_set()
    {
        growth = tree.grow(&mut searchers, &popularity, &watch);
        let rate = (tree.expanded() - first) as f64 / started.elapsed().as_secs_f64().max(1e-9) * 60.0;
        bar.set_message(format!("{}, {rate:.0} positions/min", file::size(&tree)));
        if saved.elapsed() >= SAVE_INTERVAL {
            file::save(&tree, out)?;
            saved = Instant::now();
        }
    }
    bar.finish_and_clear();
    tree.propagate();
    file::save(&tree, out)?;
    stderr::print(format_args!("{}: {}", out.display(), file::size(&tree)));
    let value = tree.node(tree.start()).value;
    stderr::print(format_args!("value of the start {value}, best line {}", file::best_line(&tree)));
    match growth {
        Growth::Complete => stderr::print("the book is complete: every line is solved"),
        Growth::Full => stderr::print("the book is full: a file cannot hold more positions"),
        Growth::Grown | Growth::Stopped if interrupt.is_set() => {
            stderr::print("interrupted; --resume continues");
            return Ok(ExitCode::from(INTERRUPTED));
        }
        Growth::Grown | Growth::Stopped => {}
    }
    Ok(ExitCode::SUCCESS)
}

fn first_tree(arguments: &GrowArguments) -> anyhow::Result<Tree> {
    let GrowArguments { out, resume, from, search, .. } = arguments;
    let BookFile { tree, .. } = match (resume, from) {
        (true, _) => BookFile::open(&BookSource::File(out.out.clone()))?,
        (false, from) => {
            file::ensure_writable(out)?;
            match from {
                Some(from) => BookFile::open(from)?,
                None => return Ok(Tree::new(search.depth.unwrap_or(DEFAULT_DEPTH))),
            }
        }
    };
    if let Some(depth) = search.depth {
        let same = tree.depth();
        ensure!(depth == same, "--depth {depth}: the book was searched with --depth {same}");
    }
    Ok(tree)
}
