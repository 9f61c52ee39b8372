use std::fs;

use insta::assert_snapshot;
use outflank_pty::{Screen, Size, keys};

use super::window::{Home, LARGE, USUAL, Window};
use super::{NEARLY_WON, STILL};

const VAST: Size = Size { columns: 200, rows: 60 };
const SIZES: [Size; 3] = [USUAL, LARGE, VAST];

const PALETTE: &str = "\x10";
const OPEN_FILE: &str = "\x0f";
const CLEAR: &str = "\x15";

fn open(home: &Home, arguments: &[&str]) -> Window {
    home.plain(arguments, USUAL)
}

/// `text` and the footer are what to wait for.
#[track_caller]
fn check(window: &Window, name: &str, text: &str, footer: &str) {
    for size in SIZES {
        window.resize_to(size);
        let is_drawn = |screen: &Screen| {
            let last = screen.rows(0, size.columns).last().unwrap_or_default();
            last.contains(footer) && screen.contents().contains(text)
        };
        let screen = window.wait_for(&format!("{text:?} above {footer:?}"), is_drawn);
        assert_snapshot!(format!("{name}_{}x{}", size.columns, size.rows), shown(&screen));
    }
    window.resize_to(USUAL);
    window.wait_for("the usual size", |screen| {
        screen.rows(0, USUAL.columns).last().is_some_and(|last| last.contains(footer))
    });
}

fn shown(screen: &Screen) -> String {
    let (_, columns) = screen.size();
    let rows = screen.rows(0, columns.get()).map(|row| row.trim_end().to_owned());
    rows.collect::<Vec<_>>().join("\n")
}

fn run_action(window: &mut Window, name: &str) {
    window.press(PALETTE);
    window.wait_for_text("Find an action");
    window.enter(name);
}

#[test]
fn the_way_to_a_game() {
    let home = Home::new(STILL);
    let mut window = open(&home, &[]);
    check(&window, "first_board", "Esc opens the menu", "Esc menu");
    window.press(keys::ESCAPE);
    check(&window, "menu", "How to play", "Enter choose");
    window.press(PALETTE);
    check(&window, "palette", "Find an action", "Enter run");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter choose");
    window.press("?");
    check(&window, "keys", "the keys of this screen", "Esc close");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter choose");
    window.press("N");
    check(&window, "form", "Start the game", "Enter start");
    run_action(&mut window, "set up a board");
    check(&window, "editor", "Black to move", "P use it");
    window.press(keys::ESCAPE);
    window.wait_for_text("Start the game");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter choose");
    run_action(&mut window, "watch");
    check(&window, "form_watch", "Engine against engine", "Enter start");
    window.resize_to(Size { columns: 18, rows: 8 });
    window.wait_for_text("Too small:");
    assert_snapshot!("too_small_18x8", shown(&window.session.screen()));
}

#[test]
fn a_game_and_its_questions() {
    let home = Home::new(STILL);
    let mut window = open(&home, &["play", "--black", "human", "--white", "human"]);
    window.wait_for_text("Black to move.");
    for (square, turn) in [("f5", "White to move."), ("d6", "Black to move."), ("c3", "White to move.")] {
        window.enter(square);
        window.wait_for_text(turn);
    }
    check(&window, "game", "White to move.", "Enter play");
    window.press("s");
    window.wait_for_text("Save to a file");
    // Without the date.
    window.press(&format!("{CLEAR}mine.ggf"));
    check(&window, "prompt", "mine.ggf", "Enter done");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter play");
    window.press("q");
    check(&window, "question", "Quit?", "Enter yes");
}

#[test]
fn the_end_of_a_game() {
    let home = Home::new(STILL);
    let mut window = open(&home, &NEARLY_WON);
    window.wait_for_text("Black to move");
    window.enter("b2");
    check(&window, "game_over", "Review game", "Enter choose");
}

#[test]
fn a_program_that_is_missing() {
    let home = Home::new(&format!("{STILL}opponent = \"gtp:no-such-program\"\n"));
    let mut window = open(&home, &[]);
    window.wait_for_text("Esc menu");
    window.press("N");
    window.wait_for_text("Opponent");
    window.press(keys::ENTER);
    check(&window, "missing_program", "no-such-program could not be started", "Enter close");
}

/// At the end of a game nothing is searched, so that the values stay as they are once the report is complete.
#[test]
fn a_study_and_its_panels() {
    let home = Home::new(STILL);
    let mut window = open(&home, &[]);
    window.open_record(&format!("{}b2", NEARLY_WON[1]));
    window.wait_for_text("Study: move 0");
    window.press(keys::END);
    window.wait_for_text("Study: move 9 of 9");
    window.press("S");
    window.resize_to(VAST);
    window.wait_for("the whole report", |screen| {
        let text = screen.contents();
        text.contains("Opening:") && !text.contains("still analyzing") && !text.contains("% done")
    });
    check(&window, "study_report", "Opening:", "R retry");
    window.press("X");
    check(&window, "study_explorer", "--collection", "R retry");
    window.press("\t");
    check(&window, "study", "9 b2", "R retry");
    window.press(";");
    window.press("well played");
    check(&window, "study_comment", "well played", "Enter keep");
    window.press(keys::ENTER);
    window.wait_for_text("9*b2");
    window.press("R");
    check(&window, "retry", "Find a better move.", "Tab sides");
    window.press(keys::ESCAPE);
    window.wait_for_text("You found better moves");
    window.press(keys::END);
    window.wait_for_text("Study: move 9 of 9");
    window.press("q");
    check(&window, "question_study", "are not saved", "Enter yes");
}

#[test]
fn puzzles_openings_and_the_lesson() {
    let home = Home::new(STILL);
    let mut window = open(&home, &["drill", "puzzles", "--seed", "1"]);
    window.wait_for_text("Progress");
    check(&window, "puzzle", "Progress", "Enter play");
    window.press("i");
    check(&window, "puzzle_answer", "Value of each move", "Enter next");
    window.press("M");
    check(&window, "progress", "Last four weeks", "Esc close");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter next");
    window.press("O");
    check(&window, "openings", "Play an opening from memory", "Enter start");
    window.press(keys::ENTER);
    check(&window, "opening", "from memory", "Enter play");
    let window = open(&home, &["learn"]);
    check(&window, "lesson", "1 of 8", "Esc menu");
}

#[test]
fn the_library_and_the_file_browser() {
    let home = Home::new(STILL);
    let game = |black: &str, white: &str, date: &str, moves: &str| {
        format!(
            "(;GM[Othello]PC[Club]DT[{date}]PB[{black}]PW[{white}]TY[8]\
             BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]{moves};)\n"
        )
    };
    let club = home.path().join("games/club");
    fs::create_dir_all(&club).unwrap();
    fs::write(home.path().join("games/one.ggf"), game("Ann", "engine:3", "2026.11.15", "B[F5]W[D6]B[C3]W[D3]B[C4]"))
        .unwrap();
    fs::write(club.join("final.ggf"), game("Bob", "Zoe", "2026.10.03", "B[F5]W[F6]B[E6]W[F4]")).unwrap();
    let mut window = open(&home, &[]);
    window.wait_for_text("Esc menu");
    window.press("o");
    window.wait_for_text("2 games");
    check(&window, "library", "Ann - engine:3", "Enter open");
    window.press("/zoe");
    check(&window, "library_search", "1 of 2 games", "Enter to the games");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter open");
    window.press("\t");
    check(&window, "library_folders", "club", "Enter games");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter open");
    window.press("#");
    check(&window, "library_tags", "Tags, separated by commas", "Enter done");
    window.press(keys::ESCAPE);
    window.wait_for_text("Enter open");
    window.press(OPEN_FILE);
    window.wait_for_text("Open a file");
    window.wait_for_text("../");
    window.enter(&home.path().join("games").display().to_string());
    window.wait_for_text("club/");
    // The second row is the folder's path, which has another name each time.
    let without_path = |screen: &Screen| {
        let text = shown(screen);
        text.lines()
            .enumerate()
            .map(|(row, line)| if row == 1 { " FOLDER" } else { line })
            .collect::<Vec<_>>()
            .join("\n")
    };
    for size in SIZES {
        window.resize_to(size);
        let screen = window.wait_for("the files", |screen| {
            let last = screen.rows(0, size.columns).last().unwrap_or_default();
            last.contains("Left folder above") && screen.contents().contains("* one.ggf")
        });
        assert_snapshot!(format!("browser_{}x{}", size.columns, size.rows), without_path(&screen));
    }
}
