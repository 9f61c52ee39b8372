//! A client with an address of its own, which keeps nothing open that it does not need.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Who does not get an answer for so long asks another server.
const ANSWER: Duration = Duration::from_secs(2);

/// How long to listen before something else is looked at.
const LISTEN: Duration = Duration::from_millis(100);

/// Somebody with an address and perhaps a secret.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// From where they come, as the proxy says.
    pub(super) from: String,
    pub(super) secret: Option<String>,
}

impl Client {
    /// Asks for something, and gets a status and JSON. An error means that there was no answer, or not all of it.
    pub(super) fn ask(
        &self,
        at: SocketAddr,
        method: &str,
        path: &str,
        body: Option<&Value>,
    ) -> io::Result<(u16, Value)> {
        let mut stream = self.send(at, method, path, body)?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
        Ok((status, serde_json::from_str(body)?))
    }

    /// Listens to a game from after a number.
    pub(super) fn listen(&self, at: SocketAddr, game: &str, after: u32) -> io::Result<Lines> {
        let stream = self.send(at, "GET", &format!("/api/game/{game}/stream?after={after}"), None)?;
        stream.set_read_timeout(Some(LISTEN))?;
        Ok(Lines { reader: BufReader::new(stream), line: String::new() })
    }

    fn send(&self, at: SocketAddr, method: &str, path: &str, body: Option<&Value>) -> io::Result<TcpStream> {
        let mut stream = TcpStream::connect_timeout(&at, ANSWER)?;
        stream.set_read_timeout(Some(ANSWER))?;
        let from = &self.from;
        let mut head =
            format!("{method} {path} HTTP/1.1\r\nHost: {at}\r\nX-Forwarded-For: {from}\r\nConnection: close\r\n");
        if let Some(secret) = &self.secret {
            head += &format!("Authorization: Bearer {secret}\r\n");
        }
        let body = body.map(Value::to_string).unwrap_or_default();
        if !body.is_empty() {
            head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
        Ok(stream)
    }
}

/// The lines of a stream.
pub(super) struct Lines {
    reader: BufReader<TcpStream>,
    /// What has come of the next line.
    line: String,
}

impl Lines {
    /// What was told next; nothing if nothing is told for a moment.
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
            // What is not JSON is the head, and the lengths of pieces.
            if line.starts_with('{') {
                return Ok(Some(serde_json::from_str(&line)?));
            }
            if line.starts_with("HTTP/1.1 ") && !line.starts_with("HTTP/1.1 200") {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
        }
    }
}
