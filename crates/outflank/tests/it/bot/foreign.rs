use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;

use crate::support::{Run, outflank};

fn fake(response: &'static [u8]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let mut request = [0; 4096];
            _ = stream.read(&mut request);
            _ = stream.write_all(response);
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
    let unused = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    for (url, message) in [
        (format!("http://{unused}"), "connection refused. Check the address"),
        ("http://no-such-host.invalid".to_owned(), "cannot reach http://no-such-host.invalid"),
    ] {
        bot(&url).refused(1, message);
    }
    for url in ["othello.example", "ftp://othello.example", "http://othello.example/game/0123456789", ""] {
        assert_eq!(bot(url).code, 2, "{url}");
    }
}

#[test]
fn another_server_is_an_error() {
    for (response, message) in [
        (&b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi"[..], "is not an Outflank server"),
        (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "is not an Outflank server"),
        (b"HTTP/1.1 308 Moved\r\nLocation: https://othello.example/\r\nContent-Length: 0\r\n\r\n", "redirects to https://othello.example/"),
        (b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", "is not available"),
        (b"\x00\xff\x1b]0;garbage\x07 that is no HTTP\r\n\r\n", "cannot reach"),
        (
            b"HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: 43\r\n\r\n{\"error\":\"not_found\",\"message\":\"not found\"}\n",
            "update the server",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"type\":\"games\",\"games\":7}\n", "is not understood"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n{\"type\":\"weather\"}\n",
            "does not start with the list",
        ),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\n\r\n\xff\xfe\x1b[2J[[[[\n", "is not understood"),
    ] {
        let run = bot(&format!("http://{}", fake(response)));
        run.refused(1, message);
        assert!(!run.err.contains('\u{1b}') && !run.err.contains("panicked"), "{:?}", run.err);
    }
}
