//! Pages of text that scroll.

use crate::tui::screens::overlay::Overlay;
use crate::tui::screens::page::draw;
use crate::tui::screens::page::{Extent, Page, Subject};
use crate::tui::tests::*;

/// Somebody who reads the report of a game in a window of 60x14.
fn reading() -> Desk {
    let mut desk = Desk::new();
    desk.happen(Event::Paste("f5d6c3d3c7f4e3b2a1".to_owned()));
    desk.search();
    desk.happen(Event::Resize(Size { columns: 60, rows: 14 }));
    desk.type_in("r");
    desk
}

fn page(desk: &Desk) -> Option<Page> {
    match desk.state.overlay {
        Some(Overlay::Page(page)) => Some(page),
        _ => None,
    }
}

fn extent(desk: &Desk) -> Extent {
    draw::extent(&desk.state, page(desk).expect("a page is open").subject)
}

fn top(desk: &Desk) -> usize {
    page(desk).expect("a page is open").top(extent(desk))
}

#[test]
fn keys_and_the_wheel_scroll_to_both_ends_and_no_further() {
    let mut desk = reading();
    let Extent { lines, rows } = extent(&desk);
    let last = lines - rows;
    assert!(rows == 11 && last > 3, "{lines} lines");
    desk.key(KeyCode::Up);
    assert_eq!(top(&desk), 0);
    desk.key(KeyCode::Down);
    assert_eq!(top(&desk), 1);
    desk.key(KeyCode::Home);
    desk.key(KeyCode::PageDown);
    assert_eq!(top(&desk), last.min(rows - 1));
    desk.key(KeyCode::PageUp);
    assert_eq!(top(&desk), last.min(rows - 1).saturating_sub(rows - 1));
    desk.key(KeyCode::End);
    assert_eq!(top(&desk), last);
    for _ in 0..3 {
        desk.key(KeyCode::Down);
        desk.key(KeyCode::PageDown);
    }
    assert_eq!(top(&desk), last);
    desk.key(KeyCode::Up);
    assert_eq!(top(&desk), last - 1, "what goes too far is not remembered");
    desk.key(KeyCode::Home);
    desk.mouse(Deed::ScrollDown, 5, 5);
    assert_eq!(top(&desk), 3);
    desk.mouse(Deed::ScrollUp, 5, 5);
    desk.mouse(Deed::ScrollUp, 5, 5);
    assert_eq!(top(&desk), 0);
    assert_eq!(desk.review().at(), 0, "the game below stays where it is");
}

#[test]
fn it_is_seen_that_there_is_more() {
    let mut desk = reading();
    let more = |desk: &Desk| page(desk).unwrap().more(extent(desk));
    assert_eq!(more(&desk), (false, true));
    desk.key(KeyCode::Down);
    assert_eq!(more(&desk), (true, true));
    desk.key(KeyCode::End);
    assert_eq!(more(&desk), (true, false));
    // A larger window shows everything at once.
    desk.happen(Event::Resize(Size { columns: 120, rows: 60 }));
    assert_eq!((more(&desk), top(&desk)), ((false, false), 0));
}

#[test]
fn other_keys_and_clicks_close_a_page() {
    for close in ["?", "q", "r", "\n"] {
        let mut desk = reading();
        desk.type_in(close);
        assert_eq!((page(&desk), desk.effects.contains(&Effect::Quit)), (None, false), "{close:?}");
    }
    let mut desk = reading();
    desk.mouse(Deed::Click, 5, 5);
    assert_eq!(page(&desk), None);
    // Space goes on to the end, and then closes it.
    let mut desk = reading();
    desk.key(KeyCode::End);
    desk.key(KeyCode::Up);
    desk.type_in(" ");
    assert_eq!(top(&desk), extent(&desk).lines - extent(&desk).rows);
    desk.type_in(" ");
    assert_eq!(page(&desk), None);
}

#[test]
fn keys_that_scroll_never_close_a_page() {
    let mut desk = reading();
    desk.happen(Event::Resize(Size { columns: 120, rows: 60 }));
    for code in [KeyCode::Down, KeyCode::Up, KeyCode::PageDown, KeyCode::PageUp, KeyCode::Home, KeyCode::End] {
        desk.key(code);
        assert_eq!((top(&desk), desk.review().at()), (0, 0), "{code}");
    }
}

#[test]
fn scroll_keys_are_named_and_can_be_clicked_where_there_is_more() {
    let words = |desk: &Desk| desk.state.footer().into_iter().map(|line| line.word).collect::<Vec<_>>();
    let mut desk = reading();
    assert_eq!(words(&desk), ["scroll", "page", "close"]);
    let scroll = layout::footer(&desk.state).into_iter().find(|(_, line)| line.word == "scroll").unwrap().0;
    desk.mouse(Deed::Click, scroll.x, scroll.y);
    assert_eq!(top(&desk), 1);
    desk.happen(Event::Resize(Size { columns: 120, rows: 60 }));
    assert_eq!(words(&desk), ["close"]);
}

#[test]
fn every_key_of_a_game_can_be_read_in_a_small_window() {
    let mut desk = Desk::game("human", "human", "f5");
    desk.type_in("?");
    desk.happen(Event::Resize(Size { columns: 34, rows: 12 }));
    assert_eq!(page(&desk).map(|page| page.subject), Some(Subject::Keys));
    let Extent { lines, rows } = extent(&desk);
    assert!(lines > rows && lines >= desk.state.keys().len(), "{lines} lines in {rows} rows");
}
