use std::fs;
use std::path::Path;

use outflank_pty::{Screen, keys};
use outflank_rules::Square;
use rustix::process::Signal;

use super::{STILL, is_our_turn};
use crate::terminal::board::Board;
use crate::terminal::panel::moves;
use crate::terminal::window::{Home, LARGE, USUAL};

fn patient_engine(folder: &Path) -> String {
    let (script, go) = (folder.join("patient"), folder.join("go"));
    let text = format!(
        r#"while read -r id command argument more; do
    case $command in
        name) printf '=%s patient\n\n' "$id" ;;
        version) printf '=%s 1\n\n' "$id" ;;
        list_commands) printf '=%s name\nversion\nlist_commands\nboardsize\nclear_board\nplay\ngenmove\nquit\n\n' "$id" ;;
        quit) printf '=%s\n\n' "$id"; exit 0 ;;
        genmove) until [ -e '{}' ]; do sleep 0.05; done; printf '=%s d6\n\n' "$id" ;;
        *) printf '=%s\n\n' "$id" ;;
    esac
done
"#,
        go.display()
    );
    fs::write(&script, text).unwrap();
    format!("gtp:sh '{}'", script.display())
}

#[test]
fn a_premove_is_played_when_the_engine_has_moved() {
    let home = Home::new(STILL);
    let machine = patient_engine(home.path());
    let mut window = home.plain(&["play", "--black", "human", "--white", &machine], USUAL);
    window.wait_for_text("Black to move");
    window.enter("f5");
    window.wait_for_text("is thinking");
    window.enter("c3");
    let screen = window.wait_for_text("Premove c3. Esc cancels.");
    assert!(Board::on(&screen).unwrap().text(Square::C3).contains('?'), "{}", screen.contents());
    window.press(keys::ESCAPE);
    window.wait_for_text("Premove cancelled.");
    window.click(Square::C3);
    window.wait_for_text("Premove c3.");
    assert_eq!(moves(&window.session.screen()), [Square::F5]);
    fs::write(home.path().join("go"), "").unwrap();
    let played = [Square::F5, Square::D6, Square::C3];
    window.wait_for("the move and the premove", |screen| moves(screen).starts_with(&played));
    window.quit_game();
}

#[test]
fn a_game_between_engines_is_paused_and_stepped() {
    let home = Home::new(STILL);
    let mut window = home.plain(&["play", "--black", "engine:1", "--white", "engine:1"], LARGE);
    window.wait_for_text("1 s per move");
    window.wait_for("a move", |screen| !moves(screen).is_empty());
    window.press("z");
    let is_paused = |screen: &Screen| screen.contents().contains("Paused. Press z to continue");
    let played = moves(&window.wait_for("a pause", is_paused)).len();
    for step in 1..=3 {
        window.press(".");
        window.wait_for("one more move", |screen| is_paused(screen) && moves(screen).len() == played + step);
    }
    window.press(">>");
    window.wait_for_text("no delay");
    window.press("z");
    window.wait_for_text("Game over");
    window.quit();
}

#[test]
fn a_resignation_is_taken_back_or_lost_in_a_crash() {
    const SAYS: &str = "You resigned. Press u to take it back.";
    let home = Home::new(STILL);
    let mut window = home.plain(&["play", "--black", "human", "--white", "engine:1"], USUAL);
    window.wait_for_text("Black to move");
    window.enter("f5");
    let screen = window.wait_for("our turn", |screen| is_our_turn(screen) && moves(screen).len() == 2);
    let played = moves(&screen);
    window.press("w");
    window.wait_for_text(SAYS);
    window.press("u");
    window.wait_for_text("Black to move");
    window.press("w");
    window.wait_for_text(SAYS);
    window.session.end_by(Signal::KILL).unwrap();
    assert_eq!((home.files("unfinished").len(), home.files("games").len()), (1, 0));

    let mut window = home.plain(&[], USUAL);
    window.wait_for_text("continue");
    window.press("Y");
    window.wait_for("the same moves", |screen| moves(screen) == played);
    window.press("w");
    window.wait_for_text("Black resigns, White wins");
    assert_eq!((home.files("unfinished").len(), home.files("games").len()), (0, 1));
    window.quit();
}
