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

pub(super) struct Node<'t> {
    /// The number of the node before it. The root is 0.
    pub(super) parent: usize,
    /// Of the main line: the first variation everywhere.
    pub(super) is_main: bool,
    /// `None` if it cannot be read, which is an error only in the main line.
    pub(super) properties: Option<Vec<Property<'t>>>,
}

/// Every node after its parent.
pub(super) struct Nodes<'t> {
    rest: Cursor<'t>,
    next: usize,
    /// The last node before each open bracket, and the last node read.
    open: Vec<usize>,
    last: usize,
    is_main: bool,
}

impl<'t> Nodes<'t> {
    pub(super) fn new(tree: Cursor<'t>) -> Nodes<'t> {
        Nodes { rest: tree, next: 0, open: Vec::new(), last: 0, is_main: true }
    }

    pub(super) fn next_node(&mut self) -> Result<Option<Node<'t>>, ParseError> {
        loop {
            if self.rest.eat("(") {
                self.open.push(self.last);
                self.rest.take_while(char::is_whitespace);
                if self.is_main && !self.rest.rest().starts_with(';') {
                    return Err(self.rest.expected("; and a node"));
                }
            } else if self.rest.eat(")") {
                self.is_main = false;
                self.last = self.open.pop().unwrap_or_default();
            } else if self.rest.eat(";") {
                return self.take_node().map(Some);
            } else if skip(&mut self.rest).is_none() {
                return Ok(None);
            }
        }
    }

    fn take_node(&mut self) -> Result<Node<'t>, ParseError> {
        let rest = &mut self.rest;
        let mut properties: Option<Vec<_>> = Some(Vec::new());
        loop {
            rest.take_while(char::is_whitespace);
            if rest.rest().is_empty() || rest.rest().starts_with(['(', ';', ')']) {
                break;
            }
            let before = *rest;
            match take_property(rest) {
                Some(property) => {
                    if let Some(all) = &mut properties {
                        all.push(property);
                    }
                }
                None if self.is_main => {
                    return Err(before.expected("a property such as PB[name], a node or the end of the game"));
                }
                None => {
                    properties = None;
                    if before.rest().len() == rest.rest().len() {
                        skip(rest);
                    }
                }
            }
        }
        let node = Node { parent: self.last, is_main: self.is_main, properties };
        (self.last, self.next) = (self.next, self.next + 1);
        Ok(node)
    }
}

/// Skips a character, or a value: it may contain brackets.
fn skip(cursor: &mut Cursor<'_>) -> Option<()> {
    match cursor.advance()? {
        '[' => take_value(cursor).map(drop),
        _ => Some(()),
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
