use outflank_rules::{Bitboard, ByColor, Color, Move, Rules, Setup, Square};

use super::tree::{Nodes, Property};
use super::{result, text};
use crate::cursor::Cursor;
use crate::ggf;
use crate::notation::{MOVE, parse_move};
use crate::points::DISCS;
use crate::property::{Seen, append_comment};
use crate::record::{Clock, Details, Follows, GameResult, Note, Tag};
use crate::{
    Location, ParseError, Points, ReadError, UncheckedRecord, WrittenMove, WrittenVariation, seconds, variant,
};

const ONCE: [&str; 21] = [
    "GM", "SZ", "FF", "CA", "AP", "PB", "PW", "BR", "WR", "PC", "DT", "EV", "RO", "ON", "TM", "BCLOCK", "WCLOCK", "KM",
    "RE", "RESULT", "SUPPLY",
];

pub(super) fn is_known(name: &str) -> bool {
    ONCE.contains(&name) || matches!(name, "AB" | "AW" | "AE" | "PL" | "B" | "W" | "V" | "MT" | "C" | "GC")
}

pub(super) fn unchecked(tree: Cursor<'_>) -> Result<UncheckedRecord, ReadError> {
    let mut game = GameReader::default();
    let mut nodes = Nodes::new(tree);
    // What the move after each node follows.
    let mut places: Vec<Option<Follows>> = Vec::new();
    while let Some(node) = nodes.next_node()? {
        let place = match &node.properties {
            Some(properties) if node.is_main => {
                game.take_node(properties, places.is_empty())?;
                Some(Follows::Game(game.moves.len()))
            }
            Some(properties) => {
                let before = places.get(node.parent).copied().flatten();
                before.and_then(|before| game.take_variation(before, properties))
            }
            None => None,
        };
        places.push(place);
    }
    game.unchecked(tree.at())
}

#[derive(Default)]
struct GameReader {
    seen: Seen,
    rules: Option<Rules>,
    board: Option<(Location, ByColor<Bitboard>)>,
    turn: Option<Color>,
    supply: Option<(Location, ByColor<u8>)>,
    common_clock: Option<Clock>,
    whole_result: Option<GameResult>,
    moves: Vec<WrittenMove>,
    variations: Vec<WrittenVariation>,
    has_move: bool,
    details: Details,
}

impl GameReader {
    fn take_node(&mut self, node: &[Property<'_>], is_root: bool) -> Result<(), ParseError> {
        self.has_move = false;
        let is_move = |property: &&Property<'_>| matches!(&*property.name, "B" | "W");
        if is_root {
            // Properties before a move in the root are about the game.
            return node.iter().try_for_each(|property| self.take(property, is_root));
        }
        // In other nodes they are about the move, wherever it is.
        node.iter().filter(is_move).try_for_each(|property| self.take(property, is_root))?;
        node.iter().filter(|property| !is_move(property)).try_for_each(|property| self.take(property, is_root))
    }

    /// Returns what the move after the node follows; `None` if the node cannot be read.
    fn take_variation(&mut self, before: Follows, node: &[Property<'_>]) -> Option<Follows> {
        let values = || node.iter().filter_map(|property| Some((&*property.name, property.values.first()?.trimmed())));
        let mut place = before;
        for (name, value) in values() {
            let by = match name {
                "B" => Color::Black,
                "W" => Color::White,
                "AB" | "AW" | "AE" | "PL" => return None,
                _ => continue,
            };
            if place != before {
                return None;
            }
            let written = WrittenMove { by: Some(by), ..WrittenMove::new(read_move(value).ok()?, value.at()) };
            self.variations.push(WrittenVariation { follows: before, written });
            place = Follows::Variation(self.variations.len() - 1);
        }
        let Follows::Variation(index) = place else { return Some(place) };
        let WrittenMove { by, note, .. } = &mut self.variations.get_mut(index)?.written;
        for (name, value) in values() {
            match (name, *by) {
                ("V", Some(by)) if place != before => note.eval = read_eval(value, by),
                ("MT", _) if place != before => note.time = seconds::parse(value.rest()),
                ("C", _) => append_comment(&mut note.comment, &text::read(value.rest())),
                _ => {}
            }
        }
        Some(place)
    }

    fn take(&mut self, property: &Property<'_>, is_root: bool) -> Result<(), ParseError> {
        let Property { name, at, values } = property;
        self.seen.insert(&ONCE, name, *at)?;
        match &**name {
            "AB" => return self.set_up(property, Some(Color::Black)),
            "AW" => return self.set_up(property, Some(Color::White)),
            "AE" => return self.set_up(property, None),
            name if !is_known(name) => {
                if is_root {
                    self.keep(property);
                }
                return Ok(());
            }
            _ => {}
        }
        if let Some(second) = values.get(1) {
            return Err(ParseError::new(second.at(), format!("one value of {name}"), "a second one"));
        }
        let value = values.first().expect("a property has a value").trimmed();
        let (at, line, details) = (value.at(), || text::read_line(value.rest()), &mut self.details);
        match &**name {
            "GM" => self.rules = Some(read_game(value)?),
            "SZ" if value.rest() != "8" => return Err(value.expected("a board of size 8")),
            // After the first move the side to move follows from the moves.
            "PL" if !self.moves.is_empty() => {}
            "PL" => self.turn = Some(read_side(value)?),
            "PB" => details.players.black.name = line(),
            "PW" => details.players.white.name = line(),
            "BR" => details.players.black.rating = line(),
            "WR" => details.players.white.rating = line(),
            "PC" => details.place = line(),
            "DT" => details.date = line(),
            "EV" => details.event = line(),
            "RO" => details.round = line(),
            "ON" => details.opening = line(),
            "TM" => {
                let main = self.read_or_keep(property, seconds::parse);
                self.common_clock = main.map(|main| Clock { main, ..Clock::default() });
            }
            "BCLOCK" => self.details.clocks.black = self.read_or_keep(property, ggf::clock::parse),
            "WCLOCK" => self.details.clocks.white = self.read_or_keep(property, ggf::clock::parse),
            "KM" if value.rest().is_empty() => {}
            "KM" => details.komi = Some(value.rest().parse().map_err(|_| value.expected(DISCS))?),
            "RE" if result::is_unknown(&line()) => {}
            "RE" => self.details.result = self.read_or_keep(property, result::parse),
            "RESULT" => self.whole_result = self.read_or_keep(property, ggf::result::parse),
            "SUPPLY" => {
                self.supply = Some((at, variant::read_supply(value)?));
            }
            "B" => self.play(value, Color::Black)?,
            "W" => self.play(value, Color::White)?,
            "V" => {
                if let Some((by, note)) = self.note() {
                    note.eval = read_eval(value, by);
                }
            }
            "MT" => {
                if let Some((_, note)) = self.note() {
                    note.time = seconds::parse(value.rest());
                }
            }
            "C" => {
                let comment = self.moves.last_mut().map_or(&mut details.comment, |last| &mut last.note.comment);
                append_comment(comment, &text::read(value.rest()));
            }
            "GC" => append_comment(&mut details.comment, &text::read(value.rest())),
            _ => {}
        }
        Ok(())
    }

    fn keep(&mut self, property: &Property<'_>) {
        let tag = |value: &Cursor<'_>| Tag { name: property.name.to_string(), value: text::read(value.rest()) };
        self.details.others.extend(property.values.iter().map(tag));
    }

    /// Keeps a value that cannot be parsed as tags. Ignores an empty one.
    fn read_or_keep<T>(&mut self, property: &Property<'_>, parse: fn(&str) -> Option<T>) -> Option<T> {
        let line = property.values.first().map(|value| text::read_line(value.rest()));
        let value = parse(&line.filter(|line| !line.is_empty())?);
        if value.is_none() {
            self.keep(property);
        }
        value
    }

    fn set_up(&mut self, property: &Property<'_>, disc: Option<Color>) -> Result<(), ParseError> {
        if !self.moves.is_empty() {
            return Err(ParseError::new(
                property.at,
                "no change of the board after the first move",
                format!("{:?}", property.name),
            ));
        }
        let (_, discs) = self.board.get_or_insert((property.at, ByColor::both(Bitboard::EMPTY)));
        for value in property.values.iter().map(|value| value.trimmed()).filter(|value| !value.rest().is_empty()) {
            for square in squares(value)? {
                match disc {
                    Some(color) => discs[color] = discs[color].with(square),
                    None => *discs = discs.map(|discs| discs.without(square)),
                }
            }
        }
        Ok(())
    }

    fn play(&mut self, value: Cursor<'_>, by: Color) -> Result<(), ParseError> {
        let at = value.at();
        let mv = read_move(value)?;
        self.moves.push(WrittenMove { by: Some(by), ..WrittenMove::new(mv, at) });
        self.has_move = true;
        Ok(())
    }

    fn note(&mut self) -> Option<(Color, &mut Note)> {
        let WrittenMove { by, note, .. } = self.moves.last_mut().filter(|_| self.has_move)?;
        Some(((*by)?, note))
    }

    fn unchecked(self, at: Location) -> Result<UncheckedRecord, ReadError> {
        let rules =
            self.rules.ok_or_else(|| ParseError::new(at, "GM[2], a game of Othello", "no GM, which means Go"))?;
        let first = self.moves.first().and_then(|written| written.by);
        let (board_at, discs, usual_turn) = match self.board {
            Some((at, discs)) => (at, discs, first.unwrap_or(Color::Black)),
            None => (at, Setup::START.discs, Color::Black),
        };
        let (supply_at, supply) = self.supply.map_or((at, None), |(at, supply)| (at, Some(supply)));
        let setup = Setup { discs, turn: self.turn.unwrap_or(usual_turn), supply };
        let start = ReadError::checked_start(rules, setup, board_at, supply_at)?;
        let mut details = self.details;
        details.clocks = details.clocks.map(|clock| clock.or(self.common_clock));
        details.result = self.whole_result.or(details.result);
        Ok(UncheckedRecord { at: at.into(), start, moves: self.moves, variations: self.variations, details })
    }
}

fn read_move(value: Cursor<'_>) -> Result<Move, ParseError> {
    match value.rest() {
        "" => Ok(Move::Pass),
        name => parse_move(name).map_err(|_| value.expected(MOVE)),
    }
}

/// In discs for the player.
fn read_eval(value: Cursor<'_>, by: Color) -> Option<Points> {
    value.rest().parse().ok().map(|value| for_black(value, by))
}

pub(super) fn for_black(value: Points, player: Color) -> Points {
    match player {
        Color::Black => value,
        Color::White => -value,
    }
}

fn read_game(value: Cursor<'_>) -> Result<Rules, ParseError> {
    match value.rest() {
        "2" => Ok(Rules::Standard),
        name => variant::rules(name).ok_or_else(|| value.expected("GM[2], a game of Othello")),
    }
}

fn read_side(value: Cursor<'_>) -> Result<Color, ParseError> {
    match value.rest().to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(value.expected("the side to move, B or W")),
    }
}

/// Parses `d3`, or a rectangle `a1:c3`.
fn squares(value: Cursor<'_>) -> Result<impl Iterator<Item = Square>, ParseError> {
    let (from, to) = value.rest().split_once(':').unwrap_or((value.rest(), value.rest()));
    let corner = |name: &str| name.parse::<Square>().ok();
    let (from, to) = corner(from)
        .zip(corner(to))
        .ok_or_else(|| value.expected("a square such as d3, or a rectangle such as a1:c3"))?;
    let between = |a: u8, b: u8, c: u8| (a.min(b)..=a.max(b)).contains(&c);
    Ok(Square::ALL.into_iter().filter(move |square| {
        between(from.column(), to.column(), square.column()) && between(from.row(), to.row(), square.row())
    }))
}
