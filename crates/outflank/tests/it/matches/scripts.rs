use std::fs;
use std::path::Path;

use super::play;
use crate::support::outflank;

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

const EXITS: (&str, &str) = ("echo too hard >&2; exit 3", "(exit status: 3); last lines on standard error: too hard");

#[test]
fn a_faulty_engine_loses_its_games_and_the_match_continues() {
    let folder = tempfile::tempdir().unwrap();
    let patience = ["--patience", "0.5"];
    for (name, on_genmove, kind, message, more) in [
        ("exits", EXITS.0, "crash", EXITS.1, &[][..]),
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
        assert_eq!((run.code, json["result"]["wins"].as_u64()), (1, Some(2)), "{name}: {}", run.err);
        run.complains("B lost every game by a fault");
        let (faults, discs) = (json["faults"]["b"][kind].as_u64(), json["discs"]["value"].as_f64());
        assert_eq!((faults, discs), (Some(2), Some(64.0)), "{name}");
        let games = json["games"].as_array().unwrap();
        let reported = games[1]["message"].as_str().unwrap();
        assert!(reported.starts_with(&format!("mock-{name} 1 ")) && reported.contains(message), "{name}: {reported}");
        assert!(games.iter().all(|game| game["by"] == "b" && game["ending"] == kind), "{name}");
        let row = format!("Games forfeited by B: {} 2\n", kind.replace('-', " ").replace("protocol", "protocol error"));
        assert!(run.out.contains(&row) && run.err.contains(reported), "{name}: {} {}", run.out, run.err);
    }
}

#[test]
fn a_faulty_nboard_engine_loses_its_games() {
    let folder = tempfile::tempdir().unwrap();
    for (name, on_go, kind, message) in [
        ("exits", EXITS.0, "crash", EXITS.1),
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
        assert_eq!((run.code, json["faults"]["b"][kind].as_u64()), (1, Some(2)), "{name}: {}", run.err);
        let reported = json["games"][1]["message"].as_str().unwrap();
        assert!(reported.starts_with(&format!("mock-{name} ")) && reported.contains(message), "{name}: {reported}");
    }
}

#[test]
fn a_hanging_engine_leaves_no_processes() {
    let folder = tempfile::tempdir().unwrap();
    let pids = folder.path().join("pids");
    let on_genmove = format!("trap '' TERM; sleep 1000 & echo $$ $! >> '{}'; wait", pids.display());
    let machine = script(folder.path(), "clings", &on_genmove);
    let (run, json) = play(folder.path(), &["engine:1", &machine, "--games", "2", "--patience", "0.3"]);
    assert_eq!((run.code, json["faults"]["b"]["hang"].as_u64()), (1, Some(2)), "{}", run.err);
    let pids = fs::read_to_string(pids).unwrap();
    assert_eq!(pids.split_whitespace().count(), 4, "{pids}");
    for pid in pids.split_whitespace() {
        // A zombie remains until its new parent has waited for it.
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        assert!(state.is_empty() || state.contains(") Z "), "{pid} is still there: {state}");
    }
}

#[test]
fn one_game_without_a_fault_makes_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let on_genmove = r#"case $argument in b*) exit 3 ;; *) printf '=%s resign\n\n' "$id" ;; esac"#;
    let machine = script(folder.path(), "tries", on_genmove);
    let (run, json) = play(folder.path(), &["engine:1", &machine, "--games", "2", "--openings", "none"]);
    assert_eq!((run.code, json["faults"]["b"]["crash"].as_u64()), (0, Some(1)), "{}", run.err);
    assert!(!run.err.contains("lost every game"), "{}", run.err);
}

#[test]
fn a_resignation_is_not_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let machine = script(folder.path(), "resigns", r#"printf '=%s resign\n\n' "$id""#);
    let (run, json) = play(folder.path(), &[&machine, "engine:1", "--games", "2"]);
    assert_eq!((run.code, json["result"]["losses"].as_u64()), (0, Some(2)), "{}", run.err);
    assert!(json["games"].as_array().unwrap().iter().all(|game| game["ending"] == "resignation"));
    run.prints("Games forfeited by A: none\n");
    let run = outflank(&["play", "--black", &machine], b"");
    run.prints("Player 'X' move: resign\nPlayer 'X' resigns\n");
    run.ok();
}

#[test]
fn an_unsupported_variant_or_start_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let machine = script(folder.path(), "plain", "exit 0");
    let run = outflank(&["match", "engine:1", &machine, "--rules", "shellos"], b"");
    run.refused(1, "mock-plain 1 does not play shellos");
    let board = "---------------------------OX------XO--------------------------X X";
    let run = outflank(&["play", "--from", board, "--black", &machine], b"");
    assert_eq!(run.code, 1);
    run.complains("mock-plain 1 can only play from the initial position");
}

#[test]
fn a_game_with_a_crashed_engine_can_be_continued() {
    let folder = tempfile::tempdir().unwrap();
    let machine = script(folder.path(), "tires", "echo enough >&2; exit 4");
    let run = outflank(&["play", "--white", &machine, "--depth", "3"], b"f5\n");
    assert_eq!(run.code, 1, "{}", run.err);
    run.ends_with("Player 'O' move: \n");
    let (error, how) = run.err.split_once('\n').unwrap();
    assert_eq!(error, "outflank: mock-tires 1 exited (exit status: 4); last lines on standard error: enough");
    let line = how.lines().last().unwrap().strip_prefix("Continue it with: outflank ").unwrap();
    let words = shlex::split(line).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words, ["play", "--white", &machine, "--depth", "3", "--from", "f5"]);
    assert_eq!(outflank(&words, b"").err, run.err);
}
