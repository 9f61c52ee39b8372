//! Players on computers of the network. Each is this test program, started there.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{ChildStdout, Stdio};

use serde_json::{Value, json};

use crate::serve::socket::Socket;
use crate::support::Running;
use crate::support::network::Host;
use crate::support::server::ask;

/// Set to the invitation; empty for the inviting player.
const INVITATION: &str = "OUTFLANK_TEST_INVITATION";

const HERE: &str = "127.0.0.1:8220";

pub(super) struct Player {
    child: Running,
    lines: BufReader<ChildStdout>,
}

impl Player {
    pub(super) fn invites(host: &Host) -> Player {
        Player::start(host, None)
    }

    pub(super) fn accepts(host: &Host, invitation: &str) -> Player {
        Player::start(host, Some(invitation))
    }

    fn start(host: &Host, invitation: Option<&str>) -> Player {
        let program = env::current_exe().unwrap();
        let mut command = host.command(program.to_str().unwrap());
        command.args(["--exact", "serve::lan::players::a_player", "--ignored", "--nocapture"]);
        command.env(INVITATION, invitation.unwrap_or_default());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Player { child: Running(child), lines }
    }

    pub(super) fn line(&mut self, what: &str) -> String {
        let before = format!("{what}: ");
        for line in (&mut self.lines).lines().map_while(Result::ok) {
            if let Some(text) = line.strip_prefix(&before) {
                return text.to_owned();
            }
        }
        panic!("a player left before the {what}");
    }

    pub(super) fn leaves(mut self) {
        assert!(self.child.0.wait().unwrap().success());
    }
}

#[test]
#[ignore = "part of other tests, which start it on another computer"]
fn a_player() {
    match env::var(INVITATION).as_deref() {
        Ok("") => invite(),
        Ok(invitation) => accept(invitation),
        Err(_) => {}
    }
}

fn invite() {
    let here: SocketAddr = HERE.parse().unwrap();
    let site = ask(here, "GET", "/api/site", None, None).unwrap().json(200);
    if site["reachable"] == false {
        assert_eq!(site["addresses"], json!([]));
        println!("\nunreachable: true");
        return;
    }
    let address = site["addresses"][0].as_str().unwrap();
    let created = ask(here, "POST", "/api/games", None, Some(&json!({"white": "friend"}))).unwrap().json(201);
    println!("\ninvitation: {address}{}", created["links"]["white"].as_str().unwrap());
    play(here, created["id"].as_str().unwrap(), created["tokens"]["black"].as_str().unwrap(), "black");
}

fn accept(invitation: &str) {
    let link = invitation.strip_prefix("http://").unwrap();
    let (address, path) = link.split_once('/').unwrap();
    let (path, token) = path.split_once('#').unwrap();
    let address: SocketAddr = address.parse().unwrap();
    let page = ask(address, "GET", &format!("/{path}"), None, None).unwrap();
    assert!(page.status == 200 && page.body.contains("<html"), "{page:?}");
    let id = path.strip_prefix("game/").unwrap();
    // Others don't learn the server's addresses.
    let site = ask(address, "GET", "/api/site", None, None).unwrap().json(200);
    assert_eq!(site, json!({"reachable": true, "public_url": null, "addresses": []}));
    ask(address, "POST", &format!("/api/game/{id}/join"), Some(token), Some(&json!({"name": "Bob"})))
        .unwrap()
        .json(200);
    play(address, id, token, "white");
}

fn play(address: SocketAddr, id: &str, secret: &str, color: &str) {
    let mut socket = Socket::open(address, id, secret);
    let mut answered = Value::Null;
    loop {
        let Some(message) = socket.receive() else { continue };
        let state = match message["type"].as_str() {
            Some("full") => &message["state"],
            Some("state") => &message,
            Some("refused") => panic!("{message}"),
            _ => continue,
        };
        if state["status"] == "over" {
            println!("\nresult: {}", state["result"]);
            return;
        }
        if state["status"] == "running" && state["turn"] == color && state["number"] != answered {
            answered = state["number"].clone();
            let square = &state["legal"][0]["square"];
            let id = format!("move-{answered}");
            socket.send(&json!({"type": "command", "id": id, "seen": answered, "command": "play", "square": square}));
        }
    }
}
