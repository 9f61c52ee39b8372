use std::fmt;

use indicatif::ProgressBar;

use crate::{progress, stderr};

#[derive(Debug)]
pub(crate) enum IndexEvent {
    Read { done: usize, files: usize },
    LeftOut(usize),
    NotCached(anyhow::Error),
}

impl fmt::Display for IndexEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IndexEvent::Read { done, files } => write!(f, "{done} of {files} files read"),
            IndexEvent::LeftOut(count) => {
                write!(f, "{count} games or files of the collection are left out; outflank db lists them")
            }
            IndexEvent::NotCached(error) => write!(f, "cannot cache the index: {error:#}"),
        }
    }
}

pub(crate) fn on_stderr() -> impl FnMut(IndexEvent) + Send + 'static {
    let mut bar: Option<ProgressBar> = None;
    move |event| match event {
        IndexEvent::Read { done, files } if done == files => {
            if let Some(bar) = bar.take() {
                bar.finish_and_clear();
            }
        }
        IndexEvent::Read { done, files } => {
            let new_bar = || progress::bar(files as u64, "Reading {wide_bar} {pos} of {len} files");
            bar.get_or_insert_with(new_bar).set_position(done as u64);
        }
        event => stderr::print(format_args!("outflank: {event}")),
    }
}
