//! `outflank-train book`: grows the opening book from the start of the game.
//!
//! - `expansion`: which positions come next, and what is searched for each.
//! - `searchers`: the threads that search. `progress`: what is said meanwhile.
//!
//! What a search says about a position depends on the position alone, and positions are chosen in rounds that end before
//! the next begins. So the book does not depend on the number of threads, and a book that was read from its file goes on
//! as if it had never been written.

mod expansion;
mod progress;
mod searchers;
#[cfg(test)]
mod tests;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use outflank_engine::book::{BookProvenance, Tree};
use outflank_engine::training::Evaluation;

use crate::cli::BookArguments;
use expansion::Round;
use progress::Progress;
use searchers::Searchers;

/// How far to look where nothing is said.
const DEPTH: u8 = 14;

/// How often the file is written.
const SAVED_EVERY: Duration = Duration::from_secs(30);

pub(crate) fn run(arguments: &BookArguments) -> anyhow::Result<()> {
    let out = &arguments.out;
    let name = || out.display().to_string();
    let mut tree = first_tree(arguments).with_context(name)?;
    let evaluation = match &arguments.weights {
        Some(path) => Arc::new(read_weights(path).with_context(|| path.display().to_string())?),
        None => Arc::clone(Evaluation::embedded()),
    };
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, usize::from);
    let searchers = Searchers::new(threads, &evaluation);
    let until = match arguments.minutes {
        Some(minutes) => Some(Instant::now() + minutes_from(minutes)?),
        None => None,
    };
    // A place where nothing can be written is to be known before the work is done.
    save(out, &tree).with_context(name)?;

    let mut progress = Progress::new(&tree);
    let mut saved = Instant::now();
    while arguments.positions.is_none_or(|positions| tree.expanded() < positions)
        && until.is_none_or(|until| Instant::now() < until)
    {
        let Some(round) = Round::next(&mut tree) else { break };
        round.search(&mut tree, &searchers);
        progress.update(&tree);
        if saved.elapsed() >= SAVED_EVERY {
            save(out, &tree).with_context(name)?;
            saved = Instant::now();
        }
    }
    tree.propagate();
    let bytes = save(out, &tree).with_context(name)?;
    progress.end(&tree, bytes);
    Ok(())
}

/// The book to go on with: that of the file, or one that knows nothing yet.
fn first_tree(arguments: &BookArguments) -> anyhow::Result<Tree> {
    if !arguments.resume {
        if arguments.out.try_exists()? && !arguments.force {
            bail!("the file exists, and is only overwritten with --force");
        }
        return Ok(Tree::new(arguments.depth.unwrap_or(DEPTH)));
    }
    let (_, tree) = Tree::unpack(&fs::read(&arguments.out)?)?;
    if let Some(depth) = arguments.depth {
        ensure!(depth == tree.depth(), "its positions were searched with --depth {}, not {depth}", tree.depth());
    }
    Ok(tree)
}

fn read_weights(path: &Path) -> anyhow::Result<Evaluation> {
    Ok(Evaluation::unpack(&fs::read(path)?)?)
}

fn minutes_from(minutes: f64) -> anyhow::Result<Duration> {
    let week = 7.0 * 24.0 * 60.0;
    ensure!((0.0..=week).contains(&minutes), "--minutes: expected a number of minutes, at most a week");
    Ok(Duration::from_secs_f64(60.0 * minutes))
}

/// Writes the book under another name first, so that the file is always whole. Answers with its size.
fn save(path: &Path, tree: &Tree) -> io::Result<usize> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let command = format!("outflank-train {}", words.join(" "));
    let file = tree.pack(&BookProvenance { date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(), command });
    let mut draft = path.as_os_str().to_owned();
    draft.push(".part");
    let draft = PathBuf::from(draft);
    fs::write(&draft, &file)?;
    fs::rename(&draft, path)?;
    Ok(file.len())
}
