//! The report as a page: one file that needs no other.
//!
//! Everything that can be read is in the HTML, made here from the [`Document`]s of the games. The same documents are in the page as
//! data, with the board after each ply; `report.js` steps through them and knows no rules. The look is that of the server's page.
//!
//! What people wrote reaches the page only through [`escaped`] and [`data`]. The page says by its policy that nothing runs but its own
//! script, and that nothing is fetched.

mod game;
mod list;
mod template;
#[cfg(test)]
mod tests;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use outflank_rules::{Color, Ply, Position, Square, Status};
use outflank_study::report::Document;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::Analysed;
use super::markup::{escaped, player};
use template::filled;

/// The page of some games.
pub(super) fn page(games: &[Analysed]) -> String {
    let views: Vec<View> = games.iter().map(View::of).collect();
    let title = escaped(&title(games));
    let heading = match games.len() {
        1 => "Game report".to_owned(),
        count => format!("Report on {count} games"),
    };
    let style = own_text(&[outflank_server::look::page(), outflank_server::look::board(), include_str!("report.css")]);
    let script = own_text(&[include_str!("report.js")]);
    let policy = policy(&style, &script);
    let generator = concat!("Outflank ", env!("CARGO_PKG_VERSION"));
    let list = if games.len() > 1 { list::of(games, &views) } else { String::new() };
    let articles: String =
        (1..).zip(games.iter().zip(&views)).map(|(n, (game, view))| game::article(n, game, view)).collect();
    let data = data(&views);
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

/// What the page's script knows about a game.
#[derive(Debug, Serialize)]
struct View {
    report: Document,
    /// From the start of the game on, one more than there are plies.
    boards: Vec<Shown>,
}

/// A board of a game.
#[derive(Debug, Serialize)]
struct Shown {
    /// 64 of `-`, `X` and `O`, a1 b1 ... h8.
    discs: String,
    /// Who made it so; nobody the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<Color>,
    /// The square that was played; none at the start and after a pass.
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<Square>,
    /// Whose turn it is; nobody's at the end of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Color>,
}

impl View {
    fn of(analysed: &Analysed) -> View {
        let game = analysed.record.game();
        let after = game.plies().iter().skip(1).map(|ply| &ply.before).chain([game.position()]);
        let played = game.plies().iter().zip(after).map(|(ply, after)| Shown::of(after, Some(ply)));
        let boards = std::iter::once(Shown::of(game.start(), None)).chain(played).collect();
        View { report: analysed.document(), boards }
    }
}

impl Shown {
    /// A position, and the ply that led to it.
    fn of(position: &Position, made: Option<&Ply>) -> Shown {
        let disc = |square| match position.disc_on(square) {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None => '-',
        };
        Shown {
            discs: Square::ALL.into_iter().map(disc).collect(),
            by: made.map(|ply| ply.before.turn()),
            square: made.and_then(|ply| ply.mv.square()),
            turn: (!matches!(position.status(), Status::Over(_))).then_some(position.turn()),
        }
    }
}

/// What a browser names the page.
fn title(games: &[Analysed]) -> String {
    match games {
        [game] => {
            let [black, white] = Color::ALL.map(|color| player(&game.record, color));
            format!("{black} – {white}: Outflank report")
        }
        _ => format!("{} games: Outflank report", games.len()),
    }
}

/// Texts of our own, one after the other. A browser reads every line break as `\n` before it compares hashes.
fn own_text(parts: &[&str]) -> String {
    format!("\n{}", parts.join("\n")).replace("\r\n", "\n")
}

/// What the page may do: run its script, have its style, and nothing else.
fn policy(style: &str, script: &str) -> String {
    let hash = |text: &str| STANDARD.encode(Sha256::digest(text));
    format!(
        "default-src 'none'; script-src 'sha256-{}'; style-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        hash(script),
        hash(style)
    )
}

/// JSON that can stand in a `script` element: nothing in it can end the element.
fn data(views: &[View]) -> String {
    let json = serde_json::to_string(views).expect("names and numbers can always be written as JSON");
    json.replace('<', r"\u003c").replace('>', r"\u003e").replace('&', r"\u0026")
}
