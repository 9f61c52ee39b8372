use std::convert::Infallible;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use outflank_engine::{Analysis, Engine, Limits, SearchHandle};
use outflank_rules::Position;

/// Stops a search from any thread. A cancellation is permanent; an interruption ends one search.
#[derive(Default)]
pub(super) struct Cancellation {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_cancelled: bool,
    is_interrupted: bool,
    search: Option<SearchHandle>,
}

impl Cancellation {
    pub(super) fn cancel(&self) {
        let mut state = self.state();
        state.is_cancelled = true;
        if let Some(search) = &state.search {
            search.stop();
        }
    }

    pub(super) fn interrupt(&self) {
        let mut state = self.state();
        state.is_interrupted = true;
        if let Some(search) = &state.search {
            search.stop();
        }
    }

    pub(super) fn was_interrupted(&self) -> bool {
        mem::take(&mut self.state().is_interrupted)
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.state().is_cancelled
    }

    /// Searches on this thread until the search ends or is stopped. Panics if the search does.
    pub(super) fn search(
        &self,
        engine: &Engine,
        position: Position,
        limits: Limits,
        mut progress: impl FnMut(&Analysis) + Send + 'static,
    ) -> Analysis {
        // The search drops its sender when it ends; nothing is sent. The handle stays where `cancel` can reach it.
        let (searching, over) = mpsc::channel::<Infallible>();
        let search = engine.start(position, limits, move |analysis| {
            let _searching = &searching;
            progress(analysis);
        });
        {
            let mut state = self.state();
            if state.is_cancelled || state.is_interrupted {
                search.stop();
            }
            state.search = Some(search);
        }
        let _ = over.recv();
        let search = self.state().search.take();
        search.expect("only this thread takes the search").wait()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
