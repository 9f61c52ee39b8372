//! Addresses at which there is no server, or one that misbehaves.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use crate::support::{Run, outflank};

/// A server that answers every request with this, and closes the connection.
fn fake(answer: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut request = [0; 4096];
            _ = stream.read(&mut request);
            _ = stream.write_all(answer);
        }
    });
    address
}

fn bot(url: &str) -> Run {
    let home = tempfile::tempdir().unwrap();
    let secret = home.path().join("secret");
    outflank(&["bot", url, "--secret-file", secret.to_str().unwrap()], b"")
}

#[test]
fn an_address_without_a_server_is_an_error() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (url, said) in [
        (format!("http://{nobody}"), "connection refused. Check the address"),
        ("http://no-such-host.invalid".to_owned(), "cannot reach http://no-such-host.invalid"),
    ] {
        let run = bot(&url);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
    for url in ["othello.example", "ftp://othello.example", "http://othello.example/game/0123456789", ""] {
        assert_eq!(bot(url).code, 2, "{url}");
    }
}

#[test]
fn what_is_no_outflank_server_is_an_error() {
    for (answer, said) in [
        (&b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi"[..], "is not an Outflank server"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "is not an Outflank server"),
        (b"HTTP/1.1 308 Moved\r\nLocation: https://othello.example/\r\nContent-Length: 0\r\n\r\n", "redirects to https://othello.example/"),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", "cannot answer now"),
        (b"\x00\xff\x1b]0;garbage\x07 that is no HTTP\r\n\r\n", "cannot reach"),
        (
            b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 43\r\n\r\n{\"error\":\"not_found\",\"message\":\"not found\"}\n",
            "update the server",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"type\":\"games\",\"games\":7}\n", "cannot be understood"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"type\":\"weather\"}\n",
            "does not begin with the list",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n\xff\xfe\x1b[2J[[[[\n", "cannot be understood"),
    ] {
        let run = bot(&format!("http://{}", fake(answer)));
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
        assert!(run.err.contains(said), "{said}: {}", run.err);
        assert!(!run.err.contains('\u{1b}') && !run.err.contains("panicked"), "{:?}", run.err);
    }
}
