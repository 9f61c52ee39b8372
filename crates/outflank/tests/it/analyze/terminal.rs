use outflank_pty::{Color, Ended, Screen, Session, Size, keys};

use crate::support::{Room, WTHOR, command};

fn room() -> Room {
    Room::new(&[("w.wtb", WTHOR)])
}

fn start(room: &Room, arguments: &[&str], variables: &[(&str, &str)], size: Size) -> Session {
    let mut command = command(&["analyze"]);
    command.args(arguments).current_dir(room.0.path()).env("TERM", "xterm-256color").env("LC_ALL", "C.UTF-8");
    Session::start(command.envs(variables.iter().copied()), size).unwrap()
}

const TALL: Size = Size { columns: 100, rows: 200 };

fn has_colours(screen: &Screen) -> bool {
    let (rows, columns) = (screen.size().0.get(), screen.size().1.get());
    let mut cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    cells.any(|(row, column)| screen.cell(row, column).is_some_and(|cell| cell.fgcolor() != Color::Default))
}

fn widest(screen: &Screen) -> usize {
    screen.contents().lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0)
}

#[test]
fn colours_depend_on_the_terminal_and_no_color() {
    let room = room();
    for (variables, is_colourful) in
        [(&[][..], true), (&[("NO_COLOR", "1")], false), (&[("TERM", "dumb")], false), (&[("NO_COLOR", "")], true)]
    {
        let mut session = start(&room, &["w.wtb#2", "--level", "2"], variables, TALL);
        assert_eq!(session.wait_for_end().unwrap(), Ended { code: 0, signal: None });
        let screen = session.screen();
        assert!(screen.contents().contains("value"), "{}", screen.contents());
        assert_eq!(has_colours(&screen), is_colourful, "{variables:?}");
        assert!(!screen.contents().contains(" of 60,") && widest(&screen) <= 80, "{}", screen.contents());
    }
}

#[test]
fn a_narrow_terminal_has_a_narrow_report() {
    let room = room();
    for columns in [72, 50, 34] {
        for more in [&[][..], &["--summary"]] {
            let size = Size { columns, rows: 200 };
            let mut session = start(&room, &[&["w.wtb#2", "--level", "2"], more].concat(), &[("NO_COLOR", "1")], size);
            assert_eq!(session.wait_for_end().unwrap().code, 0);
            let screen = session.screen();
            // A line that is too long would wrap.
            let wrapped = (0..200).find(|&row| screen.row_wrapped(row));
            assert_eq!(wrapped, None, "{columns} columns:\n{}", screen.contents());
        }
    }
}

#[test]
fn an_interrupt_clears_the_bar() {
    let room = room();
    let mut session = start(&room, &["w.wtb#2", "--exact", "40"], &[], TALL);
    session.wait_for_text("exact from 40").unwrap();
    session.press(keys::CTRL_C).unwrap();
    assert_eq!(session.wait_for_end().unwrap(), Ended { code: 130, signal: None });
    let screen = session.screen();
    assert!(!screen.contents().contains("exact from 40"), "{}", screen.contents());
    assert!(session.has_modes_as_before() && !screen.hide_cursor());
}

#[test]
fn an_interrupt_still_prints_the_summary_of_finished_games() {
    let room = room();
    let mut session = start(&room, &["w.wtb", "--level", "6", "--threads", "1"], &[], TALL);
    session.wait_for_text("   2 ").unwrap();
    session.press(keys::CTRL_C).unwrap();
    assert_eq!(session.wait_for_end().unwrap(), Ended { code: 130, signal: None });
    assert!(session.screen().contents().contains("By part of the game"), "{}", session.screen().contents());
}
