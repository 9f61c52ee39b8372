use serde_json::{Value, json};

use crate::console::WHOLE_GAME;
use crate::support::outflank;
use crate::support::server::{Server, wait_for};

fn game() -> &'static str {
    &WHOLE_GAME[..20]
}

fn by_command(threads: &str) -> String {
    let run = outflank(&["analyze", "--json", "--effort", "quick", "--threads", threads, game()], b"");
    assert_eq!(run.code, 0, "{run:?}");
    run.out
}

#[test]
fn a_report_is_the_same_by_command_queue_and_page() {
    let text = by_command("1");
    assert_eq!(by_command("8"), text);
    let report: Value = serde_json::from_str(&text).unwrap();
    let server = Server::start(&[]);
    let request = json!({"record": game(), "effort": "quick"});

    // The queue first: it must not find what the page has stored.
    let ordered = server.ask("POST", "/api/reports", None, Some(&request)).json(202);
    let place = format!("/api/reports/{}", ordered["reports"][0].as_str().unwrap());
    let queued = wait_for(|| {
        let mut state = server.ask("GET", &place, None, None).json(200);
        (state["status"] == "done").then(|| state["report"].take())
    });
    assert_eq!(queued, report);

    for server in [Server::start(&[]), server] {
        let reviewed = server.ask("POST", "/api/study/review", None, Some(&request)).body;
        let last: Value = serde_json::from_str(reviewed.lines().rfind(|line| line.starts_with('{')).unwrap()).unwrap();
        assert_eq!(last["report"], report);
    }
}
