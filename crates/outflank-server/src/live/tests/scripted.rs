use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;
use outflank_rules::Square;
use tokio::sync::Semaphore;

use crate::engine::{EngineStopped, EngineTurn};
use crate::live::engine_seat::Chooser;

/// Plays the first legal move as soon as it is allowed to.
pub(super) struct Scripted {
    allowed: Semaphore,
    asked: AtomicUsize,
    /// Searches that are neither answered nor cancelled.
    thinking: AtomicUsize,
}

impl Scripted {
    pub(super) fn answering(questions: usize) -> Scripted {
        Scripted { allowed: Semaphore::new(questions), asked: AtomicUsize::new(0), thinking: AtomicUsize::new(0) }
    }

    pub(super) fn allow(&self, questions: usize) {
        self.allowed.add_permits(questions);
    }

    pub(super) fn stop(&self) {
        self.allowed.close();
    }

    pub(super) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    pub(super) fn thinking(&self) -> usize {
        self.thinking.load(Ordering::SeqCst)
    }
}

#[async_trait]
impl Chooser for Scripted {
    async fn choose(&self, turn: EngineTurn) -> Result<Square, EngineStopped> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let _thought = Thought::begin(&self.thinking);
        self.allowed.acquire().await.map_err(|_| EngineStopped)?.forget();
        turn.game.position().legal_moves().first().ok_or(EngineStopped)
    }
}

struct Thought<'a>(&'a AtomicUsize);

impl Thought<'_> {
    fn begin(count: &AtomicUsize) -> Thought<'_> {
        count.fetch_add(1, Ordering::SeqCst);
        Thought(count)
    }
}

impl Drop for Thought<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
