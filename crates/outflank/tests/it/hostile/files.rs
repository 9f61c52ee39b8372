use std::fs;

use resvg::usvg::roxmltree::{Document, Node};

use crate::hostile::corpus::all;
use crate::hostile::run;

/// No element or attribute that our pictures never have.
fn assert_only_a_picture(document: &Document<'_>, what: &str) {
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(
            !["script", "foreignObject", "iframe", "image", "a", "animate", "set"].contains(&name),
            "{what}: {name}"
        );
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{what}: {}", attribute.name());
            assert!(!attribute.name().ends_with("href"), "{what}: {}", attribute.name());
        }
    }
}

#[test]
fn hostile_text_stays_text_in_svg_and_html() {
    let folder = tempfile::tempdir().unwrap();
    let (source, svg, html) = (folder.path().join("a.ggf"), folder.path().join("a.svg"), folder.path().join("a.html"));
    let [source_name, svg_name, html_name] = [&source, &svg, &html].map(|path| path.to_str().unwrap());
    let mut scripts = None;
    for hostile in all() {
        let [(_, record), ..] = hostile.records();
        fs::write(&source, record).unwrap();
        let what = &hostile.tries;
        let arguments = ["analyze", source_name, "--level", "1", "--svg", svg_name, "--html", html_name, "--force"];
        let run = run(&arguments, b"", what);
        if run.code != 0 {
            // Some records cannot be read; then nothing is written.
            assert!(run.err.contains("a.ggf"), "{what}: {}", run.err);
            continue;
        }
        let picture = fs::read_to_string(&svg).unwrap();
        assert_only_a_picture(&Document::parse(&picture).unwrap_or_else(|error| panic!("{what}: {error}")), what);
        // No text adds an element to the page.
        let page = fs::read_to_string(&html).unwrap().to_ascii_lowercase();
        let count =
            ["<script", "</script", "<style", "<img", "<iframe", "<svg", "<a ", "<form", "<base", "<meta", "<!--"]
                .map(|tag| page.matches(tag).count());
        assert_eq!(*scripts.get_or_insert(count), count, "{what}");
    }
    assert!(scripts.is_some());
}
