use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use super::*;

fn printed() -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let metrics = Metrics::new();
    for status in [200, 301, 404, 500] {
        metrics.answered("file", StatusCode::from_u16(status).unwrap());
    }
    metrics.committed(1, Duration::from_millis(1));
    metrics.report_made(Duration::from_secs(1));
    let levels = Levels {
        games: 1,
        subscriptions: 1,
        searches: Load { running: 1, waiting: 1 },
        reports: Some(jobs::Counts { waiting: 1, running: 1, done: 1, given_up: 1 }),
    };
    let mut printed: BTreeMap<_, BTreeMap<_, BTreeSet<_>>> = BTreeMap::new();
    for line in metrics.to_text(levels).unwrap().lines().filter(|line| !line.starts_with('#')) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).unwrap());
        let labels = printed.entry(name.to_owned()).or_default();
        for (label, value) in labels_in(rest) {
            labels.entry(label).or_default().insert(value);
        }
    }
    printed
}

fn labels_in(text: &str) -> impl Iterator<Item = (String, String)> {
    let mut quoted = text.split('"');
    std::iter::from_fn(move || {
        let (before, value) = (quoted.next()?, quoted.next()?);
        let label = before.trim_end_matches(['=', '~']).rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        Some((label.to_owned(), value.to_owned()))
    })
}

fn questions(file: &str) -> Vec<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file);
    let text = fs::read_to_string(&path).unwrap();
    if file.ends_with(".json") {
        let mut found = Vec::new();
        collect(&serde_json::from_str(&text).unwrap(), &mut found);
        return found;
    }
    text.lines().filter_map(|line| line.trim().strip_prefix("expr: ").map(str::to_owned)).collect()
}

fn collect(value: &serde_json::Value, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    serde_json::Value::String(text) if ["expr", "definition"].contains(&name.as_str()) => {
                        found.push(text.clone());
                    }
                    field => collect(field, found),
                }
            }
        }
        serde_json::Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

fn asked(question: &str) -> Vec<(String, Vec<(String, String)>)> {
    let starts = question.match_indices("outflank_").map(|(start, _)| start);
    let asked = starts.map(|start| {
        let rest = &question[start..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let labels = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map_or("", |(labels, _)| labels);
        (name.to_owned(), labels_in(labels).collect())
    });
    asked.collect()
}

#[test]
fn dashboard_and_alerts_use_existing_metrics() {
    let printed = printed();
    for file in ["grafana/outflank.json", "prometheus/alerts.yml"] {
        let questions = questions(file);
        let mut names = 0;
        for question in &questions {
            for (name, labels) in asked(question) {
                names += 1;
                let known =
                    printed.get(&name).unwrap_or_else(|| panic!("{file}: there is no metric {name}: {question}"));
                // Prometheus adds this label itself.
                for (label, value) in labels.iter().filter(|(label, _)| label != "instance") {
                    let values = known.get(label).unwrap_or_else(|| panic!("{file}: {name} has no {label}"));
                    assert!(values.contains(value), "{file}: no {label} of {name} is {value}");
                }
            }
        }
        assert!(names >= 8, "{file}: {questions:?}");
    }
}

#[test]
fn every_metric_is_on_the_dashboard() {
    let questions = questions("grafana/outflank.json");
    let shown: BTreeSet<String> = questions.iter().flat_map(|question| asked(question)).map(|(name, _)| name).collect();
    for name in printed().keys() {
        assert!(shown.contains(name), "{name} is not on the dashboard");
    }
}
