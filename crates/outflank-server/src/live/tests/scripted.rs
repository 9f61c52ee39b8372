use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use outflank_rules::Square;
use tokio::sync::Semaphore;

use crate::Owner;
use crate::engine::{EngineStopped, EngineTurn};
use crate::live::engine_seat::Chooser;

pub(super) struct Scripted {
    allowed: Semaphore,
    asked: AtomicUsize,
    owners: Mutex<Vec<Owner>>,
    /// Every search that is neither answered nor cancelled holds a clone.
    thinking: Arc<()>,
}

impl Scripted {
    pub(super) fn answering(questions: usize) -> Scripted {
        let (allowed, asked) = (Semaphore::new(questions), AtomicUsize::new(0));
        Scripted { allowed, asked, owners: Mutex::default(), thinking: Arc::new(()) }
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

    pub(super) fn owners(&self) -> Vec<Owner> {
        self.owners.lock().unwrap().clone()
    }

    pub(super) fn thinking(&self) -> usize {
        Arc::strong_count(&self.thinking) - 1
    }
}

#[async_trait]
impl Chooser for Scripted {
    async fn choose(&self, turn: EngineTurn) -> Result<Square, EngineStopped> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.owners.lock().unwrap().push(turn.owner);
        let _thinking = Arc::clone(&self.thinking);
        self.allowed.acquire().await.map_err(|_| EngineStopped)?.forget();
        turn.game.position().legal_moves().first().ok_or(EngineStopped)
    }
}
