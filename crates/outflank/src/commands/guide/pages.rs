pub(crate) struct Topic {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) markdown: &'static str,
}

pub(crate) const CONTENTS: &str = include_str!("../../../../../docs/guide/README.md");

macro_rules! topics {
    ($($name:literal: $about:literal,)*) => {
        [$(Topic { name: $name, about: $about, markdown: include_str!(concat!("../../../../../docs/guide/", $name, ".md")) }),*]
    };
}

pub(crate) const TOPICS: [Topic; 12] = topics! {
    "play": "Install, learn the rules, play the engine or a friend, settings",
    "study": "Reports on your games, the study board, puzzles and openings",
    "solve": "Exact endgame results, perft",
    "formats": "Game records and boards: what is read, what is written, the batch format",
    "databases": "Search WTHOR and your own games",
    "book": "Opening books: show, grow, merge, exchange with Edax",
    "matches": "Engine against engine: Elo, SPRT, openings",
    "protocols": "GTP and NBoard, in both directions",
    "hosting": "Run a server for friends, a club or the internet",
    "api": "The HTTP API, and bots",
    "variants": "The four sets of rules",
    "training": "How the engine's evaluation and book are made",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contents_list_every_topic() {
        let row = |topic: &Topic| format!("| [{0}]({0}.md) | {1} |", topic.name, topic.about);
        let rows: Vec<&str> = CONTENTS.lines().filter(|line| line.starts_with("| [")).collect();
        assert_eq!(rows, TOPICS.iter().map(row).collect::<Vec<_>>());
    }

    #[test]
    fn links_lead_to_pages_and_headings() {
        let page = |name: &str| match name {
            "README" => Some(CONTENTS),
            name => TOPICS.iter().find(|topic| topic.name == name).map(|topic| topic.markdown),
        };
        let pages = TOPICS.iter().map(|topic| (topic.name, topic.markdown)).chain([("README", CONTENTS)]);
        for (name, markdown) in pages {
            let targets = markdown.split("](").skip(1).filter_map(|rest| rest.split(')').next());
            for target in targets.filter(|target| !target.starts_with("http") && !target.starts_with("../")) {
                let (file, heading) = target.split_once('#').unwrap_or((target, ""));
                let linked = page(if file.is_empty() { name } else { file.trim_end_matches(".md") });
                let has_heading = |text: &str| heading.is_empty() || headings(text).any(|known| known == heading);
                assert!(linked.is_some_and(has_heading), "{name}: {target}");
            }
        }
    }

    fn headings(markdown: &str) -> impl Iterator<Item = String> {
        let titles =
            markdown.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
        titles.map(|title| {
            let kept = title.chars().filter(|char| char.is_alphanumeric() || *char == ' ' || *char == '-');
            kept.collect::<String>().to_lowercase().replace(' ', "-")
        })
    }
}
