use outflank_pty::{Screen, Size, keys};
use outflank_rules::{Bitboard, Square};
use outflank_study::tutorial::{self, Attempt, MoveVerdict};

use crate::terminal::board::Board;
use crate::terminal::window::{Home, USUAL, Window};

fn beside(screen: &Screen) -> String {
    let left = Board::on(screen).map_or(0, |board| board.place(Square::H1).0 + 2 * board.rows_of_a_square());
    let (_, columns) = screen.size();
    let rows = screen.rows(left, columns.get() - left).collect::<Vec<_>>().join(" ");
    rows.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn wait_for_words(window: &Window, words: &str) {
    window.wait_for(words, |screen| beside(screen).contains(words));
}

fn wait_for_position(window: &Window, attempt: &Attempt) {
    let discs = attempt.position().discs();
    window.wait_for_board("the position", |board| board.discs() == discs);
}

#[test]
fn the_lesson_is_found_at_the_first_start_and_leads_to_a_first_game() {
    let home = Home::empty();
    let mut window = home.plain(&["--no-animation"], USUAL);
    window.wait_for_text("with a lesson");
    window.press(keys::ESCAPE);
    window.wait_for_text("New to Othello?");
    window.press(&[keys::DOWN, keys::DOWN, keys::ENTER].concat());
    let steps = tutorial::steps();
    for (number, step) in (1..).zip(steps) {
        let mut attempt = Attempt::new(step);
        wait_for_words(&window, &format!("{number} of {}", steps.len()));
        wait_for_words(&window, step.title);
        wait_for_words(&window, step.text);
        wait_for_position(&window, &attempt);
        while let Some(task) = attempt.task() {
            wait_for_words(&window, task.prompt);
            let legal = attempt.position().legal_moves();
            window.wait_for_board("the marks", |board| board.marked() == legal);
            if let Some(square) = wrong(&attempt) {
                window.enter(&square.to_string());
                let answer = attempt.play(square);
                wait_for_words(&window, &answer.sentence);
                window.wait_for_board("what it led to", |board| board.discs() == answer.position.discs());
                window.press(keys::ENTER);
                wait_for_position(&window, &attempt);
            }
            let square = attempt.right_moves().into_iter().next().unwrap();
            match number % 2 {
                0 => window.click(square),
                _ => window.enter(&square.to_string()),
            }
            let answer = attempt.play(square);
            assert_eq!(answer.verdict, MoveVerdict::Right);
            wait_for_words(&window, &answer.sentence);
            wait_for_position(&window, &attempt);
        }
        window.press(keys::ENTER);
    }
    wait_for_words(&window, tutorial::CLOSING);
    window.press(keys::ENTER);
    wait_for_words(&window, "engine, level 1");
    window.quit();
}

#[test]
fn the_lesson_has_a_command_and_survives_resizing() {
    let home = Home::new(crate::terminal::STILL);
    let mut window = home.plain(&["learn"], USUAL);
    let steps = tutorial::steps();
    wait_for_words(&window, steps[0].title);
    window.session.resize(Size { columns: 24, rows: 12 }).unwrap();
    window.wait_for_board("a small board", |board| board.rows_of_a_square() == 1);
    window.press("n");
    window.wait_for("the text of the second step", |screen| {
        let text = screen.contents();
        text.contains("2 of 8") && bar(screen).starts_with('#')
    });
    window.press(keys::DOWN);
    window.wait_for("the text further down", |screen| bar(screen).starts_with('|'));
    window.press(keys::ESCAPE);
    window.wait_for_board("the second step", |board| board.discs() == steps[1].start().discs());
    window.session.resize(Size { columns: 18, rows: 8 }).unwrap();
    window.wait_for_text("18x8");
    window.resize(USUAL, 2);
    wait_for_words(&window, steps[1].text);
    window.press(keys::ESCAPE);
    window.wait_for_text("New game");
    window.quit();
}

fn bar(screen: &Screen) -> String {
    let (_, columns) = screen.size();
    let column: String = screen.rows(columns.get() - 1, 1).collect();
    column.trim().trim_matches('+').to_owned()
}

fn wrong(attempt: &Attempt) -> Option<Square> {
    let others: Bitboard = attempt.position().legal_moves() & !attempt.right_moves();
    others.into_iter().next()
}
