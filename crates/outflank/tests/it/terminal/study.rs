use std::fs;

use outflank_formats::{Record, sgf};
use outflank_pty::keys;
use outflank_rules::Square;

use crate::terminal::STILL;
use crate::terminal::window::{Home, LARGE, USUAL};

const TEXT: &str = "(;GM[2]PB[Ada]PW[Ben];B[f5](;W[d6];B[c3]C[usual];W[d3])(;W[f6];B[e6]C[solid](;W[f4])(;W[d6])))";

fn read(path: &std::path::Path) -> Record {
    let text = fs::read_to_string(path).unwrap();
    let unchecked = sgf::parse(&text).next().unwrap().unwrap();
    unchecked.check().unwrap()
}

#[test]
fn a_record_with_variations_is_opened_branched_commented_saved_and_reopened() {
    let home = Home::new(STILL);
    let (first, second) = (home.path().join("game.sgf"), home.path().join("study.sgf"));
    fs::write(&first, TEXT).unwrap();
    let mut window = home.plain(&[], LARGE);
    window.open_record(&first.display().to_string());
    window.wait_for_text("Study: move 0");
    window.wait_for_text("2. f6 3. e6*");
    window.press(&keys::RIGHT.repeat(3));
    window.wait_for_text("Comment on 3. c3");
    window.wait_for_text("usual");
    window.press(keys::LEFT);
    window.wait_for_text("Study: move 2");
    window.enter("c4");
    window.wait_for_text("Variation after move 2");
    window.press(";");
    window.wait_for_text("Enter keep");
    window.enter("bad or good?");
    window.wait_for_text("3. c4*");
    window.press("\u{1b}[3~");
    window.wait_for_text("Deleted from 3. c4 on.");
    window.press("u");
    window.wait_for_text("3. c4*");
    window.press("q");
    window.wait_for_text("are not saved");
    window.press(keys::ESCAPE);
    window.wait_for("no question", |screen| !screen.contents().contains("are not saved"));
    window.press("s");
    window.wait_for_text("Save to a file");
    window.press("\u{15}");
    window.enter(&second.display().to_string());
    window.wait_for_text("Saved to");
    window.quit();

    let (before, after) = (read(&first), read(&second));
    assert_eq!(after.game(), before.game());
    assert_eq!(after.details.players.black.name, "Ada");
    assert_eq!(after.variations().len(), before.variations().len() + 1);
    let added = after.variations().iter().find(|one| one.square == Square::C4).unwrap();
    assert_eq!(added.note.comment, "bad or good?");
    assert!(after.variations().iter().any(|one| one.note.comment == "solid"));

    let mut window = home.plain(&[], USUAL);
    window.open_record(&second.display().to_string());
    window.wait_for_text("3. c4*");
    window.wait_for_text("2. f6 3. e6*");
    window.quit();
}
