use super::result::ResultText;
use super::{MAX_GAME_BYTES, begins_with_tag, comment, skip_blank};
use crate::cursor::Cursor;
use crate::notation::{MOVE, parse_move};
use crate::{Location, ParseError, WrittenMove};

#[derive(Default)]
pub(super) struct MoveText<'t> {
    pub(super) moves: Vec<WrittenMove>,
    pub(super) comment: String,
    pub(super) result: Option<&'t str>,
}

impl<'t> MoveText<'t> {
    /// Takes moves up to the result, or to the beginning of another game.
    pub(super) fn take(cursor: &mut Cursor<'t>, start: &Cursor<'t>) -> Result<MoveText<'t>, ParseError> {
        let mut text = MoveText::default();
        let (mut depth, mut outermost) = (0_usize, Location::START);
        loop {
            skip_blank(cursor);
            start.up_to(cursor).check_size("a game", MAX_GAME_BYTES)?;
            let at = cursor.at();
            match cursor.rest().chars().next() {
                None | Some('[') if depth > 0 => {
                    return Err(ParseError::new(outermost, ") at the end of this variation", "none"));
                }
                None | Some('[') => return Ok(text.finished()),
                Some('(') => {
                    outermost = if depth == 0 { at } else { outermost };
                    depth += 1;
                    cursor.advance();
                }
                Some(')') if depth > 0 => {
                    depth -= 1;
                    cursor.advance();
                }
                Some('{') => {
                    let comment = take_comment(cursor)?;
                    text.comment_if(depth == 0, comment.rest());
                }
                Some(';') => {
                    cursor.advance();
                    let comment = cursor.take_line();
                    text.comment_if(depth == 0, comment.rest());
                }
                Some('$') => {
                    cursor.advance();
                    cursor.take_while(|character| character.is_ascii_digit());
                }
                Some(_) => {
                    let word = cursor.take_while(|character| !ends_word(character));
                    if depth == 0 && text.take_word(word, *cursor)? == Flow::End {
                        return Ok(text.finished());
                    }
                    if word.rest().is_empty() {
                        cursor.advance();
                    }
                }
            }
        }
    }

    /// Moves the commands of the comments into the notes.
    fn finished(mut self) -> MoveText<'t> {
        self.moves.iter_mut().for_each(|written| comment::take_commands(&mut written.note));
        self
    }

    fn take_word(&mut self, mut word: Cursor<'t>, behind: Cursor<'t>) -> Result<Flow, ParseError> {
        if word.rest().is_empty() {
            return Err(behind.expected(MOVE));
        }
        if ResultText::read(word.rest()).is_some() {
            self.result = Some(word.rest());
            return Ok(Flow::End);
        }
        skip_number(&mut word);
        if word.rest().is_empty() {
            return Ok(Flow::Continue);
        }
        let mv = parse_move(word.rest().trim_end_matches(['!', '?'])).map_err(|_| word.expected(MOVE))?;
        self.moves.push(WrittenMove::new(mv, word.at()));
        Ok(Flow::Continue)
    }

    /// Adds a comment to the last move or to the game, unless it is part of a variation.
    fn comment_if(&mut self, is_ours: bool, text: &str) {
        match self.moves.last_mut() {
            _ if !is_ours => {}
            Some(last) => comment::add(text, &mut last.note.comment),
            None => comment::add(text, &mut self.comment),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flow {
    Continue,
    End,
}

fn ends_word(character: char) -> bool {
    matches!(character, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$') || character.is_whitespace()
}

/// Skips `12`, `12.` or `12...`, but not the digit of `3d`.
fn skip_number(word: &mut Cursor<'_>) {
    let mut ahead = *word;
    let digits = ahead.take_while(|character| character.is_ascii_digit());
    let dots = ahead.take_while(|character| character == '.');
    if !digits.rest().is_empty() && (!dots.rest().is_empty() || ahead.rest().is_empty()) {
        *word = ahead;
    }
}

fn take_comment<'t>(cursor: &mut Cursor<'t>) -> Result<Cursor<'t>, ParseError> {
    let at = cursor.at();
    cursor.advance();
    let start = *cursor;
    loop {
        cursor.take_while(|character| character != '}' && character != '\n');
        if cursor.rest().starts_with('}') {
            let inside = start.up_to(cursor);
            cursor.advance();
            return Ok(inside);
        }
        cursor.advance();
        // An unclosed comment must not swallow the following games.
        if cursor.rest().is_empty() || begins_with_tag(cursor) {
            return Err(ParseError::new(at, "} at the end of this comment", "none"));
        }
    }
}
