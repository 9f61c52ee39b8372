//! Schemas of types from other crates.

use std::borrow::Cow;

use outflank_rules::Rules;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

pub(in crate::report) struct SquareName;

pub(super) struct RulesName;

/// A side, as it is written.
#[derive(JsonSchema)]
#[schemars(rename = "Color", rename_all = "lowercase")]
#[expect(dead_code, reason = "it is only described")]
pub(super) enum ColorName {
    Black,
    White,
}

/// Something for each side.
#[derive(JsonSchema)]
#[schemars(rename = "ByColor_of_{T}")]
#[expect(dead_code, reason = "it is only described")]
pub(super) struct Both<T> {
    black: T,
    white: T,
}

impl JsonSchema for SquareName {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A square: letters are columns, digits are rows, a1 is at the top left.",
            "type": "string",
            "pattern": "^[a-h][1-8]$",
        })
    }
}

impl JsonSchema for RulesName {
    fn schema_name() -> Cow<'static, str> {
        "Rules".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The rules of the game.",
            "type": "string",
            "enum": Rules::ALL.map(Rules::name),
        })
    }
}
