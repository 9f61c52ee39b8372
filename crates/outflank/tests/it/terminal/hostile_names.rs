//! Names from files, settings and folders must not control the terminal.

use std::fs;
use std::process::Command;

use outflank_pty::{Session, keys};
use outflank_rules::Square;

use crate::terminal::shows_result;
use crate::terminal::window::{Home, USUAL, Window, program};

/// Sets the window's title, clears the screen and writes from right to left.
const HOSTILE: &str = "\u{1b}]0;taken\u{7}\u{1b}[2J\u{202e}Eve";

#[track_caller]
fn assert_harmless(window: &Window) {
    let text = window.session.screen().contents();
    assert_eq!((window.session.commands(), window.session.bells()), (Vec::new(), 0), "{text}");
    assert!(!text.contains(['\u{202e}', '\u{1b}']), "{text:?}");
}

#[test]
fn names_in_opened_files_are_harmless() {
    let home = Home::new("animation = false\n");
    let file = home.path().join("game.sgf");
    let sgf = "(;GM[2]PB[NAME]PW[Bob NAME]EV[NAME];B[f5];W[d6])";
    fs::write(&file, sgf.replace("NAME", &HOSTILE.replace(']', "\\]"))).unwrap();
    let mut window = home.colourful(&[], USUAL);
    window.open_record(file.to_str().unwrap());
    window.wait_for_text("Bob");
    assert_harmless(&window);
    window.quit();
    assert_harmless(&window);
}

#[test]
fn settings_are_harmless() {
    let quoted = "\\u001b]0;taken\\u0007\\u001b[2J\\u202eEve";
    let home = Home::new(&format!("animation = false\nname = \"{quoted}\"\nopponent = \"gtp:{quoted}\"\n"));
    let mut window = home.colourful(&[], USUAL);
    window.wait_for_text("expected a name");
    window.press("N");
    window.wait_for_text("Opponent");
    assert_harmless(&window);
    window.press(keys::ENTER);
    window.wait_for_text("could not be started");
    assert_harmless(&window);
    window.press(keys::ESCAPE);
    window.wait_for("the form", |screen| !screen.contents().contains("could not be started"));
    window.quit();
    assert_harmless(&window);
}

#[test]
fn folder_names_are_harmless() {
    let outer = Home::empty();
    let folder = outer.path().join(HOSTILE);
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("settings.toml"), "animation = false\n").unwrap();
    let mut command = Command::new(program());
    command.args(["--from", "e6f6g6d6c4c5c6c3", "--white", "engine:1"]).env("OUTFLANK_HOME", &folder);
    command.envs([("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C")]);
    let mut window = Window { session: Session::start(&command, USUAL).unwrap() };
    window.wait_for_text("Black to move");
    window.click(Square::B2);
    window.wait_for("the result", shows_result);
    window.press("s");
    window.wait_for_text("Save to a file");
    window.press("\u{15}");
    window.enter("~/no/such/folder/at all.ggf");
    window.wait_for("an error", |screen| !screen.contents().contains("Save to a file"));
    assert_harmless(&window);
    window.press("q");
    window.has_ended_well();
    assert_harmless(&window);
    assert!(window.session.screen().contents().contains("Finished games are in"));
}
