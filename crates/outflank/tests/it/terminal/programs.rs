use std::process::Command;
use std::time::Duration;

use outflank_pty::{Session, keys};

use crate::terminal::window::{Home, USUAL, Window, program};

const SILENT: &str = "gtp:sh -c 'cat >/dev/null'";

fn new_game_against(opponent: &str, arguments: &[&str]) -> (Home, Window) {
    let home = Home::new(&format!("animation = false\nopponent = {opponent:?}\n"));
    let mut window = home.plain(arguments, USUAL);
    window.wait_for_text("Esc opens the menu");
    window.press("N");
    window.wait_for_text("Opponent");
    window.press(keys::ENTER);
    (home, window)
}

fn is_back_at_the_form(window: &mut Window) {
    window.press(keys::ESCAPE);
    window.wait_for("the form", |screen| {
        let text = screen.contents();
        text.contains("Opponent")
            && !text.contains("could not")
            && !text.contains("Starting")
            && !text.contains("exited")
    });
}

#[test]
fn a_missing_program_is_named_when_the_game_is_set_up() {
    let (home, mut window) = new_game_against("gtp:no-such-program --level 3", &[]);
    window.wait_for_text("could not be started");
    assert!(window.session.screen().contents().contains("no-such-program --level 3"));
    is_back_at_the_form(&mut window);
    assert!(home.files("unfinished").is_empty(), "no game has begun");
    window.quit();
}

#[test]
fn a_missing_program_on_the_command_line_is_refused_before_the_board_opens() {
    let home = Home::empty();
    for option in ["--white", "--black"] {
        let mut command = Command::new(program());
        command.args(["play", option, "nboard:/nowhere/at/all"]).env("OUTFLANK_HOME", home.path());
        let mut session = Session::start(&command, USUAL).unwrap();
        assert_eq!(session.wait_for_end().unwrap().code, 1);
        let text = session.screen().contents();
        assert!(
            text.contains(option) && text.contains("/nowhere/at/all could not be started: no such program"),
            "{text}"
        );
    }
}

#[test]
fn a_program_that_exits_at_once_says_why() {
    let (_home, mut window) = new_game_against("gtp:sh -c 'echo no weights >&2; exit 3'", &[]);
    // The form names the command, with its words.
    window.wait_for_text("last lines on standard error: no weights");
    is_back_at_the_form(&mut window);
    window.quit();
}

#[test]
fn esc_leaves_a_program_that_never_answers() {
    let (home, mut window) = new_game_against(SILENT, &[]);
    window.wait_for_text("Starting sh -c");
    // The screen reacts meanwhile.
    window.session.resize(outflank_pty::Size { columns: 100, rows: 30 }).unwrap();
    window.wait_for_text("Starting sh -c");
    is_back_at_the_form(&mut window);
    assert!(home.files("unfinished").is_empty(), "no game has begun");
    window.quit();
}

#[test]
fn a_program_that_never_answers_is_given_up() {
    let home = Home::new("animation = false\n");
    let mut window = home.plain(&["play", "--black", "human", "--white", SILENT, "--patience", "0.5"], USUAL);
    window.wait_for_text("did not answer 'name' within 0.5 s");
    window.press(keys::ESCAPE);
    window.wait_for("the menu", |screen| !screen.contents().contains("did not answer"));
    window.quit();
}

#[test]
fn the_bell_rings_after_a_slow_move_as_set() {
    let answers = "while read -r id command rest; do case $command in genmove) sleep 5; printf \"=$id d6\\n\\n\";; \
                   list_commands) printf \"=$id play\\n\\n\";; *) printf \"=$id\\n\\n\";; esac; done";
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("slow");
    std::fs::write(&script, answers).unwrap();
    let opponent = format!("gtp:sh {}", script.display());
    for (alert, bells, notifications) in [("both", 1, 1), ("off", 0, 0)] {
        let home = Home::new(&format!("animation = false\nalert = \"{alert}\"\n"));
        let mut window = home.plain(&["play", "--black", "human", "--white", &opponent], USUAL);
        window.wait_for_text("Black to move");
        window.enter("f5");
        window.wait_for_text("is thinking");
        window.wait_for_text("Black to move");
        let shown = || window.session.commands().iter().filter(|command| command.contains("Your turn")).count();
        if bells > 0 {
            window.wait_for("the bell", |_| true);
            let deadline = std::time::Instant::now() + Duration::from_secs(10);
            while window.session.bells() < bells && std::time::Instant::now() < deadline {
                std::thread::yield_now();
            }
        }
        assert_eq!((window.session.bells(), shown()), (bells, notifications), "{alert}");
        window.session.end_by(rustix::process::Signal::TERM).unwrap();
    }
}
