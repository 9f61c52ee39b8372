#![cfg(unix)]

use std::process::Command;

use outflank_pty::{Ended, Session, Size, keys};
use rustix::process::Signal;

fn shell(script: &str) -> Session {
    let mut command = Command::new("/bin/sh");
    command.args(["-c", script]).env("TERM", "xterm").env("GREETING", "hello");
    Session::start(&command, Size { columns: 40, rows: 6 }).expect("a shell can be started")
}

#[test]
fn input_is_answered_on_the_screen() {
    let mut session = shell("echo $GREETING; read line; echo \"<$line>\"; exit 3");
    session.wait_for_text("hello").unwrap();
    session.press("abc").unwrap();
    session.press(keys::ENTER).unwrap();
    session.wait_for_text("<abc>").unwrap();
    assert_eq!(session.wait_for_end().unwrap(), Ended { code: 3, signal: None });
    assert!(session.has_modes_as_before());
}

#[test]
fn the_window_can_be_resized() {
    let mut session = shell("stty size; read line; stty size; stty -echo; echo done; read line");
    session.wait_for_text("6 40").unwrap();
    session.resize(Size { columns: 50, rows: 9 }).unwrap();
    session.press(keys::ENTER).unwrap();
    session.wait_for_text("9 50").unwrap();
    session.wait_for_text("done").unwrap();
    assert!(!session.has_modes_as_before());
}

#[test]
fn a_missing_text_is_an_error_with_the_screen() {
    let session = shell("echo something else");
    let error = session.wait_for_text("hello").unwrap_err().to_string();
    assert!(error.contains("the program has ended") && error.contains("something else"), "{error}");
}

#[test]
fn a_program_that_ignores_sigterm_is_killed() {
    let mut session = shell("trap '' TERM; echo ready; while :; do read line; done");
    session.wait_for_text("ready").unwrap();
    assert!(session.end_by(Signal::KILL).unwrap().signal.is_some());
}

#[test]
fn a_synchronized_update_is_seen_whole() {
    let mut session = shell("printf '\\033[?2026hhalf'; read line; printf ' and half\\033[?2026l'; read line");
    session.press(keys::ENTER).unwrap();
    let screen = session.wait_for("anything", |screen| screen.contents().contains("half")).unwrap();
    assert!(screen.contents().contains("half and half") || screen.contents().contains("half\n and half"));
}

#[test]
fn the_clipboard_is_captured() {
    let session = shell("printf '\\033]52;c;ZjU=\\007done'; read line");
    session.wait_for_text("done").unwrap();
    assert_eq!(session.clipboard().as_deref(), Some(&b"ZjU="[..]));
}
