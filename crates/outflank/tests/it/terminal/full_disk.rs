use std::process::{Command, Stdio};

use outflank_pty::{Session, keys};
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, prlimit};

use crate::terminal::panel::moves;
use crate::terminal::window::{Home, USUAL, Window, program};

const GAME: [&str; 12] = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3", "e6", "e7", "d7", "c5"];

fn play_on(window: &mut Window, moves_to_play: &[&str]) {
    for square in moves_to_play {
        let before = moves(&window.session.screen()).len();
        window.enter(square);
        window.wait_for(square, |screen| moves(screen).len() == before + 1);
    }
}

fn start(script: &str, home: &Home) -> Window {
    let mut command = Command::new("sh");
    command.args(["-c", script]).arg(program()).args(["play", "--black", "human", "--white", "human"]);
    command.args(["--no-animation"]).env("OUTFLANK_HOME", home.path());
    command.envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C")]);
    Window { session: Session::start(&command, USUAL).unwrap() }
}

/// Files may not grow beyond 1 KiB, until the limit is lifted.
#[test]
fn a_game_goes_on_and_is_saved_when_there_is_room_again() {
    let home = Home::empty();
    let mut window = start("ulimit -S -f 2; exec \"$0\" \"$@\"", &home);
    window.wait_for_text("Black to move");
    play_on(&mut window, &GAME[..10]);
    window.wait_for_text("Not saved");
    let process = window.session.process().and_then(|id| Pid::from_raw(id as i32)).unwrap();
    let Rlimit { maximum, .. } = getrlimit(Resource::Fsize);
    prlimit(Some(process), Resource::Fsize, Rlimit { current: maximum, maximum }).unwrap();
    play_on(&mut window, &GAME[10..]);
    window.wait_for("the end of the warning", |screen| !screen.contents().contains("Not saved"));
    window.session.end_by(Signal::KILL).unwrap();

    let mut window = home.plain(&[], USUAL);
    window.wait_for_text("continue your game");
    window.press("Y");
    window.wait_for("the whole game", |screen| moves(screen).len() == GAME.len());
    window.session.end_by(Signal::KILL).unwrap();
}

#[test]
fn a_game_that_could_not_be_saved_is_printed() {
    let may = Command::new("unshare").args(["-rm", "true"]).stderr(Stdio::null()).status();
    if !may.is_ok_and(|status| status.success()) {
        return println!("skipped: this user may not mount a file system (unshare -rm)");
    }
    let home = Home::empty();
    let script = "exec unshare -rm sh -c 'mount -t tmpfs -o size=64k outflank \"$OUTFLANK_HOME\"; \
                  head -c 1000000 /dev/zero >\"$OUTFLANK_HOME/full\" 2>/dev/null; exec \"$@\"' sh \"$0\" \"$@\"";
    let mut window = start(script, &home);
    window.wait_for_text("Black to move");
    play_on(&mut window, &GAME[..4]);
    let screen = window.wait_for_text("Not saved");
    assert!(screen.contents().contains("No space left") || screen.contents().contains("full"), "{}", screen.contents());
    window.press("q");
    window.wait_for_text("Quit? This game is not saved.");
    window.press(keys::ENTER);
    let ended = window.session.wait_for_end().unwrap();
    assert_eq!(ended.code, 1);
    let text = window.session.screen().contents().replace('\n', "");
    assert!(text.contains("could not save the game f5d6c3d3"), "{text}");
}
