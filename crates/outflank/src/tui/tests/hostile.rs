//! Names in records that would do something to the terminal.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use serde_json::Value;

use super::*;
use crate::tui::draw;

#[test]
fn no_name_of_a_record_reaches_the_terminal_as_more_than_text() {
    let corpus = include_str!("../../../../outflank-formats/tests/data/hostile.jsonl");
    let mut seen_names = 0;
    for line in corpus.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let Some(text) = line["text"].as_str() else { continue };
        let name = text.replace(']', ")");
        let mut desk = Desk::new();
        desk.happen(Event::Paste(format!(
            "(;GM[Othello]PB[{name}]PW[Bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)"
        )));
        let mut terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
        desk.happen(Event::Resize(Size { columns: 120, rows: 40 }));
        terminal.draw(|frame| draw::draw(&desk.state, frame)).unwrap();
        let cells = terminal.backend().buffer().content();
        let screen: String = cells.iter().map(|cell| cell.symbol()).collect();
        assert!(!screen.contains(char::is_control), "{line}: {screen:?}");
        assert!(!screen.contains(['\u{202d}', '\u{202e}', '\u{2067}', '\u{200f}']), "{line}: {screen:?}");
        seen_names += usize::from(screen.contains("Bob"));
    }
    assert!(seen_names > 100, "{seen_names} records were studied");
}
