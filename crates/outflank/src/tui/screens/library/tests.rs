use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::*;
use crate::storage::library::Archive;
use crate::storage::shelf::disk::LocalDisk;
use crate::tui::tests::*;

pub(crate) struct Shown {
    pub(crate) folder: tempfile::TempDir,
    archive: Archive,
    pub(crate) app: TestApp,
}

const GAMES: [(&str, &str, &str, &str, &str, &str); 6] = [
    ("2026-11-15_184512_Ann_engine-5.ggf", "2026.11.15_18:45:12.UTC", "Ann", "engine:5", "+12.00", "F5/D6/C3/D3/C4"),
    ("2026-11-14_101010_engine-3_Ann.ggf", "2026.11.14_10:10:10.UTC", "engine:3", "Ann", "-4.00", "F5/F6/E6/F4"),
    ("club/final.ggf", "2026.10.03", "Bob", "Émile Müller", "0.00", "F5/D6/C3/D3/C4/F4/C5/B3"),
    ("club/semifinal.ggf", "2026.10.02", "大谷", "Bob", "+64.00:r", "F5/D6/C4"),
    ("old.ggf", "1996", "", "", "?", "F5/F4"),
    ("club/youth/first.ggf", "2025.01.31", "Zoé", "Ann", "-20.00", "F5/D6/C5"),
];

fn record(date: &str, black: &str, white: &str, result: &str, moves: &str) -> String {
    const BOARD: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *";
    let moves: String =
        moves.split('/').zip(["B", "W"].into_iter().cycle()).map(|(mv, by)| format!("{by}[{mv}]")).collect();
    format!("(;GM[Othello]PC[Outflank]DT[{date}]PB[{black}]PW[{white}]RE[{result}]TY[8]BO[{BOARD}]{moves};)\n")
}

impl Shown {
    pub(crate) fn empty() -> Shown {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("games");
        fs::create_dir(&games).unwrap();
        let archive = Archive::new(games, Vec::new(), Arc::new(LocalDisk)).without_cache();
        Shown { folder, archive, app: TestApp::new() }
    }

    pub(crate) fn new() -> Shown {
        let mut shown = Shown::empty();
        for (name, date, black, white, result, moves) in GAMES {
            shown.write(&format!("games/{name}"), &record(date, black, white, result, moves));
        }
        shown.open();
        shown
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn open(&mut self) {
        self.app.type_in("o");
        self.answer();
    }

    pub(crate) fn answer(&mut self) {
        let refreshed = self.archive.refresh(&Catalogue::default(), &[], &mut |_| {}, &|| false).unwrap();
        self.send(News::Tags(Arc::new(self.archive.tags().unwrap().0)));
        self.send(News::Loaded(Arc::new(refreshed)));
        self.send(News::UpToDate);
    }

    fn send(&mut self, news: News) {
        self.app.send(Event::Library(news));
    }

    fn typed(mut self, text: &str) -> Shown {
        self.app.type_in(text);
        self
    }

    fn request(&self) -> &Request {
        let requests: Vec<&Request> = self.requests();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests[0]
    }

    fn requests(&self) -> Vec<&Request> {
        fn request(effect: &Effect) -> Option<&Request> {
            match effect {
                Effect::Library(request) => Some(request.as_ref()),
                _ => None,
            }
        }
        self.app.effects.iter().filter_map(request).collect()
    }

    fn players(&self) -> Vec<String> {
        let library = &self.app.state.library;
        let games = library.shown().iter().map(|&entry| library.game(entry).unwrap().players());
        games.map(|players| format!("{}-{}", players.black, players.white)).collect()
    }

    fn selected(&self) -> String {
        let game = self.app.state.library.selected_game().unwrap();
        format!("{}-{}", game.players().black, game.players().white)
    }

    fn screen(&mut self, columns: u16, rows: u16) -> String {
        self.app.resize(columns, rows);
        let buffer = self.app.draw();
        let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..rows).map(row).collect::<Vec<_>>().join("\n")
    }
}

pub(crate) fn any_news(kind: usize) -> News {
    use std::sync::LazyLock;
    static CATALOGUE: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
        let shown = Shown::empty();
        for (name, date, black, white, result, moves) in GAMES {
            shown.write(&format!("games/{name}"), &record(date, black, white, result, moves));
        }
        Arc::new(shown.archive.refresh(&Catalogue::default(), &[], &mut |_| {}, &|| false).unwrap())
    });
    let path = CATALOGUE.folders()[1].path.clone();
    match kind {
        0 | 1 => News::Loaded(Arc::clone(&CATALOGUE)),
        2 => News::Loaded(Arc::default()),
        3 => News::UpToDate,
        4 => News::Browsed(crate::storage::library::browse(Path::new(".")).unwrap()),
        5 => News::OpenedFile(path),
        6 => News::Reading(Progress { done: 3, files: 7 }),
        7 => News::Imported(Box::new(Imported { games: 7, problem_count: 2, ..Imported::default() })),
        8 => News::Opened(Box::new(outflank_formats::plain::parse("f5d6c3").unwrap().check().unwrap())),
        _ => News::Ended,
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

#[test]
fn the_list_is_searched_as_you_type() {
    let mut shown = Shown::new();
    assert_eq!(shown.players()[..2], ["Ann-engine:5", "engine:3-Ann"]);
    for (typed, expected) in [
        ("ann", vec!["Ann-engine:5", "engine:3-Ann", "Zoé-Ann"]),
        ("emile", vec!["Bob-Émile Müller"]),
        ("2026-10", vec!["Bob-Émile Müller", "大谷-Bob"]),
        ("draw", vec!["Bob-Émile Müller"]),
        ("tiger", vec!["Ann-engine:5", "Bob-Émile Müller"]),
        ("tiger ann", vec!["Ann-engine:5"]),
        ("64-0", vec!["大谷-Bob"]),
        ("nothing", vec![]),
    ] {
        shown.app.type_in(&format!("/{typed}"));
        assert_eq!(shown.players(), expected, "{typed}");
        shown.app.type_in("<Esc>");
        assert_eq!(shown.players().len(), GAMES.len(), "Esc ends the search");
    }
    assert!(matches!(shown.app.state.screen, Screen::Library));
}

#[test]
fn letters_are_text_in_the_search_and_commands_outside() {
    let mut shown = Shown::new().typed("/OMQq?");
    assert_eq!(shown.app.state.library.query(), "OMQq?");
    assert!(shown.app.state.overlay.is_none());
    shown.app.type_in("<Bksp><Bksp>\n");
    assert_eq!(shown.app.state.library.query(), "OMQ");
    shown.app.type_in("Q");
    assert_eq!(shown.app.state.library.sort(), SortBy::Players);
}

#[test]
fn a_game_is_opened_studied_and_left() {
    let mut shown = Shown::new().typed("<Down>\n");
    let Request::Open(place) = shown.request().clone() else { panic!("{:?}", shown.app.effects) };
    assert_eq!(name(&place.path), "2026-11-14_101010_engine-3_Ann.ggf");
    let record = shown.archive.open(&place).unwrap();
    shown.send(News::Opened(Box::new(record)));
    assert!(matches!(shown.app.state.screen, Screen::Study));
    assert_eq!(shown.app.review().record().game().placements().count(), 4);
    shown.app.type_in("<Esc>");
    assert!(matches!(shown.app.state.screen, Screen::Library));
    assert_eq!(shown.selected(), "engine:3-Ann");
    shown.app.type_in("<Esc>");
    assert!(matches!(shown.app.state.screen, Screen::Menu(_)));
}

#[test]
fn a_game_that_is_read_too_late_does_not_interrupt() {
    let mut shown = Shown::new().typed("\n");
    let Request::Open(place) = shown.request().clone() else { panic!("{:?}", shown.app.effects) };
    let record = shown.archive.open(&place).unwrap();
    shown.app.type_in("<Esc>");
    shown.send(News::Opened(Box::new(record)));
    assert!(matches!(shown.app.state.screen, Screen::Menu(_)));
}

#[test]
fn folders_are_chosen_with_tab() {
    let mut shown = Shown::new().typed("<Tab><Down><Down>\n");
    assert_eq!(shown.players(), ["Bob-Émile Müller", "大谷-Bob"]);
    shown.app.type_in("<Tab><Home>");
    assert_eq!(shown.players().len(), GAMES.len());
}

#[test]
fn what_is_selected_stays_selected_when_files_change() {
    let mut shown = Shown::new().typed("<Down><Down>");
    assert_eq!(shown.selected(), "Bob-Émile Müller");
    shown.write("games/new.ggf", &record("2027.01.01", "Carla", "Dan", "+2.00", "F5/D6"));
    shown.answer();
    assert_eq!(shown.selected(), "Bob-Émile Müller");
    fs::remove_file(shown.folder.path().join("games/club/final.ggf")).unwrap();
    shown.answer();
    assert_eq!(shown.app.state.library.selected(), 3);
}

#[test]
fn names_tags_and_deletions_are_asked_for() {
    let mut shown = Shown::new().typed("<F2>");
    let Some(Overlay::Prompt(prompt)) = &shown.app.state.overlay else { panic!("no prompt") };
    assert_eq!(prompt.text, GAMES[0].0);
    shown.app.type_in("!\n");
    let Request::Rename { name, .. } = shown.request() else { panic!("{:?}", shown.app.effects) };
    assert_eq!(*name, format!("{}!", GAMES[0].0));

    shown.app.type_in("#blitz, final\n");
    let Request::Tag { game, tags } = shown.request().clone() else { panic!("{:?}", shown.app.effects) };
    assert_eq!(tags, ["blitz", "final"]);
    shown.archive.tag(game, tags).unwrap();
    shown.answer();
    shown.app.type_in("/blitz");
    assert_eq!(shown.players(), ["Ann-engine:5"]);
    shown.app.type_in("<Esc>");

    shown.app.type_in("<Del>");
    let Request::Delete(place) = shown.request() else { panic!("{:?}", shown.app.effects) };
    assert_eq!(place.path.file_name().unwrap(), GAMES[0].0);
    shown.app.type_in("u");
    assert_eq!(*shown.request(), Request::Undo);
}

#[test]
fn one_game_or_the_whole_list_is_exported() {
    let mut shown = Shown::new().typed("/ann\ns\n");
    let Request::Export { places, path } = shown.request() else { panic!("{:?}", shown.app.effects) };
    assert_eq!((places.len(), path.as_path()), (1, Path::new("games.ggf")));
    shown.send(News::Ended);
    shown.app.type_in("s<Tab>\n");
    let Request::Export { places, .. } = shown.request() else { panic!("{:?}", shown.app.effects) };
    assert_eq!(places.len(), 3);
}

#[test]
fn an_import_shows_its_progress_and_is_cancelled_with_escape() {
    let mut shown = Shown::new().typed("<F5>");
    assert!(matches!(shown.request(), Request::Browse(_)));
    shown.write("club/one.ggf", "f5");
    let source = shown.folder.path().join("club");
    shown.send(News::Browsed(crate::storage::library::browse(&source).unwrap()));
    shown.app.type_in("\n");
    assert_eq!(*shown.requests()[1], Request::Import(source.clone()));
    shown.send(News::Importing(Importing { done: 3, files: 14, games: 120 }));
    let screen = shown.screen(80, 24);
    assert!(screen.contains("Importing: 3 of 14 files, 120 games. Press Esc to cancel."), "{screen}");
    shown.app.type_in("<Esc>");
    assert_eq!(*shown.request(), Request::Stop);
    shown.send(News::Ended);
    shown.send(News::Stopped);
    assert!(shown.app.notice().starts_with("Cancelled."));
    let problems = vec!["bad.sgf: expected a game".to_owned()];
    let imported =
        Imported { name: "club".to_owned(), files: 13, games: 120, problems, problem_count: 1, ..Imported::default() };
    shown.send(News::Imported(Box::new(imported)));
    let screen = shown.screen(80, 24);
    assert!(screen.contains("bad.sgf: expected a game"), "{screen}");
    assert!(shown.app.notice().contains("Imported 120 games from 13 files into club. 1 could not be read."));
}

#[test]
fn the_mouse_selects_opens_and_scrolls() {
    let mut shown = Shown::new();
    shown.app.mouse(MouseAction::Click, 5, 5);
    assert_eq!(shown.app.state.library.selected(), 2);
    assert!(shown.requests().is_empty());
    shown.app.mouse(MouseAction::Click, 5, 5);
    assert!(matches!(shown.request(), Request::Open(_)));
    shown.app.mouse(MouseAction::ScrollDown, 5, 5);
    assert_eq!(shown.app.state.library.selected(), 5);
    shown.app.mouse(MouseAction::Click, 5, 1);
    assert_eq!(shown.app.state.library.focus, Focus::Search);
}

#[test]
fn names_of_games_and_files_are_sanitized() {
    let mut shown = Shown::empty();
    shown.write("games/a\u{1b}[2J\u{202e}.ggf", &record("2026.01.01", "\u{1b}[31mEve\u{202e}", "Bob\u{7}", "?", "F5"));
    shown.open();
    for (columns, rows) in [(80, 24), (120, 40), (200, 60), (34, 12)] {
        let screen = shown.screen(columns, rows).replace('\n', "");
        assert!(!screen.contains(char::is_control) && !screen.contains('\u{202e}'), "{screen:?}");
        assert!(screen.contains("Eve"), "{screen:?}");
    }
}

#[test]
fn every_window_is_drawn() {
    let mut shown = Shown::new();
    for columns in (20..=220).step_by(3) {
        for rows in 11..=65 {
            shown.screen(columns, rows);
        }
    }
}

#[test]
fn the_library_at_common_sizes() {
    for (columns, rows) in [(80, 24), (120, 40), (200, 60)] {
        let mut shown = Shown::new().typed("<Down><Down>");
        insta::assert_snapshot!(format!("library_{columns}x{rows}"), shown.screen(columns, rows));
    }
    let mut shown = Shown::new().typed("/ann");
    insta::assert_snapshot!("library_search_80x24", shown.screen(80, 24));
    let mut shown = Shown::new().typed("/nothing");
    insta::assert_snapshot!("library_no_match_80x24", shown.screen(80, 24));
    let mut shown = Shown::new().typed("<Tab>");
    insta::assert_snapshot!("library_folders_80x24", shown.screen(80, 24));
    let mut shown = Shown::empty();
    shown.open();
    insta::assert_snapshot!("library_empty_80x24", shown.screen(80, 24));
    let mut shown = Shown::new();
    shown.app = shown.app.in_ascii();
    insta::assert_snapshot!("library_60x20", shown.screen(60, 20));
}

#[test]
fn the_name_of_a_collection_is_more_important_than_what_it_is() {
    let mut shown = Shown::empty();
    let path = shown.write("wthor_2000.ggf", &record("2000", "Ann", "Bob", "0.00", "F5/D6"));
    shown.archive = Archive::new(shown.folder.path().join("games"), vec![path], Arc::new(LocalDisk)).without_cache();
    shown.open();
    let screen = shown.screen(120, 40);
    assert!(screen.lines().any(|line| line.starts_with(" wthor_2000.ggf  ")), "{screen}");
}

#[test]
fn a_problem_of_several_lines_keeps_them() {
    let mut shown = Shown::new();
    shown.app.state.library.problems = vec!["bad.sgf: expected a move\nas a board: expected a disc".to_owned()];
    shown.app.act(Action::Problems);
    let screen = shown.screen(80, 24);
    assert!(screen.contains("│ as a board: expected a disc"), "{screen}");
}
