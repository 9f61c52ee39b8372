//! Ending a search from another thread.

use std::convert::Infallible;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

use outflank_engine::{Analysis, Engine, Limits, SearchHandle};
use outflank_rules::Position;

/// Ends the search of a request, from any thread. Once pulled it stays so; an interruption is over when it was noticed.
#[derive(Default)]
pub(super) struct Cancellation {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_cancelled: bool,
    is_interrupted: bool,
    /// The search that is under way.
    search: Option<SearchHandle>,
}

impl Cancellation {
    /// Stops the search that is under way and all that would come after it. The searching thread is free within milliseconds.
    pub(super) fn cancel(&self) {
        let mut state = self.state();
        state.is_cancelled = true;
        if let Some(search) = &state.search {
            search.stop();
        }
    }

    /// Stops the search that is under way, or the next one if there is none just now.
    pub(super) fn interrupt(&self) {
        let mut state = self.state();
        state.is_interrupted = true;
        if let Some(search) = &state.search {
            search.stop();
        }
    }

    /// Whether the last search was interrupted. It is asked once.
    pub(super) fn was_interrupted(&self) -> bool {
        mem::take(&mut self.state().is_interrupted)
    }

    pub(super) fn is_cancelled(&self) -> bool {
        self.state().is_cancelled
    }

    /// Searches on behalf of this thread, until the search ends or the cancel is pulled. Panics if the search does.
    pub(super) fn search(
        &self,
        engine: &Engine,
        position: Position,
        limits: Limits,
        mut progress: impl FnMut(&Analysis) + Send + 'static,
    ) -> Analysis {
        // Nothing is ever sent: the search drops its end when it is over, and that is what is waited for. The handle has to
        // guard where the cancel finds it.
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
        search.expect("nobody else takes the search").wait()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing can be half done with a flag and a handle.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
