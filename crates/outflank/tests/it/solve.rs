use crate::support::{Room, Run, outflank};
use serde_json::Value;

const FFO: &str = "\
--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4;
-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X; A4:+10; B2:+0; A3:-6; G7:-8; A7:-12; H7:-14;
---X-X--X-XXXX--XXXXOXXXXXXOOOOOXXOXXXO-XOXXXXO-XOOXXX--XOOXXO-- O; E1:+8; H2:+4; G2:+4; B2:+4; G7:+4;
";

fn solve(arguments: &[&str], input: &str) -> Run {
    outflank(&[&["solve", "--table", "16"], arguments, &["-"]].concat(), input.as_bytes())
}

fn words(out: &str) -> Vec<Vec<&str>> {
    out.lines().map(|line| line.split_whitespace().collect()).collect()
}

fn json(run: &Run) -> Vec<Value> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_table_compares_scores_with_the_source() {
    let table = solve(&["--threads", "1"], FFO).ok();
    let rows = words(&table);
    assert_eq!(rows[0], ["number", "empties", "depth", "score", "best", "nodes", "seconds", "nodes/s"]);
    assert_eq!((&rows[1][..5], rows[1][8]), (&["1", "14", "14", "+18", "g8"][..], "ok"));
    assert_eq!((&rows[2][..5], rows[2][8]), (&["2", "14", "14", "+10", "a4"][..], "ok"));
    assert_eq!((&rows[3][..4], rows[3][8]), (&["3", "15", "15", "+8"][..], "ok"));
    assert_eq!((&rows[4][..2], &rows[4][5..]), (&["3", "positions"][..], &["3", "of", "3", "as", "expected"][..]));

    let wrong = solve(&[], &FFO.replace("G8:+18", "G8:+20"));
    assert!(words(&wrong.out)[1].ends_with(&["expected", "+20"]), "{}", wrong.out);
    wrong.ends_with("2 of 3 as expected\n");
    assert_eq!((wrong.code, wrong.err.as_str()), (1, "outflank: 1 of 3 scores differ from the source\n"));
    let ends = |line: &str| line[..49].ends_with(|last: char| last.is_ascii_digit()) && line[49..].starts_with(' ');
    assert!(table.lines().skip(1).all(ends), "{table}");
}

#[test]
fn json_has_one_object_per_position() {
    let results = json(&solve(&["--json"], FFO));
    let scores: Vec<_> = results.iter().map(|result| result["score"].as_i64().unwrap()).collect();
    assert_eq!(scores, [18, 10, 8]);
    let first = &results[0];
    assert_eq!((&first["empties"], &first["best"], &first["agrees"]), (&14.into(), &"g8".into(), &true.into()));
    assert_eq!(first["pv"][0], "g8");
    assert_eq!(first["position"], FFO[..66]);
    assert!(first["nodes"].as_u64().unwrap() > 100 && first["time"].as_f64().unwrap() > 0.0, "{first}");
}

#[test]
fn several_moves_can_be_scored() {
    let results = json(&solve(&["--json", "--lines", "3"], FFO));
    let scores = |result: &Value| -> Vec<_> {
        result["lines"].as_array().unwrap().iter().map(|line| line["score"].as_i64().unwrap()).collect()
    };
    assert_eq!(scores(&results[0]), [18, 12, 6]);
    assert_eq!(scores(&results[1]), [10, 0, -6]);
    let table = solve(&["--lines", "2"], FFO);
    assert_eq!(words(&table.out)[2], ["+12", "h1"]);
}

#[test]
fn winner_shows_the_winner_without_the_score() {
    let run = solve(&["--winner"], FFO);
    let rows = words(&run.out);
    assert!(rows[1..4].iter().all(|row| row[3] == "win" && row[8] == "ok"), "{}", run.out);
    let wrong = solve(&["--winner"], &FFO.replace("E1:+8", "E1:-8").replace(":+4", ":-8"));
    assert!(words(&wrong.out)[3].ends_with(&["expected", "loss"]), "{}", wrong.out);
    assert_eq!(wrong.code, 1);
    let expected = json(&solve(&["--winner", "--json"], FFO));
    assert!(expected.iter().all(|result| (&result["expected"], &result["agrees"]) == (&1.into(), &true.into())));
    let results = json(&solve(&["--winner", "--json"], &FFO.replace(" X;", " O;")));
    assert!(results.iter().all(|result| result["score"].as_i64().unwrap().abs() <= 1), "{results:?}");
}

#[test]
fn a_position_can_be_a_board_a_record_or_a_file() {
    let room = Room::new(&[("ffo.obf", FFO.as_bytes())]);
    let solved = |source: &str| json(&outflank(&["solve", "--json", "--table", "16", source], b""));
    assert_eq!(solved(&room.name("ffo.obf")).len(), 3);
    assert_eq!(solved(&FFO[..66])[0]["score"], 18);
    // After the best move, the score is that of the other side.
    assert_eq!(solved(&format!("board {}\ng8", &FFO[..66]))[0]["score"], -18);
}

#[test]
fn passes_and_finished_games_are_solved() {
    let must_pass = format!("OXXXXXX-{} X", "X".repeat(56));
    let over = format!("XXXXXXX-{} O", "X".repeat(56));
    let results = json(&solve(&["--json"], &format!("{must_pass}\n{over}\n")));
    assert_eq!(
        (&results[0]["score"], &results[0]["best"], &results[0]["pv"][1]),
        (&48.into(), &"pass".into(), &"h1".into())
    );
    assert_eq!((&results[1]["score"], &results[1]["best"]), (&(-64).into(), &Value::Null));
}

#[test]
fn a_bad_line_is_reported_and_the_rest_is_solved() {
    let mut lines: Vec<_> = FFO.lines().collect();
    lines.insert(1, &FFO[1..66]);
    let room = Room::new(&[("ffo.obf", lines.join("\n").as_bytes())]);
    let run = room.run(&["solve", "--table", "16", "ffo.obf"], b"");
    let error = "outflank: ffo.obf: expected 64 squares, found 63 (line 2, column 65)\n";
    assert_eq!((run.code, run.err.as_str()), (1, error));
    let numbers: Vec<_> = words(&run.out)[1..4].iter().map(|row| row[0]).map(str::to_owned).collect();
    assert_eq!(numbers, ["1", "3", "4"]);
}

#[test]
fn anything_else_is_an_error() {
    for (source, error) in [
        ("no/such/file", "no such file: no/such/file"),
        ("f5d6d3", "move 3, d3, is not legal"),
        ("rules shellos\nc3", "expected a standard Othello position, found shellos"),
        ("-", "standard input: expected a position"),
        ("", "expected a position, found nothing"),
    ] {
        outflank(&["solve", source], b"").refused(1, error);
    }
}

#[cfg(unix)]
#[test]
fn any_kind_of_file_is_read() {
    let run = outflank(&["solve", "--json", "--table", "16", "/dev/stdin"], FFO.as_bytes());
    assert_eq!((json(&run).len(), run.code), (3, 0));
    outflank(&["solve", env!("CARGO_MANIFEST_DIR")], b"").refused(1, "Is a directory");
}
