use std::borrow::Cow;
use std::cell::OnceCell;
use std::iter;

use outflank_rules::{Rules, Setup};

use super::{DetectError, Format, detect};
use crate::record::{Details, Tag};
use crate::wthor::{Directory, GameFile};
use crate::{Location, ParseError, ReadError, UncheckedRecord};
use crate::{board_string, fen, ggf, lines, logbook, obf, pgn, plain, sgf, vong};

pub(super) const SCORES: &str = "SCORES";

/// A file or pasted text.
///
/// ```
/// use outflank_formats::format::{Format, Source};
///
/// let source = Source::new(b"f5d6c3\nf5f6e6\n");
/// let format = source.detect()?;
/// for unchecked in source.read(format) {
///     assert_eq!(unchecked?.check()?.plies().count(), 3);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Source<'b> {
    bytes: &'b [u8],
    // Decoded on demand: WTHOR is binary.
    text: OnceCell<Cow<'b, str>>,
    rules: Rules,
    names: Directory<'b>,
}

impl<'b> Source<'b> {
    /// A source by the standard rules, unless it names others.
    pub fn new(bytes: &'b [u8]) -> Source<'b> {
        Source { bytes, text: OnceCell::new(), rules: Rules::default(), names: Directory::default() }
    }

    /// Reads by these rules, unless the source names others.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Source<'b> {
        Source { rules, ..self }
    }

    /// Looks up the numbers of a WTHOR file here.
    #[must_use]
    pub fn with_names(self, names: Directory<'b>) -> Source<'b> {
        Source { names, ..self }
    }

    /// The text, [decoded](decode).
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| decode(self.bytes))
    }

    /// Detects the format.
    pub fn detect(&self) -> Result<Format, DetectError> {
        detect::detect_in(self.bytes, || self.text())
    }

    /// Reads the games. Where games can be separated, one that cannot be read does not affect the others.
    pub fn read(&self, format: Format) -> Box<dyn Iterator<Item = Result<UncheckedRecord, ReadError>> + '_> {
        match format {
            Format::Plain => Box::new(iter::once(plain::parse_as(self.text(), self.rules))),
            Format::Lines => many(lines::parse(self.text())),
            Format::Board => Box::new(iter::once(self.position(board_string::parse(self.text())))),
            Format::Fen => Box::new(iter::once(self.position(fen::parse(self.text())))),
            Format::Obf => Box::new(obf::parse(self.text()).map(|problem| self.problem(problem?))),
            Format::Ggf => Box::new(ggf::parse(self.text())),
            Format::Sgf => Box::new(sgf::parse(self.text())),
            Format::Pgn => Box::new(pgn::parse(self.text())),
            Format::Vong => many(vong::parse(self.text())),
            Format::Logbook => many(logbook::parse(self.text())),
            Format::Wthor => match GameFile::parse(self.bytes) {
                Ok(file) => many(file.records(self.names)),
                Err(error) => Box::new(iter::once(Err(error.into()))),
            },
        }
    }

    fn position(&self, setup: Result<Setup, ParseError>) -> Result<UncheckedRecord, ReadError> {
        let at = Location::START;
        let start = ReadError::checked_start(self.rules, setup?, at, at)?;
        Ok(UncheckedRecord {
            at: at.into(),
            start,
            moves: Vec::new(),
            variations: Vec::new(),
            details: Details::default(),
        })
    }

    fn problem(&self, problem: obf::Problem) -> Result<UncheckedRecord, ReadError> {
        let mut unchecked = self.position(Ok(problem.setup))?;
        if let Some((_, scores)) = problem.to_string().split_once("; ") {
            unchecked.details.others.push(Tag { name: SCORES.to_owned(), value: scores.to_owned() });
        }
        Ok(unchecked)
    }
}

/// Decodes UTF-8, or ISO-8859-1 if the bytes are not UTF-8. Drops a byte order mark.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        // ISO-8859-1 is the first 256 characters of Unicode.
        Err(_) => bytes.iter().copied().map(char::from).collect::<String>().into(),
    }
}

fn many<'a>(
    games: impl Iterator<Item = Result<UncheckedRecord, ParseError>> + 'a,
) -> Box<dyn Iterator<Item = Result<UncheckedRecord, ReadError>> + 'a> {
    Box::new(games.map(|unchecked| Ok(unchecked?)))
}
