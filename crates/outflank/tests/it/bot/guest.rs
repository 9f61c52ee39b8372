use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::thread;
use std::time::Duration;

use outflank_players::Random;
use outflank_server::Secret;
use serde_json::{Value, json};

use crate::support::server::{Response, ask, wait_for};

const PAUSE: Duration = Duration::from_millis(20);

pub(crate) struct Guest {
    pub(crate) address: SocketAddr,
    pub(crate) secret: String,
    random: RefCell<Random>,
}

impl Guest {
    pub(crate) fn at(address: SocketAddr, seed: u64) -> Guest {
        Guest { address, secret: Secret::random().reveal(), random: RefCell::new(Random::new(seed)) }
    }

    pub(crate) fn try_ask(&self, method: &str, path: &str, body: Option<&Value>) -> Option<Response> {
        let response = ask(self.address, method, path, Some(&self.secret), body).ok();
        let response = response.filter(|response| !matches!(response.status, 429 | 503));
        if response.is_none() {
            thread::sleep(PAUSE);
        }
        response
    }

    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Response {
        wait_for(|| self.try_ask(method, path, body))
    }

    pub(crate) fn game(&self, id: &str) -> Value {
        self.ask("GET", &format!("/api/game/{id}"), None).json(200)
    }

    pub(crate) fn games(&self) -> Vec<Value> {
        let list = self.ask("GET", "/api/games?list=mine&count=50", None).json(200);
        list["games"].as_array().unwrap().clone()
    }

    pub(crate) fn challenge(&self, proposal: &Value) -> String {
        self.ask("POST", "/api/games", Some(proposal)).json(201)["id"].as_str().unwrap().to_owned()
    }

    pub(crate) fn accept_from(&self, name: &str) -> Option<String> {
        let list = self.ask("GET", "/api/games?list=open", None).json(200);
        let by_name =
            |game: &&Value| game["players"]["black"]["name"] == name || game["players"]["white"]["name"] == name;
        let id = list["games"].as_array()?.iter().find(by_name)?["id"].as_str()?.to_owned();
        let joined = self.try_ask("POST", &format!("/api/game/{id}/join"), Some(&json!({"name": "Guest"})))?;
        (joined.status == 200).then_some(id)
    }

    pub(crate) fn play(&self, id: &str, on_move: impl Fn()) {
        while self.follow(id, &on_move).is_none_or(|status| status != "over") {
            thread::sleep(PAUSE);
        }
    }

    fn follow(&self, id: &str, on_move: &impl Fn()) -> Option<String> {
        let mut status = None;
        let mut lines = self.stream(&format!("/api/game/{id}/stream")).ok()?.map_while(Result::ok);
        let mut seat = None;
        while let Some(line) = lines.find(|line| line.starts_with('{')) {
            let message: Value = serde_json::from_str(&line).ok()?;
            let state = match message["type"].as_str()? {
                "full" => {
                    seat = message["you"][0].as_str().map(str::to_owned);
                    &message["state"]
                }
                "state" => &message,
                _ => continue,
            };
            let now = state["status"].as_str()?.to_owned();
            if now == "over" {
                return Some(now);
            }
            if now == "running" && state["turn"].as_str() == seat.as_deref() {
                self.move_in(id, state, on_move)?;
            }
            status = Some(now);
        }
        status
    }

    fn move_in(&self, id: &str, state: &Value, on_move: &impl Fn()) -> Option<()> {
        let legal = state["legal"].as_array()?;
        let square = &legal[self.random.borrow_mut().next() as usize % legal.len()]["square"];
        let name = format!("{:x}", self.random.borrow_mut().next());
        let command = json!({"id": name, "seen": state["number"], "command": "play", "square": square});
        let response = self.try_ask("POST", &format!("/api/game/{id}/command"), Some(&command))?;
        match response.status {
            200 => on_move(),
            // The state was stale; the stream brings the new one.
            409 => {}
            status => panic!("{status} {}", response.body),
        }
        Some(())
    }

    fn stream(&self, path: &str) -> io::Result<impl Iterator<Item = io::Result<String>> + use<>> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        let (address, secret) = (self.address, &self.secret);
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {secret}\r\n\r\n")?;
        Ok(BufReader::new(stream).lines())
    }
}
