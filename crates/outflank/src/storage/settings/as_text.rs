use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serializer};

pub(super) fn serialize<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

pub(super) fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: Display>,
    D: Deserializer<'de>,
{
    Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
}

pub(super) mod level {
    use super::*;
    use outflank_engine::Level;

    pub(crate) fn serialize<S: Serializer>(level: &Level, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(level.number())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let number = i64::deserialize(deserializer)?;
        let level = u8::try_from(number).ok().and_then(Level::new);
        level.ok_or_else(|| D::Error::custom("expected a level from 1 to 10"))
    }
}

pub(super) mod clock {
    use super::*;
    use outflank_players::ClockConfig;

    const NONE: &str = "none";

    pub(crate) fn serialize<S: Serializer>(clock: &Option<ClockConfig>, serializer: S) -> Result<S::Ok, S::Error> {
        match clock {
            Some(clock) => serializer.collect_str(clock),
            None => serializer.serialize_str(NONE),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<ClockConfig>, D::Error> {
        match &*Cow::<str>::deserialize(deserializer)? {
            NONE => Ok(None),
            text => text.parse().map(Some).map_err(|error| D::Error::custom(format_args!("{error}; or {NONE}"))),
        }
    }
}

pub(super) mod teach {
    use super::*;
    use outflank_study::teach::Tolerance;

    pub(crate) fn serialize<S: Serializer>(tolerance: &Option<Tolerance>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(tolerance.map_or(0, Tolerance::discs))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Tolerance>, D::Error> {
        let discs = i64::deserialize(deserializer)?;
        let tolerance = u8::try_from(discs).ok().and_then(Tolerance::new);
        match (tolerance, discs) {
            (None, 0) => Ok(None),
            (Some(tolerance), _) => Ok(Some(tolerance)),
            (None, _) => Err(D::Error::custom("expected a number of discs from 1 to 64, or 0 for no warnings")),
        }
    }
}
