#[cfg(unix)]
mod terminal;

use std::fs;

use outflank_formats::{Record, ggf};
use outflank_rules::{Game, Position, Rules};
use outflank_study::report::Document;

use crate::support::{Room, Run, WTHOR};

const GGF: &str = "(;GM[Othello]DT[1999.02.03]EV[Club]PB[Ada]PW[Ben]TY[8]RE[?]C[A friendly game.]\
    B[C4]C[As usual.]W[C5]B[F6]W[C3]B[B6]W[F5]B[G6]W[G5]B[B2]W[A1];)\n";

const SHORT: &str = "e6f4e3f6g5d6e7f5c5";

const QUICK: [&str; 4] = ["--level", "3", "--threads", "1"];

fn analyze(room: &Room, arguments: &[&str], input: &str) -> Run {
    room.run(&[&["analyze"], arguments].concat(), input.as_bytes())
}

fn quick(room: &Room, arguments: &[&str], input: &str) -> Run {
    analyze(room, &[arguments, &QUICK].concat(), input)
}

fn only(text: &str) -> Record {
    let mut records = ggf::parse(text);
    let record = records.next().unwrap().unwrap().check().unwrap();
    assert!(records.next().is_none());
    record
}

fn document(room: &Room, arguments: &[&str], input: &str) -> Document {
    serde_json::from_str(&quick(room, &[arguments, &["--json"]].concat(), input).ok()).unwrap()
}

fn played_out(rules: Rules) -> String {
    let mut game = Game::new(Position::initial(rules));
    while let Some(square) = game.position().legal_moves().first() {
        game.play(square).unwrap();
    }
    outflank_formats::plain::write(&Record::of(&game))
}

#[test]
fn a_report_has_tables_and_mistakes() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes())]);
    let report = quick(&room, &["game.ggf"], "").ok();
    let (tables, mistakes) = report.split_once("\nMistakes\n").unwrap();
    insta::assert_snapshot!(tables);
    assert!(mistakes.contains("\n?? Black's 9. b2 cost about "), "{mistakes}");
}

#[test]
fn a_report_is_ascii_where_the_locale_is() {
    let room = Room::new(&[]);
    let game = played_out(Rules::Standard);
    let report = room.run_in_locale("C", &[&["analyze", game.as_str()], &QUICK[..]].concat(), b"").ok();
    assert!(report.is_ascii());
    let (tables, mistakes) = report.split_once("\nMistakes\n").unwrap();
    insta::assert_snapshot!(tables);
    assert!(mistakes.starts_with("?"), "{mistakes}");
}

#[test]
fn lines_have_at_most_80_columns_and_no_colours() {
    let long = GGF.replace("Ada", &"A very long name ".repeat(9)).replace("Club", &"word ".repeat(40));
    let room = Room::new(&[("long.ggf", long.as_bytes()), ("w.wtb", WTHOR)]);
    let many: Vec<String> = (1..=6).map(|number| format!("w.wtb#{number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    for arguments in [&["long.ggf"][..], &["long.ggf", "--summary"], &many, &[&many[..2], &["--full"]].concat()] {
        let run = quick(&room, arguments, "");
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
        let document = document(&room, &["-"], &game);
        assert_eq!((document.rules, document.game.as_str()), (rules, game.as_str()));
        let placed = document.moves.len();
        assert_eq!(document.moves.last().map(|judged| (judged.number, judged.exact)), Some((placed, true)));
        let run = quick(&room, &["-"], &game);
        assert_eq!(run.out.contains(&format!("Rules: {rules}.")), !rules.is_standard(), "{}", run.out);
    }
    assert_eq!(quick(&room, &["d3", "--rules", "shellos", "--json"], "").code, 0);
}

#[test]
fn a_report_does_not_depend_on_the_others() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    let names = ["w.wtb#3", "w.wtb#5", "w.wtb#8"];
    let alone: String = names.iter().map(|name| quick(&room, &[name, "--json"], "").out).collect();
    let together = analyze(&room, &[&names[..], &["--level", "3", "--threads", "3", "--json"]].concat(), "");
    assert_eq!(together.out, alone);
    assert_eq!(together.out.lines().count(), 3);
}

#[test]
fn in_a_solved_endgame_losses_add_up() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    let document = document(&room, &["w.wtb#1", "--exact", "12"], "");
    let first = document.exact_from.unwrap();
    assert!(first.number <= 49, "{first:?}");
    let exact: Vec<_> = document.moves.iter().filter(|judged| judged.number >= first.number).collect();
    assert!(exact.iter().all(|judged| judged.exact));
    let lost = |by| exact.iter().filter(|judged| judged.by == by).map(|judged| judged.loss).sum::<f64>();
    let result = document.result.unwrap().margin;
    assert_eq!(exact[0].best_score - lost(outflank_rules::Color::Black) + lost(outflank_rules::Color::White), result);
    let text = quick(&room, &["w.wtb#1", "--exact", "12"], "").out;
    assert!(text.contains(&format!("Exact values: from move {};", first.number)), "{text}");
}

#[test]
fn games_with_comments_are_read_again() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes())]);
    quick(&room, &["game.ggf", "--ggf", "out.ggf"], "").ok();
    let (before, after) = (only(GGF), only(&room.text("out.ggf")));
    assert_eq!(after.game().plies(), before.game().plies());
    assert_eq!(after.details.players, before.details.players);
    assert!(after.details.comment.starts_with("A friendly game. Analyzed by Outflank: "), "{}", after.details.comment);
    let comments: Vec<_> = after.plies().map(|(_, note)| note.comment.as_str()).collect();
    assert!(comments[0].starts_with("As usual. Value "), "{comments:?}");
    assert!(comments.iter().all(|comment| comment.contains("Value ")));
    // B2 gives up the corner, which a shallow search sees.
    assert!([", lost ", "9. b2", "Best was"].iter().all(|part| comments[8].contains(part)), "{comments:?}");

    assert_eq!(room.run(&["convert", "out.ggf", "out.sgf"], b"").code, 0);
    assert_eq!(quick(&room, &["out.sgf"], "").code, 0);
}

#[test]
fn existing_files_are_only_replaced_with_force() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes()), ("there", b"my diary")]);
    for flag in ["--html", "--svg", "--ggf"] {
        let run = quick(&room, &["game.ggf", flag, "there"], "");
        run.refused(1, "outflank: there: already exists; use --force to overwrite it\n");
        assert_eq!(room.text("there"), "my diary");
    }
    let run = quick(&room, &["game.ggf", "--html", "new.html", "--svg", "new.svg", "--ggf", "there", "--force"], "");
    assert!(run.ok().contains("Ada"));
    assert!(room.text("new.html").starts_with("<!") && room.text("new.svg").contains("<svg"));
    assert!(room.text("there").starts_with("(;GM[Othello]"));
    let run = quick(&room, &["game.ggf", "--ggf", "-"], "");
    assert_eq!((run.out, run.code), (room.text("there"), 0));
    quick(&room, &["game.ggf", "--html", "nowhere/a.html"], "").refused(1, "nowhere/a.html");
}

#[test]
fn unreadable_games_are_reported_and_the_others_analyzed() {
    let bad = format!("{GGF}(;GM[Othello]B[F5]W[F5];)\n{GGF}");
    let room = Room::new(&[("a.ggf", bad.as_bytes()), ("b.doc", b"what is this?"), ("empty", b"")]);
    let run = quick(&room, &["a.ggf", "b.doc", "empty", "missing.ggf", "a.ggf#9", "a.ggf#2", SHORT], "");
    assert_eq!(run.code, 1);
    for error in [
        "a.ggf: move 2, f5, is not legal",
        "b.doc: expected ",
        "empty: ",
        "no such file: missing.ggf",
        "a.ggf: no game with the number 9",
    ] {
        run.complains(&format!("outflank: {error}"));
    }
    assert_eq!(run.err.matches("move 2, f5, is not legal").count(), 2);
    assert!(run.out.matches("Ada").count() >= 2 && run.out.contains("3 games"), "{}", run.out);
}

#[test]
fn without_a_game_nothing_is_written() {
    let room = Room::new(&[]);
    let board = "---------------------------OX------XO--------------------------- X";
    for (arguments, input, expected) in [
        (&["hello"][..], "", "no such file, and not a game record: hello"),
        (&["-"], "", "standard input: "),
        (&["-"], board, "expected a game, found a position without a move"),
        (&["f5d6d3"], "", "move 3, d3, is not legal"),
        (&["-"], "\u{0}\u{1}\u{2}", "standard input: "),
    ] {
        let run = quick(&room, &[arguments, &["--html", "a.html", "--ggf", "a.ggf"]].concat(), input);
        assert!(run.err.starts_with("outflank: "), "{run:?}");
        run.refused(1, expected);
    }
    assert!(!room.path("a.html").exists() && !room.path("a.ggf").exists());
}

#[test]
fn a_graph_shows_one_game() {
    let room = Room::new(&[("game.ggf", GGF.as_bytes())]);
    let run = quick(&room, &["game.ggf", "game.ggf", "--svg", "a.svg"], "");
    run.refused(1, "--svg draws one game, found 2");
}

#[test]
fn many_games_get_a_summary() {
    let swapped = GGF.replace("PB[Ada]PW[Ben]", "PB[Ben]PW[Ada]");
    let room = Room::new(&[("game.ggf", GGF.as_bytes()), ("swapped.ggf", swapped.as_bytes())]);
    insta::assert_snapshot!(quick(&room, &["game.ggf", "swapped.ggf", "game.ggf", "swapped.ggf"], "").ok());
    // Up to three games get full reports and a summary, unless options say otherwise.
    for (games, option, tables) in
        [(1, None, (1, 0)), (2, None, (2, 1)), (1, Some("--summary"), (0, 1)), (4, Some("--full"), (4, 1))]
    {
        let arguments: Vec<_> = vec!["game.ggf"; games].into_iter().chain(option).collect();
        let run = quick(&room, &arguments, "");
        assert_eq!((run.out.matches("Mistakes").count(), run.out.matches("By player").count()), tables, "{run:?}");
    }
}

#[test]
fn a_named_player_reads_about_the_own_games() {
    let swapped = GGF.replace("PB[Ada]PW[Ben]", "PB[Ben]PW[Ada]");
    let others = GGF.replace("PB[Ada]PW[Ben]", "PB[Cy]PW[Ben]");
    let namesakes = GGF.replace("PB[Ada]PW[Ben]", "PB[Ada Lovelace]PW[Ada Yonath]");
    let room = Room::new(&[
        ("game.ggf", GGF.as_bytes()),
        ("games.ggf", [GGF, &swapped, &others].concat().as_bytes()),
        ("namesakes.ggf", namesakes.as_bytes()),
    ]);
    let report = quick(&room, &["game.ggf", "--player", "ÁDA"], "").ok();
    let (_, own) = report.split_once("\nYour costliest mistakes\n").unwrap();
    assert!(own.starts_with("?? Black's 9. b2 cost about ") && !own.contains("White's"), "{own}");
    assert!(report.find("Other mistakes").is_none_or(|others| others < report.find("Your costliest").unwrap()));

    // In the summary only her moves count: five of each game.
    let summary = quick(&room, &["games.ggf", "--player", "ada", "--summary"], "").ok();
    assert!(summary.contains("2 games") && !summary.contains("Cy"), "{summary}");
    let row = |name: &str| summary.lines().rfind(|line| line.starts_with(name)).unwrap().split_whitespace();
    assert_eq!(row("Ada").skip(1).take(2).collect::<Vec<_>>(), ["2", "10"]);
    assert_eq!(row("overall").skip(1).take(2).collect::<Vec<_>>(), ["2", "10"]);

    quick(&room, &["game.ggf", "--player", "zoe"], "").refused(1, "--player: no game of 'zoe'");
    let both = "--player: both Ada Lovelace and Ada Yonath match; write the whole name";
    quick(&room, &["namesakes.ggf", "--player", "ada"], "").refused(1, both);
    let named = quick(&room, &["namesakes.ggf", "--player", "ada yonath"], "").ok();
    assert!(named.contains("The game"), "{named}");
}

#[test]
fn a_report_shows_where_a_game_left_known_play() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    // The tenth game is itself in the collection, and is not compared with itself.
    let document = document(&room, &["w.wtb#10", "--collection", "w.wtb"], "");
    let known = document.known_play.unwrap();
    assert!(known.placements > 0 && known.placements < 60 && known.games > 0, "{known:?}");
    let left_with = known.left_with.unwrap();
    assert_eq!(document.moves[known.placements].played, left_with);

    let text = quick(&room, &["w.wtb#10", "--collection", "w.wtb"], "").out;
    assert!(text.contains(&format!("Known play: left with {}. {left_with}; ", known.placements + 1)), "{text}");
    assert!(!quick(&room, &["w.wtb#10"], "").out.contains("Known play"));
    quick(&room, &["w.wtb#10", "--collection", "missing"], "").refused(1, "missing");
}

#[test]
fn a_damaged_index_is_rebuilt() {
    let room = Room::new(&[("w.wtb", WTHOR)]);
    let ask = || quick(&room, &["w.wtb#10", "--collection", "w.wtb", "--json"], "").out;
    let first = ask();
    let index = fs::read_dir(room.path("home/cache")).unwrap().next().unwrap().unwrap().path();
    let bytes = fs::read(&index).unwrap();
    let mut damaged = bytes.clone();
    // The end of the file is only read by queries that need it.
    let end = damaged.len();
    damaged[end / 2..].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(&index, &damaged).unwrap();
    assert_eq!(ask(), first);
    assert!(fs::read(&index).unwrap() == bytes);
}
