use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use outflank_pty::{MouseProtocolMode, Screen, Session, Size, keys};
use outflank_rules::Square;

use crate::terminal::board::Board;

pub(crate) const USUAL: Size = Size { columns: 80, rows: 24 };
pub(crate) const LARGE: Size = Size { columns: 120, rows: 40 };

pub(crate) struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    pub(crate) fn new(settings: &str) -> Home {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("settings.toml"), settings).unwrap();
        Home { folder }
    }

    pub(crate) fn empty() -> Home {
        Home { folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn files(&self, folder: &str) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.path().join(folder)).into_iter().flatten();
        let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    /// A terminal without colours and Unicode, on which the board can be read.
    pub(crate) fn plain(&self, arguments: &[&str], size: Size) -> Window {
        self.start(arguments, size, &[("TERM", "xterm"), ("NO_COLOR", "1"), ("LANG", "C")])
    }

    pub(crate) fn colourful(&self, arguments: &[&str], size: Size) -> Window {
        self.start(arguments, size, &[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")])
    }

    fn start(&self, arguments: &[&str], size: Size, variables: &[(&str, &str)]) -> Window {
        let mut command = Command::new(program());
        command.args(arguments).envs(variables.iter().copied()).env("OUTFLANK_HOME", self.path());
        Window { session: Session::start(&command, size).unwrap() }
    }
}

/// `OUTFLANK` names another build of the program.
pub(crate) fn program() -> PathBuf {
    std::env::var_os("OUTFLANK").map_or_else(|| env!("CARGO_BIN_EXE_outflank").into(), PathBuf::from)
}

pub(crate) struct Window {
    pub(crate) session: Session,
}

impl Window {
    pub(crate) fn press(&mut self, keys: &str) {
        self.session.press(keys).unwrap();
    }

    pub(crate) fn enter(&mut self, text: &str) {
        self.press(&format!("{text}{}", keys::ENTER));
    }

    pub(crate) fn open_record(&mut self, record: &str) {
        self.wait_for_text("Esc menu");
        self.press("o");
        self.wait_for_text("Press / to search");
        self.press("\x0f");
        self.wait_for_text("Open a file");
        self.wait_for_text("../");
        self.enter(record);
    }

    pub(crate) fn quit(&mut self) {
        self.press("q");
        self.has_ended_well();
    }

    pub(crate) fn quit_game(&mut self) {
        self.press("q");
        self.wait_for_text("Quit?");
        self.press(keys::ENTER);
        self.has_ended_well();
    }

    pub(crate) fn click(&mut self, square: Square) {
        let (column, row) = Board::on(&self.session.screen()).expect("there is a board to click on").place(square);
        self.press(&keys::click(column, row));
    }

    pub(crate) fn resize(&self, size: Size, rows: u16) {
        self.session.resize(size).unwrap();
        self.wait_for_board("a board of another size", |board| board.rows_of_a_square() == rows);
    }

    pub(crate) fn resize_to(&self, size: Size) {
        self.session.resize(size).unwrap();
    }

    pub(crate) fn wait_for(&self, what: &str, shows: impl FnMut(&Screen) -> bool) -> Screen {
        self.session.wait_for(what, shows).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn wait_for_text(&self, text: &str) -> Screen {
        self.session.wait_for_text(text).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn wait_for_board(&self, what: &str, mut is_so: impl FnMut(&Board) -> bool) -> Board {
        let screen = self.wait_for(what, |screen| Board::on(screen).is_some_and(|board| is_so(&board)));
        Board::on(&screen).unwrap()
    }

    pub(crate) fn has_ended_well(&mut self) {
        let ended = self.session.wait_for_end().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((ended.code, ended.signal), (0, None));
        self.is_as_before();
    }

    pub(crate) fn is_as_before(&self) {
        let screen = self.session.screen();
        assert!(!screen.alternate_screen(), "the other screen is still shown:\n{}", screen.contents());
        assert!(!screen.hide_cursor(), "there is no cursor");
        assert!(!screen.bracketed_paste(), "what is pasted still comes in brackets");
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None, "the mouse is still reported");
        assert!(self.session.has_modes_as_before(), "lines, echo or signals are not as they were");
    }
}

pub(crate) fn is_full_screen(screen: &Screen) -> bool {
    screen.alternate_screen() && screen.mouse_protocol_mode() != MouseProtocolMode::None
}
