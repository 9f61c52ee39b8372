//! Compares with what an earlier build printed and stored (`tests/data/before`).

use serde_json::Value;

use crate::support::outflank;

/// Removes the texts for people, which may change, and examples.
fn without(names: &[&str], value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, field| {
                // Schemas have properties with these names, too.
                let is_named = names.contains(&name.as_str()) && !field.is_object();
                let is_example = ["example", "examples"].contains(&name.as_str());
                !(is_named || is_example)
            });
            fields.values_mut().for_each(|field| without(names, field));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| without(names, item)),
        _ => {}
    }
}

#[track_caller]
/// Objects may have new fields, requests new optional parameters, and enumerations new values.
fn assert_same(found: &Value, expected: &Value, place: &str) {
    match (found, expected) {
        (Value::Array(found), Value::Array(expected)) if place.ends_with(".parameters") => {
            let named =
                |parameters: &[Value], name: &Value| parameters.iter().find(|one| one["name"] == *name).cloned();
            for parameter in expected {
                let same =
                    named(found, &parameter["name"]).unwrap_or_else(|| panic!("{place}: {parameter} is missing"));
                assert_same(&same, parameter, place);
            }
            let is_new = |one: &&Value| named(expected, &one["name"]).is_none();
            assert!(found.iter().filter(is_new).all(|one| one["required"] != true), "{place}: {found:?}");
        }
        (Value::Array(found), Value::Array(expected)) if place.ends_with(".enum") => {
            assert!(expected.iter().all(|value| found.contains(value)), "{place}: {found:?}");
        }
        (Value::Object(found), Value::Object(expected)) => {
            for (name, field) in expected {
                let place = format!("{place}.{name}");
                assert_same(found.get(name).unwrap_or_else(|| panic!("{place} is missing")), field, &place);
            }
        }
        (Value::Array(found), Value::Array(expected)) if found.len() == expected.len() => {
            for (index, item) in expected.iter().enumerate() {
                assert_same(&found[index], item, &format!("{place}[{index}]"));
            }
        }
        _ => assert_eq!(found, expected, "{place}"),
    }
}

#[test]
fn the_bench_visits_the_same_nodes() {
    let run = outflank(&["bench"], b"");
    let (positions, speed) = run.out.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(speed.split_whitespace().count(), 4, "{speed}");
    assert_eq!(positions, include_str!("../data/before/bench.txt").trim_end());
}

#[test]
fn a_report_in_json_differs_in_its_sentences_only() {
    let mut expected: Value = serde_json::from_str(include_str!("../data/before/report.json")).unwrap();
    let game = expected["game"].as_str().unwrap();
    let run = outflank(&["analyze", "--json", "--level", "4", "--threads", "1", game], b"");
    let mut found: Value = serde_json::from_str(&run.out).unwrap();
    // The errors of estimates are measured again now and then.
    let changing = ["sentence", "text", "loss_error"];
    without(&changing, &mut found);
    without(&changing, &mut expected);
    assert_same(&found, &expected, "report");
}

#[cfg(all(unix, feature = "serve"))]
mod server {
    use std::fs::File;
    use std::io;

    use flate2::read::GzDecoder;
    use serde_json::{Value, json};

    use super::{assert_same, without};
    use crate::support::server::Server;

    #[test]
    fn the_api_has_the_same_paths_and_schemas() {
        let server = Server::start(&[]);
        let mut found = server.ask("GET", "/api/openapi.json", None, None).json(200);
        without(&["description", "summary", "title"], &mut found);
        let expected: Value = serde_json::from_str(include_str!("../data/before/openapi.json")).unwrap();
        for part in ["paths", "components"] {
            assert_same(&found[part], &expected[part], part);
        }
    }

    #[test]
    fn a_database_of_an_earlier_build_opens_and_its_games_go_on() {
        let home = tempfile::tempdir().unwrap();
        let packed = File::open(data("server.db.gz")).unwrap();
        let mut database = File::create(home.path().join("server.db")).unwrap();
        io::copy(&mut GzDecoder::new(packed), &mut database).unwrap();
        let before: Value = serde_json::from_str(include_str!("../data/before/games.json")).unwrap();
        let [ann, bob] = ["ann", "bob"].map(|name| before[name].as_str().unwrap());
        let server = Server::start_in(home.path(), &[]);
        for (name, expected) in before["games"].as_object().unwrap() {
            let mut found = server.get(&path(expected), ann);
            let mut expected = expected.clone();
            for game in [&mut found, &mut expected] {
                let state = game["state"].as_object_mut().unwrap();
                for field in ["at", "gone", "number", "removed_at"] {
                    state.remove(field);
                }
            }
            assert_same(&found, &expected, name);
        }

        let running = &before["games"]["running"];
        let state = server.get(&path(running), ann)["state"].clone();
        let command = |id: &str, square: &Value, seen: &Value| json!({"id": id, "seen": seen, "command": "play", "square": square});
        let play =
            |secret, command| server.ask("POST", &format!("{}/command", path(running)), Some(secret), Some(&command));
        let played = play(ann, command("c-1", &state["legal"][0]["square"], &state["number"])).json(200);
        let answered = play(bob, command("c-2", &played["state"]["legal"][0]["square"], &played["number"])).json(200);
        assert_eq!(answered["state"]["moves"].as_str().unwrap().split(' ').count(), 4);
    }

    fn path(game: &Value) -> String {
        format!("/api/game/{}", game["id"].as_str().unwrap())
    }

    fn data(name: &str) -> String {
        format!("{}/tests/data/before/{name}", env!("CARGO_MANIFEST_DIR"))
    }
}
