use crate::tui::screens::page::{self, Extent, Page, Subject};
use crate::tui::tests::*;

fn reading() -> TestApp {
    let mut app = TestApp::studying("f5d6c3d3c7f4e3b2a1");
    app.search();
    app.resize(60, 14);
    app.type_in("r");
    app
}

fn page(app: &TestApp) -> Option<Page> {
    match app.state.overlay {
        Some(Overlay::Page(page)) => Some(page),
        _ => None,
    }
}

fn extent(app: &TestApp) -> Extent {
    page::extent(&app.state, page(app).expect("a page is open").subject)
}

fn top(app: &TestApp) -> usize {
    page(app).expect("a page is open").top(extent(app))
}

#[test]
fn keys_and_the_wheel_scroll_to_both_ends_and_no_further() {
    let mut app = reading();
    let Extent { lines, rows } = extent(&app);
    let last = lines - rows;
    assert!(rows == 11 && last > 3, "{lines} lines");
    let page = last.min(rows - 1);
    // What goes too far is not remembered.
    for (keys, line) in [
        ("<Up>", 0),
        ("<Down>", 1),
        ("<Home><PgDn>", page),
        ("<PgUp>", page.saturating_sub(rows - 1)),
        ("<End>", last),
        ("<Down><PgDn><Down><PgDn><Down><PgDn>", last),
        ("<Up>", last - 1),
        ("<Home>", 0),
    ] {
        app.type_in(keys);
        assert_eq!(top(&app), line, "{keys}");
    }
    app.mouse(MouseAction::ScrollDown, 5, 5);
    assert_eq!(top(&app), 3);
    app.mouse(MouseAction::ScrollUp, 5, 5);
    app.mouse(MouseAction::ScrollUp, 5, 5);
    assert_eq!(top(&app), 0);
    assert_eq!(app.review().at(), 0, "the game below stays where it is");
}

#[test]
fn a_page_shows_that_there_is_more() {
    let mut app = reading();
    let more = |app: &TestApp| page(app).unwrap().more(extent(app));
    assert_eq!(more(&app), (false, true));
    app.type_in("<Down>");
    assert_eq!(more(&app), (true, true));
    app.type_in("<End>");
    assert_eq!(more(&app), (true, false));
    app.resize(120, 60);
    assert_eq!((more(&app), top(&app)), ((false, false), 0));
}

#[test]
fn other_keys_and_clicks_close_a_page() {
    for close in ["?", "q", "r", "\n"] {
        let app = reading().typed(close);
        assert_eq!((page(&app), app.effects.contains(&Effect::Quit)), (None, false), "{close:?}");
    }
    let mut app = reading();
    app.mouse(MouseAction::Click, 5, 5);
    assert_eq!(page(&app), None);
    let mut app = reading().typed("<End><Up> ");
    assert_eq!(top(&app), extent(&app).lines - extent(&app).rows);
    app.type_in(" ");
    assert_eq!(page(&app), None);
}

#[test]
fn keys_that_scroll_never_close_a_page() {
    let mut app = reading();
    app.resize(120, 60);
    for key in ["<Down>", "<Up>", "<PgDn>", "<PgUp>", "<Home>", "<End>"] {
        app.type_in(key);
        assert_eq!((top(&app), app.review().at()), (0, 0), "{key}");
    }
}

#[test]
fn the_footer_shows_scroll_keys_when_there_is_more() {
    let words = |app: &TestApp| app.state.footer().into_iter().map(|line| line.word).collect::<Vec<_>>();
    let mut app = reading();
    assert_eq!(words(&app), ["scroll", "page", "close"]);
    let scroll = layout::footer(&app.state).into_iter().find(|(_, line)| line.word == "scroll").unwrap().0;
    app.mouse(MouseAction::Click, scroll.x, scroll.y);
    assert_eq!(top(&app), 1);
    app.resize(120, 60);
    assert_eq!(words(&app), ["close"]);
}

#[test]
fn every_key_of_a_game_can_be_read_in_a_small_window() {
    let mut app = TestApp::game("human", "human", "f5").typed("?");
    app.resize(34, 12);
    assert_eq!(page(&app).map(|page| page.subject), Some(Subject::Keys));
    let Extent { lines, rows } = extent(&app);
    assert!(lines > rows && lines >= app.state.keys().len(), "{lines} lines in {rows} rows");
}
