use std::collections::BTreeSet;
use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use outflank_rules::{Color, Square};
use outflank_study::report::{KnownPlay, Usual};
use resvg::usvg::roxmltree;
use sha2::{Digest, Sha256};

use super::*;
use crate::{FactKind, sample, sanitize};

fn page(games: &[ReportView]) -> String {
    let mut writer = PageWriter::new(Cursor::new(Vec::new()), Cursor::new(Vec::new()));
    games.iter().for_each(|game| writer.add(game).unwrap());
    let mut page = Vec::new();
    writer.finish(&mut page).unwrap();
    String::from_utf8(page).unwrap()
}

fn between<'a>(page: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = page.split_once(begin).unwrap_or_else(|| panic!("the page has no {begin}"));
    rest.split_once(end).unwrap_or_else(|| panic!("{begin} has no {end}")).0
}

fn data_of(page: &str) -> serde_json::Value {
    let text = between(page, "<script type=\"application/json\" id=\"games\">", "</script>");
    serde_json::from_str(text).unwrap()
}

fn body_of(page: &str) -> String {
    let body = between(page, "<main>", "</main>");
    format!("<main>{}</main>", body.replace("&nbsp;", " "))
}

#[test]
fn every_move_is_on_the_page_and_selectable() {
    let game = sample::tournament_game();
    let page = page(std::slice::from_ref(&game));
    let body = body_of(&page);
    let document = roxmltree::Document::parse(&body).unwrap_or_else(|error| panic!("{error}\n{body}"));
    let rows: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name("tr") && node.has_attribute("id")).collect();
    let plies = &game.boards[1..];
    assert_eq!(rows.len(), plies.len());
    for (row, (ply, number)) in rows.iter().zip(plies.iter().zip(1..)) {
        let button = row.descendants().find(|node| node.has_tag_name("button")).unwrap();
        assert_eq!(button.attribute("data-ply"), Some(number.to_string().as_str()));
        let text: String = button.descendants().filter_map(|node| node.text()).collect();
        let name = ply.square.map_or_else(|| "pass".to_owned(), |square| square.to_string());
        assert_eq!(text.trim_end_matches('?'), name);
    }
    for judged in game.report.mistakes() {
        let sentence = markup(&judged.sentence());
        assert!(page.contains(&sentence), "{sentence}");
    }
    assert!(page.contains("Kinoshita Hisako") && page.contains("30 to 34") && page.contains("games.ggf#7"));

    let ids: Vec<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "ids are unique");
    for node in document.descendants() {
        for id in node.attribute("aria-labelledby").into_iter().flat_map(str::split_whitespace) {
            assert!(ids.contains(&id), "{id}");
        }
    }
}

#[test]
fn the_data_are_the_report_and_the_boards_of_the_game() {
    let game = sample::tournament_game();
    let page = page(std::slice::from_ref(&game));
    let data = data_of(&page);
    let report: Document = serde_json::from_value(data[0]["report"].clone()).unwrap();
    assert_eq!(report, game.document);
    let boards = data[0]["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 61);
    assert_eq!(boards[0]["discs"], "---------------------------OX------XO---------------------------");
    assert_eq!(boards[0]["turn"], "black");
    assert_eq!(
        (&boards[1]["by"], &boards[1]["square"], &boards[1]["turn"]),
        (&"black".into(), &"f5".into(), &"white".into())
    );
    let last = boards.last().unwrap();
    let count = |mark| last["discs"].as_str().unwrap().matches(mark).count();
    assert_eq!((count('X'), count('O')), (30, 34));
    assert!(last.get("turn").is_none());
}

#[test]
fn a_pass_is_a_ply_without_a_square() {
    let game = sample::game_with_a_pass();
    let passes: Vec<_> = game.boards.iter().filter(|board| board.by.is_some() && board.square.is_none()).collect();
    assert_eq!(passes.len(), 1);
    assert_ne!(passes[0].by, passes[0].turn);
    assert!(page(&[game]).contains("</span>pass</button>"));
}

#[test]
fn names_stay_text() {
    let mut record = sample::short_record();
    let report = sample::report(&record);
    let harmless = page(&[sample::short_game()]);
    for hostile in sample::HOSTILE {
        for color in Color::ALL {
            record.details.players[color].name = hostile.to_owned();
        }
        record.details.event = hostile.to_owned();
        record.details.date = hostile.to_owned();
        let page = page(&[ReportView::new(hostile, &record, report.clone(), None)]);
        for tag in ["<script", "</script", "<img", "<b>", "<!--"] {
            assert_eq!(page.matches(tag).count(), harmless.matches(tag).count(), "{tag} by {hostile:?}");
        }
        let body = body_of(&page);
        let document = roxmltree::Document::parse(&body).unwrap_or_else(|error| panic!("{hostile:?}: {error}"));
        let handlers =
            document.descendants().flat_map(|node| node.attributes()).filter(|one| one.name().starts_with("on"));
        assert_eq!(handlers.count(), 0, "{hostile:?}");
        let name = document.descendants().find(|node| node.has_tag_name("bdi")).and_then(|node| node.text());
        assert_eq!(name, Some(sanitize::line(hostile).as_str()));
        assert_eq!(data_of(&page)[0]["report"]["players"]["black"].as_str().map(str::trim), Some(hostile.trim()));
        let bidi = |letter: char| matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!body.contains(bidi), "nothing reorders the text around it");
    }
}

#[test]
fn only_the_pages_own_script_and_style_are_allowed() {
    let page = page(&[sample::short_game()]);
    let policy = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let script = between(&page, "<script type=\"module\">", "</script>");
    let style = between(&page, "<style>", "</style>");
    let directives: Vec<_> = policy.split("; ").collect();
    assert_eq!(
        directives,
        [
            "default-src 'none'",
            &format!("script-src {}", hash(script)),
            &format!("style-src {}", hash(style)),
            "base-uri 'none'",
            "form-action 'none'",
        ]
    );
    assert!(script.contains("class Viewer") && style.contains("of-board"));
    // The policy forbids inline styles.
    assert!(!script.contains("<!--") && !page.contains(" style=\"") && !page.contains('\r'));
    let policy_at = page.find("Content-Security-Policy").unwrap();
    assert!(policy_at < page.find("<style>").unwrap(), "the policy comes before what it governs");
}

#[test]
fn nothing_is_fetched() {
    let page = page(&[sample::tournament_game(), sample::short_game()]);
    for text in ["http://", "https://", "@import", "url(", " src=", "<link", "fetch("] {
        assert!(!page.contains(text), "{text}");
    }
    let hrefs = page.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    assert!(hrefs.clone().count() == 2 && hrefs.clone().all(|href| href.starts_with("#game-")));
}

#[test]
fn several_games_have_a_list() {
    let games = [sample::tournament_game(), sample::short_game(), sample::unjudged_game()];
    let several = page(&games);
    let list = between(&several, "<nav", "</nav>");
    assert_eq!(list.matches("<li>").count(), 3);
    assert!(list.contains("Comp&#39;Oth") && list.contains("30 to 34") && list.contains("href=\"#game-3\""));
    for id in ["game-1", "game-2", "game-3"] {
        assert!(several.contains(&format!("<article class=\"game\" id=\"{id}\"")));
    }
    assert!(roxmltree::Document::parse(&body_of(&several)).is_ok());
    assert!(!page(&games[..1]).contains("<nav"));
}

#[test]
fn the_page_says_where_the_game_left_known_play() {
    let record = sample::short_record();
    let of = |known: Option<&KnownPlay>| ReportView::new("", &record, sample::report(&record), known);
    assert!(!page(&[of(None)]).contains("Known play"));
    let usual = Some(Usual { mv: Square::B5, games: 40 });
    let known = KnownPlay { placements: 11, games: 61, left_with: Some(Square::C5), usual };
    let game = of(Some(&known));
    let text = game.fact(FactKind::KnownPlay).unwrap().text.clone();
    assert!(text.contains("12. c5"));
    assert!(page(&[game]).contains(&format!("<dt>Known play</dt><dd>{text}</dd>")));
}

#[test]
fn a_page_can_be_empty() {
    assert_eq!(data_of(&page(&[])), serde_json::json!([]));
    let unjudged = page(&[sample::unjudged_game()]);
    assert!(unjudged.contains("No moves were analyzed.") && !unjudged.contains("NaN"));
}
