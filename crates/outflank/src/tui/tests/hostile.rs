use serde_json::Value;

use super::*;
use crate::tui::screens::explorer::tests::{explored, exploring};

fn texts() -> impl Iterator<Item = String> {
    let corpus = include_str!("../../../../outflank-formats/tests/data/hostile.jsonl");
    let lines = corpus.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter_map(|line| line["text"].as_str().map(str::to_owned))
}

fn harmless_screen(app: &mut TestApp, text: &str) -> String {
    app.resize(120, 40);
    let screen: String = app.draw().content().iter().map(|cell| cell.symbol()).collect();
    assert!(!screen.contains(char::is_control), "{text:?}: {screen:?}");
    assert!(!screen.contains(['\u{202d}', '\u{202e}', '\u{2067}', '\u{200f}']), "{text:?}: {screen:?}");
    screen
}

#[test]
fn names_in_records_are_sanitized() {
    let mut seen_names = 0;
    for text in texts() {
        let name = text.replace(']', ")");
        let mut app = TestApp::new();
        app.send(Event::Paste(format!(
            "(;GM[Othello]PB[{name}]PW[Bob]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6];)"
        )));
        seen_names += usize::from(harmless_screen(&mut app, &text).contains("Bob"));
    }
    assert!(seen_names > 100, "{seen_names} records were studied");
}

#[test]
fn names_in_collections_are_sanitized() {
    for text in texts() {
        let mut app = exploring("f5");
        let mut answer = explored(&app.review().position().clone());
        let Event::Explored(_, Ok(found)) = &mut answer else { panic!("nothing was found") };
        for game in &mut found.explored.latest {
            game.players.black.clone_from(&text);
            game.event.clone_from(&text);
        }
        app.send(answer);
        assert!(harmless_screen(&mut app, &text).contains("Latest games"));
        app.send(Event::Explored(*app.review().position(), Err(anyhow::anyhow!(text.clone()))));
        harmless_screen(&mut app, &text);
    }
}
