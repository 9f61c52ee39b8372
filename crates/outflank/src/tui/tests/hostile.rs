//! Names in records and collections that would do something to the terminal.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::Value;

use super::*;
use crate::tui::screens::draw;
use crate::tui::screens::explorer::tests::{explored, exploring};

/// The texts of the corpus that are text.
fn texts() -> impl Iterator<Item = String> {
    let corpus = include_str!("../../../../outflank-formats/tests/data/hostile.jsonl");
    let lines = corpus.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|line| line["text"].as_str().map(str::to_owned))
}

/// What a large screen shows, if it is nothing that a terminal would obey or turn round.
fn harmless_screen(desk: &mut Desk, text: &str) -> String {
    desk.happen(Event::Resize(Size { columns: 120, rows: 40 }));
    let mut terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
    terminal.draw(|frame| draw(&desk.state, frame)).unwrap();
    let screen: String = terminal.backend().buffer().content().iter().map(|cell| cell.symbol()).collect();
    assert!(!screen.contains(char::is_control), "{text:?}: {screen:?}");
    assert!(!screen.contains(['\u{202d}', '\u{202e}', '\u{2067}', '\u{200f}']), "{text:?}: {screen:?}");
    screen
}

#[test]
fn no_name_of_a_record_reaches_the_terminal_as_more_than_text() {
    let mut seen_names = 0;
    for text in texts() {
        let name = text.replace(']', ")");
        let mut desk = Desk::new();
        desk.happen(Event::Paste(format!(
            "(;GM[Othello]PB[{name}]PW[Bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)"
        )));
        seen_names += usize::from(harmless_screen(&mut desk, &text).contains("Bob"));
    }
    assert!(seen_names > 100, "{seen_names} records were studied");
}

#[test]
fn no_name_of_a_collection_does_either() {
    for text in texts() {
        let mut desk = exploring("f5");
        let mut answer = explored(&desk.review().position().clone());
        let Event::Explored { found: Ok(found), .. } = &mut answer else { panic!("nothing was found") };
        for game in &mut found.explored.latest {
            game.players.black.clone_from(&text);
            game.event.clone_from(&text);
        }
        desk.happen(answer);
        assert!(harmless_screen(&mut desk, &text).contains("Latest games"));
        desk.happen(Event::Explored { position: *desk.review().position(), found: Err(anyhow::anyhow!(text.clone())) });
        harmless_screen(&mut desk, &text);
    }
}
