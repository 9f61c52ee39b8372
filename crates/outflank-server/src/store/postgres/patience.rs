//! No question waits for ever.
//!
//! A server that is gone without a word, or a network that swallows everything, answers nothing at all.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::time;

use crate::store::StoreError;

/// How long it may take to connect, and how long to wait for one of the connections that are there.
pub(super) const CONNECT: Duration = Duration::from_secs(5);

/// After how long the database itself gives up a statement. It is less than what is waited for the answer, so that who is told
/// of it seldom has to wonder whether it was carried out.
pub(super) const STATEMENT: Duration = Duration::from_secs(5);

/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(12);

/// The answer, or an error where none comes.
pub(super) async fn in_time<T, E: Into<StoreError>>(
    answer: impl Future<Output = Result<T, E>>,
) -> Result<T, StoreError> {
    match time::timeout(ANSWER, answer).await {
        Ok(answer) => answer.map_err(E::into),
        Err(_) => Err(StoreError::Database(Arc::new(io::Error::new(
            io::ErrorKind::TimedOut,
            format!("no answer within {} s", ANSWER.as_secs()),
        )))),
    }
}
