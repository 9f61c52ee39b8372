//! What a server logs of hostile requests.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::hostile::assert_harmless;
use crate::hostile::corpus::all;

/// A server. It ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// Whatever is in a request, every line of the log is one that the server has written.
#[test]
fn the_log_of_a_server_is_harmless() {
    let home = tempfile::tempdir().unwrap();
    let log = home.path().join("log");
    let child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "debug"])
        .env("OUTFLANK_HOME", home.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(File::create(&log).unwrap())
        .spawn()
        .unwrap();
    let mut server = Server(child);
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim_end().strip_prefix("Serving on http://").unwrap();
    for hostile in all().iter().filter(|hostile| hostile.bytes.len() < 10_000) {
        let text = &hostile.bytes;
        let target: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        let heads: [[&[u8]; 3]; 4] = [
            [b"GET /", &target, b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
            [b"GET /api/game/", &target, b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
            [b"GET / HTTP/1.1\r\nConnection: close\r\nHost: ", text, b"\r\n\r\n"],
            [b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: ", text, b"\r\n\r\n"],
        ];
        for head in heads {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            // It may be refused before it is all sent.
            _ = stream.write_all(&head.concat());
            _ = stream.shutdown(Shutdown::Write);
            let mut answer = Vec::new();
            _ = stream.read_to_end(&mut answer);
            let answer = String::from_utf8_lossy(&answer).to_ascii_lowercase();
            assert!(!answer.contains("set-cookie: outflank=aaaa"), "{}: {answer}", hostile.tries);
        }
    }
    kill_process(Pid::from_child(&server.0), Signal::TERM).unwrap();
    assert!(server.0.wait().unwrap().success());
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("/api/game/"), "requests are logged: {log}");
    assert_harmless(&log, "the log");
    for line in log.lines().filter(|line| !line.is_empty()) {
        assert!(line.starts_with("20"), "a line that the server has not begun: {line}");
    }
}
