//! What a game has to teach. `outflank_study` writes it and describes it; both are used as they are.

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

/// What a game has to teach, as `outflank analyze --json` writes it.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(crate) struct Report(pub(crate) Box<Document>);

/// A move of a game that is judged, as it stands in a report.
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

/// How one of the types of a report is described.
fn described<T: JsonSchema>() -> RefOr<Described> {
    let schema = types().remove(&name_here(&T::schema_name()));
    read(schema.expect("a report has such a part"))
}

fn read(schema: Schema) -> RefOr<Described> {
    serde_json::from_value(schema.to_value()).expect("a schema of a report describes a type of the API")
}

/// The types that a report is made of, by their names here.
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

/// Other types of the API have the same names as parts of a report.
fn name_here(name: &str) -> String {
    match name {
        "Document" => "Report".to_owned(),
        part => format!("Report{part}"),
    }
}

/// A schema as utoipa can read it: references lead to where it puts types, and what is constant is a choice of one.
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

    /// What utoipa cannot say would be left out of the description without a word.
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
