//! `outflank convert`, as a user calls it, and what the other commands read and write in any format.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Run, outflank};
use outflank_formats::wthor::{Date, Games, Names, NamesKind};
use tempfile::TempDir;

/// 200 games of the WTHOR database.
const WTHOR: &[u8] = include_bytes!("../../../outflank-formats/tests/data/wthor_200.wtb");
const GGF: &str = "(;GM[Othello]DT[1999.02.03]PB[Ada]PW[Ben]TY[8]RE[+64.00:r]B[F5/1.5/2]W[D6]B[C3];)\n";
const START: &str = "---------------------------OX------XO--------------------------- X";

/// A folder for one test, in which the program is run with names of files relative to it.
struct Room(TempDir);

impl Room {
    fn new(files: &[(&str, &[u8])]) -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        for (name, bytes) in files {
            let path = room.path(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    fn text(&self, name: &str) -> String {
        String::from_utf8(self.read(name)).unwrap()
    }

    /// Runs `outflank convert`; arguments that begin with `@` are files of the room.
    fn convert(&self, arguments: &[&str], input: &[u8]) -> Run {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| match argument.strip_prefix('@') {
                Some(name) => self.0.path().to_str().unwrap().to_owned() + "/" + name,
                None => (*argument).to_owned(),
            })
            .collect();
        let arguments: Vec<&str> = ["convert"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
        let run = outflank(&arguments, input);
        Run { err: run.err.replace(self.0.path().to_str().unwrap(), "ROOM"), ..run }
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn a_game_goes_through_every_format_that_has_games() {
    let room = Room::new(&[("a.ggf", GGF.as_bytes())]);
    let summary = "1 game read, 1 written\n";
    for (from, to) in
        [("a.ggf", "b.sgf"), ("b.sgf", "c.ggf"), ("c.ggf", "d.pgn"), ("d.pgn", "e.gam"), ("e.gam", "f.txt")]
    {
        let run = room.convert(&[&format!("@{from}"), &format!("@{to}")], b"");
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", summary, 0), "{from} {to}");
    }
    // SGF has kept everything.
    assert!(room.text("c.ggf").contains("RE[+64.00:r]") && room.text("c.ggf").contains("B[F5/1.50/2.00]"));
    assert_eq!(room.text("f.txt"), "f5d6c3\n");
    for (name, expected) in [
        ("end.board", "------------------X--------XX------OXX-----O-------------------- O\n"),
        ("end.obf", "------------------X--------XX------OXX-----O-------------------- O;\n"),
        ("end.fen", "8/8/3P4/3Ppp2/3pp3/2p5/8/8 w - - 0 1\n"),
    ] {
        assert_eq!(room.convert(&["@a.ggf", &format!("@{name}")], b"").code, 0);
        assert_eq!(room.text(name), expected);
    }
}

#[test]
fn standard_input_and_output_are_dashes() {
    let room = Room::new(&[]);
    let run = room.convert(&["-", "-", "--to", "lines"], format!("{GGF}{GGF}").as_bytes());
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("f5d6c3\nf5d6c3\n", "2 games read, 2 written\n", 0));
    let run = room.convert(&["-", "-", "--from", "board", "--to", "fen"], START.as_bytes());
    assert_eq!(run.out, "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\n");
}

#[test]
fn wrong_usage_is_2() {
    let room = Room::new(&[("a.ggf", GGF.as_bytes())]);
    for (arguments, hint) in [
        (&["@a.ggf"][..], "<OUT>"),
        (&["@a.ggf", "-"], "--to"),
        (&["@a.ggf", "@b.doc"], ".sgf"),
        (&["@a.ggf", "-", "--to", "doc"], "logbook"),
        (&["@a.ggf", "-", "--to", "wthor"], "names"),
        (&["@a.ggf", "@", "--to", "ggf"], "folder"),
    ] {
        let run = room.convert(arguments, b"");
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.contains(hint), "{arguments:?}: {}", run.err);
    }
    assert_eq!(room.names(), ["a.ggf"]);
}

#[test]
fn what_is_there_is_replaced_only_by_force() {
    let room = Room::new(&[("a.ggf", GGF.as_bytes()), ("b.txt", b"my diary")]);
    let run = room.convert(&["@a.ggf", "@b.txt"], b"");
    assert_eq!(
        (run.code, run.err.as_str()),
        (1, "outflank: ROOM/b.txt: it is there already, and is replaced only with --force\n")
    );
    assert_eq!(room.text("b.txt"), "my diary");
    assert_eq!(room.convert(&["--force", "@a.ggf", "@b.txt"], b"").code, 0);
    assert_eq!(room.text("b.txt"), "f5d6c3\n");
    // Where nothing can be written, nothing is replaced.
    let run = room.convert(&["--force", "-", "@b.txt"], b"f5d6d3");
    assert_eq!((run.code, lines(&run.err).last().copied()), (1, Some("1 game read, 0 written, 1 skipped")));
    assert_eq!(room.text("b.txt"), "f5d6c3\n");
    assert_eq!(room.names(), ["a.ggf", "b.txt"]);
}

#[test]
fn a_bad_game_is_named_with_its_place_and_the_others_are_written() {
    let text = format!("{GGF}(;GM[Othello]B[F5]W[F5];)\n(;GM[Othello]B[Z9];)\n{GGF}");
    let room = Room::new(&[("a.ggf", text.as_bytes()), ("b.doc", b"what is this?"), ("c.txt", b"")]);
    let run = room.convert(&["@a.ggf", "@b.doc", "@c.txt", "@missing", "-", "@out.txt"], b"d3c5");
    assert_eq!((run.code, room.text("out.txt").as_str()), (1, "f5d6c3\nf5d6c3\nd3c5\n"));
    let errors = lines(&run.err);
    assert!(errors[0].starts_with("outflank: ROOM/a.ggf: move 2, f5, is not legal"), "{}", run.err);
    assert!(errors[1].contains("(line 3, column "), "{}", run.err);
    assert!(errors[2].starts_with("outflank: ROOM/b.doc: expected a move"), "{}", run.err);
    assert_eq!(errors[5], "outflank: ROOM/c.txt: expected a game or a position, found nothing");
    assert!(errors[6].starts_with("outflank: ROOM/missing: "), "{}", run.err);
    assert_eq!(errors[7..], ["5 games read, 3 written, 2 skipped"]);
}

#[test]
fn what_a_format_cannot_say_is_not_written() {
    let room = Room::new(&[("a.txt", b"rules thirty\nd3"), ("b.txt", b"f5d6")]);
    let run = room.convert(&["@a.txt", "@b.txt", "@out.gam"], b"");
    assert_eq!(run.code, 1);
    let errors = lines(&run.err);
    assert!(errors[0].starts_with("outflank: ROOM/a.txt: "), "{}", run.err);
    assert!(errors[0].contains("only supports the standard rules, not thirty"), "{}", run.err);
    assert!(errors[1].contains("needs a result"), "{}", run.err);
    assert_eq!(errors[2..], ["2 games read, 0 written, 2 skipped"]);
    assert!(!room.path("out.gam").exists());

    // Plain text has room for one game that is more than its moves.
    let run = room.convert(&["@a.txt", "@b.txt", "@out.txt"], b"");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("plain text has room for one: try --to lines"), "{}", run.err);
    let run = room.convert(&["@b.txt", "@b.txt", "@out.fen"], b"");
    assert!(run.err.contains("FEN has room for one: try --to obf"), "{}", run.err);
    assert_eq!(room.names(), ["a.txt", "b.txt"]);
}

#[test]
fn folders_are_searched_for_files_of_known_formats() {
    let room = Room::new(&[
        ("in/b.ggf", GGF.as_bytes()),
        ("in/a.txt", b"d3c5"),
        ("in/deep/er/c.SGF", b"(;GM[2];B[c4])"),
        ("in/notes.md", b"nothing"),
        ("in/.hidden.txt", b"e6"),
        ("in/WTH.JOU", b""),
    ]);
    let run = room.convert(&["@in", "@in/out.txt"], b"");
    assert_eq!((run.code, room.text("in/out.txt").as_str()), (0, "d3c5\nf5d6c3\nc4\n"));
    assert_eq!(
        run.err,
        "outflank: ROOM/in/notes.md: left out, as its name does not tell a format\n3 games read, 3 written\n"
    );
    // The file that is written is not read.
    assert_eq!(room.convert(&["--force", "@in", "@in/out.txt"], b"").code, 0);
    assert_eq!(room.text("in/out.txt"), "d3c5\nf5d6c3\nc4\n");
}

/// Names for all the numbers in the excerpt.
fn names_files() -> [(Names, NamesKind); 2] {
    let created = Date { year: 2026, month: 2, day: 20 };
    let names =
        |word: &str, many| Names { created, names: (0..many).map(|number| format!("{word} {number}")).collect() };
    [(names("Player", 4_448), NamesKind::Players), (names("Tournament", 492), NamesKind::Tournaments)]
}

#[test]
fn wthor_files_come_with_their_names_and_go_back() {
    let [players, tournaments] = names_files().map(|(names, kind)| names.write(kind).unwrap());
    let room = Room::new(&[("a/WTH_0.wtb", WTHOR), ("a/wth.jou", &players), ("a/Wth.Trn", &tournaments)]);
    let run = room.convert(&["@a/WTH_0.wtb", "@games.ggf"], b"");
    assert_eq!((run.code, run.err.as_str()), (0, "200 games read, 200 written\n"));
    let ggf = room.text("games.ggf");
    assert_eq!(
        (lines(&ggf).len(), ggf.matches("PB[Player ").count(), ggf.matches("EV[Tournament ").count()),
        (200, 200, 200)
    );

    // With the names to begin with, all is as it was but for the date.
    let given = ["--players", "@a/wth.jou", "--tournaments", "@a/Wth.Trn"];
    let run = room.convert(&[&["@games.ggf", "@b/", "--to", "wthor"], &given[..]].concat(), b"");
    assert_eq!((run.code, run.err.as_str()), (0, "200 games read, 200 written\n"));
    assert!(room.read("b/WTH.wtb")[4..] == WTHOR[4..]);
    assert!(room.read("b/WTH.JOU") == players && room.read("b/WTH.TRN") == tournaments);

    // Names that are there are gone on with, and new ones added.
    let run = room.convert(&["-", "@b/new.wtb"], GGF.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        lines(&run.err)[..2],
        ["outflank: ROOM/b/WTH.JOU: names added: 2", "outflank: ROOM/b/WTH.TRN: names added: 1"]
    );
    assert!(room.read("b/WTH.JOU")[16..].starts_with(&players[16..]));
    let new = Games::parse(&room.read("b/new.wtb")).unwrap();
    assert_eq!((new.year, new.games[0].black, new.games[0].white, new.games[0].score), (1999, 4_448, 4_449, 64));

    // Without names, the numbers go all the way.
    fs::create_dir(room.path("c")).unwrap();
    fs::write(room.path("c/games.wtb"), WTHOR).unwrap();
    assert_eq!(room.convert(&["@c/games.wtb", "@c/games.sgf"], b"").code, 0);
    assert_eq!(room.convert(&["@c/games.sgf", "@c/again.wtb"], b"").code, 0);
    assert!(room.read("c/again.wtb")[4..] == WTHOR[4..]);
}

#[test]
fn a_wthor_file_has_one_year_and_a_folder_has_many() {
    let other = GGF.replace("1999", "2001");
    let room = Room::new(&[("a.ggf", format!("{GGF}{other}").as_bytes())]);
    let run = room.convert(&["@a.ggf", "@a.wtb"], b"");
    assert_eq!(run.code, 1);
    assert_eq!(
        run.err,
        "outflank: ROOM/a.wtb: a WTHOR file has the games of one year, and these are of 2: 1999, 2001; with a folder as \
         OUT each gets a file\n"
    );
    assert_eq!(room.names(), ["a.ggf"]);
    assert_eq!(room.convert(&["@a.ggf", "@out/", "--to", "wthor"], b"").code, 0);
    for name in ["WTH_1999.wtb", "WTH_2001.wtb", "WTH.JOU", "WTH.TRN"] {
        assert!(room.path("out").join(name).is_file(), "{name}");
    }
    // A second time nothing is touched.
    let run = room.convert(&["@a.ggf", "@out/", "--to", "wthor"], b"");
    assert!(run.code == 1 && run.err.contains("out/WTH_1999.wtb: it is there already"), "{}", run.err);
}

#[test]
fn names_files_of_other_games_are_not_spoilt() {
    let [(players, kind), _] = names_files();
    let others = Names { names: vec!["Somebody else".to_owned()], ..players.clone() }.write(kind).unwrap();
    let room = Room::new(&[("WTH.JOU", &others), ("given.jou", &players.write(kind).unwrap())]);
    let run = room.convert(&["-", "@a.wtb", "--players", "@given.jou"], GGF.as_bytes());
    assert!(run.code == 1 && run.err.contains("WTH.JOU: it has other names"), "{}", run.err);
    assert_eq!(room.names(), ["WTH.JOU", "given.jou"]);
    assert!(room.read("WTH.JOU") == others);
    let run = room.convert(&["@given.jou", "@b.ggf"], b"");
    assert!(run.code == 1 && run.err.contains("found the names of players"), "{}", run.err);
}

fn play(arguments: &[&str], input: &str) -> Run {
    outflank(&[&["play"], arguments].concat(), input.as_bytes())
}

#[test]
fn a_game_is_taken_up_from_any_format_and_saved_by_its_extension() {
    let room = Room::new(&[("a.wtb", WTHOR)]);
    let after_two = play(&["--from", "f5d6"], "").out;
    for name in ["game.ggf", "game.SGF", "game.pgn", "game.txt", "game"] {
        let path = room.path(name);
        let path = path.to_str().unwrap();
        let saved = play(&[], &format!("f5\nd6\nsave {path}\nquit\n"));
        assert!(saved.out.contains(&format!("Saved to {path}\n")), "{}", saved.out);
        assert_eq!(play(&["--from", path], "").out, after_two, "{name}");
        let loaded = play(&[], &format!("load {path}\n"));
        assert!(loaded.out.ends_with(&after_two), "{name}: {}", loaded.out);
    }
    assert!(room.text("game.ggf").starts_with("(;GM[Othello]"));
    assert!(room.text("game.SGF").starts_with("(;"));
    assert!(room.text("game.pgn").starts_with('['));
    assert_eq!(room.text("game"), "f5d6\n");
    let pasted = play(&["--from", &room.text("game.pgn")], "");
    assert_eq!(pasted.out, after_two, "{}", pasted.err);

    let variant = room.path("variant.pgn");
    let refused = play(&["--rules", "thirty"], &format!("save {}\nquit\n", variant.display()));
    assert!(refused.out.contains("only supports the standard rules, not thirty"), "{}", refused.out);
    assert!(!Path::new(&variant).exists());

    let collection = room.path("a.wtb");
    let collection = collection.to_str().unwrap();
    let many = play(&["--from", collection], "");
    assert_eq!((many.code, many.out.as_str()), (1, ""));
    assert!(many.err.contains("it has 200 games; the first is chosen by #1"), "{}", many.err);
    assert_eq!(play(&["--from", &format!("{collection}#200")], "").code, 1);
    let none = play(&["--from", &format!("{collection}#201")], "");
    assert!(none.err.contains("it has no game with the number 201"), "{}", none.err);
    // A collection is not the record of a game, and is not overwritten by one.
    let spared = play(&[], &format!("save {collection}\nquit\n"));
    assert!(spared.out.contains("what is there is not the record of a game"), "{}", spared.out);
    assert!(room.read("a.wtb") == WTHOR);
}

#[test]
fn the_ends_of_all_games_are_solved() {
    let room = Room::new(&[]);
    let obf = include_str!("../../../outflank-formats/tests/data/problems.obf");
    let first = obf.lines().find(|line| !line.starts_with('%')).unwrap();
    let ggf = room.convert(&["-", "-", "--to", "ggf"], format!("{}\n", &first[..66]).as_bytes()).out;
    let run = outflank(&["solve", "--json", "--table", "16", "-"], format!("{ggf}{ggf}").as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{}", run.err);
    assert!(run.out.lines().all(|line| line.contains("\"score\":18")), "{}", run.out);
}

#[test]
fn openings_are_named_on_request_and_only_where_nobody_has() {
    let room = Room::new(&[]);
    let opening = |arguments: &[&str], moves: &str| {
        let arguments = [&["-", "-", "--to", "sgf"], arguments].concat();
        let out = String::from_utf8(room.convert(&arguments, moves.as_bytes()).out.into()).unwrap();
        out.split_once("ON[").map(|(_, rest)| rest.split(']').next().unwrap().to_owned())
    };
    assert_eq!(opening(&[], "f5d6c3d3c4"), None);
    assert_eq!(opening(&["--openings"], "f5d6c3d3c4").as_deref(), Some("Tiger"));
    // Turned by half, and in French.
    assert_eq!(opening(&["--openings=french"], "c4e3f6e6f5").as_deref(), Some("Tigre"));
    assert_eq!(opening(&["--openings"], "(;GM[Othello]ON[Mine]B[f5]W[d6];)").as_deref(), Some("Mine"));
}
