use std::io::{self, ErrorKind, IoSlice};
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{self, Instant, Sleep};

use crate::limits::ConnectionPermit;

/// A closed connection reads on this long: closing with unread data would reset it, and the client might never see the rejection.
const LINGER_TIME: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 4 * 1024 * 1024;

/// The minimum read rate of a client in bytes per second. A modem of 1990 is faster.
const MIN_BYTES_PER_SECOND: u32 = 256;

pub(super) struct Connection<S> {
    stream: S,
    /// How long writes may block, beyond what the bytes read in the meantime earn back.
    stall_time: Duration,
    waited: Duration,
    /// Runs while a write blocks. Boxed because most connections never block.
    stall: Option<Box<Stall>>,
    linger: Option<Box<Linger>>,
    _permit: ConnectionPermit,
}

struct Stall {
    since: Instant,
    end: Pin<Box<Sleep>>,
}

struct Linger {
    time: Pin<Box<Sleep>>,
    bytes: usize,
}

impl<S> Connection<S> {
    pub(super) fn new(stream: S, stall_time: Duration, permit: ConnectionPermit) -> Connection<S> {
        Connection { stream, stall_time, waited: Duration::ZERO, stall: None, linger: None, _permit: permit }
    }

    /// Fails if writes have blocked too long. A byte that the client reads earns back only the time that the slowest client may take for it.
    fn bounded(&mut self, write: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(written) = &write {
            if let Some(stall) = self.stall.take() {
                self.waited += stall.since.elapsed();
            }
            let taken = written.as_ref().map_or(0, |&bytes| u32::try_from(bytes).unwrap_or(u32::MAX));
            self.waited = self.waited.saturating_sub(Duration::from_secs(taken.into()) / MIN_BYTES_PER_SECOND);
            return write;
        }
        let left = self.stall_time.saturating_sub(self.waited);
        let stall = self
            .stall
            .get_or_insert_with(|| Box::new(Stall { since: Instant::now(), end: Box::pin(time::sleep(left)) }));
        ready!(stall.end.as_mut().poll(context));
        Poll::Ready(Err(io::Error::new(ErrorKind::TimedOut, "the client reads too slowly")))
    }
}

impl<S: AsyncRead + Unpin> Connection<S> {
    fn poll_linger(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let Some(linger) = &mut self.linger else { return Poll::Ready(()) };
        let mut unread = [MaybeUninit::uninit(); 4096];
        while linger.bytes > 0 {
            let mut buffer = ReadBuf::uninit(&mut unread);
            match Pin::new(&mut self.stream).poll_read(context, &mut buffer) {
                Poll::Ready(Ok(())) if !buffer.filled().is_empty() => {
                    linger.bytes = linger.bytes.saturating_sub(buffer.filled().len());
                }
                Poll::Ready(_) => break,
                Poll::Pending => return linger.time.as_mut().poll(context),
            }
        }
        Poll::Ready(())
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Connection<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Connection<S> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.bounded(write, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let write = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.bounded(write, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.linger.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
            self.linger = Some(Box::new(Linger { time: Box::pin(time::sleep(LINGER_TIME)), bytes: LINGER_BYTES }));
        }
        self.poll_linger(context).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;
    use crate::config::{Config, Database};
    use crate::limits::ConnectionLimit;
    use crate::metrics::Metrics;

    const STALL_TIME: Duration = Duration::from_secs(30);

    fn connection<S>(stream: S) -> Connection<S> {
        let connections = ConnectionLimit::new(&Config::local(Database::Memory), Metrics::new());
        Connection::new(stream, STALL_TIME, connections.admit([127, 0, 0, 1].into()).unwrap())
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_nothing_is_dropped() {
        let (here, _there) = tokio::io::duplex(8);
        let mut connection = connection(here);
        let begun = time::Instant::now();
        let error = connection.write_all(&[0; 9]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        // Timers have a resolution of a millisecond.
        assert!(begun.elapsed() >= STALL_TIME && begun.elapsed() <= STALL_TIME + Duration::from_millis(2));
    }

    #[tokio::test(start_paused = true)]
    async fn a_slow_client_is_not_dropped() {
        const PIECE: usize = 20 * MIN_BYTES_PER_SECOND as usize;
        let (here, mut there) = tokio::io::duplex(PIECE);
        let mut connection = connection(here);
        let reader = async {
            let mut buffer = [0; PIECE];
            for _ in 0..20 {
                time::sleep(Duration::from_secs(20)).await;
                there.read_exact(&mut buffer).await.unwrap();
            }
        };
        let (written, ()) = tokio::join!(connection.write_all(&[0; 20 * PIECE]), reader);
        written.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_reads_too_slowly_is_dropped() {
        let (here, mut there) = tokio::io::duplex(8);
        let mut connection = connection(here);
        let begun = time::Instant::now();
        let reader = async {
            let mut buffer = [0; 8];
            loop {
                time::sleep(Duration::from_secs(5)).await;
                if there.read_exact(&mut buffer).await.is_err() {
                    break;
                }
            }
        };
        let writer = async {
            let error = connection.write_all(&[0; 1 << 20]).await.unwrap_err();
            drop(connection);
            error
        };
        let (error, ()) = tokio::join!(writer, reader);
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        assert!(begun.elapsed() < 2 * STALL_TIME, "{:?}", begun.elapsed());
    }

    #[tokio::test(start_paused = true)]
    async fn a_closed_connection_is_read_for_a_while() {
        let (here, mut there) = tokio::io::duplex(1024);
        let mut connection = connection(here);
        let client = async {
            there.write_all(&[0; 100_000]).await.unwrap();
            let mut rest = Vec::new();
            there.read_to_end(&mut rest).await.unwrap();
            // It neither sends nor closes any more.
            time::sleep(LINGER_TIME * 10).await;
        };
        let begun = time::Instant::now();
        let closed = async {
            connection.shutdown().await.unwrap();
            begun.elapsed()
        };
        let both = async { tokio::join!(closed, client) };
        let (took, ()) = time::timeout(LINGER_TIME * 100, both).await.expect("what is sent is taken");
        assert!(took >= LINGER_TIME && took <= LINGER_TIME + Duration::from_millis(2), "{took:?}");
    }
}
