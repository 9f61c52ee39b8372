use std::fs;

use outflank_pty::keys;

use super::STILL;
use super::window::{Home, LARGE, USUAL, Window};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../outflank-formats/tests/data");

const DELETE: &str = "\x1b[3~";
const IMPORT: &str = "\x1b[15~";

fn library(home: &Home) -> Window {
    let mut window = home.plain(&[], LARGE);
    window.wait_for_text("Esc menu");
    window.press("o");
    window.wait_for_text("Library");
    window
}

#[test]
fn a_folder_is_imported_searched_studied_deleted_and_restored() {
    let home = Home::new(STILL);
    let source = tempfile::tempdir().unwrap();
    let club = source.path().join("club");
    fs::create_dir_all(club.join("inside")).unwrap();
    fs::copy(format!("{SAMPLES}/wthor_200.wtb"), club.join("inside/WTH_1999.wtb")).unwrap();
    fs::write(club.join("own.sgf"), "(;GM[2]FF[4]PB[Carla]PW[Dan];B[f5];W[d6];B[c3])").unwrap();
    fs::write(club.join("broken.sgf"), "(;GM[2]FF[4]B[").unwrap();

    let mut window = library(&home);
    window.wait_for_text("No games yet.");
    window.press(IMPORT);
    window.wait_for_text("Import games into the library");
    window.enter(&club.display().to_string());
    window.wait_for_text("Imported 201 games from 2 files into club. 1 could not be read.");
    window.wait_for_text("broken.sgf");
    window.press(keys::ESCAPE);
    window.wait_for("the list", |screen| !screen.contents().contains("broken.sgf"));
    window.press("/carla");
    window.wait_for_text("1 of 201 games");
    window.press(keys::ENTER);
    window.press(keys::ENTER);
    window.wait_for_text("Study: move 0");
    window.press(keys::ESCAPE);
    window.wait_for_text("1 of 201 games");
    window.press(DELETE);
    window.wait_for_text("Deleted club/own.ggf. Press u to undo.");
    window.wait_for_text("of 200 games");
    window.press("u");
    window.wait_for_text("Restored club/own.ggf.");
    window.wait_for_text("1 of 201 games");
    window.press("#blitz, club");
    window.press(keys::ENTER);
    window.wait_for_text("#blitz #club");
    window.press("q");
    window.has_ended_well();

    // The next time, the list comes from the cache, and tags are still there.
    let mut window = library(&home);
    window.wait_for_text("All games  201 games");
    window.press("/blitz");
    window.wait_for_text("Carla - Dan");
}

#[test]
fn files_are_found_with_the_browser() {
    let home = Home::new(STILL);
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("one.txt"), "f5d6c3d3c4").unwrap();
    fs::copy(format!("{SAMPLES}/wthor_200.wtb"), folder.path().join("many.wtb")).unwrap();
    let mut window = library(&home);
    window.press("\x0f");
    window.wait_for_text("Open a file");
    window.enter(&folder.path().display().to_string());
    window.wait_for_text("* one.txt");
    window.press("one");
    window.press(keys::ENTER);
    window.wait_for_text("Study: move 0");
    window.press(keys::ESCAPE);
    window.wait_for_text("Library");
    window.press("\x0f");
    window.wait_for_text("* many.wtb");
    window.press("many");
    window.press(keys::ENTER);
    window.wait_for_text("many.wtb (opened)  200 games");
    window.resize_to(USUAL);
    window.wait_for_text("many.wtb (opened)  200 games");
}
