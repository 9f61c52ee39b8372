use outflank_formats::Points;
use outflank_formats::gtp::{Command, MAX_LINE, MAX_RESPONSE, Request, Response, ResponseReader, SyntaxError, Vertex};
use outflank_rules::{Color, Move, Rules, Square};
use proptest::prelude::*;

fn read(line: &str) -> Command {
    Command::read(line).expect("the line is short").expect("there is a command on it")
}

fn request(line: &str) -> Result<Request, SyntaxError> {
    read(line).request()
}

#[test]
fn a_line_is_cleaned_as_the_protocol_says() {
    for empty in ["", "\n", " \t \r\n", "# a comment", "  # 7 genmove black"] {
        assert_eq!(Command::read(empty), Ok(None), "{empty:?}");
    }
    let play = read("\u{7}12\tplay  bl\u{1b}ack\u{0} f5 # the usual one\r\n");
    assert_eq!(play.to_string(), "12 play black f5");
    assert_eq!(play.request(), Ok(Request::Play { color: Color::Black, mv: Move::Place(Square::F5) }));
}

#[test]
fn numbers_are_kept_and_names_are_not_numbers() {
    assert_eq!(read("0 name").id, Some(0));
    assert_eq!(read("4294967295 name").id, Some(u32::MAX));
    assert_eq!(read("4294967296 name").to_string(), "4294967296 name");
    assert_eq!(read("4294967296 name").id, None);
    // A number alone still needs a response.
    assert_eq!((read("12").id, request("12")), (Some(12), Ok(Request::Unknown(String::new()))));
    assert_eq!(request("-1 name"), Ok(Request::Unknown("-1".to_owned())));
}

#[test]
fn colours_and_vertices_come_in_any_case() {
    for line in ["genmove w", "genmove W", "genmove white", "genmove White"] {
        assert_eq!(request(line), Ok(Request::GenMove(Color::White)), "{line}");
    }
    for (word, mv) in [("H8", Move::Place(Square::H8)), ("a1", Move::Place(Square::A1)), ("Pass", Move::Pass)] {
        assert_eq!(request(&format!("play B {word}")), Ok(Request::Play { color: Color::Black, mv }), "{word}");
    }
    assert_eq!(Vertex(Move::Pass).to_string(), "pass");
}

#[test]
fn wrong_arguments_are_a_syntax_error() {
    let lines = "play|play black|play f5|play f5 black|play green f5|play black i5|play black f9|genmove|genmove blac|\
        boardsize|boardsize eight|boardsize -8|komi|komi x|komi 1e5|time_settings 1 2|time_left black 5|time_left 5 5|\
        time_left black -5 0|known_command|set_game|loadsgf|loadsgf game.sgf x|set_level|set_level x|\
        outflank-set_rules go";
    for line in lines.split('|') {
        assert_eq!(request(line).map_err(|error| error.to_string()), Err("syntax error".to_owned()), "{line}");
    }
    assert_eq!(request("Play black f5"), Ok(Request::Unknown("Play".to_owned())));
}

#[test]
fn seconds_may_have_fractions() {
    let settings = Request::TimeSettings { main: 300, byo_time: 10, byo_stones: 1 };
    assert_eq!(request("time_settings 300.9 10.0 1"), Ok(settings));
}

#[test]
fn long_lines_are_refused() {
    let error = Command::read(&"x".repeat(MAX_LINE + 1)).unwrap_err();
    assert_eq!(error.to_string(), "expected a line of at most 4096 bytes, found 4097 (line 1, column 1)");
    assert!(Command::read(&"x".repeat(MAX_LINE)).is_ok());
    let mut reader = ResponseReader::expecting(None);
    assert_eq!(reader.read("= begin"), Ok(None));
    let line = "x".repeat(1_000);
    let refused = (0..MAX_RESPONSE).find(|_| reader.read(&line).is_err());
    assert!(refused.is_some_and(|lines| lines < MAX_RESPONSE / 1_000 + 1));
}

#[test]
fn every_listed_command_is_known() {
    for name in Request::NAMES {
        let understood = read(&format!("{name} black f5 1")).request();
        assert!(!matches!(understood, Ok(Request::Unknown(_))), "{name}");
    }
    assert!(matches!(request("foo"), Ok(Request::Unknown(_))));
}

#[test]
fn a_response_ends_with_an_empty_line() {
    for (response, text) in [
        (Response::success(None, ""), "=\n\n"),
        (Response::success(Some(7), "E6"), "=7 E6\n\n"),
        (Response::failure(None, "illegal move"), "? illegal move\n\n"),
        (Response::failure(Some(0), ""), "?0\n\n"),
        (Response::success(None, "one\n\n  two \r\n\n"), "= one\n  two\n\n"),
    ] {
        assert_eq!(response.to_string(), text);
    }
}

#[test]
fn a_recorded_session_is_read_response_by_response() {
    let session = include_str!("../data/protocols/gtp_session1_gtp-rhino.out");
    let mut reader = ResponseReader::expecting(None);
    let answers: Vec<_> = session.lines().filter_map(|line| reader.read(line).expect("they are short")).collect();
    let commands = include_str!("../data/protocols/gtp_session1.in").lines().map(read);
    assert_eq!(answers.len(), commands.clone().count());
    for (command, answer) in commands.zip(&answers) {
        assert_eq!(command.id, answer.id(), "{command}");
    }
    assert_eq!(answers[15].result(), Ok("C4"));
    assert_eq!(answers[12].result(), Ok(""));
    assert_eq!(answers[11].result().map_err(ToString::to_string), Err("illegal move".to_owned()));
    assert_eq!(answers.iter().map(ToString::to_string).collect::<String>(), session);
}

#[test]
fn only_the_expected_number_may_follow_a_space() {
    let answer = |expected, line: &str| {
        let mut reader = ResponseReader::expecting(expected);
        assert_eq!((reader.read("Welcome"), reader.read(""), reader.read(line)), (Ok(None), Ok(None), Ok(None)));
        reader.read("").expect("it is short").expect("it has ended")
    };
    assert_eq!(answer(Some(7), "= 7 d6"), Response::success(Some(7), "d6"));
    assert_eq!(answer(Some(7), "=7 d6"), Response::success(Some(7), "d6"));
    assert_eq!(answer(Some(7), "? 7 illegal move"), Response::failure(Some(7), "illegal move"));
    assert_eq!(answer(None, "= 2"), Response::success(None, "2"));
    assert_eq!(answer(Some(7), "= 2"), Response::success(None, "2"));
    assert_eq!(answer(Some(7), "=7 7"), Response::success(Some(7), "7"));
}

fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

pub(crate) fn mv() -> impl Strategy<Value = Move> {
    prop_oneof![9 => prop::sample::select(&Square::ALL[..]).prop_map(Move::Place), 1 => Just(Move::Pass)]
}

fn any_request() -> impl Strategy<Value = Request> {
    let word = "[a-zA-Z_./-]{1,12}";
    let time_settings = |(main, byo_time, byo_stones)| Request::TimeSettings { main, byo_time, byo_stones };
    prop_oneof![
        prop::sample::select(vec![
            Request::ProtocolVersion,
            Request::Name,
            Request::Version,
            Request::ListCommands,
            Request::Quit,
            Request::ClearBoard,
            Request::Undo,
            Request::ShowBoard,
            Request::FinalScore,
            Request::ListGames,
            Request::RulesGameId,
            Request::RulesBoard,
            Request::RulesBoardSize,
            Request::RulesLegalMoves,
            Request::RulesSideToMove,
            Request::RulesFinalResult,
        ]),
        word.prop_map(Request::KnownCommand),
        word.prop_map(Request::SetGame),
        word.prop_map(|word| Request::Unknown(format!("x{word}"))),
        any::<u32>().prop_map(Request::BoardSize),
        any::<u32>().prop_map(Request::SetLevel),
        (-640.0..640.0).prop_map(|komi| Request::Komi(Points::from_f64(komi).expect("it is small"))),
        (color(), mv()).prop_map(|(color, mv)| Request::Play { color, mv }),
        color().prop_map(Request::GenMove),
        color().prop_map(Request::RegGenMove),
        any::<(u32, u32, u32)>().prop_map(time_settings),
        (color(), any::<(u32, u32)>()).prop_map(|(color, (left, stones))| Request::TimeLeft { color, left, stones }),
        (word, any::<Option<u32>>()).prop_map(|(file, before)| Request::LoadSgf { file, before }),
        prop::sample::select(&Rules::ALL[..]).prop_map(Request::SetRules),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn requests_survive_a_round_trip(request in any_request(), id in any::<u32>()) {
        prop_assert_eq!(read(&request.to_string()).request(), Ok(request.clone()));
        let numbered = request.numbered(id);
        prop_assert_eq!(read(&numbered.to_string()), numbered);
    }

    #[test]
    fn responses_survive_a_round_trip(id in any::<Option<u32>>(), text in any::<String>(), succeeds in any::<bool>()) {
        let response = if succeeds { Response::success(id, &text) } else { Response::failure(id, &text) };
        let written = response.to_string();
        let (body, end) = written.split_at(written.len() - 2);
        prop_assert_eq!(end, "\n\n");
        prop_assert!(!body.contains("\n\n"));
        let mut reader = ResponseReader::expecting(id);
        for line in body.split('\n') {
            prop_assert_eq!(reader.read(line), Ok(None));
        }
        prop_assert_eq!(reader.read(""), Ok(Some(response)));
    }

    #[test]
    fn nothing_panics(line in prop_oneof![any::<String>(), "[=?#0-9a-z_ \t]{0,40}"], expected in any::<Option<u32>>()) {
        if let Some(command) = Command::read(&line)? {
            let again = read(&command.to_string());
            prop_assert_eq!(&again, &command);
            let _ = command.request();
        }
        let mut reader = ResponseReader::expecting(expected);
        let _ = (reader.read(&line), reader.read(&line), reader.read(""));
    }
}
