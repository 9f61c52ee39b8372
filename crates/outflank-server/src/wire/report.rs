//! Reports, with the schema of `outflank_study`.

use std::borrow::Cow;
use std::collections::BTreeMap;

use outflank_study::report::Document;
use outflank_study::report::document::JudgedMove;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema as Described;
use utoipa::{PartialSchema, ToSchema};

/// A game report, as written by `outflank analyze --json`.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Report(pub(crate) Box<Document>);

/// A judged move of a report.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Judged(pub(crate) JudgedMove);

impl PartialSchema for Report {
    fn schema() -> RefOr<Described> {
        described::<Document>()
    }
}

impl ToSchema for Report {
    fn name() -> Cow<'static, str> {
        name_here(&Document::schema_name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Described>)>) {
        schemas.extend(types().into_iter().map(|(name, schema)| (name, read(schema))));
    }
}

impl PartialSchema for Judged {
    fn schema() -> RefOr<Described> {
        described::<JudgedMove>()
    }
}

impl ToSchema for Judged {
    fn name() -> Cow<'static, str> {
        name_here(&JudgedMove::schema_name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Described>)>) {
        Report::schemas(schemas);
    }
}

fn described<T: JsonSchema>() -> RefOr<Described> {
    let schema = types().remove(&name_here(&T::schema_name()));
    read(schema.expect("the report schema has this type"))
}

fn read(schema: Schema) -> RefOr<Described> {
    serde_json::from_value(schema.to_value()).expect("utoipa reads report schemas")
}

fn types() -> BTreeMap<String, Schema> {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<Document>();
    let types = generator.take_definitions(true).into_iter().map(|(name, schema)| {
        let mut schema = Schema::try_from(schema).expect("a type has a schema");
        RecursiveTransform(as_here).transform(&mut schema);
        (name_here(&name), schema)
    });
    types.collect()
}

/// Prefixed, because other types of the API have the same names.
fn name_here(name: &str) -> String {
    match name {
        "Document" => "Report".to_owned(),
        part => format!("Report{part}"),
    }
}

/// Adapts a schema to utoipa: moves references, and turns constants into one-element enums.
fn as_here(schema: &mut Schema) {
    let reference = schema.get("$ref").and_then(|reference| reference.as_str()?.strip_prefix("#/$defs/"));
    if let Some(reference) = reference.map(name_here) {
        schema.insert("$ref".to_owned(), format!("#/components/schemas/{reference}").into());
    }
    if let Some(constant) = schema.remove("const") {
        schema.insert("enum".to_owned(), vec![constant].into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// utoipa silently drops what it does not support.
    #[test]
    fn nothing_of_the_published_schema_is_lost() {
        let types = types();
        assert!(types.contains_key("Report") && types.contains_key("ReportJudgedMove"));
        for (name, schema) in types {
            let published = schema.clone().to_value();
            assert_eq!(serde_json::to_value(read(schema)).expect("a schema is JSON"), published, "{name}");
        }
    }
}
