//! `outflank analyze`, as a user calls it.

#[cfg(unix)]
mod terminal;

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use outflank_formats::{Record, ggf};
use outflank_rules::{Game, Position, Rules};
use outflank_study::report::Document;
use tempfile::TempDir;

/// 200 games of the WTHOR database.
pub(crate) const WTHOR: &[u8] = include_bytes!("../../../../outflank-formats/tests/data/wthor_200.wtb");

/// A game of beginners, with words beside it.
const GGF: &str = "(;GM[Othello]DT[1999.02.03]EV[Club]PB[Ada]PW[Ben]TY[8]RE[?]C[A friendly game.]\
    B[C4]C[As usual.]W[C5]B[F6]W[C3]B[B6]W[F5]B[G6]W[G5]B[B2]W[A1];)\n";

/// A short game by the standard rules in which everything is taken.
const SHORT: &str = "e6f4e3f6g5d6e7f5c5";

/// Looks so little ahead that a game takes moments.
const QUICK: [&str; 4] = ["--level", "3", "--threads", "1"];

/// A folder for one test.
struct Room(TempDir);

/// What a run of the program left.
#[derive(Debug)]
struct Run {
    out: String,
    err: String,
    code: i32,
}

impl Room {
    fn new(files: &[(&str, &[u8])]) -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            fs::write(room.path(name), bytes).unwrap();
        }
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs `outflank analyze` in the room.
    fn analyze(&self, arguments: &[&str], input: &str) -> Run {
        self.analyze_by(arguments, input, "C.UTF-8")
    }

    fn analyze_by(&self, arguments: &[&str], input: &str, locale: &str) -> Run {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .arg("analyze")
            .args(arguments)
            .current_dir(self.0.path())
            .env("LC_ALL", locale)
            .env("OUTFLANK_HOME", self.path("home"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let output = std::thread::scope(|scope| {
            // The program may stop reading before it has read everything.
            scope.spawn(move || stdin.write_all(input.as_bytes()).ok());
            child.wait_with_output().unwrap()
        });
        Run {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }

    /// The same, looking only a little ahead.
    fn quick(&self, arguments: &[&str], input: &str) -> Run {
        self.analyze(&[arguments, &QUICK].concat(), input)
    }
}

/// The record of the only game in a text.
fn only(text: &str) -> Record {
    let mut records = ggf::parse(text);
    let record = records.next().unwrap().unwrap().check().unwrap();
    assert!(records.next().is_none());
    record
}

fn documents(run: &Run) -> Vec<Document> {
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A game by these rules to its end, in plain text.
fn played_out(rules: Rules) -> String {
    let mut game = Game::new(Position::initial(rules));
    while let Some(square) = game.position().legal_moves().first() {
        game.play(square).unwrap();
    }
    outflank_formats::plain::write(&Record::of(&game))
}

#[test]
fn a_report_looks_like_this() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes())]);
    let run = room.quick(&["game.ggf"], "");
    assert_eq!((run.err.as_str(), run.code), ("", 0));
    let (tables, mistakes) = run.out.split_once("\nMistakes\n").unwrap();
    insta::assert_snapshot!(tables);
    assert!(mistakes.contains("\n?? Black's 9. b2 cost about "), "{mistakes}");
}

#[test]
fn a_whole_game_looks_like_this_where_there_are_no_other_characters() {
    let room = Room::new(&[]);
    let run = room.analyze_by(&[&[played_out(Rules::Standard).as_str()], &QUICK[..]].concat(), "", "C");
    assert_eq!((run.err.as_str(), run.code), ("", 0));
    assert!(run.out.is_ascii());
    let (tables, mistakes) = run.out.split_once("\nMistakes\n").unwrap();
    insta::assert_snapshot!(tables);
    assert!(mistakes.starts_with("?"), "{mistakes}");
}

#[test]
fn no_line_is_longer_than_80_columns_and_none_has_colours() {
    let long = GGF.replace("Ada", &"A very long name ".repeat(9)).replace("Club", &"word ".repeat(40));
    let room = Room::new(&[("long.ggf", long.as_bytes()), ("w.wtb", WTHOR)]);
    let many: Vec<String> = (1..=6).map(|number| format!("w.wtb#{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for arguments in [&["long.ggf"][..], &["long.ggf", "--summary"], &many, &[&many[..2], &["--full"]].concat()] {
        let run = room.quick(arguments, "");
        assert_eq!(run.code, 0, "{}", run.err);
        for line in run.out.lines() {
            assert!(line.chars().count() <= 80, "{line}");
            assert!(!line.contains('\u{1b}') && !line.ends_with(' '), "{line:?}");
        }
    }
}

#[test]
fn games_by_all_rules_have_reports() {
    let room = Room::new(&[]);
    for rules in Rules::ALL {
        let game = played_out(rules);
        let run = room.quick(&["-", "--json"], &game);
        assert_eq!((run.err.as_str(), run.code), ("", 0), "{rules}");
        let [document] = <[Document; 1]>::try_from(documents(&run)).unwrap();
        assert_eq!((document.rules, document.game.as_str()), (rules, game.as_str()));
        let placed = document.moves.len();
        assert_eq!(document.moves.last().map(|judged| (judged.number, judged.exact)), Some((placed, true)));
        let run = room.quick(&["-"], &game);
        assert_eq!(run.out.contains(&format!("Rules: {rules}.")), !rules.is_standard(), "{}", run.out);
    }
    // Moves alone do not say what they are by.
    let moves = "d3";
    assert_eq!(room.quick(&[moves, "--rules", "shellos", "--json"], "").code, 0);
}

#[test]
fn a_report_does_not_depend_on_the_others() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    let names = ["w.wtb#3", "w.wtb#5", "w.wtb#8"];
    let alone: String = names.iter().map(|name| room.quick(&[name, "--json"], "").out).collect();
    let together = room.analyze(&[&names[..], &["--level", "3", "--threads", "3", "--json"]].concat(), "");
    assert_eq!(together.out, alone);
    assert_eq!(documents(&together).len(), 3);
}

#[test]
fn solved_from_a_move_on_losses_add_up() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    let run = room.quick(&["w.wtb#1", "--exact", "12", "--json"], "");
    let [document] = <[Document; 1]>::try_from(documents(&run)).unwrap();
    let first = document.exact_from.unwrap();
    assert!(first.number <= 49, "{first:?}");
    let exact: Vec<_> = document.moves.iter().filter(|judged| judged.number >= first.number).collect();
    assert!(exact.iter().all(|judged| judged.exact));
    let lost = |by| exact.iter().filter(|judged| judged.by == by).map(|judged| judged.loss).sum::<f64>();
    let result = document.result.unwrap().margin;
    assert_eq!(exact[0].best_score - lost(outflank_rules::Color::Black) + lost(outflank_rules::Color::White), result);
    let text = room.quick(&["w.wtb#1", "--exact", "12"], "").out;
    assert!(text.contains(&format!("Exact values: from move {};", first.number)), "{text}");
}

#[test]
fn games_with_comments_are_read_again() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes())]);
    let run = room.quick(&["game.ggf", "--ggf", "out.ggf"], "");
    assert_eq!((run.err.as_str(), run.code), ("", 0));
    let (before, after) = (only(GGF), only(&room.text("out.ggf")));
    assert_eq!(after.game().plies(), before.game().plies());
    assert_eq!(after.details.players, before.details.players);
    assert!(after.details.comment.starts_with("A friendly game. Analyzed by Outflank: "), "{}", after.details.comment);
    let comments: Vec<_> = after.plies().map(|(_, note)| note.comment.as_str()).collect();
    assert!(comments[0].starts_with("As usual. Value "), "{comments:?}");
    assert!(comments.iter().all(|comment| comment.contains("Value ")));
    // B2 gives the corner, which is seen without looking far.
    assert!(
        comments[8].contains(", lost ") && comments[8].contains("9. b2") && comments[8].contains("a1"),
        "{comments:?}"
    );

    let convert = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["convert", "out.ggf", "out.sgf"])
        .current_dir(room.0.path())
        .output()
        .unwrap();
    assert!(convert.status.success(), "{convert:?}");
    assert_eq!(room.quick(&["out.sgf"], "").code, 0);
}

#[test]
fn files_are_written_and_replaced_only_by_force() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes()), ("there", b"my diary")]);
    for flag in ["--html", "--svg", "--ggf"] {
        let run = room.quick(&["game.ggf", flag, "there"], "");
        let expected = "outflank: there: it is there already, and is replaced only with --force\n";
        assert_eq!((run.code, run.err.as_str(), run.out.as_str()), (1, expected, ""));
        assert_eq!(room.text("there"), "my diary");
    }
    let run = room.quick(&["game.ggf", "--html", "new.html", "--svg", "new.svg", "--ggf", "there", "--force"], "");
    assert_eq!((run.err.as_str(), run.code), ("", 0));
    assert!(run.out.contains("Ada"));
    assert!(room.text("new.html").starts_with("<!") && room.text("new.svg").contains("<svg"));
    assert!(room.text("there").starts_with("(;GM[Othello]"));
    // In place of the text.
    let run = room.quick(&["game.ggf", "--ggf", "-"], "");
    assert_eq!((run.out, run.code), (room.text("there"), 0));
    let run = room.quick(&["game.ggf", "--html", "nowhere/a.html"], "");
    assert!(run.code == 1 && run.err.contains("nowhere/a.html") && run.out.is_empty(), "{run:?}");
}

#[test]
fn what_cannot_be_read_is_named_and_the_others_are_analysed() {
    let bad = format!("{GGF}(;GM[Othello]B[F5]W[F5];)\n{GGF}");
    let room = Room::new(&[("a.ggf", bad.as_bytes()), ("b.doc", b"what is this?"), ("empty", b"")]);
    let run = room.quick(&["a.ggf", "b.doc", "empty", "missing.ggf", "a.ggf#9", "a.ggf#2", SHORT], "");
    assert_eq!(run.code, 1);
    let has = |text: &str| assert!(run.err.contains(text), "{text}: {}", run.err);
    has("outflank: a.ggf: move 2, f5, is not legal");
    has("outflank: b.doc: expected ");
    has("outflank: empty: ");
    has("outflank: no such file: missing.ggf");
    has("outflank: a.ggf: it has no game with the number 9");
    assert_eq!(run.err.matches("move 2, f5, is not legal").count(), 2);
    assert!(run.out.matches("Ada").count() >= 2 && run.out.contains("3 games"), "{}", run.out);
}

#[test]
fn where_there_is_no_game_nothing_is_written() {
    let room = Room::new(&[]);
    let board = "---------------------------OX------XO--------------------------- X";
    for (arguments, input, expected) in [
        (&["hello"][..], "", "no such file, and not a game record: hello"),
        (&["-"], "", "standard input: "),
        (&["-"], board, "expected a game, found a position without a move"),
        (&["f5d6d3"], "", "move 3, d3, is not legal"),
        (&["-"], "\u{0}\u{1}\u{2}", "standard input: "),
    ] {
        let run = room.quick(&[arguments, &["--html", "a.html", "--ggf", "a.ggf"]].concat(), input);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{run:?}");
        assert!(run.err.starts_with("outflank: ") && run.err.contains(expected), "{run:?}");
    }
    assert!(!room.path("a.html").exists() && !room.path("a.ggf").exists());
}

#[test]
fn wrong_usage_is_2() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes())]);
    for arguments in [
        &[][..],
        &["game.ggf", "--level", "11"],
        &["game.ggf", "--level", "3", "--time", "2"],
        &["game.ggf", "--time", "0"],
        &["game.ggf", "--exact", "0"],
        &["game.ggf", "--json", "--summary"],
        &["game.ggf", "--json", "--html", "-"],
        &["game.ggf", "--svg", "-", "--html", "-"],
        &["game.ggf", "--full", "--summary"],
    ] {
        let run = room.analyze(arguments, "");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {run:?}");
    }
    // This is known only when the games are read.
    let run = room.quick(&["game.ggf", "game.ggf", "--svg", "a.svg"], "");
    assert!(run.code == 1 && run.err.contains("--svg draws one game, found 2"), "{run:?}");
}

#[test]
fn many_games_are_summed_up() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes()), ("swapped.ggf", swapped().as_bytes())]);
    let run = room.quick(&["game.ggf", "swapped.ggf", "game.ggf", "swapped.ggf"], "");
    assert_eq!((run.err.as_str(), run.code), ("", 0));
    insta::assert_snapshot!(run.out);
    // Fewer are told in full, and a summary follows; unless one asks for the one or the other.
    let tables = |run: &Run| (run.out.matches("Mistakes").count(), run.out.matches("By player").count());
    assert_eq!(tables(&room.quick(&["game.ggf"], "")), (1, 0));
    assert_eq!(tables(&room.quick(&["game.ggf", "game.ggf"], "")), (2, 1));
    assert_eq!(tables(&room.quick(&["game.ggf", "--summary"], "")), (0, 1));
    assert_eq!(tables(&room.quick(&["game.ggf", "game.ggf", "game.ggf", "game.ggf", "--full"], "")), (4, 1));
}

fn swapped() -> String {
    GGF.replace("PB[Ada]PW[Ben]", "PB[Ben]PW[Ada]")
}

#[test]
fn a_collection_says_where_a_game_left_known_play() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    // The tenth game is in the collection itself, and is not compared with itself.
    let run = room.quick(&["w.wtb#10", "--collection", "w.wtb", "--json"], "");
    assert_eq!((run.err.as_str(), run.code), ("", 0));
    let [document] = <[Document; 1]>::try_from(documents(&run)).unwrap();
    let known = document.known_play.unwrap();
    assert!(known.placements > 0 && known.placements < 60 && known.games > 0, "{known:?}");
    let left_with = known.left_with.unwrap();
    assert_eq!(document.moves[known.placements].played, left_with);

    let text = room.quick(&["w.wtb#10", "--collection", "w.wtb"], "").out;
    assert!(text.contains(&format!("Known play: left with {}. {left_with}; ", known.placements + 1)), "{text}");
    assert!(!room.quick(&["w.wtb#10"], "").out.contains("Known play"));
    let run = room.quick(&["w.wtb#10", "--collection", "missing"], "");
    assert!(run.code == 1 && run.err.contains("missing") && run.out.is_empty(), "{run:?}");
}

/// A damaged index in the cache is made again.
#[test]
fn the_index_of_a_collection_is_kept_and_not_trusted() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    let ask = || room.quick(&["w.wtb#10", "--collection", "w.wtb", "--json"], "").out;
    let first = ask();
    let index = fs::read_dir(room.path("home/cache")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&index).unwrap();
    let mut damaged = bytes.clone();
    // What stands last is an order of the games, which is read only when a question needs it.
    let end = damaged.len();
    damaged[end / 2..].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(&index, &damaged).unwrap();
    assert_eq!(ask(), first);
    assert!(fs::read(&index).unwrap() == bytes);
}
