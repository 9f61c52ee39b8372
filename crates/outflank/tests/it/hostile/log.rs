use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use rustix::process::Signal;

use crate::hostile::assert_harmless;
use crate::hostile::corpus::all;
use crate::support::server::{Server, wait_for};

#[test]
fn hostile_requests_cannot_forge_log_lines() {
    let mut server = Server::start(&["--log", "debug"]);
    let log = server.read_log();
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
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            // The server may reject it before the end.
            _ = stream.write_all(&head.concat());
            _ = stream.shutdown(Shutdown::Write);
            let mut response = Vec::new();
            _ = stream.read_to_end(&mut response);
            let response = String::from_utf8_lossy(&response).to_ascii_lowercase();
            assert!(!response.contains("set-cookie: outflank=aaaa"), "{}: {response}", hostile.tries);
        }
    }
    server.signal(Signal::TERM);
    wait_for(|| log.lines().iter().any(|line| line.contains("stopped")).then_some(()));
    let log = log.lines().join("\n");
    assert!(log.contains("/api/game/"), "requests are logged: {log}");
    assert_harmless(&log, "the log");
    for line in log.lines().filter(|line| !line.is_empty()) {
        assert!(line.starts_with("20"), "not written by the server: {line}");
    }
}
