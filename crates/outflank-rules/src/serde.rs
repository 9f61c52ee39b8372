//! Serialised forms, validated on reading.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bitboard, ByColor, Color, Position, Rules, Setup, Square};

impl Serialize for Square {
    /// `"d3"`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Square, D::Error> {
        by_name(deserializer)
    }
}

impl Serialize for Rules {
    /// `"standard"`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Rules, D::Error> {
        by_name(deserializer)
    }
}

fn by_name<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr<Err: Display>,
{
    Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

impl Serialize for Bitboard {
    /// `["d3", "c4"]`
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bitboard, D::Error> {
        deserializer.deserialize_seq(SquaresOnce)
    }
}

/// Rejects repeated squares, so that no list can be too long.
struct SquaresOnce;

impl<'de> Visitor<'de> for SquaresOnce {
    type Value = Bitboard;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of squares")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut squares: A) -> Result<Bitboard, A::Error> {
        let mut set = Bitboard::EMPTY;
        while let Some(square) = squares.next_element()? {
            if set.contains(square) {
                return Err(A::Error::custom(format_args!("{square} is named twice")));
            }
            set = set.with(square);
        }
        Ok(set)
    }
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    rules: Rules,
    discs: ByColor<Bitboard>,
    turn: Color,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    supply: Option<ByColor<u8>>,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Setup { discs, turn, supply } = self.setup();
        Described { rules: self.rules(), discs, turn, supply }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let Described { rules, discs, turn, supply } = Described::deserialize(deserializer)?;
        Position::new(rules, Setup { discs, turn, supply }).map_err(D::Error::custom)
    }
}
