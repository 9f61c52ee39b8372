use crate::terminal::NEARLY_WON;
use crate::terminal::panel::moves;
use crate::terminal::window::{Home, USUAL};

#[test]
fn one_key_starts_a_game_at_the_next_level() {
    let home = Home::new(crate::terminal::STILL);
    let mut window = home.plain(&NEARLY_WON, USUAL);
    window.wait_for_text("Black to move");
    window.enter("b2");
    window.wait_for_text("Ready for level 2?");
    window.press("n");
    let screen = window.wait_for_text("engine, level 2");
    assert!(moves(&screen).is_empty(), "{}", screen.contents());
    window.quit();
    // The next new game suggests it.
    let mut window = home.plain(&[], USUAL);
    window.wait_for_text("Esc menu");
    window.press("N");
    window.wait_for_text("Level 2, ");
    window.quit();
}

#[test]
fn the_console_suggests_the_command() {
    let home = Home::new("");
    let mut window = home.plain(&[&["play", "--plain"], &NEARLY_WON[..]].concat(), USUAL);
    window.wait_for_text("Player 'X' move:");
    window.enter("b2");
    window.wait_for_text("Ready for level 2? outflank play --plain --level 2");
    window.has_ended_well();
}
