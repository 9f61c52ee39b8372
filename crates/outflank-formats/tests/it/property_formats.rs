use outflank_formats::record::Details;
use outflank_formats::{ReadError, Record, UncheckedRecord, WriteError, ggf, sgf};
use outflank_rules::Color;
use proptest::prelude::*;
use proptest::sample::Index;

#[derive(Clone, Copy)]
struct Syntax {
    parse: fn(&str) -> Vec<Result<UncheckedRecord, ReadError>>,
    write: fn(&Record) -> Result<String, WriteError>,
    known: &'static str,
    /// What is left of a text, with line breaks and without.
    held: fn(&str) -> String,
    held_line: fn(&str) -> String,
}

const GGF: Syntax = Syntax {
    parse: |text| ggf::parse(text).collect(),
    write: ggf::write,
    known: "GM PC DT EV RO ON PB PW RB RW TI TB TW TY KM RE BO SUPPLY B W C",
    held: in_ggf,
    held_line: in_ggf,
};

const SGF: Syntax = Syntax {
    parse: |text| sgf::parse(text).collect(),
    write: sgf::write,
    known: "GM SZ FF CA AP PL PB PW BR WR PC DT EV RO ON TM BCLOCK WCLOCK KM RE RESULT SUPPLY AB AW AE B W V MT C GC",
    held: in_sgf,
    held_line: |text| in_sgf(text).replace('\n', " "),
};

fn in_ggf(text: &str) -> String {
    text.replace(']', ")").replace(|character: char| character.is_control(), " ").trim().to_owned()
}

fn in_sgf(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace("\n\r", "\n").replace('\r', "\n");
    text.replace(|character: char| character.is_control() && character != '\n', " ").trim().to_owned()
}

impl Syntax {
    fn read(&self, text: &str) -> Record {
        match &(self.parse)(text)[..] {
            [Ok(unchecked)] => unchecked.check().unwrap_or_else(|error| panic!("{text:?}: {error}")),
            games => panic!("{text:?}: {games:?}"),
        }
    }

    fn is_known(&self, name: &str) -> bool {
        self.known.split(' ').any(|known| known == name)
    }

    fn write(&self, record: &Record) -> String {
        (self.write)(record).expect("every record can be written")
    }

    /// What the format can hold of a record, without other tags of known names.
    fn expected(&self, record: &Record) -> Record {
        let mut expected = record.clone();
        expected.details.result = record.result();
        let Details { players, event, round, place, date, opening, comment, others, .. } = &mut expected.details;
        for color in Color::ALL {
            players[color].name = (self.held_line)(&players[color].name);
            players[color].rating = (self.held_line)(&players[color].rating);
        }
        for text in [event, round, place, date, opening] {
            *text = (self.held_line)(text);
        }
        *comment = (self.held)(comment);
        others.retain(|tag| {
            let is_upper_case = tag.name.bytes().all(|byte| byte.is_ascii_uppercase());
            !tag.name.is_empty() && is_upper_case && !self.is_known(&tag.name)
        });
        others.iter_mut().for_each(|tag| tag.value = (self.held)(&tag.value));
        for ply in 0..record.plies().len() {
            let note = expected.note_mut(ply).expect("a note for each ply");
            note.comment = (self.held)(&note.comment);
        }
        expected
    }
}

fn almost_games() -> impl Strategy<Value = String> {
    const WORDS: &str = "(;|;)|GM[|GM[2]|]|[|PB[x]|B[f5]|W[d6/1/2]|;W[d6]|B[|F5|f5|/|1.5|-|TI[|5:00|TY[8|RE[+2:r]|RE[B+2]|\
        RE[W+R]|BO[8 |--------|*|O|C[|KM[|2 |\n|;|(|)|é|\\|V[1.5]|MT[2]|TM[|300|AW[|d4|:|PL[W]|ZZ[a][b]|AB[e4]|SUPPLY[";
    let word = prop::sample::select(WORDS.split('|').collect::<Vec<_>>());
    let words = |most| prop::collection::vec(word.clone(), 0..most).prop_map(|words| words.concat());
    let spoilt = |(game, place, character): (Index, Index, Option<char>)| {
        let games: Vec<&str> = crate::ggf::SAMPLES.lines().chain([crate::sgf::EDAX]).collect();
        let mut text: Vec<char> = game.get(&games).chars().collect();
        let place = place.index(text.len());
        text.splice(place..=place, character);
        text.into_iter().collect()
    };
    prop_oneof![
        any::<String>(),
        words(40),
        words(20).prop_map(|words| format!("(;GM[Othello]{words};)")),
        words(20).prop_map(|words| format!("(;GM[2]{words})")),
        any::<(Index, Index, Option<char>)>().prop_map(spoilt),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn details_survive_a_round_trip(record in crate::records::record()) {
        prop_assert!(!GGF.write(&record).contains('\n'));
        for syntax in [GGF, SGF] {
            let written = syntax.write(&record);
            let mut once = syntax.read(&written);
            prop_assert_eq!(syntax.write(&once), written);
            once.details.others.retain(|tag| !syntax.is_known(&tag.name));
            prop_assert_eq!(once, syntax.expected(&record));
        }
    }

    #[test]
    fn any_game_that_is_read_is_stable(text in almost_games()) {
        for syntax in [GGF, SGF] {
            for record in (syntax.parse)(&text).into_iter().flatten().filter_map(|unchecked| unchecked.check().ok()) {
                let written = syntax.write(&record);
                let once = syntax.read(&written);
                prop_assert_eq!(syntax.write(&once), &written[..]);
                prop_assert_eq!(syntax.read(&syntax.write(&once)), once);
            }
        }
    }

    #[test]
    fn nothing_is_lost_from_ggf_to_sgf_and_back(record in crate::records::record()) {
        let mut expected = GGF.read(&GGF.write(&record));
        let mut through = SGF.read(&SGF.write(&expected));
        for record in [&mut through, &mut expected] {
            record.details.others.clear();
        }
        prop_assert_eq!(through, expected);
    }
}
