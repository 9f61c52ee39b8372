use std::path::Path;

use outflank_pty::keys;

use crate::terminal::window::{Home, LARGE, USUAL, Window};

fn collection() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../outflank-formats/tests/data/wthor_200.wtb");
    path.canonicalize().unwrap().display().to_string()
}

fn open(window: &mut Window) {
    window.open_record("f5d6c3d3c4");
    window.wait_for_text("Study: move 0");
}

#[test]
fn the_explorer_follows_the_position() {
    let home = Home::new(crate::terminal::STILL);
    let mut window = home.plain(&["--collection", &collection()], USUAL);
    open(&mut window);
    window.press("X");
    window.wait_for_text("200 of 200 games.");
    window.press(keys::RIGHT);
    // All games start alike up to symmetry; the next move is one of three.
    let screen = window.wait_for("moves with their games", |screen| {
        let text = screen.contents();
        ["d6", "f4", "f6"].iter().any(|square| row(&text, square).is_some_and(|row| row.contains(" %")))
    });
    assert!(screen.contents().contains("Latest games"), "{}", screen.contents());
    window.wait_for("the engine's value of a move", |screen| {
        let text = screen.contents();
        let row = row(&text, "d6").or_else(|| row(&text, "f6"));
        row.is_some_and(|row| row.split_whitespace().nth(5).is_some_and(|value| value.parse::<f32>().is_ok()))
    });
    window.press(keys::RIGHT);
    window.enter("c7");
    window.enter("g5");
    window.wait_for_text("None of 200 games reached this position.");
    window.press("\t");
    window.wait_for("the moves again", |screen| !screen.contents().contains("of 200 games"));
    window.press("q");
    window.wait_for_text("are not saved");
    window.press(keys::ENTER);
    window.has_ended_well();
    let is_index = |path: &&std::path::PathBuf| path.extension().is_some_and(|ending| ending == "index");
    assert_eq!(home.files("cache").iter().filter(is_index).count(), 1, "the index is kept");
}

#[test]
fn a_collection_can_be_a_setting_and_its_errors_are_shown() {
    let settings = |path: &str| format!("{}collection = ['{path}']\n", crate::terminal::STILL);
    for (settings, size, text) in [
        (settings(&collection()), LARGE, "200 of 200 games."),
        (settings("/no/such/games"), USUAL, "/no/such/games. A collection"),
        (crate::terminal::STILL.to_owned(), USUAL, "--collection"),
    ] {
        let home = Home::new(&settings);
        let mut window = home.plain(&[], size);
        open(&mut window);
        window.press("X");
        window.wait_for_text(text);
        window.quit();
    }
}

fn row<'t>(text: &'t str, square: &str) -> Option<&'t str> {
    let rows = text.lines().filter_map(|line| line.get(36..));
    // The engine's line may begin with the same square.
    rows.skip_while(|line| !line.contains("Games")).find(|line| line.trim_start().starts_with(square))
}
