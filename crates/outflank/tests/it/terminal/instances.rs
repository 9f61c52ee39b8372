use std::fs;
use std::path::PathBuf;

use outflank_pty::keys;
use rustix::process::Signal;

use super::board::Board;
use super::panel::moves;
use super::window::{Home, USUAL, Window};
use super::{STILL, record};
#[cfg(target_os = "linux")]
use {super::window::program, outflank_pty::Session, rustix::process, std::process::Command};

const OFFER: &str = "Press Y to continue your game";
const IN_USE: &str = "Your unfinished game is open in another window.";

fn playing(home: &Home, squares: &[&str]) -> Window {
    let mut window = home.plain(&["play", "--black", "human", "--white", "human"], USUAL);
    for (number, square) in (1..).zip(squares) {
        window.wait_for("the board", |screen| Board::on(screen).is_some());
        window.enter(square);
        window.wait_for("the move", |screen| moves(screen).len() == number);
    }
    window
}

fn journals(home: &Home) -> Vec<(PathBuf, String)> {
    home.files("unfinished").into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn a_second_instance_leaves_the_game_of_the_first_alone() {
    let home = Home::new(STILL);
    let mut first = playing(&home, &["f5", "d6", "c3"]);
    let mut second = home.plain(&[], USUAL);
    let screen = second.wait_for_text(IN_USE);
    assert!(!screen.contents().contains(OFFER), "{}", screen.contents());
    second.press(keys::UP);
    second.wait_for("no more of it", |screen| !screen.contents().contains(IN_USE));

    let before = journals(&home);
    let mut own = playing(&home, &["d3"]);
    let after = journals(&home);
    assert_eq!(after.len(), 2);
    assert!(before.iter().all(|journal| after.contains(journal)));
    first.enter("d3");
    first.wait_for("the move", |screen| moves(screen).len() == 4);
    own.enter("c3");
    own.wait_for("the move", |screen| moves(screen).len() == 2);
    own.quit_game();
    first.quit_game();
    assert_eq!(journals(&home).len(), 2);
    second.quit();
}

#[test]
fn a_game_is_offered_once_its_instance_was_killed() {
    let home = Home::new(STILL);
    let mut first = playing(&home, &["f5", "d6", "c3"]);
    let mut second = home.plain(&[], USUAL);
    second.wait_for_text(IN_USE);
    first.session.end_by(Signal::KILL).unwrap();
    second.quit();
    let mut third = home.plain(&[], USUAL);
    third.wait_for_text(OFFER);
    third.press("Y");
    third.wait_for("the game", |screen| moves(screen).len() == 3);
    third.quit_game();
}

#[test]
fn a_game_that_another_instance_continues_is_not_continued_twice() {
    let home = Home::new(STILL);
    playing(&home, &["f5", "d6", "c3"]).quit_game();
    let [mut first, mut second] = [(); 2].map(|()| home.plain(&[], USUAL));
    for window in [&first, &second] {
        window.wait_for_text(OFFER);
    }
    first.press("Y");
    first.wait_for("the game", |screen| moves(screen).len() == 3);
    second.press("Y");
    let screen = second.wait_for_text("This game is being played in another window.");
    assert!(!screen.contents().contains(OFFER), "{}", screen.contents());
    first.enter("d3");
    first.wait_for("the move", |screen| moves(screen).len() == 4);
    first.press("w");
    first.wait_for_text("resigns");
    first.quit();
    second.quit();
    let [file] = &home.files("games")[..] else { panic!("{:?}", home.files("games")) };
    assert_eq!(record(file).game().placements().count(), 4);
    assert!(home.files("unfinished").is_empty());
}

/// A killed program leaves its last screen behind, and the terminal in its modes.
#[cfg(target_os = "linux")]
#[test]
fn a_start_after_a_kill_shows_nothing_of_what_was_left() {
    let home = Home::new(STILL);
    let mut command = Command::new("sh");
    command.args(["-c", "\"$0\"; exec \"$0\""]).arg(program()).env("OUTFLANK_HOME", home.path());
    command.envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C")]);
    let mut window = Window { session: Session::start(&command, USUAL).unwrap() };
    let fresh = window.wait_for_text("Esc menu");
    window.press("?");
    window.wait_for_text("the keys of this screen");
    let shell = window.session.process().unwrap();
    let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
    let child = children.trim().parse().ok().and_then(process::Pid::from_raw).expect("the shell runs one program");
    process::kill_process(child, Signal::KILL).unwrap();
    let again = window.wait_for("the first screen", |screen| screen.contents() == fresh.contents());
    assert!(!again.contents().contains("the keys of this screen"));
}
