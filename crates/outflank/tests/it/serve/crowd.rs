use std::sync::Barrier;
use std::thread;

use serde_json::{Value, json};

use crate::support::server::Server;

const CONNECTIONS: usize = 64;

#[test]
fn of_many_simultaneous_moves_one_is_stored() {
    let server = &Server::start(&["--log", "warn"]);
    let proposal = json!({"black": "me", "white": "friend", "public": true});
    let created = server.ask("POST", "/api/games", None, Some(&proposal)).json(201);
    let game = format!("/api/game/{}", created["id"].as_str().unwrap());
    let [black, white] = ["black", "white"].map(|seat| created["tokens"][seat].as_str().unwrap());
    let running = server.ask("POST", &format!("{game}/join"), Some(white), Some(&json!({}))).json(200);
    assert_eq!(running["state"]["status"], "running");
    let seen = &running["state"]["number"];

    let command = format!("{game}/command");
    let barrier = Barrier::new(CONNECTIONS);
    let responses: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> = (0..CONNECTIONS)
            .map(|number| {
                let (barrier, command) = (&barrier, &command);
                scope.spawn(move || {
                    let square = ["d3", "c4", "f5", "e6"][number % 4];
                    let body = json!({"id": format!("c{number}"), "seen": seen, "command": "play", "square": square});
                    barrier.wait();
                    let response = server.ask("POST", command, Some(black), Some(&body));
                    let status = response.status;
                    (status, response.json(status))
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });

    let with_status = |wanted| responses.iter().filter(move |(status, _)| *status == wanted).map(|(_, body)| body);
    let accepted: Vec<&Value> = with_status(200).collect();
    let refused: Vec<&Value> = with_status(409).collect();
    assert_eq!((accepted.len(), refused.len()), (1, CONNECTIONS - 1), "{responses:?}");
    let summary = |state: &Value| (state["number"].clone(), state["moves"].clone(), state["board"].clone());
    let expected = summary(&accepted[0]["state"]);
    for response in refused {
        assert_eq!(response["error"], "stale");
        assert_eq!(summary(&response["state"]), expected);
    }
    let stored = server.ask("GET", &game, None, None).json(200);
    assert_eq!(summary(&stored["state"]), expected);
    assert_eq!(stored["plies"].as_array().unwrap().len(), 1);
}
