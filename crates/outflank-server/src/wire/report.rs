use std::borrow::Cow;
use std::collections::BTreeMap;

use outflank_study::report::Document;
use outflank_study::report::document::JudgedMove;
use outflank_study::review::Effort;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema as Described;
use utoipa::{PartialSchema, ToSchema};

/// A game report, as written by `outflank analyze --json`.
pub(crate) type Report = Published<Box<Document>>;

pub(crate) type Judged = Published<JudgedMove>;

/// A part of the report document, with its published schema.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub(crate) struct Published<T>(pub(crate) T);

impl<T: JsonSchema> PartialSchema for Published<T> {
    fn schema() -> RefOr<Described> {
        let schema = types().remove(&name_here(&T::schema_name()));
        read(schema.expect("the report schema has this type"))
    }
}

impl<T: JsonSchema> ToSchema for Published<T> {
    fn name() -> Cow<'static, str> {
        name_here(&T::schema_name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Described>)>) {
        schemas.extend(types().into_iter().map(|(name, schema)| (name, read(schema))));
    }
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

/// A request for reports.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrderRequest {
    /// A record or collection in any format.
    pub(crate) record: Option<String>,
    /// Instead of a record: a finished game of this server.
    pub(crate) game: Option<String>,
    /// How much work to put into each game. Default: `standard` for one game, `quick` for several.
    pub(crate) effort: Option<EffortName>,
    /// Instead of an effort: the depth of an engine level.
    #[schema(minimum = 1, maximum = 10)]
    pub(crate) level: Option<u8>,
    /// Instead of an effort: chooses the one that takes about this long. The report names it.
    #[schema(minimum = 0.1, maximum = 60)]
    pub(crate) seconds: Option<f64>,
}

/// How much work goes into a report. The same game and effort always give the same report.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EffortName {
    /// About two seconds on two cores.
    Quick,
    /// About twelve seconds on two cores.
    Standard,
    /// Some minutes.
    Deep,
}

impl From<EffortName> for Effort {
    fn from(name: EffortName) -> Effort {
        match name {
            EffortName::Quick => Effort::Quick,
            EffortName::Standard => Effort::Standard,
            EffortName::Deep => Effort::Deep,
        }
    }
}

/// The queued reports.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderAnswer {
    /// The report ids, in the order of the games.
    pub(crate) reports: Vec<String>,
    /// Why other games could not be read, at most ten messages.
    pub(crate) unread: Vec<String>,
}

/// The state of a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(tag = "status", rename_all = "snake_case")]
pub(crate) enum OrderState {
    /// Queued.
    Waiting {
        /// The number of reports ahead.
        before: usize,
    },
    /// In progress.
    Running {
        /// Percent done.
        percent: u8,
    },
    /// Done.
    Done { report: Report },
    /// Failed after several attempts.
    GivenUp {
        /// Why the last attempt failed.
        message: String,
    },
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
