use std::error::Error;
use std::fmt;
use std::io;
use std::path::PathBuf;

use super::Settings;

pub(super) const MAX_BYTES: usize = 64 * 1024;

/// With more bad lines than this, the file is taken for something else.
const MAX_FAULTS: usize = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) what: String,
}

pub(super) fn read(text: &str) -> (Settings, Vec<Fault>) {
    let mut lines: Vec<&str> = text.split('\n').collect();
    let mut faults = Vec::new();
    loop {
        let rest = lines.join("\n");
        let error = match toml_edit::de::from_str::<Settings>(&rest) {
            Ok(settings) => return (settings, faults),
            Err(error) => error,
        };
        let at = error.span().map_or(0, |span| span.start.min(rest.len()));
        let line = rest.as_bytes()[..at].iter().filter(|&&byte| byte == b'\n').count();
        let what = error.message().replace('\n', ", ");
        faults.push(Fault { line: line + 1, what });
        // The line is already empty, so the error is elsewhere and no line can be trusted.
        if faults.len() == MAX_FAULTS || lines[line].is_empty() {
            return (Settings::default(), faults);
        }
        lines[line] = "";
    }
}

#[derive(Debug)]
pub(crate) struct Notice {
    pub(super) file: PathBuf,
    pub(super) kind: NoticeKind,
}

#[derive(Debug)]
pub(super) enum NoticeKind {
    Unreadable(io::Error),
    TooLarge,
    BadLines(Vec<Fault>),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match &self.kind {
            NoticeKind::Unreadable(error) => write!(f, "{file}: {error}"),
            NoticeKind::TooLarge => write!(f, "{file}: expected at most {MAX_BYTES} bytes of settings"),
            NoticeKind::BadLines(faults) => {
                for (index, Fault { line, what }) in faults.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    write!(f, "{separator}{file}: line {line}: {what}")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for Notice {}
