use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::time;

use crate::store::StoreError;

pub(super) const CONNECT: Duration = Duration::from_secs(5);

/// Shorter than `ANSWER`, so that a caller rarely gets a timeout with an unknown outcome.
pub(super) const STATEMENT: Duration = Duration::from_secs(5);

const ANSWER: Duration = Duration::from_secs(12);

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
