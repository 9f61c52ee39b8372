use outflank_formats::wthor::{Date, Games, Names, NamesKind};

use crate::support::{Room, Run, WTHOR, outflank, play};

const GGF: &str = "(;GM[Othello]DT[1999.02.03]PB[Ada]PW[Ben]TY[8]RE[+64.00:r]B[F5/1.5/2]W[D6]B[C3];)\n";
const START: &str = "---------------------------OX------XO--------------------------- X";

fn convert(room: &Room, arguments: &[&str], input: &[u8]) -> Run {
    room.run(&[&["convert"], arguments].concat(), input)
}

fn lines(text: &str) -> Vec<&str> {
    text.lines().collect()
}

#[test]
fn a_game_passes_through_every_format_with_games() {
    let room = Room::new(&[("a.ggf", GGF.as_bytes())]);
    let summary = "1 game read, 1 written\n";
    for (from, to) in
        [("a.ggf", "b.sgf"), ("b.sgf", "c.ggf"), ("c.ggf", "d.pgn"), ("d.pgn", "e.gam"), ("e.gam", "f.txt")]
    {
        let run = convert(&room, &[from, to], b"");
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", summary, 0), "{from} {to}");
    }
    assert!(room.text("c.ggf").contains("RE[+64.00:r]") && room.text("c.ggf").contains("B[F5/1.50/2.00]"));
    assert_eq!(room.text("f.txt"), "f5d6c3\n");
    for (name, expected) in [
        ("end.board", "------------------X--------XX------OXX-----O-------------------- O\n"),
        ("end.obf", "------------------X--------XX------OXX-----O-------------------- O;\n"),
        ("end.fen", "8/8/3P4/3Ppp2/3pp3/2p5/8/8 w - - 0 1\n"),
    ] {
        assert_eq!(convert(&room, &["a.ggf", name], b"").code, 0);
        assert_eq!(room.text(name), expected);
    }
}

#[test]
fn standard_input_and_output_are_dashes() {
    let room = Room::new(&[]);
    let run = convert(&room, &["-", "-", "--to", "lines"], format!("{GGF}{GGF}").as_bytes());
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("f5d6c3\nf5d6c3\n", "2 games read, 2 written\n", 0));
    let run = convert(&room, &["-", "-", "--from", "board", "--to", "fen"], START.as_bytes());
    assert_eq!(run.out, "8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\n");
}

#[test]
fn existing_files_are_only_replaced_with_force() {
    let room = Room::new(&[("a.ggf", GGF.as_bytes()), ("b.txt", b"my diary")]);
    let run = convert(&room, &["a.ggf", "b.txt"], b"");
    run.refused(1, "outflank: b.txt: already exists; use --force to overwrite it\n");
    assert_eq!(room.text("b.txt"), "my diary");
    assert_eq!(convert(&room, &["--force", "a.ggf", "b.txt"], b"").code, 0);
    assert_eq!(room.text("b.txt"), "f5d6c3\n");
    // If no game can be written, the file stays.
    let run = convert(&room, &["--force", "-", "b.txt"], b"f5d6d3");
    assert_eq!((run.code, lines(&run.err).last().copied()), (1, Some("1 game read, 0 written, 1 skipped")));
    assert_eq!(room.text("b.txt"), "f5d6c3\n");
    assert_eq!(room.names(), ["a.ggf", "b.txt"]);
}

#[test]
fn a_bad_game_is_reported_and_the_others_are_written() {
    let text = format!("{GGF}(;GM[Othello]B[F5]W[F5];)\n(;GM[Othello]B[Z9];)\n{GGF}");
    let room = Room::new(&[("a.ggf", text.as_bytes()), ("b.doc", b"what is this?"), ("c.txt", b"")]);
    let run = convert(&room, &["a.ggf", "b.doc", "c.txt", "missing", "-", "out.txt"], b"d3c5");
    assert_eq!((run.code, room.text("out.txt").as_str()), (1, "f5d6c3\nf5d6c3\nd3c5\n"));
    let errors = lines(&run.err);
    assert!(errors[0].starts_with("outflank: a.ggf: move 2, f5, is not legal"), "{}", run.err);
    assert!(errors[1].contains("(line 3, column "), "{}", run.err);
    assert!(errors[2].starts_with("outflank: b.doc: expected a move"), "{}", run.err);
    assert_eq!(errors[5], "outflank: c.txt: expected a game or a position, found nothing");
    assert!(errors[6].starts_with("outflank: missing: "), "{}", run.err);
    assert_eq!(errors[7..], ["5 games read, 3 written, 2 skipped"]);
}

#[test]
fn a_game_that_the_format_cannot_hold_is_not_written() {
    let room = Room::new(&[("a.txt", b"rules thirty\nd3"), ("b.txt", b"f5d6")]);
    let run = convert(&room, &["a.txt", "b.txt", "out.gam"], b"");
    assert_eq!(run.code, 1);
    let errors = lines(&run.err);
    assert!(errors[0].starts_with("outflank: a.txt: "), "{}", run.err);
    assert!(errors[0].contains("only supports the standard rules, not thirty"), "{}", run.err);
    assert!(errors[1].contains("needs a result"), "{}", run.err);
    assert_eq!(errors[2..], ["2 games read, 0 written, 2 skipped"]);
    assert!(!room.path("out.gam").exists());

    // Plain text holds one game if it is more than its moves.
    let run = convert(&room, &["a.txt", "b.txt", "out.txt"], b"");
    run.refused(1, "plain text holds one game, found several; try --to lines");
    let run = convert(&room, &["b.txt", "b.txt", "out.fen"], b"");
    run.refused(1, "FEN holds one game, found several; try --to obf");
    assert_eq!(room.names(), ["a.txt", "b.txt"]);
}

#[test]
fn folders_are_searched_for_known_extensions() {
    let room = Room::new(&[
        ("in/b.ggf", GGF.as_bytes()),
        ("in/a.txt", b"d3c5"),
        ("in/deep/er/c.SGF", b"(;GM[2];B[c4])"),
        ("in/notes.md", b"nothing"),
        ("in/.hidden.txt", b"e6"),
        ("in/WTH.JOU", b""),
    ]);
    let run = convert(&room, &["in", "in/out.txt"], b"");
    assert_eq!((run.code, room.text("in/out.txt").as_str()), (0, "d3c5\nf5d6c3\nc4\n"));
    assert_eq!(run.err, "outflank: in/notes.md: skipped, unknown extension\n3 games read, 3 written\n");
    assert_eq!(convert(&room, &["--force", "in", "in/out.txt"], b"").code, 0);
    assert_eq!(room.text("in/out.txt"), "d3c5\nf5d6c3\nc4\n");
}

fn names_files() -> [(Names, NamesKind); 2] {
    let created = Date { year: 2026, month: 2, day: 20 };
    let names =
        |word: &str, many| Names { created, names: (0..many).map(|number| format!("{word} {number}")).collect() };
    [(names("Player", 4_448), NamesKind::Players), (names("Tournament", 492), NamesKind::Tournaments)]
}

#[test]
fn wthor_files_keep_their_names_both_ways() {
    let [players, tournaments] = names_files().map(|(names, kind)| names.write(kind).unwrap());
    let room = Room::new(&[("a/WTH_0.wtb", WTHOR), ("a/wth.jou", &players), ("a/Wth.Trn", &tournaments)]);
    let run = convert(&room, &["a/WTH_0.wtb", "games.ggf"], b"");
    assert_eq!((run.code, run.err.as_str()), (0, "200 games read, 200 written\n"));
    let ggf = room.text("games.ggf");
    assert_eq!(["\n", "PB[Player ", "EV[Tournament "].map(|part| ggf.matches(part).count()), [200; 3]);

    let given = ["--players", "a/wth.jou", "--tournaments", "a/Wth.Trn"];
    let run = convert(&room, &[&["games.ggf", "b/", "--to", "wthor"], &given[..]].concat(), b"");
    assert_eq!((run.code, run.err.as_str()), (0, "200 games read, 200 written\n"));
    assert!(room.read("b/WTH.wtb")[4..] == WTHOR[4..]);
    assert!(room.read("b/WTH.JOU") == players && room.read("b/WTH.TRN") == tournaments);

    let run = convert(&room, &["-", "b/new.wtb"], GGF.as_bytes());
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(lines(&run.err)[..2], ["outflank: b/WTH.JOU: names added: 2", "outflank: b/WTH.TRN: names added: 1"]);
    assert!(room.read("b/WTH.JOU")[16..].starts_with(&players[16..]));
    let new = Games::parse(&room.read("b/new.wtb")).unwrap();
    assert_eq!((new.year, new.games[0].black, new.games[0].white, new.games[0].score), (1999, 4_448, 4_449, 64));

    room.put("c/games.wtb", WTHOR);
    assert_eq!(convert(&room, &["c/games.wtb", "c/games.sgf"], b"").code, 0);
    assert_eq!(convert(&room, &["c/games.sgf", "c/again.wtb"], b"").code, 0);
    assert!(room.read("c/again.wtb")[4..] == WTHOR[4..]);
}

#[test]
fn a_wthor_file_has_one_year_and_a_folder_has_many() {
    let other = GGF.replace("1999", "2001");
    let room = Room::new(&[("a.ggf", format!("{GGF}{other}").as_bytes())]);
    let run = convert(&room, &["a.ggf", "a.wtb"], b"");
    let error = "a WTHOR file holds the games of one year, found 2: 1999, 2001; use a folder as OUT";
    run.refused(1, &format!("outflank: a.wtb: {error}\n"));
    assert_eq!(room.names(), ["a.ggf"]);
    assert_eq!(convert(&room, &["a.ggf", "out/", "--to", "wthor"], b"").code, 0);
    for name in ["WTH_1999.wtb", "WTH_2001.wtb", "WTH.JOU", "WTH.TRN"] {
        assert!(room.path("out").join(name).is_file(), "{name}");
    }
    convert(&room, &["a.ggf", "out/", "--to", "wthor"], b"").refused(1, "out/WTH_1999.wtb: already exists");
}

#[test]
fn names_files_of_other_games_are_not_overwritten() {
    let [(players, kind), _] = names_files();
    let others = Names { names: vec!["Another".to_owned()], ..players.clone() }.write(kind).unwrap();
    let room = Room::new(&[("WTH.JOU", &others), ("given.jou", &players.write(kind).unwrap())]);
    let run = convert(&room, &["-", "a.wtb", "--players", "given.jou"], GGF.as_bytes());
    run.refused(1, "WTH.JOU: has other names");
    assert_eq!(room.names(), ["WTH.JOU", "given.jou"]);
    assert!(room.read("WTH.JOU") == others);
    convert(&room, &["given.jou", "b.ggf"], b"").refused(1, "found the names of players");
}

#[test]
fn play_reads_any_format_and_saves_by_extension() {
    let room = Room::new(&[("a.wtb", WTHOR)]);
    let after_two = play(&["--from", "f5d6"], &[]).out;
    for name in ["game.ggf", "game.SGF", "game.pgn", "game.txt", "game"] {
        let path = &room.name(name);
        play(&[], &["f5", "d6", &format!("save {path}"), "quit"]).prints(&format!("Saved to {path}\n"));
        assert_eq!(play(&["--from", path], &[]).out, after_two, "{name}");
        play(&[], &[&format!("load {path}")]).ends_with(&after_two);
    }
    assert!(room.text("game.ggf").starts_with("(;GM[Othello]"));
    assert!(room.text("game.SGF").starts_with("(;"));
    assert!(room.text("game.pgn").starts_with('['));
    assert_eq!(room.text("game"), "f5d6\n");
    let pasted = play(&["--from", &room.text("game.pgn")], &[]);
    assert_eq!(pasted.out, after_two, "{}", pasted.err);

    let variant = play(&["--rules", "thirty"], &[&format!("save {}", room.name("variant.pgn")), "quit"]);
    variant.prints("only supports the standard rules, not thirty");
    assert!(!room.path("variant.pgn").exists());

    let collection = &room.name("a.wtb");
    play(&["--from", collection], &[]).refused(1, "has 200 games; choose one, such as FILE#1");
    assert_eq!(play(&["--from", &format!("{collection}#200")], &[]).code, 1);
    play(&["--from", &format!("{collection}#201")], &[]).complains("no game with the number 201");
    // A database is not a record, and is not overwritten.
    play(&[], &[&format!("save {collection}"), "quit"]).prints("the existing file is not a game record");
    assert!(room.read("a.wtb") == WTHOR);
}

#[test]
fn solve_uses_the_last_positions_of_games() {
    let room = Room::new(&[]);
    let obf = include_str!("../../../outflank-formats/tests/data/problems.obf");
    let first = obf.lines().find(|line| !line.starts_with('%')).unwrap();
    let ggf = convert(&room, &["-", "-", "--to", "ggf"], format!("{}\n", &first[..66]).as_bytes()).out;
    let run = outflank(&["solve", "--json", "--table", "16", "-"], format!("{ggf}{ggf}").as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{}", run.err);
    assert!(run.out.lines().all(|line| line.contains("\"score\":18")), "{}", run.out);
}

#[test]
fn missing_opening_names_are_added_on_request() {
    let room = Room::new(&[]);
    let opening = |arguments: &[&str], moves: &str| {
        let arguments = [&["-", "-", "--to", "sgf"], arguments].concat();
        let out = convert(&room, &arguments, moves.as_bytes()).out;
        out.split_once("ON[").map(|(_, rest)| rest.split(']').next().unwrap().to_owned())
    };
    assert_eq!(opening(&[], "f5d6c3d3c4"), None);
    assert_eq!(opening(&["--openings"], "f5d6c3d3c4").as_deref(), Some("Tiger"));
    assert_eq!(opening(&["--openings=french"], "c4e3f6e6f5").as_deref(), Some("Tigre"));
    assert_eq!(opening(&["--openings"], "(;GM[Othello]ON[Mine]B[f5]W[d6];)").as_deref(), Some("Mine"));
}
