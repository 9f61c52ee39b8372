//! Syntax: trees, nodes, properties. Iterative, so deep trees cannot overflow the stack.

use std::borrow::Cow;

use super::MAX_GAME_BYTES;
use crate::cursor::Cursor;
use crate::{Location, ParseError};

pub(super) struct Property<'t> {
    // Without the lower-case letters of old files.
    pub(super) name: Cow<'t, str>,
    pub(super) at: Location,
    // At least one.
    pub(super) values: Vec<Cursor<'t>>,
}

/// Takes one tree to its end, even if it contains errors.
pub(super) fn take<'t>(cursor: &mut Cursor<'t>) -> Result<Cursor<'t>, ParseError> {
    let start = *cursor;
    if !cursor.rest().starts_with('(') {
        cursor.take_while(|character| character != '(');
        return Err(start.expected("a game, which begins with (;"));
    }
    let mut depth = 0_usize;
    loop {
        let before = *cursor;
        match cursor.advance() {
            Some('(') => depth += 1,
            Some(')') => depth -= 1,
            Some('[') => {
                take_value(cursor).ok_or_else(|| ParseError::new(before.at(), "] at the end of this value", "none"))?;
            }
            Some(_) => {}
            None => return Err(ParseError::new(start.at(), ") at the end of this game", "none")),
        }
        if depth == 0 {
            break;
        }
    }
    let tree = start.up_to(cursor);
    tree.check_size("a game", MAX_GAME_BYTES)?;
    Ok(tree)
}

pub(super) struct MainLine<'t> {
    rest: Cursor<'t>,
}

impl<'t> MainLine<'t> {
    pub(super) fn new(tree: Cursor<'t>) -> MainLine<'t> {
        MainLine { rest: tree }
    }

    pub(super) fn next_node(&mut self) -> Result<Option<Vec<Property<'t>>>, ParseError> {
        let rest = &mut self.rest;
        if rest.eat("(") {
            rest.take_while(char::is_whitespace);
            if !rest.rest().starts_with(';') {
                return Err(rest.expected("; and a node"));
            }
        }
        if !rest.eat(";") {
            return Ok(None);
        }
        let mut node = Vec::new();
        loop {
            rest.take_while(char::is_whitespace);
            if rest.rest().starts_with(['(', ';', ')']) {
                return Ok(Some(node));
            }
            let before = *rest;
            let expected = "a property such as PB[name], a node or the end of the game";
            node.push(take_property(rest).ok_or_else(|| before.expected(expected))?);
        }
    }
}

fn take_property<'t>(rest: &mut Cursor<'t>) -> Option<Property<'t>> {
    let at = rest.at();
    let name = rest.take_while(|character| character.is_ascii_alphanumeric()).rest();
    let name = match name.contains(|character: char| character.is_ascii_lowercase()) {
        true => Cow::Owned(name.replace(|character: char| character.is_ascii_lowercase(), "")),
        false => Cow::Borrowed(name),
    };
    let mut values = Vec::with_capacity(1);
    rest.take_while(char::is_whitespace);
    while rest.eat("[") {
        values.push(take_value(rest)?);
        rest.take_while(char::is_whitespace);
    }
    (!name.is_empty() && !values.is_empty()).then_some(Property { name, at, values })
}

/// Takes a value and its closing bracket. A backslash escapes the next character.
fn take_value<'t>(cursor: &mut Cursor<'t>) -> Option<Cursor<'t>> {
    let start = *cursor;
    loop {
        let end = *cursor;
        match cursor.advance()? {
            ']' => return Some(start.up_to(&end)),
            '\\' => {
                cursor.advance()?;
            }
            _ => {}
        }
    }
}
