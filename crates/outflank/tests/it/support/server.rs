//! The program, serving from a home of its own, and asked over the network.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_outflank");

/// Longer than anything takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server in a home of its own. It ends with the test.
pub(crate) struct Server {
    child: Child,
    errors: Option<ChildStderr>,
    pub(crate) address: SocketAddr,
    /// What it has printed.
    pub(crate) line: String,
}

impl Server {
    /// Starts one at an address that nobody has.
    pub(crate) fn start(home: &Path, arguments: &[&str]) -> Server {
        Server::start_at("127.0.0.1:0", home, arguments)
    }

    /// Starts one at an address.
    pub(crate) fn start_at(address: &str, home: &Path, arguments: &[&str]) -> Server {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--listen", address]).args(arguments);
        Server::spawn(&mut command, home)
    }

    /// Starts one by another program, whose last arguments are the program and its own, and which becomes it.
    pub(crate) fn start_by(command: &mut Command, home: &Path, arguments: &[&str]) -> Server {
        Server::spawn(command.args([PROGRAM, "serve", "--listen", "127.0.0.1:0"]).args(arguments), home)
    }

    /// Starts one by a command of its own.
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
        // Others can follow the first address.
        let urls = line.trim_end().strip_prefix("Serving on http://").unwrap_or_default();
        match urls.split([' ', ',']).next().map(str::parse) {
            Some(Ok(address)) => Server { child, errors: Some(errors), address, line },
            _ => panic!("{line}{}", read_all(errors).unwrap()),
        }
    }

    /// Asks for something, with or without a secret, and reads the answer.
    pub(crate) fn ask(&self, method: &str, path: &str, secret: Option<&str>, body: Option<&Value>) -> Answer {
        ask(self.address, method, path, secret, body).unwrap()
    }

    pub(crate) fn get(&self, path: &str, secret: &str) -> Value {
        self.ask("GET", path, Some(secret), None).json(200)
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.process(), signal).unwrap();
    }

    pub(crate) fn process(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Reads what is logged from now on, so that the server never has to wait for a reader.
    pub(crate) fn read_log(&mut self) -> Log {
        let log = Log::default();
        let (lines, errors) = (Arc::clone(&log.0), BufReader::new(self.errors.take().unwrap()));
        thread::spawn(move || errors.lines().map_while(Result::ok).for_each(|line| lines.lock().unwrap().push(line)));
        log
    }

    /// Whether the program has ended.
    pub(crate) fn has_ended(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for the end, and tells what was logged.
    pub(crate) fn ended(mut self) -> (ExitStatus, String) {
        let log = read_all(self.errors.take().unwrap()).unwrap();
        (self.child.wait().unwrap(), log)
    }
}

impl Drop for Server {
    /// Kills it, so that it can finish nothing.
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// What a server has logged, line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    pub(crate) fn lines(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
    }
}

/// What was answered.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    /// The body, if the answer has this status.
    pub(crate) fn json(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        serde_json::from_str(&self.body).unwrap()
    }
}

/// Asks for something at an address. An error means that there was no answer, or not all of it.
pub(crate) fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    secret: Option<&str>,
    body: Option<&Value>,
) -> io::Result<Answer> {
    let mut stream = send(address, method, path, secret, body)?;
    let answer = read_all(&mut stream)?;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
    let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    if method != "HEAD" && length.is_some_and(|length: usize| body.len() < length) {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Answer {
        status: head.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or(io::ErrorKind::InvalidData)?,
        head: head.to_owned(),
        body: body.to_owned(),
    })
}

/// A PostgreSQL database of the test's own, if there is a server for it; else it is said that the test is skipped.
pub(crate) fn fresh_postgres() -> Option<String> {
    outflank_postgres::given().map(|server| outflank_postgres::fresh_database(&server).unwrap())
}

/// The first line of JSON of a stream.
pub(crate) fn first_line(address: SocketAddr, path: &str) -> Value {
    let stream = send(address, "GET", path, None, None).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let line = lines.find(|line| line.starts_with('{')).unwrap();
    serde_json::from_str(&line).unwrap()
}

/// Asks again until something is so.
pub(crate) fn wait_for<T>(mut what: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        match what() {
            Some(found) => return found,
            None => assert!(begun.elapsed() < PATIENCE, "it does not happen"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}

fn send(
    address: SocketAddr,
    method: &str,
    path: &str,
    secret: Option<&str>,
    body: Option<&Value>,
) -> io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    if let Some(secret) = secret {
        head += &format!("Authorization: Bearer {secret}\r\n");
    }
    let body = body.map(Value::to_string).unwrap_or_default();
    if !body.is_empty() {
        head += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
    Ok(stream)
}

fn read_all(mut source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
