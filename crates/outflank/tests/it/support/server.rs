use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{ChildStderr, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::Running;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_outflank");

const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) const METRICS_TOKEN: &str = "only-for-the-tests";

const TOKEN_FILE: [&str; 2] =
    ["--metrics-token-file", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/metrics-token")];

pub(crate) struct Server {
    child: Running,
    errors: Option<ChildStderr>,
    pub(crate) address: SocketAddr,
    pub(crate) line: String,
    _home: Option<TempDir>,
}

impl Server {
    pub(crate) fn start(arguments: &[&str]) -> Server {
        let home = tempfile::tempdir().unwrap();
        let mut server = Server::start_in(home.path(), arguments);
        server._home = Some(home);
        server
    }

    pub(crate) fn start_in(home: &Path, arguments: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", home, arguments)
    }

    pub(crate) fn start_at(address: &str, home: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--listen", address]).args(TOKEN_FILE).args(arguments);
        Server::spawn(&mut command, home)
    }

    /// Starts it through another program, which executes the arguments appended to it.
    pub(crate) fn start_by(command: &mut Command, home: &Path, arguments: &[&str]) -> Server {
        let serve = [PROGRAM, "serve", "--listen", "127.0.0.1:0"];
        Server::spawn(command.args(serve).args(TOKEN_FILE).args(arguments), home)
    }

    pub(crate) fn spawn(command: &mut Command, home: &Path) -> Server {
        let mut child = command
            .env("OUTFLANK_HOME", home)
            .env_remove("OUTFLANK_DATABASE")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let errors = child.stderr.take().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        // More addresses may follow.
        let urls = line.trim_end().strip_prefix("Serving on http://").unwrap_or_default();
        match urls.split([' ', ',']).next().map(str::parse) {
            Some(Ok(address)) => Server { child: Running(child), errors: Some(errors), address, line, _home: None },
            _ => panic!("{line}{}", read_all(errors).unwrap()),
        }
    }

    pub(crate) fn ask(&self, method: &str, path: &str, secret: Option<&str>, body: Option<&Value>) -> Response {
        ask(self.address, method, path, secret, body).unwrap()
    }

    pub(crate) fn get(&self, path: &str, secret: &str) -> Value {
        self.ask("GET", path, Some(secret), None).json(200)
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.process(), signal).unwrap();
    }

    pub(crate) fn process(&self) -> Pid {
        Pid::from_child(&self.child.0)
    }

    pub(crate) fn read_log(&mut self) -> Log {
        let log = Log::default();
        let (lines, errors) = (Arc::clone(&log.0), BufReader::new(self.errors.take().unwrap()));
        thread::spawn(move || errors.lines().map_while(Result::ok).for_each(|line| lines.lock().unwrap().push(line)));
        log
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.0.try_wait().unwrap().is_some()
    }

    pub(crate) fn ended(mut self) -> (ExitStatus, String) {
        let log = read_all(self.errors.take().unwrap()).unwrap();
        (self.child.0.wait().unwrap(), log)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn read(stream: impl Read, method: &str) -> io::Result<Response> {
        let response = read_all(stream)?;
        let (head, body) = response.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let length =
            head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if method != "HEAD" && length.is_some_and(|length: usize| body.len() < length) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(Response {
            status: head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::InvalidData)?,
            head: head.to_owned(),
            body: body.to_owned(),
        })
    }

    pub(crate) fn json(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        serde_json::from_str(&self.body).unwrap()
    }
}

/// An error means that the response was missing or incomplete.
pub(crate) fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    secret: Option<&str>,
    body: Option<&Value>,
) -> io::Result<Response> {
    Response::read(send(address, method, path, "", secret, body)?, method)
}

pub(crate) fn fresh_postgres() -> Option<String> {
    outflank_postgres::given().map(|server| outflank_postgres::fresh_database(&server).unwrap())
}

pub(crate) fn first_line(address: SocketAddr, path: &str) -> Value {
    let stream = send(address, "GET", path, "", None, None).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let line = lines.find(|line| line.starts_with('{')).unwrap();
    serde_json::from_str(&line).unwrap()
}

pub(crate) fn wait_for<T>(mut what: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        match what() {
            Some(found) => return found,
            None => assert!(begun.elapsed() < PATIENCE, "timed out"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}

pub(crate) fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    secret: Option<&str>,
    body: Option<&Value>,
) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.write_all(request(address, method, path, headers, secret, body).as_bytes())?;
    Ok(stream)
}

pub(crate) fn request(
    host: SocketAddr,
    method: &str,
    path: &str,
    headers: &str,
    secret: Option<&str>,
    body: Option<&Value>,
) -> String {
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}");
    if let Some(secret) = secret {
        head += &format!("Authorization: Bearer {secret}\r\n");
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    format!("{head}\r\n{body}")
}

fn read_all(mut source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
