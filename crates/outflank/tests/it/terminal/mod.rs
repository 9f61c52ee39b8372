mod board;
mod explorer;
#[cfg(target_os = "linux")]
mod full_disk;
mod hostile_names;
mod instances;
mod lesson;
mod levels;
mod library;
mod names;
mod panel;
mod play;
mod programs;
mod screens;
mod study;
mod window;

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use outflank_formats::{Record, ggf, plain};
use outflank_pty::{Screen, Session, Size, keys};
use outflank_rules::{Color, Game, Position, Rules, Square};
use rustix::process::Signal;

use board::Board;
use panel::{clock, moves, turn};
use window::{Home, LARGE, USUAL, Window, is_full_screen, program};

/// Without animation, a test reads a still board.
const STILL: &str = "animation = false\n";

/// Black wins with b2.
const NEARLY_WON: [&str; 4] = ["--from", "e6f6g6d6c4c5c6c3", "--white", "engine:1"];

#[test]
fn a_whole_game_is_played_with_keys_mouse_and_resizing() {
    let home = Home::new(&format!("{STILL}level = 1\n"));
    let mut window = home.plain(&[], USUAL);
    window.wait_for_text("Esc opens the menu");
    assert!(is_full_screen(&window.session.screen()));
    window.press("N");
    window.wait_for_text("Opponent");
    window.press(keys::ENTER);

    let mut played = 0;
    loop {
        let screen = window.wait_for("our turn, or the end", |screen| is_over(screen) || is_our_turn(screen));
        if is_over(&screen) {
            break;
        }
        let board = Board::on(&screen).unwrap();
        let square = board.marked().into_iter().next().unwrap();
        match played % 3 {
            0 if played == 0 => window.press(&[keys::UP, keys::ENTER].concat()),
            0 => window.enter(&square.to_string()),
            1 => window.press(&format!("{}{}", square.to_string().to_uppercase(), keys::ENTER)),
            _ => window.click(square),
        }
        window.wait_for("a move", |screen| Board::on(screen).is_some_and(|now| now.discs() != board.discs()));
        played += 1;
        match played {
            5 => window.resize(LARGE, 4),
            8 => window.resize(Size { columns: 46, rows: 20 }, 1),
            11 => {
                window.session.resize(Size { columns: 18, rows: 8 }).unwrap();
                window.wait_for("a window that is too small", |screen| {
                    Board::on(screen).is_none() && screen.contents().contains("18x8")
                });
                window.resize(USUAL, 2);
            }
            _ => {}
        }
    }
    assert!(played > 11, "the game was over after {played} moves");

    let [file] = &home.files("games")[..] else { panic!("{:?}", home.files("games")) };
    let record = record(file);
    let outcome = record.game().outcome().expect("the game was played out");
    // The result may be drawn before the rest of the board.
    let is_last =
        |screen: &Screen| Board::on(screen).is_some_and(|now| now.discs() == record.game().position().discs());
    let screen = window.wait_for("the last board", is_last);
    for color in Color::ALL {
        let discs = outcome.discs[color].to_string();
        assert!(screen.contents().contains(&discs), "{discs} is nowhere:\n{}", screen.contents());
    }
    assert!(record.plies().filter(|(ply, _)| ply.mv.square().is_some()).all(|(_, note)| note.time.is_some()));
    assert!(home.files("unfinished").is_empty());

    window.quit();
}

#[test]
fn a_killed_game_can_be_continued() {
    let home = Home::new(STILL);
    let (left, mut window) = killed_and_continued(&home, &[]);
    let board = Board::on(&left).unwrap();
    window.press("u");
    let again = window.wait_for("two moves less", |screen| moves(screen).len() == 6);
    assert!(moves(&left).starts_with(&moves(&again)));
    assert_eq!(count(&Board::on(&again).unwrap()) + 2, count(&board));
    window.quit_game();
    assert_eq!(home.files("unfinished").len(), 1);
}

#[test]
fn clocks_do_not_run_while_the_program_does_not() {
    let home = Home::new(STILL);
    let started = Instant::now();
    let (left, window) = killed_and_continued(&home, &["--clock", "600"]);
    let ran = started.elapsed() - AWAY;
    let again = window.session.screen();
    for color in Color::ALL {
        let (before, after) = (clock(&left, color), clock(&again, color));
        assert!(after <= before, "{color} had {before:?} and has {after:?}");
    }
    // Each clock is read in whole seconds.
    let charged: Duration = Color::ALL.map(|color| Duration::from_secs(600) - clock(&again, color)).iter().sum();
    assert!(charged <= ran + Duration::from_secs(2), "{charged:?} charged, and it ran for {ran:?}");
}

/// Long enough to be visible on a clock.
const AWAY: Duration = Duration::from_secs(5);

fn killed_and_continued(home: &Home, terms: &[&str]) -> (Screen, Window) {
    let arguments = [&["play", "--black", "human", "--white", "engine:1"], terms].concat();
    let mut window = home.plain(&arguments, USUAL);
    for _ in 0..4 {
        let board = Board::on(&window.wait_for("our turn", is_our_turn)).unwrap();
        window.click(board.marked().into_iter().next().unwrap());
        window.wait_for("a move", |screen| Board::on(screen).is_some_and(|now| now.discs() != board.discs()));
    }
    let left = window.wait_for("our turn", is_our_turn);
    assert_eq!(moves(&left).len(), 8, "{}", left.contents());
    window.session.end_by(Signal::KILL).unwrap();
    assert_eq!(home.files("unfinished").len(), 1);
    std::thread::sleep(AWAY);

    let mut window = home.plain(&[], USUAL);
    window.wait_for_text("Press Y to continue your game");
    window.press("Y");
    let board = Board::on(&left).unwrap();
    window.wait_for_board("the board that was left", |again| again.discs() == board.discs());
    window.wait_for("the same moves", |screen| moves(screen) == moves(&left));
    (left, window)
}

fn count(board: &Board) -> usize {
    Color::ALL.into_iter().flat_map(|color| board.discs()[color]).count()
}

#[test]
fn a_mistake_is_explained_and_retried() {
    // White's 16th move is by far the worst.
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6b7c7";
    let positions = positions(GAME);
    let home = Home::new(STILL);
    let mut window = home.plain(&[], USUAL);
    window.open_record(GAME);
    window.wait_for_text("b7??");
    window.press("W");
    window.wait_for_board("the position before it", |board| board.discs() == positions[15].discs());
    window.wait_for_text("16. b7 cost");
    window.press("S");
    window.wait_for_text("overall");
    window.press("\t\t");
    window.wait_for("the moves", |screen| !screen.contents().contains("overall"));
    window.press("R");
    window.wait_for_text("Mistakes of both sides");
    window.press(keys::ESCAPE);
    window.wait_for_text("You found better moves for 0 of");
    window.quit();
}

#[test]
fn a_bad_move_against_the_engine_needs_confirmation() {
    let home = Home::new(STILL);
    let mut window = home.plain(&["--warn", "--level", "1", "--from", "f5d6c3d3"], USUAL);
    window.wait_for_text("Black to move");
    window.enter("c7");
    window.wait_for_text("Play it anyway?");
    assert_eq!(moves(&window.session.screen()).len(), 4, "it is not made yet");
    window.press(keys::ESCAPE);
    window.wait_for("the question is gone", |screen| !screen.contents().contains("anyway"));
    window.enter("c7");
    window.wait_for_text("Play it anyway?");
    window.press(keys::ENTER);
    window.wait_for("the move and the answer", |screen| moves(screen).len() == 6);
    window.quit_game();
}

#[test]
fn a_game_is_studied() {
    const GAME: &str = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6";
    const GAME_IN_BASE64: &str = "ZjVkNmMzZDNjNGY0ZjZmM2U2ZTdkN2M1YjZkOGM2YzdkMmI1YTVhNg==";
    let positions = positions(GAME);
    let home = Home::new(STILL);
    let mut window = home.plain(&[], LARGE);
    window.open_record(GAME);
    let shows = |position: Position| move |board: &Board| board.discs() == position.discs();
    window.wait_for_text("Study: move 0");
    window.press(keys::END);
    window.wait_for_board("the last position", shows(positions[20]));
    window.press(keys::LEFT);
    window.wait_for_board("the position before", shows(positions[19]));
    window.press(keys::HOME);
    window.wait_for_board("the start", shows(positions[0]));
    window.press(&keys::RIGHT.repeat(5));
    window.wait_for_board("the Tiger", shows(positions[5]));
    window.wait_for_text("Tiger");

    let legal = positions[5].legal_moves();
    window.wait_for("values on the squares", |screen| {
        let Some(board) = Board::on(screen) else { return false };
        legal.into_iter().all(|square| board.text(square).chars().any(|character| character.is_ascii_digit()))
    });

    window.resize(USUAL, 2);
    window.wait_for_board("the Tiger in a smaller window", shows(positions[5]));
    let other = positions[5].play(Square::B3.into()).unwrap();
    window.enter("b3");
    window.wait_for_board("a variation", shows(other));
    window.press(keys::BACKSPACE);
    window.wait_for_board("the game again", shows(positions[5]));

    window.press("y");
    window.wait_for_text("clipboard");
    assert_eq!(window.session.clipboard().as_deref(), Some(GAME_IN_BASE64.as_bytes()));

    window.press("W");
    window.wait_for_board("a move of the game", |board| positions.iter().any(|&position| shows(position)(board)));
    window.press(keys::CTRL_C);
    window.wait_for_text("are not saved");
    window.press(keys::ENTER);
    window.has_ended_well();
}

#[test]
fn opening_progress_survives_a_kill() {
    let home = Home::new(STILL);
    let mut window = home.plain(&["drill", "--opening", "tiger", "--as", "white"], USUAL);
    let start = Position::initial(Rules::Standard);
    let after = |moves: &str| *plain::parse(moves).unwrap().check().unwrap().game().position();
    let shows = |position: Position| move |board: &Board| board.discs() == position.discs();
    assert_ne!(after("f5"), start);
    window.wait_for_board("Black's first move", shows(after("f5")));
    window.enter("d6");
    window.wait_for_board("the answer", shows(after("f5d6c3")));
    window.click(Square::D3);
    window.wait_for_text("Right to the end of Tiger.");
    window.session.end_by(Signal::KILL).unwrap();

    let mut window = home.plain(&["drill", "--opening", "tiger", "--as", "white"], LARGE);
    window.wait_for_text("1 of 1 known, 0 to learn, 0 due today");
    window.enter("f4");
    window.wait_for_text("f4 leaves the line: Tiger has d6 here.");
    window.wait_for_text("0 of 1 known, 1 to learn, 1 due today");
    window.quit();
}

#[test]
fn dragging_with_the_mouse_copies_text() {
    const IN_BASE64: &str = "TW92ZXM=";
    let home = Home::new(STILL);
    let mut window = home.plain(&[], USUAL);
    let screen = window.wait_for_text("- Moves -");
    let rows: Vec<String> = screen.rows(0, USUAL.columns).collect();
    let found = (0..).zip(&rows).find_map(|(row, text)| Some((text.find("Moves")? as u16, row)));
    let (column, row) = found.unwrap();
    window.press(&keys::drag((column, row), (column + 4, row)));
    window.wait_for_text("Copied");
    assert_eq!(window.session.clipboard().as_deref(), Some(IN_BASE64.as_bytes()));
    window.quit();
}

#[test]
fn every_exit_restores_the_terminal() {
    let home = Home::new("");
    let play = ["play", "--black", "human", "--white", "engine:1"];
    let start = |arguments: &[&str]| {
        let window = home.colourful(arguments, USUAL);
        window.wait_for("a full screen", |screen| is_full_screen(screen) && !screen.contents().trim().is_empty());
        window
    };

    let mut window = start(&[]);
    assert!(!window.session.has_modes_as_before());
    window.quit();

    let mut window = start(&play);
    window.enter("f5");
    window.wait_for("a move", |screen| screen.contents().contains("f5"));
    window.press("q");
    window.wait_for_text("Quit?");
    window.press(keys::ESCAPE);
    window.wait_for("no question", |screen| !screen.contents().contains("Quit?"));
    window.press(keys::CTRL_C);
    window.wait_for_text("Quit?");
    window.press(keys::CTRL_C);
    window.has_ended_well();

    let mut window = start(&play);
    window.session.end_by(Signal::TERM).unwrap();
    window.is_as_before();
}

#[test]
fn the_shell_has_the_terminal_while_the_program_is_suspended() {
    let bash = "/bin/bash";
    if fs::metadata(bash).is_err() {
        return println!("skipped: there is no {bash} to go back to");
    }
    let home = Home::new("");
    let mut shell = Command::new(bash);
    shell.args(["--norc", "--noprofile", "-i"]).env("OUTFLANK_HOME", home.path());
    shell.envs([("TERM", "xterm-256color"), ("LANG", "C.UTF-8"), ("PS1", "ready> ")]);
    let mut window = Window { session: Session::start(&shell, USUAL).unwrap() };
    // Keys typed before the prompt may still go to the program.
    let is_asking = |screen: &Screen| !is_full_screen(screen) && screen.contents().trim_end().ends_with("ready>");
    let has_board = |screen: &Screen| is_full_screen(screen) && screen.contents().contains("Esc menu");
    window.wait_for("the shell", is_asking);
    window.press(&format!("{}{}", program().display(), keys::ENTER));
    window.wait_for("the board", has_board);
    window.press(keys::CTRL_Z);
    let screen = window.wait_for("the shell, for a while", is_asking);
    assert!(screen.contents().contains("Stopped") && !screen.alternate_screen() && !screen.hide_cursor());
    window.press(&format!("echo is $((6 * 7)){}", keys::ENTER));
    window.wait_for_text("is 42");
    window.wait_for("the shell, done", is_asking);
    window.press(&format!("fg{}", keys::ENTER));
    window.wait_for("the board again", has_board);
    window.press("q");
    window.wait_for("the shell again", is_asking);
    window.press(&format!("exit{}", keys::ENTER));
    window.has_ended_well();
}

/// Prints the latency without judging it: the machine may be busy.
#[test]
fn keys_are_answered_while_the_engine_thinks() {
    let home = Home::new(STILL);
    let mut window = home.colourful(&["play", "--black", "human", "--white", "engine:10,time=60", "--no-book"], LARGE);
    window.wait_for("the board", |screen| Board::on(screen).is_some());
    window.enter("f5");
    window.wait_for_text("is thinking");
    assert!(!window.session.screen().contents().contains("plies"), "the engine's line is hidden until it is asked for");
    window.press("L");
    window.wait_for("a line of the engine", |screen| screen.contents().contains("plies"));
    let has_keys = |screen: &Screen| screen.contents().contains("redraw the screen");
    let mut times = Vec::new();
    for _ in 0..20 {
        times.push(window.session.time_until("?", "the keys", has_keys).unwrap());
        times.push(window.session.time_until("?", "no keys", |screen| !has_keys(screen)).unwrap());
    }
    assert!(window.session.screen().contents().contains("is thinking"), "{}", window.session.screen().contents());
    times.sort();
    println!(
        "a key while the engine thinks: median {:?}, longest {:?}",
        times[times.len() / 2],
        times[times.len() - 1]
    );
}

/// Prints the cost without judging it: the machine may be busy.
#[test]
fn an_idle_board_draws_nothing() {
    const WATCHED: Duration = Duration::from_secs(2);
    let home = Home::new(STILL);
    for arguments in [&[][..], &["play", "--black", "human", "--white", "engine:1"]] {
        let mut window = home.colourful(arguments, LARGE);
        window.wait_for("a full screen", |screen| is_full_screen(screen) && !screen.contents().trim().is_empty());
        window.press("?");
        window.wait_for_text("the keys of this screen");
        let bytes = window.session.bytes();
        // The engine still starts up in the background.
        std::thread::sleep(WATCHED);
        let ticks = processor_ticks(&window);
        std::thread::sleep(WATCHED);
        assert_eq!(window.session.bytes(), bytes, "something was drawn");
        if let (Some(before), Some(after)) = (ticks, processor_ticks(&window)) {
            println!("{arguments:?}: {} hundredths of a second of processor time in {WATCHED:?}", after - before);
        }
    }
}

fn processor_ticks(window: &Window) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{}/stat", window.session.process()?)).ok()?;
    // The second field, the name in parentheses, may contain spaces. User and system time are fields 14 and 15.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    Some(fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?)
}

fn is_our_turn(screen: &Screen) -> bool {
    turn(screen) == Some(Color::Black) && Board::on(screen).is_some_and(|board| !board.marked().is_empty())
}

fn shows_result(screen: &Screen) -> bool {
    is_over(screen) && screen.contents().contains("Rematch")
}

fn is_over(screen: &Screen) -> bool {
    let text = screen.contents();
    text.contains(" wins") || text.contains("Draw")
}

fn record(file: &std::path::Path) -> Record {
    ggf::parse_game(&fs::read_to_string(file).unwrap()).unwrap().check().unwrap()
}

fn positions(moves: &str) -> Vec<Position> {
    let mut game = Game::new(Position::initial(Rules::Standard));
    let mut positions = vec![*game.position()];
    for square in moves.as_bytes().chunks(2) {
        game.play(std::str::from_utf8(square).unwrap().parse::<Square>().unwrap()).unwrap();
        positions.push(*game.position());
    }
    positions
}
