use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

use crate::support::server::{Response, request};

/// After this, a client tries another server.
const RESPONSE: Duration = Duration::from_secs(2);

const LISTEN: Duration = Duration::from_millis(100);

#[derive(Clone, Debug)]
pub(super) struct Client {
    pub(super) from: String,
    pub(super) secret: Option<String>,
}

impl Client {
    pub(super) fn ask(
        &self,
        at: SocketAddr,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> io::Result<(u16, Value)> {
        let response = Response::read(self.send(at, method, path, body)?, method)?;
        Ok((response.status, serde_json::from_str(&response.body)?))
    }

    pub(super) fn listen(&self, at: SocketAddr, game: &str, after: u32) -> io::Result<Lines> {
        let stream = self.send(at, "GET", &format!("/api/game/{game}/stream?after={after}"), None)?;
        stream.set_read_timeout(Some(LISTEN))?;
        Ok(Lines { reader: BufReader::new(stream), line: String::new() })
    }

    fn send(&self, at: SocketAddr, method: &str, path: &str, body: Option<&Value>) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect_timeout(&at, RESPONSE)?;
        stream.set_read_timeout(Some(RESPONSE))?;
        let more = format!("X-Forwarded-For: {}\r\n", self.from);
        stream.write_all(request(at, method, path, &more, self.secret.as_deref(), body).as_bytes())?;
        Ok(stream)
    }
}

pub(super) struct Lines {
    reader: BufReader<TcpStream>,
    line: String,
}

impl Lines {
    pub(super) fn next(&mut self) -> io::Result<Option<Value>> {
        loop {
            match self.reader.read_line(&mut self.line) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => {}
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
            let line = std::mem::take(&mut self.line);
            // Skip the head and the chunk sizes.
            if line.starts_with('{') {
                return Ok(Some(serde_json::from_str(&line)?));
            }
            if line.starts_with("HTTP/1.1 ") && !line.starts_with("HTTP/1.1 200") {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
        }
    }
}
