use std::collections::BTreeSet;

use super::*;
use crate::http::description::description as described;

fn description() -> Value {
    serde_json::to_value(described()).unwrap()
}

#[tokio::test]
async fn the_description_is_public() {
    let answer = Site::open().await.ask(get("/api/openapi.json")).await;
    assert_eq!(answer.header(header::CONTENT_TYPE), "application/json");
    assert_eq!(answer.expect(200), description());
}

fn operations(description: &Value) -> BTreeSet<(String, String)> {
    let paths = description["paths"].as_object().unwrap().iter();
    paths
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| (method.to_uppercase(), path.clone()))
        })
        .collect()
}

#[test]
fn the_guide_and_the_description_name_the_same_addresses() {
    let guide = include_str!("../../../../../docs/guide/api.md");
    let mut expected = BTreeSet::new();
    for method in ["GET", "POST"] {
        for found in guide.split(&format!("`{method} /api/")).skip(1) {
            let address = found.split(['`', '?']).next().unwrap();
            expected.insert((method.to_owned(), format!("/api/{}", address.replace("/ID", "/{id}"))));
        }
    }
    for path in ["/game/{file}", "/game/{id}/preview.png"] {
        expected.insert(("GET".to_owned(), path.to_owned()));
    }
    assert_eq!(operations(&description()), expected);
}

#[tokio::test]
async fn exactly_the_described_addresses_exist() {
    let site = Site::open().await;
    let described = operations(&description());
    let paths: BTreeSet<&String> = described.iter().map(|(_, path)| path).collect();
    for path in paths {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let address = path.replace("{id}", "0123456789").replace("{file}", "0123456789.json");
            let answer = site.ask(get(&address).method(method)).await;
            let is_there = answer.status != 405 && !answer.text().contains("no such path");
            assert_eq!(is_there, described.contains(&(method.to_owned(), path.clone())), "{method} {path}");
        }
    }
}

#[test]
fn every_referenced_type_is_described() {
    let description = description();
    let mut references = BTreeSet::new();
    collect(&description, &mut references);
    assert!(references.len() > 20);
    for reference in references {
        let pointer = reference.strip_prefix('#').unwrap();
        assert!(description.pointer(pointer).is_some(), "{reference}");
    }
}

fn collect(value: &Value, references: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            references.extend(fields.get("$ref").and_then(Value::as_str).map(str::to_owned));
            fields.values().for_each(|value| collect(value, references));
        }
        Value::Array(values) => values.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}

#[test]
fn every_address_describes_its_errors() {
    let description = description();
    assert_eq!(description["info"]["title"], "Outflank");
    assert_eq!(description["info"]["version"], env!("CARGO_PKG_VERSION"));
    let schemes = &description["components"]["securitySchemes"];
    assert_eq!((&schemes["bearer"]["scheme"], &schemes["cookie"]["in"]), (&json!("bearer"), &json!("cookie")));
    let tags: BTreeSet<&str> =
        description["tags"].as_array().unwrap().iter().map(|tag| tag["name"].as_str().unwrap()).collect();
    for (method, path) in operations(&description) {
        let operation = &description["paths"][&path][method.to_lowercase()];
        assert!(operation["summary"].is_string(), "{method} {path}");
        assert!(tags.contains(operation["tags"][0].as_str().unwrap()), "{method} {path}");
        if path == "/api/openapi.json" {
            continue;
        }
        let mut expected = vec!["400", "401", "429", "500", "503"];
        expected.extend(if method == "POST" { &["403", "413", "415", "422"][..] } else { &[] });
        expected.extend(if path.contains('{') { &["404"][..] } else { &[] });
        expected.extend(if path.contains("/game/") { &["403"][..] } else { &[] });
        expected.extend(if path.ends_with("/command") { &["409"][..] } else { &[] });
        for status in expected {
            let schema = &operation["responses"][status]["content"]["application/json"]["schema"]["$ref"];
            assert_eq!(schema, "#/components/schemas/Problem", "{method} {path} {status}");
        }
    }
}

#[test]
fn messages_are_described_with_their_type() {
    let description = description();
    for (name, kind) in [("FullGame", "full"), ("State", "state"), ("ChatMessage", "chat"), ("Watchers", "watchers")] {
        let schema = description["components"]["schemas"][name].to_string();
        assert!(schema.contains("\"type\":{") && schema.contains(kind), "{name}: {schema}");
    }
}
