use std::fs;

use super::{Choice, *};
use crate::storage::library::browse;
use crate::tui::screens::library::News;
use crate::tui::tests::*;

fn browsing(goal: &str) -> (tempfile::TempDir, TestApp) {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("games");
    fs::create_dir_all(inside.join("Tournaments")).unwrap();
    for name in ["final.ggf", "first.sgf", "notes.md", "WTH_2001.wtb"] {
        fs::write(inside.join(name), "f5").unwrap();
    }
    let mut app = TestApp::new().typed("o").typed(goal);
    app.send(Event::Library(News::Browsed(browse(&inside).unwrap())));
    (folder, app)
}

fn request(app: &TestApp) -> &Request {
    let [.., Effect::Library(request)] = &app.effects[..] else { panic!("{:?}", app.effects) };
    request
}

fn chosen(app: &TestApp) -> String {
    let Screen::Browser(browser) = &app.state.screen else { panic!("{:?}", app.state.screen) };
    match browser.choices()[browser.selected] {
        Choice::Entry(listed) => listed.name.clone(),
        Choice::Above(_) => "..".to_owned(),
        Choice::ImportAll(_) => "all".to_owned(),
    }
}

#[test]
fn typing_jumps_to_a_name() {
    let (_folder, mut app) = browsing("<Ctrl-O>");
    assert_eq!(chosen(&app), "Tournaments");
    for (typed, expected) in
        [("f", "final.ggf"), ("i", "final.ggf"), ("r", "first.sgf"), ("<Bksp><Bksp><Bksp>wth", "WTH_2001.wtb")]
    {
        app.type_in(typed);
        assert_eq!(chosen(&app), expected);
    }
    app.type_in("\n");
    assert!(matches!(request(&app), Request::OpenPath(path) if path.ends_with("WTH_2001.wtb")));
}

#[test]
fn folders_are_entered_and_left() {
    let (folder, mut app) = browsing("<Ctrl-O>");
    let games = folder.path().join("games");
    app.type_in("\n");
    assert_eq!(*request(&app), Request::Browse(games.join("Tournaments")));
    app.send(Event::Library(News::Browsed(browse(&games.join("Tournaments")).unwrap())));
    app.type_in("<Left>");
    assert_eq!(*request(&app), Request::Browse(games.clone()));
    app.send(Event::Library(News::Browsed(browse(&games).unwrap())));
    assert_eq!(chosen(&app), "Tournaments", "the folder that was left is selected");
    app.type_in("<Esc>");
    assert!(matches!(app.state.screen, Screen::Library));
}

#[test]
fn a_path_or_a_record_can_be_typed_and_pasted() {
    let (folder, mut app) = browsing("<Ctrl-O>");
    app.type_in("f5d6c3\n");
    let expected = Request::OpenText { folder: folder.path().join("games"), text: "f5d6c3".to_owned() };
    assert_eq!(*request(&app), expected);
    app.type_in("<Esc>");
    app.send(Event::Paste("~/club\n/7.ggf#3".to_owned()));
    app.type_in("\n");
    assert!(matches!(request(&app), Request::OpenText { text, .. } if text == "~/club /7.ggf#3"));
}

#[test]
fn a_folder_or_a_file_is_imported() {
    let (folder, mut app) = browsing("<F5>");
    let games = folder.path().join("games");
    assert_eq!(chosen(&app), "all");
    app.type_in("final\n");
    assert_eq!(*request(&app), Request::Import(games.join("final.ggf")));
    let (folder, mut app) = browsing("<F5>");
    app.type_in("\n");
    assert_eq!(*request(&app), Request::Import(folder.path().join("games")));
    assert!(matches!(app.state.screen, Screen::Library));
}

#[test]
fn the_browser_at_common_sizes() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        for (goal, typed) in [("<Ctrl-O>", ""), ("<F5>", ""), ("<Ctrl-O>", "f5d6")] {
            let (folder, mut app) = browsing(goal);
            app.type_in(typed);
            app.resize(columns, rows);
            let buffer = app.draw();
            let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
            let shown = folder.path().display().to_string();
            let screen = (0..rows).map(row).collect::<Vec<_>>().join("\n").replace(&shown, "FOLDER");
            insta::assert_snapshot!(
                format!("browser_{}{typed}_{columns}x{rows}", if goal == "<F5>" { "import" } else { "open" }),
                screen
            );
        }
    }
}
