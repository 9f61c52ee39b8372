use outflank_formats::Record;
use outflank_formats::format::{DetectError, Format, ParseFormatError, Source, detect, write};
use outflank_formats::wthor::NamesKind;
use outflank_rules::Rules;
use proptest::prelude::*;

use crate::samples::played;

const START: &str = "---------------------------OX------XO---------------------------";
const FFO_1: &str = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X";

fn games(text: &str, format: Format) -> Vec<Record> {
    let unchecked: Result<Vec<_>, _> = Source::new(text.as_bytes()).read(format).collect();
    let unchecked = unchecked.unwrap_or_else(|error| panic!("{error} in {text:?}"));
    unchecked.iter().map(|unchecked| unchecked.check().unwrap_or_else(|error| panic!("{error} in {text:?}"))).collect()
}

#[test]
fn formats_are_detected() {
    let drawn = format!(
        "{}\nX to move",
        START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row)).collect::<Vec<_>>().join("\n")
    );
    for (text, format) in [
        ("f5d6c3", Format::Plain),
        ("F5", Format::Plain),
        ("1. f5 d6 2. c3", Format::Plain),
        ("\u{feff}  f5 d6\r\nc3 % the tiger\r\n", Format::Plain),
        ("rules thirty\nd3", Format::Plain),
        ("board nonsense", Format::Plain),
        (&format!("{START} X\nd3"), Format::Plain),
        (&format!("{FFO_1}; G8:+18\ng8"), Format::Plain),
        ("f5d6c3\nf5f6\n", Format::Lines),
        ("f5d6c3\nnonsense\nf5f6\n", Format::Lines),
        (&format!("{START} X"), Format::Board),
        (&format!("{START}X"), Format::Board),
        (&drawn, Format::Board),
        ("8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *", Format::Board),
        (&format!("{START} 0").replace('X', "0").replace('O', "1"), Format::Board),
        ("8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1", Format::Fen),
        ("8/8/8/3pP3/3Pp3/8/8/8", Format::Fen),
        (&format!("{FFO_1}; G8:+18; H1:+12;"), Format::Obf),
        (&format!("% FFO\n{FFO_1}\n{FFO_1}\n"), Format::Obf),
        (&format!("nonsense\n{FFO_1};\n"), Format::Obf),
        ("(;GM[Othello]PB[a]PW[b]B[F5//1.2];)", Format::Ggf),
        ("  \n(;\n GM[othello] B[F5];)", Format::Ggf),
        ("1 (;GM[Othello]PC[GGS/os]B[F5];)\n2 (;GM[Othello];)(;GM[Othello];)", Format::Ggf),
        ("(;PB[a]PW[b]TY[8]B[F5];)", Format::Ggf),
        ("(;PB[a]PW[b]B[F5]W[D6];)(;GM[2];B[f5])", Format::Ggf),
        ("(;GM[Outflank-thirty]TY[8]B[D3];)", Format::Ggf),
        ("(;FF[4]GM[2]SZ[8];B[f5])", Format::Sgf),
        ("(;GM[2]PB[Othello];B[f5];W[d6])", Format::Sgf),
        ("(;PB[a]PW[b];B[f5];W[d6])", Format::Sgf),
        ("(;FF[4]GM[2]AP[edax:4.6]PL[B]B[f5];W[d6];)", Format::Sgf),
        ("(;GM[1]SZ[19];B[aa])", Format::Sgf),
        ("(;FF[4]GM[Outflank-thirty]SZ[8];B[d3])", Format::Sgf),
        ("[Event \"?\"]\n[Black \"(;\"]\n\n1. f5 d6 37-27", Format::Pgn),
        ("1. f5 {good} d6 2. c3 37-27\n\n1. f5 d6 *", Format::Pgn),
        ("-d16      +02 WZebra   EK:FJBM=LU>5GOWTR4SN61-[+73A]Z2*\\^0%$#,9@/I.?_V8QXYHP('&\"!) ", Format::Vong),
        ("+d3-c3+c4-e3: -04 10\n", Format::Logbook),
        (": +00\n", Format::Logbook),
    ] {
        assert_eq!(detect(text.as_bytes()), Ok(format), "{text:?}");
    }
    assert_eq!(detect(include_bytes!("../data/wthor_200.wtb")), Ok(Format::Wthor));
    assert_eq!(detect(include_bytes!("../data/problems.obf")), Ok(Format::Obf));
    assert_eq!(detect(include_bytes!("../data/ggf_samples.ggf")), Ok(Format::Ggf));
}

#[test]
fn a_failed_detection_says_why() {
    for empty in ["", " \r\n", "\u{feff}", "% nothing\n % at all"] {
        assert_eq!(detect(empty.as_bytes()), Err(DetectError::Empty), "{empty:?}");
    }
    assert_eq!(DetectError::Empty.to_string(), "expected a game or a position, found nothing");

    let mut names = vec![20, 26, 5, 31, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    names.resize(16 + 20, 0);
    let error = detect(&names).unwrap_err();
    assert_eq!(error, DetectError::Names(NamesKind::Players));
    assert_eq!(error.to_string(), "expected games, found the names of players that belong to WTHOR files (.wtb)");
    names.resize(16 + 26, 0);
    assert_eq!(detect(&names), Err(DetectError::Names(NamesKind::Tournaments)));
    names.push(0);
    assert_eq!(detect(&names), Err(DetectError::Bytes));

    let error = detect(b"my diary").unwrap_err().to_string();
    let lines: Vec<_> = error.lines().collect();
    assert_eq!(lines.len(), 3, "{error}");
    assert!(lines[0].starts_with("expected a move"), "{error}");
    assert!(lines[1].starts_with("as a board: expected a black disc"), "{error}");
    assert!(lines[2].contains("GGF") && lines[2].contains("WTHOR"), "{error}");
}

#[test]
fn texts_are_read_in_utf_8_and_in_latin_1() {
    for bytes in [&b"\xef\xbb\xbf(;GM[Othello]PB[Andr\xc3\xa9]B[F5];)"[..], b"(;GM[Othello]PB[Andr\xe9]B[F5];)"] {
        let source = Source::new(bytes);
        let format = source.detect().unwrap();
        let unchecked = source.read(format).next().unwrap().unwrap();
        assert_eq!(unchecked.details.players.black.name, "André");
    }
}

#[test]
fn the_callers_rules_apply_unless_the_text_names_others() {
    for (text, format, rules) in [
        ("d3", Format::Plain, Rules::Thirty),
        ("rules shellos\nc3", Format::Plain, Rules::Shellos),
        (&format!("{START} X"), Format::Board, Rules::Thirty),
        ("8/8/8/3pP3/3Pp3/8/8/8 b", Format::Fen, Rules::Thirty),
    ] {
        let source = Source::new(text.as_bytes()).with_rules(Rules::Thirty);
        assert_eq!(source.read(format).next().unwrap().unwrap().start.rules(), rules, "{text}");
    }
}

#[test]
fn a_bad_game_does_not_affect_the_others() {
    for (text, format) in [
        ("f5\nzz\nf5\n", Format::Lines),
        ("(;GM[Othello]B[F5];)(;GM[Othello]B[Z5];)(;GM[Othello]B[F5];)", Format::Ggf),
        ("(;GM[2];B[f5])(;GM[2];B[z5])(;GM[2];B[f5])", Format::Sgf),
        ("+f5: +64\n+z5\n+f5: +64\n", Format::Logbook),
        (&format!("{FFO_1};\nx\n{FFO_1};\n"), Format::Obf),
    ] {
        assert_eq!(detect(text.as_bytes()), Ok(format), "{text:?}");
        let read: Vec<_> = Source::new(text.as_bytes()).read(format).map(|unchecked| unchecked.is_ok()).collect();
        assert_eq!(read, [true, false, true], "{text:?}");
    }
    let mut wthor = include_bytes!("../data/wthor_200.wtb").to_vec();
    wthor[16 + 68 + 8] = 99;
    let source = Source::new(&wthor);
    let errors: Vec<_> = source.read(Format::Wthor).filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1);
    assert!(errors[0].to_string().ends_with("found 99 (game 2, byte 92)"), "{}", errors[0]);
    assert_eq!(source.read(Format::Wthor).count(), 200);
}

#[test]
fn the_scores_of_problems_and_forced_passes_are_kept() {
    let text = include_str!("../data/problems.obf");
    let written: String = games(text, Format::Obf).iter().map(|record| write(record, Format::Obf).unwrap()).collect();
    let lines = |text: &str| -> Vec<_> {
        text.lines().filter(|line| !line.starts_with('%')).map(|line| line.trim_end().to_owned()).collect()
    };
    assert_eq!(lines(&written), lines(text));

    let must_pass = format!("OXXXXXX-{} X", "X".repeat(56));
    let record = &games(&must_pass, Format::Board)[0];
    assert_eq!(write(record, Format::Board).unwrap(), format!("{must_pass}\n"));
    // Scores do not survive a move.
    let moved = played(&format!("{FFO_1}\ng8"));
    assert_eq!(write(&moved, Format::Obf).unwrap().matches(';').count(), 1);
}

#[test]
fn formats_have_names_and_extensions() {
    for format in Format::ALL {
        assert_eq!(format.name().to_uppercase().parse(), Ok(format));
        assert_eq!(Format::of_extension(format.extension()), Some(format));
    }
    assert_eq!("word".parse::<Format>(), Err(ParseFormatError));
    let error = "expected a format: plain, lines, board, fen, obf, ggf, sgf, pgn, vong, logbook or wthor";
    assert_eq!(ParseFormatError.to_string(), error);
}

proptest! {
    #[test]
    fn written_texts_are_detected_and_read_back(first in crate::records::record(), second in crate::records::record()) {
        for format in Format::ALL {
            let Ok(text) = write(&first, format) else { continue };
            let expected = match format {
                // A game without moves is empty, and one line is not a list.
                Format::Plain | Format::Lines if text.trim().is_empty() => Err(DetectError::Empty),
                Format::Lines => Ok(Format::Plain),
                format => Ok(format),
            };
            prop_assert_eq!(detect(text.as_bytes()), expected, "{}", text);
            let again = games(&text, format);
            match format {
                Format::Board | Format::Fen | Format::Obf => {
                    prop_assert_eq!(again[0].game().position(), first.game().position());
                }
                Format::Lines if text.trim().is_empty() => prop_assert!(again.is_empty()),
                _ => prop_assert_eq!(again[0].game(), first.game()),
            }
            // Texts can be concatenated.
            let Ok(other) = write(&second, format) else { continue };
            if !format.holds_one() && !other.trim().is_empty() && !text.trim().is_empty() {
                let both = games(&(text + &other), format);
                prop_assert_eq!(both.len(), 2);
                prop_assert_eq!(&both[0], &again[0]);
                prop_assert_eq!(&both[1], &games(&other, format)[0]);
            }
        }
    }
}
