use crate::tui::screens::game::next::{self, Next};
use crate::tui::tests::*;

fn won() -> TestApp {
    TestApp::game("human", "engine:1", "e6f6g6d6c4c5c6c3").typed("b2\n")
}

fn lines(app: &TestApp) -> Vec<Next> {
    next::steps(app.contest())
}

#[test]
fn arrows_and_enter_choose_what_comes_next() {
    let level = Level::new(2).unwrap();
    assert_eq!(lines(&won()), [Next::Review, Next::Rematch, Next::Level(level), Next::NewGame, Next::Library]);
    assert!(matches!(won().typed("\n").state.screen, Screen::Study));
    assert_eq!(won().typed("<Down>\n").contest().players.black, engine(1));
    assert_eq!(won().typed("<Down><Down>\n").contest().players.white, engine(2));
    assert!(matches!(won().typed("<Up><Up>\n").state.screen, Screen::Form(_)));
    assert!(lines(&TestApp::game("human", "human", "f5")).is_empty(), "not before the end");
}

#[test]
fn a_click_chooses_what_comes_next() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut app = won();
        app.resize(columns, rows);
        let panel = layout::board_screen(app.state.size, true).unwrap().panel.unwrap();
        let place = next::places(panel, lines(&app).len()).unwrap()[1];
        let row: String = (place.x..place.right()).map(|x| app.draw()[(x, place.y)].symbol().to_owned()).collect();
        assert!(row.contains("Rematch"), "{row}");
        app.mouse(MouseAction::Click, place.x + 4, place.y);
        assert_eq!(app.contest().players.black, engine(1));
    }
}

#[test]
fn a_game_that_was_not_won_offers_no_next_level() {
    let mut app = TestApp::game("human", "engine:1", "f5").typed("w");
    app.advance(5_000);
    assert_eq!(lines(&app), [Next::Review, Next::Rematch, Next::NewGame, Next::Library]);
    app.type_in("n");
    assert_eq!(app.contest().players, ByColor { black: engine(1), white: PlayerName::Human });
}
