//! The report as an HTML page: one file that needs no other.
//!
//! Everything to read is in the HTML. The page also holds the report documents and boards as data, which `report.js` steps through
//! without knowing the rules. The content security policy allows only this script and this style.

mod game;
mod template;
#[cfg(test)]
mod tests;

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use outflank_rules::Color;
use outflank_study::report::Document;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::sanitize::markup;
use crate::{BoardView, ReportView, css};
use template::filled;

pub fn page(games: &[ReportView]) -> String {
    let (title, heading) = match games {
        [game] => {
            let players = format!("{} – {}", game.name(Color::Black), game.name(Color::White));
            (format!("{players}: Outflank report"), "Game report".to_owned())
        }
        _ => (format!("{} games: Outflank report", games.len()), format!("Report on {} games", games.len())),
    };
    let title = markup(&title);
    let style = own_text(&[css::STYLE, css::BOARD, include_str!("report.css")]);
    let script = own_text(&[include_str!("report.js")]);
    let policy = policy(&style, &script);
    let generator = concat!("Outflank ", env!("CARGO_PKG_VERSION"));
    let list = if games.len() > 1 { list(games) } else { String::new() };
    let articles: String = (1..).zip(games).map(|(number, game)| game::article(number, game)).collect();
    let data = data(games);
    filled(include_str!("report.html"), |gap| match gap {
        "policy" => Some(&policy),
        "generator" => Some(generator),
        "title" => Some(&title),
        "style" => Some(&style),
        "heading" => Some(&heading),
        "list" => Some(&list),
        "games" => Some(&articles),
        "data" => Some(&data),
        "script" => Some(&script),
        _ => None,
    })
}

fn list(games: &[ReportView]) -> String {
    let mut html = "      <nav class=\"card list\" aria-labelledby=\"games-title\">
        <h2 class=\"label\" id=\"games-title\">Games</h2>
        <ol class=\"games\">\n"
        .to_owned();
    for (number, game) in (1..).zip(games) {
        let [black, white] = Color::ALL.map(|color| markup(game.name(color)));
        let [for_black, for_white] = Color::ALL.map(|color| game::percent(&game.report.accuracy[color].whole));
        let _ = writeln!(
            html,
            "          <li><span class=\"number\">{number}</span> <a href=\"#game-{number}\"><bdi>{black}</bdi> – \
             <bdi>{white}</bdi></a> <span>{}</span> <span>{}</span> <span>accuracy {for_black} – {for_white}</span> \
             <span class=\"origin\"><bdi>{}</bdi></span></li>",
            markup(game.result.as_deref().unwrap_or("no result")),
            markup(game.opening().unwrap_or("unnamed opening")),
            markup(&game.origin),
        );
    }
    html + "        </ol>\n      </nav>\n"
}

/// Our own texts, joined. Browsers read every line break as `\n` before they compare hashes.
fn own_text(parts: &[&str]) -> String {
    format!("\n{}", parts.join("\n")).replace("\r\n", "\n")
}

fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

fn data(games: &[ReportView]) -> String {
    #[derive(Serialize)]
    struct Data<'a> {
        report: &'a Document,
        boards: &'a [BoardView],
    }
    let games: Vec<_> = games.iter().map(|game| Data { report: &game.document, boards: &game.boards }).collect();
    let json = serde_json::to_string(&games).expect("names and numbers can always be written as JSON");
    json.replace('<', r"\u003c").replace('>', r"\u003e").replace('&', r"\u0026")
}
