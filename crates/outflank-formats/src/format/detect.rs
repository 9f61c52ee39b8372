use std::error::Error;
use std::fmt;

use outflank_rules::{Bitboard, Square};

use super::{Format, decode};
use crate::cursor::Cursor;
use crate::wthor::{FileKind, NamesKind};
use crate::{ParseError, ReadError, Transcript, board_string, obf, pgn, plain};

/// Detects the format of a file or of pasted text.
///
/// Most formats have a mark: the WTHOR header, `(;`, PGN tags, the columns of VONG, the signs of a logbook, the slashes of
/// FEN. Boards, OBF and transcripts are detected by parsing them. A game plays each square once, so a text that repeats
/// one has several games.
pub fn detect(bytes: &[u8]) -> Result<Format, DetectError> {
    let mut text = None;
    detect_in(bytes, || text.get_or_insert_with(|| decode(bytes)))
}

pub(super) fn detect_in<'t>(bytes: &[u8], text: impl FnOnce() -> &'t str) -> Result<Format, DetectError> {
    match FileKind::of(bytes) {
        Some(FileKind::Games) => return Ok(Format::Wthor),
        Some(FileKind::Names(kind)) => return Err(DetectError::Names(kind)),
        None if bytes.contains(&0) => return Err(DetectError::Bytes),
        None => {}
    }
    let text = text();
    let mut cursor = Cursor::new(text);
    cursor.skip_blank();
    let line = cursor.rest().lines().next().ok_or(DetectError::Empty)?;
    match marked(text, line) {
        Some(format) => Ok(format),
        None => unmarked(text),
    }
}

fn marked(text: &str, line: &str) -> Option<Format> {
    if is_tag(line) {
        Some(Format::Pgn)
    } else if is_vong(line) {
        Some(Format::Vong)
    } else if is_logbook(line) {
        Some(Format::Logbook)
    } else if is_fen(line) {
        Some(Format::Fen)
    } else if is_heading(line) {
        Some(Format::Plain)
    } else {
        // Mails and archives have text before the first game.
        text.find("(;").map(|start| tree(&text[start..]))
    }
}

fn is_tag(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let value =
        rest.trim_start().trim_start_matches(|character: char| character.is_ascii_alphanumeric() || character == '_');
    value.len() < rest.len() && value.trim_start().starts_with('"')
}

/// `-black    +02 white    EK:FJ...`: a board has no digits in these columns.
fn is_vong(line: &str) -> bool {
    let columns: Vec<char> = line.chars().take(14).collect();
    matches!(columns[..], ['-', .., '+' | '-', tens, ones, ' '] if columns.len() == 14 && tens.is_ascii_digit() && ones.is_ascii_digit())
}

fn is_logbook(line: &str) -> bool {
    match line.as_bytes() {
        [b'+' | b'-', column, row, b'+' | b'-' | b':', ..] => {
            matches!(column.to_ascii_lowercase(), b'a'..=b'h') && matches!(row, b'1'..=b'8')
        }
        // A game without moves.
        [b':', b' ', b'+' | b'-', digit, ..] => digit.is_ascii_digit(),
        _ => false,
    }
}

fn is_fen(line: &str) -> bool {
    let board = line.split_whitespace().next().unwrap_or_default();
    let is_cell = |byte: u8| byte.is_ascii_alphanumeric() || b"*-.".contains(&byte);
    board.split('/').count() == 8 && board.bytes().all(|byte| byte == b'/' || is_cell(byte))
}

fn is_heading(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["rules", "board", "supply"].iter().any(|heading| heading.eq_ignore_ascii_case(word))
}

fn tree(text: &str) -> Format {
    /// A game is named within this many properties, or not at all.
    const FAR: usize = 64;
    let mut rest = text.trim_start_matches(['(', ';']);
    for _ in 0..FAR {
        rest = rest.trim_start();
        let property = rest.split_once('[').and_then(|(name, behind)| Some((name, behind.split_once(']')?)));
        let Some((name, (value, behind))) = property else { break };
        // GGF has a single node; SGF has no semicolon before the end of a game.
        if let Some((_, after)) = name.split_once(';') {
            return if after.trim_start().starts_with(')') { Format::Ggf } else { Format::Sgf };
        }
        match name.trim_end() {
            "GM" if value.trim().eq_ignore_ascii_case("othello") => return Format::Ggf,
            "GM" if value.trim().bytes().all(|byte| byte.is_ascii_digit()) => return Format::Sgf,
            "BO" | "TY" => return Format::Ggf,
            "FF" | "SZ" | "AB" | "AW" | "CA" => return Format::Sgf,
            _ => rest = behind,
        }
    }
    match rest.split_once(')').is_some_and(|(end, _)| end.trim_end().ends_with(';')) {
        true => Format::Ggf,
        false => Format::Sgf,
    }
}

fn unmarked(text: &str) -> Result<Format, DetectError> {
    let board = match board_string::parse(text) {
        Ok(_) => return Ok(Format::Board),
        Err(error) => error,
    };
    if text.lines().any(is_problem) {
        // A board with moves on the next line is one game.
        let is_game = obf::parse(text).any(|problem| problem.is_err()) && plain::parse(text).is_ok();
        return Ok(if is_game { Format::Plain } else { Format::Obf });
    }
    match plain::parse(text) {
        Ok(_) if repeats_a_square(text) => Ok(Format::Lines),
        Ok(_) => Ok(Format::Plain),
        // PGN without tags; a result or a comment makes it more than a transcript.
        Err(_) if pgn::parse(text).next().is_some_and(|game| game.is_ok_and(|game| !game.moves.is_empty())) => {
            Ok(Format::Pgn)
        }
        Err(_) if repeats_a_square(text) => Ok(Format::Lines),
        Err(plain) => Err(DetectError::Text { plain: Box::new(plain), board: Box::new(board) }),
    }
}

// Most lines of other texts are too short for a board.
fn is_problem(line: &str) -> bool {
    line.len() > Square::ALL.len() && obf::parse(line).next().is_some_and(|problem| problem.is_ok())
}

/// Whether two transcripts share a square. Other lines are ignored: they may be damaged.
fn repeats_a_square(text: &str) -> bool {
    let mut played = Bitboard::EMPTY;
    text.lines().filter_map(|line| line.parse::<Transcript>().ok()).any(|transcript| {
        let squares: Bitboard = transcript.moves.iter().filter_map(|written| written.mv.square()).collect();
        let again = !played.is_disjoint(squares);
        played |= squares;
        again
    })
}

/// Why no format was detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DetectError {
    /// No content besides comments.
    Empty,
    /// A WTHOR file without games.
    Names(NamesKind),
    /// Neither text nor WTHOR.
    Bytes,
    /// Text without a mark: why it is neither a game in plain text nor a board.
    #[allow(missing_docs, reason = "the fields name their contents")]
    Text { plain: Box<ReadError>, board: Box<ParseError> },
}

impl fmt::Display for DetectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DetectError::Empty => f.write_str("expected a game or a position, found nothing"),
            DetectError::Names(kind) => {
                write!(f, "expected games, found the names of {} that belong to WTHOR files (.wtb)", kind.plural())
            }
            DetectError::Bytes => f.write_str("expected text or a WTHOR file, found other binary data"),
            DetectError::Text { plain, board } => {
                writeln!(f, "{plain}")?;
                writeln!(f, "as a board: {board}")?;
                f.write_str("nor is it FEN, OBF, GGF, SGF, PGN, VONG, a logbook or WTHOR")
            }
        }
    }
}

impl Error for DetectError {}
