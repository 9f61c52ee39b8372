use std::fs;

use outflank_rules::{Color, Square};

use crate::terminal::window::{Home, USUAL};
use crate::terminal::{NEARLY_WON, record, shows_result};

fn names_after_a_game(settings: &str) -> ([String; 2], String) {
    let home = Home::new(&format!("animation = false\n{settings}"));
    let mut window = home.plain(&NEARLY_WON, USUAL);
    window.wait_for_text("Black to move");
    window.click(Square::B2);
    window.wait_for("the result", shows_result);
    window.press("s");
    window.wait_for_text("Save to a file");
    let saved = home.path().join("saved.sgf");
    window.press("\u{15}");
    window.enter(saved.to_str().unwrap());
    window.wait_for_text("Saved to");
    window.quit();
    let [file] = &home.files("games")[..] else { panic!("{:?}", home.files("games")) };
    let players = record(file).details.players;
    let file = file.file_name().unwrap().to_str().unwrap().to_owned();
    let text = fs::read_to_string(saved).unwrap();
    assert!(text.contains(&format!("PB[{}]", players[Color::Black].name)), "{text}");
    (Color::ALL.map(|color| players[color].name.clone()), file)
}

#[test]
fn records_have_the_name_of_the_settings() {
    let (names, file) = names_after_a_game("name = \"Ada L\"\n");
    assert_eq!(names, ["Ada L", "engine:1"]);
    assert!(file.ends_with("_Ada-L_engine-1.ggf"), "{file}");
    let (names, file) = names_after_a_game("");
    assert_eq!(names, ["Player", "engine:1"]);
    assert!(file.ends_with("_Player_engine-1.ggf"), "{file}");
}
