//! `web/wire.d.ts`, the types of the page, follows from the description of the API. `cargo xtask wire-types` writes it.

use std::collections::BTreeMap;
use std::{env, fs};

use super::*;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/web/wire.d.ts");

/// Set by `cargo xtask wire-types`.
const WRITE: &str = "OUTFLANK_WRITE_WIRE_TYPES";

const HEAD: &str = "// The types of the API, written by `cargo xtask wire-types`. Don't edit this file.\n\n";

const VALUES: [(&str, &[&str]); 3] = [
    ("Color", &["black", "white"]),
    ("GameStatus", &["waiting", "running", "paused", "over", "cancelled"]),
    ("Termination", &["played_out", "resigned", "draw_agreed", "time_out", "abandoned"]),
];

/// The fields that hold such strings: `field`, or `Schema.field` where other schemas use the name for something else.
const FIELDS: [(&str, &str); 12] = [
    ("as", "Color"),
    ("by", "Color"),
    ("how", "Termination"),
    ("running", "Color"),
    ("side", "Color"),
    ("status", "GameStatus"),
    ("turn", "Color"),
    ("winner", "Color"),
    ("you", "Color"),
    ("Offers.draw", "Color"),
    ("Offers.rematch", "Color"),
    ("Offers.takeback", "Color"),
];

const MAX_WIDTH: usize = 120;

#[tokio::test]
async fn the_types_of_the_page_match_the_api() {
    let description = Site::open().await.ask(get("/api/openapi.json")).await.expect(200);
    let generated = types(&description["components"]["schemas"]);
    if env::var_os(WRITE).is_some() {
        fs::write(FILE, generated).unwrap();
        return;
    }
    let is_current = fs::read_to_string(FILE).unwrap() == generated;
    assert!(is_current, "web/wire.d.ts is out of date; run `cargo xtask wire-types`");
}

fn types(schemas: &Value) -> String {
    let values = VALUES.map(|(name, values)| format!("export type {name} = {};\n", literals(values)));
    let all: BTreeMap<_, _> = schemas.as_object().unwrap().iter().collect();
    let named = all.into_iter().filter(|(name, _)| is_type_name(name)).map(|(name, schema)| {
        let scope = Scope { schemas, owner: name, field: "", indent: 0 };
        let text = scope.type_of(schema);
        let space = if text.starts_with('\n') { "" } else { " " };
        format!("export type {name} ={space}{text};\n")
    });
    HEAD.to_owned() + &values.concat() + "\n" + &named.collect::<String>()
}

/// Rust's `u32` has a schema of its own.
fn is_type_name(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

fn literals(values: &[&str]) -> String {
    values.iter().map(|value| format!("'{value}'")).collect::<Vec<_>>().join(" | ")
}

#[derive(Clone, Copy)]
struct Scope<'a> {
    schemas: &'a Value,
    owner: &'a str,
    field: &'a str,
    indent: usize,
}

impl Scope<'_> {
    fn type_of(self, schema: &Value) -> String {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.trim_start_matches("#/components/schemas/");
            return if is_type_name(name) { name.to_owned() } else { self.type_of(&self.schemas[name]) };
        }
        if let Some(values) = schema["enum"].as_array() {
            return self.union(values, |_, value| value.as_str().map_or(value.to_string(), |text| format!("'{text}'")));
        }
        if let Some(parts) = schema.get("oneOf").or(schema.get("anyOf")) {
            return self.union(parts.as_array().unwrap(), Self::type_of);
        }
        if let Some(parts) = schema["allOf"].as_array() {
            return parts.iter().map(|part| grouped(self.type_of(part))).collect::<Vec<_>>().join(" & ");
        }
        match &schema["type"] {
            Value::Array(kinds) => {
                kinds.iter().map(|kind| self.plain(kind.as_str(), schema)).collect::<Vec<_>>().join(" | ")
            }
            kind => self.plain(kind.as_str(), schema),
        }
    }

    fn plain(self, kind: Option<&str>, schema: &Value) -> String {
        match kind {
            Some("array") => grouped(self.type_of(&schema["items"])) + "[]",
            Some("boolean") => "boolean".to_owned(),
            Some("integer" | "number") => "number".to_owned(),
            Some("null") => "null".to_owned(),
            Some("object") if schema["properties"].is_object() => self.object(schema),
            Some("object") => "Record<string, unknown>".to_owned(),
            Some("string") => self.string().to_owned(),
            _ => panic!("{}.{}: no type for {schema}", self.owner, self.field),
        }
    }

    fn string(self) -> &'static str {
        let qualified = format!("{}.{}", self.owner, self.field);
        let known = FIELDS.iter().find(|(field, _)| [self.field, &qualified].contains(field));
        known.map_or("string", |(_, name)| name)
    }

    fn object(self, schema: &Value) -> String {
        let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
        let properties: BTreeMap<_, _> = schema["properties"].as_object().unwrap().iter().collect();
        let fields: Vec<String> = properties
            .into_iter()
            .map(|(name, property)| {
                let mark = if required.iter().any(|field| field == name) { "" } else { "?" };
                format!("{name}{mark}: {}", self.indented(name).type_of(property))
            })
            .collect();
        let short = format!("{{ {} }}", fields.join("; "));
        if self.fits(&short) {
            return short;
        }
        let start = " ".repeat(self.indent);
        let lines: String = fields.iter().map(|field| format!("{start}  {field};\n")).collect();
        format!("{{\n{lines}{start}}}")
    }

    fn union(self, parts: &[Value], write: impl Fn(Self, &Value) -> String) -> String {
        let short = parts.iter().map(|part| write(self, part)).collect::<Vec<_>>().join(" | ");
        if self.fits(&short) {
            return short;
        }
        let deeper = Self { indent: self.indent + 2, ..self };
        let start = format!("\n{}  | ", " ".repeat(self.indent));
        parts.iter().map(|part| start.clone() + &write(deeper, part)).collect()
    }

    fn indented<'a>(&'a self, field: &'a str) -> Scope<'a> {
        Scope { field, indent: self.indent + 2, ..*self }
    }

    fn fits(self, text: &str) -> bool {
        self.indent + text.len() <= MAX_WIDTH && !text.contains('\n')
    }
}

fn grouped(text: String) -> String {
    if text.contains(" | ") && !text.starts_with('{') { format!("({text})") } else { text }
}
