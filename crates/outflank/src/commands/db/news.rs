//! What there is to tell about a collection, to whoever asked for it.

use std::fmt;

use indicatif::{ProgressBar, ProgressStyle};

use crate::stderr;

/// Something to tell while a collection is opened or asked.
#[derive(Debug)]
pub(crate) enum News {
    /// An index is being made, and so many of the files have been read.
    Read { done: usize, files: usize },
    /// So many games or files could not be read.
    LeftOut(usize),
    /// The index cannot be kept: the next time takes as long.
    NotKept(anyhow::Error),
}

impl fmt::Display for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            News::Read { done, files } => write!(f, "{done} of {files} files read"),
            News::LeftOut(count) => {
                write!(f, "{count} games or files of the collection are left out; outflank db names them")
            }
            News::NotKept(error) => write!(f, "the index is not kept: {error:#}"),
        }
    }
}

/// Tells everything on standard error: how far the reading is by a bar, which is drawn only on a terminal, and the rest in lines.
pub(crate) fn on_stderr() -> impl FnMut(News) + Send + 'static {
    let mut bar = None;
    move |news| match news {
        News::Read { done, files } if done == files => {
            if let Some(bar) = bar.take() {
                ProgressBar::finish_and_clear(&bar);
            }
        }
        News::Read { done, files } => bar.get_or_insert_with(|| bar_of(files)).set_position(done as u64),
        news @ (News::LeftOut(_) | News::NotKept(_)) => stderr::print(format_args!("outflank: {news}")),
    }
}

fn bar_of(files: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("Reading {wide_bar} {pos} of {len} files").expect("the template is valid");
    ProgressBar::new(files as u64).with_style(style)
}
