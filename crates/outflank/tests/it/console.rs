#[cfg(unix)]
use std::fs;

use crate::support::{Room, Run, outflank, play};

/// Without a pass; ends on the last board of the second passage.
pub(crate) const WHOLE_GAME: &str = "e6d6c3d3c4f5f4f3c6c5e3f7f6d7g2d2g4c7b7g6g7b5b6g3e2f2f1a6b4a3b3c2h4e7h6h5b1b2c8g8g5h2e8f8h7h3\
                          a1a2a4a5h1g1e1d1h8a8c1d8b8a7";

const TO_A_PASS: &str = "d3c3b3b2f5a3a1c1";

const START: &str = "\
1 --------
2 --------
3 --------
4 ---OX---
5 ---XO---
6 --------
7 --------
8 --------
  abcdefgh

";

fn after_start(run: &Run) -> &str {
    run.out.strip_prefix(START).unwrap_or_else(|| panic!("the game did not begin at the start:\n{}", run.out))
}

fn pairs(transcript: &str) -> Vec<&str> {
    (0..transcript.len()).step_by(2).map(|at| &transcript[at..at + 2]).collect()
}

#[test]
fn the_first_passage_of_the_document_is_reproduced() {
    let run = play(&[], &["3d", "c5", "e7", "e6", "5f"]);
    let expected = include_str!("../data/opening.txt");
    assert_eq!(run.out, format!("{expected}\nPlayer 'X' move: \n"));
    assert_eq!(run.code, 1);
}

#[test]
fn a_bare_call_plays_and_accepts_windows_line_ends() {
    let run = outflank(&[], b"D3\r\nC5\r\n");
    run.prints("Player 'X' move: D3\n1 --------\n");
    run.prints("Player 'O' move: C5\n1 --------\n");
}

#[test]
fn an_invalid_move_is_rejected_without_another_board() {
    for line in ["", "   ", "e7", "d4", "i9", "pass", "d3 d4", "nonsense", "save", "d\u{301}3", "\u{1b}[A"] {
        let run = play(&[], &[line]);
        let shown = line.replace('\u{1b}', " ");
        let expected = format!("Player 'X' move: {shown}\nInvalid move. Please try again.\n\nPlayer 'X' move: \n");
        assert_eq!(after_start(&run), expected);
    }
    let run = outflank(&["play"], b"\xff\xfe\nd3\n");
    run.prints("Invalid move. Please try again.\n\nPlayer 'X' move: d3\n1 ");
}

#[test]
fn passes_and_endings_are_announced() {
    let perfect = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2\
                   c1h2h1g2b8a8g7h8h7h6";
    let thirty =
        |discs: &str, supply: &str| format!("rules thirty\nboard {discs}{} X\nsupply {supply}", "-".repeat(62));
    // In both, c1 is open, but a player has no disc left: Black, or White after Black's pass.
    let (no_disc, pass) = (thirty("XO", "0 5"), thirty("OX", "5 0"));
    for (arguments, moves, end) in [
        (&[][..], pairs(WHOLE_GAME), include_str!("../data/ending.txt")),
        (&[], pairs("e6f6g6d6c4c5c6c3b2"), "  abcdefgh\n\nNo further moves available\nPlayer 'X' wins ( 13 vs 0 )\n"),
        (&[], pairs(perfect), "No further moves available\nDraw ( 32 vs 32 )\n"),
        (&["--from", &no_disc], vec![], "  abcdefgh\n\nPlayer 'X' has no discs left\nDraw ( 1 vs 1 )\n"),
        (
            &["--from", &pass],
            vec![],
            "\n\nPlayer 'X' has no valid move, play passes to 'O'\n\nPlayer 'O' has no discs left\nDraw ( 1 vs 1 )\n",
        ),
        (&[], vec!["d3", "resign"], "Player 'O' move: resign\nPlayer 'O' resigns\nPlayer 'X' wins ( 4 vs 1 )\n"),
        (&[], vec!["d3", "c5", "e6", "f5", "RESIGN"], "Player 'X' resigns\nPlayer 'O' wins ( 4 vs 4 )\n"),
    ] {
        let run = play(arguments, &moves);
        run.ends_with(end);
        run.ok();
    }
    let run = play(&[], &pairs(TO_A_PASS));
    run.ends_with("  abcdefgh\n\nPlayer 'X' has no valid move, play passes to 'O'\n\nPlayer 'O' move: \n");
}

#[test]
fn an_unfinished_game_says_how_to_continue() {
    let quit = play(&[], &["d3", "quit", "c5"]);
    assert_eq!(quit.code, 0);
    quit.ends_with("Player 'O' move: quit\n\n");
    quit.complains("the game is unfinished");
    quit.complains("--from 'd3'");
    let broken_off = play(&[], &["d3"]);
    assert_eq!(broken_off.code, 1);
    broken_off.ends_with("Player 'O' move: \n");
    broken_off.complains("the game is unfinished");
}

#[test]
fn a_game_continues_with_its_options() {
    let hint = |arguments: &[&str], lines: &[&str]| {
        let err = play(arguments, lines).err;
        err.strip_prefix("outflank: the game is unfinished\n").unwrap_or_else(|| panic!("{err}")).to_owned()
    };
    let go_on = |options: &str| format!("Continue it with: outflank play {options}\n");
    assert_eq!(hint(&[], &[]), "");
    assert_eq!(hint(&["--rules", "shellos"], &["c3"]), go_on("--rules shellos --from 'c3'"));
    assert_eq!(hint(&["--symbols", "BW"], &["d3"]), go_on("--symbols BW --from 'd3'"));
    let bounds = ["--time", "0.5", "--depth", "2", "--nodes", "9"];
    let engine = [&["--from", "d3c3", "--white", "engine:2"][..], &bounds].concat();
    assert_eq!(hint(&engine, &[]), go_on("--white engine:2 --time 0.5 --depth 2 --nodes 9 --from 'd3c3'"));
    // A board that was set up is kept even before the first move.
    let board = "board -------------------X-------XX------XO--------------------------- O";
    assert_eq!(hint(&["--from", board], &[]), go_on(&format!("--from '{board}'")));
}

#[test]
fn each_variant_has_its_rules() {
    // c3 flips along a diagonal only.
    play(&["--rules", "orthogonal"], &["d3", "c3"]).prints("Player 'O' move: c3\nInvalid move.");
    play(&["--rules", "thirty"], &["d3", "c3"]).prints("Player 'O' move: c3\n1 --------");
    let shellos = play(&["--rules", "shellos"], &["c3", "c2", "a8"]);
    shellos.prints("2 --O-----\n3 --X-----\n4 ---OX---\n");
    shellos.prints("Player 'X' move: a8\nInvalid move.");
}

#[test]
fn other_symbols_change_the_board_and_the_names() {
    let run = play(&["--symbols", "●○"], &["d3"]);
    run.prints("4 ---○●---\n");
    run.prints("Player '○' move: ");
    play(&["--symbols", "BW"], &[]).prints("4 ---WB---\n");
}

#[test]
fn moves_and_flips_list_the_legal_moves() {
    let run = play(&[], &["moves", "flips"]);
    let expected = "Player 'X' move: moves\nd3 c4 f5 e6\n\nPlayer 'X' move: flips\nd3 flips 1 disc: d4\n\
                    c4 flips 1 disc: d4\nf5 flips 1 disc: e5\ne6 flips 1 disc: e5\n\nPlayer 'X' move: \n";
    assert_eq!(after_start(&run), expected);
    play(&["--rules", "shellos"], &["flips"]).prints("c3 flips nothing\nd3 flips 1 disc: d4\n");
}

#[test]
fn the_last_named_opening_applies_from_any_side() {
    let opening = |arguments: &[&str], moves: &str| {
        let mut lines = pairs(moves);
        lines.push("opening");
        let out = play(arguments, &lines).out;
        let (_, name) = out.split_once("move: opening\n").unwrap();
        name.lines().next().unwrap().to_owned()
    };
    assert_eq!(opening(&[], "f5"), "This opening has no name.");
    assert_eq!(opening(&[], "f5d6c3d3c4"), "Tiger, after move 5");
    assert_eq!(opening(&[], "c4e3f6e6f5c5"), "Tiger, after move 5");
    assert_eq!(opening(&["--rules", "shellos"], "c3"), "This opening has no name.");
    play(&[], &["opening"]).ends_with("move: opening\nThis opening has no name.\n\nPlayer 'X' move: \n");
}

#[test]
fn help_lists_every_command() {
    let run = play(&[], &["help"]);
    let commands =
        ["moves", "flips", "opening", "hint", "undo", "redo", "save FILE", "load FILE", "resign", "quit", "help"];
    for command in commands {
        assert!(run.out.contains(&format!("\n{command} ")), "{command}: {}", run.out);
    }
    assert!(run.out.lines().all(|line| line.len() < 80), "{}", run.out);
}

#[test]
fn undo_and_redo_skip_passes() {
    let straight = play(&[], &["d3", "c5", "e6"]);
    let last_board = straight.out.rsplit_once("move: e6\n").unwrap().1;
    let run = play(&[], &["d3", "c5", "e6", "undo", "undo", "redo", "redo", "redo"]);
    let after_redo = run.out.rsplit_once("move: redo\n1").unwrap().1;
    let (board, rest) = after_redo.split_once("Player 'O' move: redo\n").unwrap();
    assert_eq!(format!("1{board}Player 'O' move: \n"), last_board);
    assert!(rest.starts_with("There is nothing to redo.\n\nPlayer 'O' move: "), "{rest}");

    let at_start = play(&[], &["undo"]);
    assert_eq!(after_start(&at_start), "Player 'X' move: undo\nThere is nothing to take back.\n\nPlayer 'X' move: \n");

    let over_pass = play(&[], &[&pairs(TO_A_PASS)[..], &["undo"]].concat());
    over_pass.ends_with("  abcdefgh\n\nPlayer 'O' move: \n");
    assert!(!over_pass.out.rsplit_once("undo").unwrap().1.contains("passes"), "{}", over_pass.out);
}

#[test]
fn a_saved_game_is_loaded_as_it_was() {
    let room = Room::new(&[]);
    let file = &room.name("my game.txt");
    for rules in ["standard", "orthogonal", "thirty", "shellos"] {
        let saved = play(&["--rules", rules], &["d3", "c5", &format!("save {file}"), "quit"]);
        saved.prints(&format!("Saved to {file}\n\n"));
        let loaded = play(&[], &[&format!("load {file}"), "flips", "quit"]);
        let resumed = play(&["--from", file], &["flips", "quit"]);
        let direct = play(&["--rules", rules], &["d3", "c5", "flips", "quit"]);
        let shown = |run: &Run| run.out.rsplit_once("  abcdefgh\n").unwrap().1.to_owned();
        assert_eq!(shown(&loaded), shown(&direct), "{rules}");
        assert_eq!(shown(&resumed), shown(&direct), "{rules}");
        assert_eq!(loaded.err, direct.err, "{rules}");
    }
}

#[test]
fn failed_saving_and_loading_leaves_the_game_running() {
    let room = Room::new(&[("precious.txt", b"my diary")]);
    let lines = ["save precious.txt", "save no such folder/game", "load precious.txt", "d3"];
    let run = room.run(&["play"], (lines.join("\n") + "\n").as_bytes());
    run.prints("Cannot save to");
    run.prints("precious.txt: expected ");
    run.ends_with("Player 'O' move: \n");
    assert_eq!(room.text("precious.txt"), "my diary");
}

#[cfg(unix)]
#[test]
fn saving_keeps_links_and_permissions_and_only_replaces_files() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let room = Room::new(&[("game", b"f5\n"), ("kept", b"f5\n"), ("folder/file", b"")]);
    let path = |name: &str| room.path(name);
    let save = |name: &str| {
        let run = play(&[], &["d3", &format!("save {}", room.name(name)), "quit"]);
        let message = run.out.split_once("save ").unwrap().1.split("\n").nth(1).unwrap().to_owned();
        message.replace(&room.name(name), name)
    };
    fs::set_permissions(path("game"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("game", path("link")).unwrap();
    symlink("nowhere", path("dangling")).unwrap();
    fs::set_permissions(path("kept"), fs::Permissions::from_mode(0o444)).unwrap();

    assert_eq!(save("link"), "Saved to link");
    assert!(path("link").is_symlink());
    assert_eq!(room.text("game"), "d3\n");
    assert_eq!(path("game").metadata().unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(save("kept"), "Cannot save to kept: it is read-only");
    assert_eq!(room.text("kept"), "f5\n");
    assert_eq!(save("folder"), "Cannot save to folder: it is a directory");
    assert_eq!(save("/dev/null"), "Cannot save to /dev/null: it is not a regular file");
    assert_eq!(save("dangling"), "Cannot save to dangling: No such file or directory (os error 2)");
    assert_eq!(save("missing/game"), "Cannot save to missing/game: No such file or directory (os error 2)");
}

#[test]
fn a_game_starts_from_a_transcript_or_a_board() {
    let transcript = play(&["--from", "1. d3 c5 2. e6"], &[]);
    assert!(transcript.out.starts_with("1 --------\n2 --------\n3 ---X----\n4 ---XX---\n5 --OOX---\n6 ----X---\n"));
    transcript.ends_with("\n\nPlayer 'O' move: \n");
    let board = "-------------------X-------XX------XO--------------------------- O";
    play(&["--from", board], &["c3"]).prints("Player 'O' move: c3\n1 ");
    play(&["--from", board, "--rules", "orthogonal"], &["c3"]).prints("Player 'O' move: c3\nInvalid");
}

#[cfg(unix)]
#[test]
fn a_game_starts_from_any_kind_of_file() {
    let piped = outflank(&["play", "--from", "/dev/stdin"], b"d3c5");
    assert!(piped.out.starts_with("1 --------\n2 --------\n3 ---X----\n"), "{}", piped.out);
    let room = Room::new(&[("empty", b"")]);
    assert!(play(&["--from", &room.name("empty")], &[]).out.starts_with(START));
    play(&["--from", &room.name("")], &[]).refused(1, "Is a directory");
}

#[test]
fn a_bad_record_is_reported() {
    for nothing in ["", "-", " ", "% nothing", "rules shellos"] {
        let error = format!("outflank: --from: no such file, and no moves or board in '{nothing}'\n");
        play(&["--from", nothing], &["d3"]).refused(1, &error);
    }
    let start = "---------------------------OX------XO--------------------------- X";
    assert!(play(&["--from", start], &[]).out.starts_with(START));
    let illegal = play(&["--from", "d3 d3"], &[]);
    illegal.refused(1, "line 1, column 4");
    illegal.complains("d3");
    play(&["--from", "no/such/file"], &[]).refused(1, "no/such/file");
    play(&["--from", "rules shellos\nc3", "--rules", "standard"], &[]).refused(1, "shellos, not standard");
}
