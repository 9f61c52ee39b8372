use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::Context;
use outflank_engine::book::Searchers;
use outflank_engine::training::Evaluation;

use crate::cli::BookSearchArguments;
use crate::commands::INTERRUPTED;
use crate::storage::records::Opened;
use crate::{interrupt, stderr};

pub(super) const DEFAULT_DEPTH: u8 = 14;

pub(super) fn searchers(arguments: &BookSearchArguments) -> anyhow::Result<Searchers> {
    let evaluation = match &arguments.weights {
        None => Evaluation::embedded(),
        Some(path) => {
            let name = || path.display().to_string();
            let file = Opened::file(path).with_context(name)?.into_bytes();
            Arc::new(Evaluation::unpack(&file).with_context(name)?)
        }
    };
    let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    Ok(Searchers::new(arguments.threads.unwrap_or_else(cores), &evaluation))
}

/// Ctrl-C: searches end, and the book is saved. A second one ends the program at once.
#[derive(Clone)]
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    pub(super) fn on_ctrl_c(message: &'static str) -> anyhow::Result<Interrupt> {
        let interrupt = Interrupt(Arc::default());
        let asked = Arc::clone(&interrupt.0);
        interrupt::on_ctrl_c(move || {
            if asked.swap(true, Ordering::Relaxed) {
                process::exit(INTERRUPTED.into());
            }
            stderr::print(format_args!("\noutflank: {message}; press Ctrl-C again to stop at once"));
        })?;
        Ok(interrupt)
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub(super) fn watch(&self) -> ControlFlow<()> {
        if self.is_set() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

pub(super) fn has_passed(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|deadline| Instant::now() >= deadline)
}
