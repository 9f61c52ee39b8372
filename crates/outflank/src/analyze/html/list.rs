//! The list of the games, to choose from.

use std::fmt::Write;

use outflank_rules::Color;

use super::View;
use super::game::percent;
use crate::analyze::Analysed;
use crate::analyze::markup::{escaped, player, result};

const HEAD: &str = "      <nav class=\"card list\" aria-labelledby=\"games-title\">
        <h2 class=\"label\" id=\"games-title\">Games</h2>
        <ol class=\"games\">
";
const FOOT: &str = "        </ol>
      </nav>
";

/// The list of some games.
pub(super) fn of(games: &[Analysed], views: &[View]) -> String {
    let mut html = HEAD.to_owned();
    for (number, (game, view)) in (1..).zip(games.iter().zip(views)) {
        let [black, white] = Color::ALL.map(|color| escaped(&player(&game.record, color)));
        let result = result(&game.record).unwrap_or_else(|| "no result".to_owned());
        let opening = view.report.opening.as_ref().map_or("no name", |opening| &opening.name);
        let [for_black, for_white] = Color::ALL.map(|color| percent(&view.report.accuracy[color].whole));
        let origin = escaped(&game.origin.to_string());
        // Writing to a string cannot fail.
        let _ = writeln!(
            html,
            "          <li><span class=\"number\">{number}</span> <a href=\"#game-{number}\"><bdi>{black}</bdi> – \
             <bdi>{white}</bdi></a> <span>{}</span> <span>{}</span> <span>accuracy {for_black} – {for_white}</span> \
             <span class=\"origin\"><bdi>{origin}</bdi></span></li>",
            escaped(&result),
            escaped(opening),
        );
    }
    html + FOOT
}
