use crate::tui::screens::page::{self, Page, Subject};
use crate::tui::tests::*;
use crate::tui::widgets::scroll::Extent;

fn reading() -> TestApp {
    let mut app = TestApp::studying("f5d6c3d3c7f4e3b2a1");
    app.search();
    app.resize(60, 14);
    app.type_in("?");
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
fn a_bar_shows_where_the_page_is_and_a_click_on_it_scrolls() {
    let mut app = reading();
    let rows = extent(&app).rows;
    let thumb = |app: &TestApp| extent(app).thumb(top(app), rows);
    let bar = |app: &TestApp| {
        let buffer = app.draw();
        (1..=rows as u16).map(|y| buffer[(59, y)].symbol().to_owned()).collect::<String>()
    };
    let at_top = bar(&app);
    assert!(at_top.starts_with('█') && at_top.ends_with('│'), "{at_top}");
    app.type_in("<Down>");
    assert!(thumb(&app).is_some_and(|thumb| thumb.start > 0 && thumb.end < rows));
    app.type_in("<End>");
    assert!(bar(&app).starts_with('│') && bar(&app).ends_with('█'), "{}", bar(&app));
    app.mouse(MouseAction::Click, 59, 1);
    assert_eq!(top(&app), 0);
    app.mouse(MouseAction::Click, 59, rows as u16);
    assert_eq!(top(&app), extent(&app).last_top());
    app.resize(120, 60);
    assert_eq!((thumb(&app), top(&app)), (None, 0));
}

#[test]
fn esc_closes_a_page_and_enter_and_clicks_read_on_to_its_end() {
    let mut app = reading().typed("<Esc>");
    assert_eq!(page(&app), None);
    app.type_in("?");
    assert_eq!(page(&app).map(|page| page.subject), Some(Subject::Keys));
    app.type_in("?");
    assert_eq!(page(&app), None);
    let click = |app: &mut TestApp| app.mouse(MouseAction::Click, 5, 5);
    let read_on: [fn(&mut TestApp); 2] = [|app| app.type_in("\n"), |app| app.type_in(" ")];
    for read_on in read_on.into_iter().chain([click as fn(&mut TestApp)]) {
        let mut app = reading();
        let mut tops = vec![top(&app)];
        while page(&app).is_some() {
            read_on(&mut app);
            tops.extend(page(&app).map(|page| page.top(extent(&app))));
        }
        assert!(tops.is_sorted() && tops.len() > 1, "{tops:?}");
    }
    assert_eq!(reading().typed("q").effects, [Effect::Quit]);
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
    let scroll = layout::footer(&app.state)[0].area;
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
