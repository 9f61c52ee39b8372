use super::result::ResultText;
use super::{MAX_GAME_BYTES, begins_with_tag, comment, skip_blank};
use crate::cursor::Cursor;
use crate::notation::{MOVE, parse_move};
use crate::record::Follows;
use crate::{Location, ParseError, WrittenMove, WrittenVariation};

#[derive(Default)]
pub(super) struct MoveText<'t> {
    pub(super) moves: Vec<WrittenMove>,
    pub(super) variations: Vec<WrittenVariation>,
    pub(super) comment: String,
    pub(super) result: Option<&'t str>,
}

impl<'t> MoveText<'t> {
    /// Takes moves up to the result, or to the beginning of another game.
    pub(super) fn take(cursor: &mut Cursor<'t>, start: &Cursor<'t>) -> Result<MoveText<'t>, ParseError> {
        let mut text = MoveText::default();
        let mut open: Vec<OpenVariation> = Vec::new();
        let mut outermost = Location::START;
        loop {
            skip_blank(cursor);
            start.up_to(cursor).check_size("a game", MAX_GAME_BYTES)?;
            let at = cursor.at();
            match cursor.rest().chars().next() {
                None | Some('[') if !open.is_empty() => {
                    return Err(ParseError::new(outermost, ") at the end of this variation", "none"));
                }
                None | Some('[') => return Ok(text.finished()),
                Some('(') => {
                    outermost = if open.is_empty() { at } else { outermost };
                    open.push(text.alternative(open.last()));
                    cursor.advance();
                }
                Some(')') if !open.is_empty() => {
                    open.pop();
                    cursor.advance();
                }
                Some('{') => {
                    let comment = take_comment(cursor)?;
                    text.comment(open.last_mut(), comment.rest());
                }
                Some(';') => {
                    cursor.advance();
                    let comment = cursor.take_line();
                    text.comment(open.last_mut(), comment.rest());
                }
                Some('$') => {
                    cursor.advance();
                    cursor.take_while(|character| character.is_ascii_digit());
                }
                Some(_) => {
                    let word = cursor.take_while(|character| !ends_word(character));
                    match open.last_mut() {
                        Some(variation) => text.take_variation_word(variation, word),
                        None if text.take_word(word, *cursor)? == Flow::End => return Ok(text.finished()),
                        None => {}
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
        let variations = self.variations.iter_mut().map(|variation| &mut variation.written);
        self.moves.iter_mut().chain(variations).for_each(|written| comment::take_commands(&mut written.note));
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

    /// A variation that begins here, instead of the last move.
    fn alternative(&self, of: Option<&OpenVariation>) -> OpenVariation {
        let next = match of {
            Some(variation) => variation.last.and_then(|last| Some(self.variations.get(last)?.follows)),
            None => self.moves.len().checked_sub(1).map(Follows::Game),
        };
        OpenVariation { next, last: None, comment: String::new() }
    }

    fn take_variation_word(&mut self, variation: &mut OpenVariation, mut word: Cursor<'t>) {
        skip_number(&mut word);
        if word.rest().is_empty() || ResultText::read(word.rest()).is_some() {
            return;
        }
        let Ok(mv) = parse_move(word.rest().trim_end_matches(['!', '?'])) else {
            variation.next = None;
            return;
        };
        let Some(follows) = variation.next else { return };
        let mut written = WrittenMove::new(mv, word.at());
        written.note.comment = std::mem::take(&mut variation.comment);
        self.variations.push(WrittenVariation { follows, written });
        variation.last = Some(self.variations.len() - 1);
        variation.next = variation.last.map(Follows::Variation);
    }

    /// Adds a comment to the last move, or before the first to the game or the first move of the variation.
    fn comment(&mut self, variation: Option<&mut OpenVariation>, text: &str) {
        let place = match variation {
            None => self.moves.last_mut().map_or(&mut self.comment, |last| &mut last.note.comment),
            Some(variation) => match variation.last.and_then(|last| self.variations.get_mut(last)) {
                Some(last) if variation.next.is_some() => &mut last.written.note.comment,
                Some(_) => return,
                None => &mut variation.comment,
            },
        };
        comment::add(text, place);
    }
}

struct OpenVariation {
    /// What its next move follows; `None` after a word that is not a move.
    next: Option<Follows>,
    last: Option<usize>,
    /// Written before the first move.
    comment: String,
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
