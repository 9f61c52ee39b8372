//! The report as an HTML page: one file that needs no other. Everything to read is in the HTML. The page also holds the report documents and
//! boards as data, which `report.js` steps through without knowing the rules. The content security policy allows only this script and style.

mod game;
mod template;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Seek, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use outflank_rules::Color;
use outflank_study::report::Document;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::sanitize::markup;
use crate::{BoardView, ReportView, css};
use template::filled;

/// Writes a page game by game. The games wait in two files or buffers, and only a line about each stays in memory.
pub struct PageWriter<S> {
    games: usize,
    /// Of the first game.
    players: String,
    list: String,
    articles: S,
    data: S,
}

impl<S: Read + Write + Seek> PageWriter<S> {
    /// Both are empty.
    pub fn new(articles: S, data: S) -> PageWriter<S> {
        PageWriter { games: 0, players: String::new(), list: String::new(), articles, data }
    }

    pub fn add(&mut self, game: &ReportView) -> io::Result<()> {
        self.games += 1;
        if self.games == 1 {
            self.players = format!("{} – {}", game.name(Color::Black), game.name(Color::White));
        }
        self.list += &list_item(self.games, game);
        self.articles.write_all(game::article(self.games, game).as_bytes())?;
        let separator = if self.games == 1 { "" } else { "," };
        self.data.write_all((separator.to_owned() + &data(game)).as_bytes())
    }

    pub fn finish(mut self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        let (title, heading) = match self.games {
            1 => (format!("{}: Outflank report", self.players), "Game report".to_owned()),
            games => (format!("{games} games: Outflank report"), format!("Report on {games} games")),
        };
        let title = markup(&title);
        let style = own_text(&[css::STYLE, css::BOARD, include_str!("report.css")]);
        let script = own_text(&[include_str!("report.js")]);
        let policy = policy(&style, &script);
        let list = if self.games > 1 { LIST_BEGIN.to_owned() + &self.list + LIST_END } else { String::new() };
        let fill = |part| {
            filled(part, |gap| match gap {
                "policy" => Some(policy.as_str()),
                "generator" => Some(concat!("Outflank ", env!("CARGO_PKG_VERSION"))),
                "title" => Some(&title),
                "style" => Some(&style),
                "heading" => Some(&heading),
                "list" => Some(&list),
                "script" => Some(&script),
                _ => None,
            })
        };
        let template = include_str!("report.html");
        let (before, rest) = template.split_once("{{games}}").expect("the template has games");
        let (between, after) = rest.split_once("{{data}}").expect("the template has data");
        self.articles.rewind()?;
        self.data.rewind()?;
        out.write_all(fill(before).as_bytes())?;
        io::copy(&mut self.articles, out)?;
        write!(out, "{}[", fill(between))?;
        io::copy(&mut self.data, out)?;
        write!(out, "]{}", fill(after))
    }
}

const LIST_BEGIN: &str = "      <nav class=\"card list\" aria-labelledby=\"games-title\">
        <h2 class=\"label\" id=\"games-title\">Games</h2>
        <ol class=\"games\">\n";
const LIST_END: &str = "        </ol>\n      </nav>\n";

fn list_item(number: usize, game: &ReportView) -> String {
    let [black, white] = Color::ALL.map(|color| markup(game.name(color)));
    let [for_black, for_white] = Color::ALL.map(|color| game::percent(&game.report.accuracy[color].whole));
    format!(
        "          <li><span class=\"number\">{number}</span> <a href=\"#game-{number}\"><bdi>{black}</bdi> – \
         <bdi>{white}</bdi></a> <span>{}</span> <span>{}</span> <span>accuracy {for_black} – {for_white}</span> \
         <span class=\"origin\"><bdi>{}</bdi></span></li>\n",
        markup(game.result.as_deref().unwrap_or("no result")),
        markup(game.opening().unwrap_or("unnamed opening")),
        markup(&game.origin),
    )
}

/// Joined. Browsers read every line break as `\n` before they compare hashes.
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

fn data(game: &ReportView) -> String {
    #[derive(Serialize)]
    struct Data<'a> {
        report: &'a Document,
        boards: &'a [BoardView],
    }
    let data = Data { report: &game.document, boards: &game.boards };
    let json = serde_json::to_string(&data).expect("names and numbers can always be written as JSON");
    json.replace('<', r"\u003c").replace('>', r"\u003e").replace('&', r"\u0026")
}
