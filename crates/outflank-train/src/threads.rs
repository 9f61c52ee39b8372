//! Work for all cores.

use std::sync::{Mutex, PoisonError};
use std::thread;

/// Does all tasks, in their order but side by side: each thread has one of the rooms to work in, and takes the next task
/// when it has done one.
pub(crate) fn share<R: Send, T>(
    rooms: &mut [R],
    tasks: impl Iterator<Item = T> + Send,
    work: impl Fn(&mut R, T) + Sync,
) {
    let (tasks, work) = (&Mutex::new(tasks), &work);
    // A thread that panics ends the program when the scope ends, so that nothing it left half done is used.
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
    thread::scope(|scope| {
        for room in rooms {
            scope.spawn(move || {
                while let Some(task) = next() {
                    work(room, task);
                }
            });
        }
    });
}
