use crate::support::{Run, outflank};
use outflank_study::tutorial::{self, Attempt, MoveVerdict};

fn learn(typed: &str) -> Run {
    outflank(&["learn"], typed.as_bytes())
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_whole_lesson_accepts_wrong_and_right_moves() {
    let mut typed = Vec::new();
    let mut expected = Vec::new();
    for step in tutorial::steps() {
        let mut attempt = Attempt::new(step);
        expected.extend([step.title.to_owned(), step.text.to_owned()]);
        while let Some(task) = attempt.task() {
            expected.push(task.prompt.to_owned());
            let others = attempt.position().legal_moves() & !attempt.right_moves();
            let right = attempt.right_moves().first().unwrap();
            for square in others.first().into_iter().chain([right]) {
                let answer = attempt.play(square);
                assert_eq!(answer.verdict == MoveVerdict::Right, square == right);
                typed.push(square.to_string());
                expected.push(answer.sentence);
            }
        }
    }
    expected.push(tutorial::CLOSING.to_owned());
    let lesson = learn(&(typed.join("\n") + "\n")).ok();
    let out = flat(&lesson);
    let mut rest = out.as_str();
    for text in expected {
        let text = flat(&text);
        let (_, after) = rest.split_once(&text).unwrap_or_else(|| panic!("{text}\nis missing in\n{rest}"));
        rest = after;
    }
    assert_eq!(rest.trim(), "Play a first game: outflank play --level 1");
    assert!(lesson.lines().all(|line| line.len() <= 78), "{lesson}");
}

#[test]
fn legal_moves_are_marked() {
    let run = learn("quit\n");
    let board =
        "1 --------\n2 --------\n3 ---+----\n4 --+OX---\n5 ---XO+--\n6 ----+---\n7 --------\n8 --------\n  abcdefgh\n";
    run.prints(board);
    run.ok();
}

#[test]
fn an_invalid_move_is_explained_and_changes_nothing() {
    let run = learn("x9\na1\nd4\nhint\nhelp\nboard\n3D\nquit\n");
    for text in [
        "Your move (X): x9\nExpected a square such as d3, or help.\n",
        "Your move (X): a1\nOn a1 Black would outflank no white disc in any direction.\n",
        "Your move (X): d4\nd4 already has a white disc.\n",
        "Your move (X): hint\nRight: d3 c4 f5 e6\n",
        "Your move (X): help\nd3 or 3d     play column d, row 3\n",
        "Your move (X): board\n1 --------\n",
        "2 of 8: ",
    ] {
        run.prints(text);
    }
    run.ok();
}

#[test]
fn steps_can_be_skipped_and_repeated() {
    let headings = |typed: &str| {
        let out = learn(typed).out;
        let number = |line: &str| line.split_once(" of 8: ").map(|(number, _)| number.to_owned());
        out.lines().filter_map(number).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(headings("next\nskip\nback\nquit\nnext\n"), "1 2 3 2");
    assert_eq!(headings("back\n"), "1 1");
    assert_eq!(headings(&"next\n".repeat(8)), "1 2 3 4 5 6 7 8");
    assert_eq!(headings(""), "1");
}
