//! Other programs that do not do their part, as small scripts.

use std::fs;
use std::path::Path;

use super::play;
use crate::support::outflank;

/// A program that speaks GTP, up to its first move: then it does this.
fn script(folder: &Path, name: &str, on_genmove: &str) -> String {
    let path = folder.join(name);
    let text = format!(
        r#"while read -r id command argument more; do
    case $command in
        name) printf '=%s %s\n\n' "$id" "mock-{name}" ;;
        version) printf '=%s 1\n\n' "$id" ;;
        list_commands) printf '=%s name\nversion\nlist_commands\nboardsize\nclear_board\nplay\ngenmove\nquit\n\n' "$id" ;;
        quit) printf '=%s\n\n' "$id"; exit 0 ;;
        genmove) {on_genmove} ;;
        *) printf '=%s\n\n' "$id" ;;
    esac
done
"#
    );
    fs::write(&path, text).unwrap();
    format!("gtp:sh '{}'", path.display())
}

#[test]
fn a_faulty_engine_loses_its_games_and_the_match_continues() {
    let folder = tempfile::tempdir().unwrap();
    let patience = ["--patience", "0.5"];
    for (name, on_genmove, kind, message, more) in [
        (
            "exits",
            "echo too hard >&2; exit 3",
            "crash",
            "(exit status: 3); last lines on standard error: too hard",
            &[][..],
        ),
        ("dies", "kill -9 $$", "crash", "(signal: 9 (SIGKILL))", &[]),
        ("closes", "exec >&-; sleep 1000", "crash", "mock-closes 1 closed its output", &[]),
        ("hangs", "sleep 1000", "hang", "did not answer 'genmove black' within 0.5 s", &patience),
        ("babbles", "while :; do echo hm; done", "hang", "did not answer 'genmove", &patience),
        ("cheats", r#"printf '=%s D4\n\n' "$id""#, "illegal-move", "d4 already has a white disc", &[]),
        ("passes", r#"printf '=%s pass\n\n' "$id""#, "illegal-move", "Black may not pass while", &[]),
        ("raves", r#"printf '=%s q7\n\n' "$id""#, "protocol", r#"with "q7", which is not a valid response"#, &[]),
        ("refuses", r#"printf '?%s no idea\n\n' "$id""#, "protocol", "rejected 'genmove black': no idea", &[]),
        ("confuses", r#"printf '=99 f5\n\n'"#, "protocol", "which is not a valid response", &[]),
        ("dawdles", "sleep 1000", "time", "ran out of time", &["--clock", "0.5"]),
    ] {
        let machine = script(folder.path(), name, on_genmove);
        let arguments =
            [&["engine:1", &machine, "--games", "2", "--openings", "none", "--concurrency", "2"], more].concat();
        let (run, json) = play(folder.path(), &arguments);
        assert_eq!((run.code, json["result"]["wins"].as_u64()), (0, Some(2)), "{name}: {}", run.err);
        assert_eq!(
            (json["faults"]["b"][kind].as_u64(), json["discs"]["value"].as_f64()),
            (Some(2), Some(64.0)),
            "{name}"
        );
        let games = json["games"].as_array().unwrap();
        // In the second game the other side has black, and is the first to move.
        let said = games[1]["message"].as_str().unwrap();
        assert!(said.starts_with(&format!("mock-{name} 1 ")) && said.contains(message), "{name}: {said}");
        assert!(games.iter().all(|game| game["by"] == "b" && game["ending"] == kind), "{name}");
        let row =
            format!("Games lost by faults of B: {} 2\n", kind.replace('-', " ").replace("protocol", "protocol error"));
        assert!(run.out.contains(&row) && run.err.contains(said), "{name}: {} {}", run.out, run.err);
    }
}

#[test]
fn who_misbehaves_by_nboard_loses_as_well() {
    let folder = tempfile::tempdir().unwrap();
    for (name, on_go, kind, message) in [
        ("exits", "echo too hard >&2; exit 3", "crash", "(exit status: 3); last lines on standard error: too hard"),
        ("hangs", "sleep 1000", "hang", "did not answer 'go' within 0.5 s"),
        ("cheats", "echo '=== D4/1.0/2.0'", "illegal-move", "d4 already has a white disc"),
        ("passes", "echo '=== PA'", "illegal-move", "Black may not pass while"),
        ("raves", "echo '=== banana'", "protocol", "which is not a valid response"),
        ("deaf", "exec 0<&-; sleep 1000", "hang", "did not answer 'go'"),
    ] {
        let path = folder.path().join(name);
        let text = format!(
            r#"while read -r command argument more; do
    case $command in
        nboard) echo "set myname mock-{name}" ;;
        ping) echo "status"; echo "pong $argument" ;;
        go) {on_go} ;;
        quit) exit 0 ;;
    esac
done
"#
        );
        fs::write(&path, text).unwrap();
        let machine = format!("nboard:sh '{}'", path.display());
        let arguments = ["engine:1", &machine, "--games", "2", "--openings", "none", "--patience", "0.5"];
        let (run, json) = play(folder.path(), &arguments);
        assert_eq!((run.code, json["faults"]["b"][kind].as_u64()), (0, Some(2)), "{name}: {}", run.err);
        let said = json["games"][1]["message"].as_str().unwrap();
        assert!(said.starts_with(&format!("mock-{name} ")) && said.contains(message), "{name}: {said}");
    }
}

#[test]
fn nothing_is_left_of_a_program_that_hangs() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let on_genmove = format!("trap '' TERM; sleep 1000 & echo $$ $! >> '{}'; wait", pids.display());
    let machine = script(folder.path(), "clings", &on_genmove);
    let (run, json) = play(folder.path(), &["engine:1", &machine, "--games", "2", "--patience", "0.3"]);
    assert_eq!((run.code, json["faults"]["b"]["hang"].as_u64()), (0, Some(2)), "{}", run.err);
    let pids = fs::read_to_string(pids).unwrap();
    assert_eq!(pids.split_whitespace().count(), 4, "{pids}");
    for pid in pids.split_whitespace() {
        // What nobody waits for is still there, as a zombie, until its new parent has seen it.
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{pid} is still there: {state}");
    }
}

#[test]
fn who_resigns_loses_without_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let machine = script(folder.path(), "resigns", r#"printf '=%s resign\n\n' "$id""#);
    let (run, json) = play(folder.path(), &[&machine, "engine:1", "--games", "2"]);
    assert_eq!((run.code, json["result"]["losses"].as_u64()), (0, Some(2)), "{}", run.err);
    assert!(json["games"].as_array().unwrap().iter().all(|game| game["ending"] == "resignation"));
    assert!(run.out.contains("Games lost by faults of A: none\n"), "{}", run.out);
    let run = outflank(&["play", "--black", &machine], b"");
    assert!(run.out.contains("Player 'X' move: resign\nPlayer 'X' resigns\n"), "{}", run.out);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn a_program_plays_only_what_it_knows() {
    let folder = tempfile::tempdir().unwrap();
    let machine = script(folder.path(), "plain", "exit 0");
    let run = outflank(&["match", "engine:1", &machine, "--rules", "shellos"], b"");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
    assert!(run.err.contains("mock-plain 1 does not play shellos"), "{}", run.err);
    let board = "---------------------------OX------XO--------------------------X X";
    let run = outflank(&["play", "--from", board, "--black", &machine], b"");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("mock-plain 1 can only play from the initial position"), "{}", run.err);
}

#[test]
fn a_game_with_a_program_that_fails_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let machine = script(folder.path(), "tires", "echo enough >&2; exit 4");
    let run = outflank(&["play", "--white", &machine, "--depth", "3"], b"f5\n");
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.ends_with("Player 'O' move: \n"), "{}", run.out);
    let (said, how) = run.err.split_once('\n').unwrap();
    assert_eq!(said, "outflank: mock-tires 1 exited (exit status: 4); last lines on standard error: enough");
    // What is said can be typed, with all its quotes.
    let line = how.lines().last().unwrap().strip_prefix("Continue it with: outflank ").unwrap();
    let words = shlex::split(line).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words, ["play", "--white", &machine, "--depth", "3", "--from", "f5"]);
    assert_eq!(outflank(&words, b"").err, run.err);
}
