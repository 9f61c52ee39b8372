//! What the page and the picture write: text that is safe in markup, and numbers as people read them.

use outflank_formats::record::Termination;
use outflank_formats::{Points, Record};
use outflank_rules::Color;

use crate::visible;

/// A text as markup shows it: in HTML and in XML, between tags and in attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for letter in visible::line(text).chars() {
        match letter {
            '&' => markup.push_str("&amp;"),
            '<' => markup.push_str("&lt;"),
            '>' => markup.push_str("&gt;"),
            '"' => markup.push_str("&quot;"),
            '\'' => markup.push_str("&#39;"),
            _ => markup.push(letter),
        }
    }
    markup
}

/// Who played a colour: the name, or "Black" and "White".
pub(super) fn player(record: &Record, color: Color) -> String {
    let name = visible::line(&record.details.players[color].name);
    if name.is_empty() { color.title().to_owned() } else { name }
}

/// How a game ended, if that is known: "34 to 30", "Black won by 8, by resignation".
pub(super) fn result(record: &Record) -> Option<String> {
    let verdict = record.result()?;
    let how = match verdict.termination {
        Termination::Board => "",
        Termination::Resignation => ", by resignation",
        Termination::Time => ", on time",
        Termination::Agreement => ", by agreement",
    };
    let score = match record.game().outcome() {
        Some(outcome) if record.details.komi.is_none_or(|komi| komi == Points::default()) => {
            let discs = outcome.tournament_score();
            format!("{} to {}", discs.black, discs.white)
        }
        _ => match verdict.margin.thousandths() {
            0 => "a draw".to_owned(),
            won @ 1.. => format!("Black won by {}", tenths(won as f32 / 1_000.0)),
            lost => format!("White won by {}", tenths(-lost as f32 / 1_000.0)),
        },
    };
    Some(score + how)
}

/// A value in discs with its sign: "+1.5", "−2", "0".
pub(super) fn signed(discs: f32) -> String {
    match tenths(discs.abs()) {
        nothing if nothing == "0" => nothing,
        some if discs > 0.0 => format!("+{some}"),
        some => format!("−{some}"),
    }
}

/// So many discs: "3.5 discs", "1 disc".
pub(super) fn discs(count: f32) -> String {
    let count = tenths(count);
    let discs = if count == "1" { "disc" } else { "discs" };
    format!("{count} {discs}")
}

/// A number that is rounded to a tenth, which is left out if it is none.
pub(super) fn tenths(number: f32) -> String {
    let text = format!("{number:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

#[cfg(test)]
mod tests {
    use outflank_formats::plain;
    use outflank_formats::record::GameResult;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_people_write_stays_text() {
        assert_eq!(escaped("<b a=\"1\" c='2'>&</b>"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;");
        assert_eq!(escaped(" Ann\u{202e}\n\u{2067}Lee\u{0}\u{7} "), "Ann Lee");
        assert_eq!(escaped("Ōtani 大谷 שלום"), "Ōtani 大谷 שלום");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([1.5, -2.0, 0.0, -0.04, 12.34].map(signed), ["+1.5", "−2", "0", "0", "+12.3"]);
        assert_eq!([1.0, 1.04, 0.0, 3.5].map(discs), ["1 disc", "1 disc", "0 discs", "3.5 discs"]);
    }

    #[test]
    fn a_result_is_what_the_board_or_the_record_says() {
        let mut record = plain::parse("f5d6").unwrap().check().unwrap();
        assert_eq!(result(&record), None);
        record.details.result =
            Some(GameResult { margin: Points::from_discs(-8), termination: Termination::Resignation });
        assert_eq!(result(&record).as_deref(), Some("White won by 8, by resignation"));
        record.details.result = Some(GameResult { margin: Points::default(), termination: Termination::Agreement });
        assert_eq!(result(&record).as_deref(), Some("a draw, by agreement"));
        let shortest = plain::parse("e6f4e3f6g5d6e7f5c5").unwrap().check().unwrap();
        assert_eq!(result(&shortest).as_deref(), Some("64 to 0"));
    }

    proptest! {
        #[test]
        fn escaped_text_never_opens_anything(text in any::<String>()) {
            let markup = escaped(&text);
            prop_assert!(!markup.contains(['<', '>', '"', '\'']));
            let letters = markup.chars();
            prop_assert!(letters.clone().all(|letter| !letter.is_control()));
            let back = markup.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            prop_assert_eq!(back.replace("&#39;", "'").replace("&amp;", "&"), visible::line(&text));
        }
    }
}
