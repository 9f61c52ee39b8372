use std::fs;

use proptest::prelude::*;

use super::file::SettingsFile;
use super::*;

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    fn with(text: &str) -> Place {
        let place = Place::new();
        fs::write(place.path("settings.toml"), text).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn file(&self) -> SettingsFile {
        SettingsFile::at(self.path("settings.toml"))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn messages(&self) -> Vec<String> {
        let (_, notice) = self.file().load();
        let folder = format!("{}/", self.folder.path().display());
        notice
            .iter()
            .flat_map(|notice| notice.to_string().lines().map(str::to_owned).collect::<Vec<_>>())
            .map(|line| line.replace(&folder, ""))
            .collect()
    }
}

fn everything_changed() -> Settings {
    Settings {
        theme: Theme::ColourBlind,
        discs: Discs::Ascii,
        marks: false,
        coordinates: false,
        animation: false,
        opponent: "gtp:'my engine' --level 3".parse().unwrap(),
        level: Level::new(9).unwrap(),
        clock: Some("300+2.5".parse().unwrap()),
        teach: Tolerance::new(6),
        name: Some("Ada \"A\"".parse().unwrap()),
        alert: Alert::Both,
        games: Some("/games of \"mine\"".into()),
        collection: vec!["/wthor".into(), "a \"b\".ggf".into()],
    }
}

#[test]
fn a_missing_file_is_silent() {
    let place = Place::new();
    let (settings, notice) = place.file().load();
    assert_eq!(settings, Settings::default());
    assert!(notice.is_none());
}

#[test]
fn every_setting_can_be_written_by_hand() {
    let place = Place::with(
        "# mine\ntheme = 'colour-blind'\ndiscs = \"ascii\"\nlevel = 9\nclock = \"300+2.5\"\n\
         opponent = \"gtp:'my engine' --level 3\"\nmarks = false\ncoordinates = false\nanimation = false\n\
         name = 'Ada \"A\"'\nalert = \"both\"\nteach = 6\ngames = '/games of \"mine\"'\n\
         collection = [\"/wthor\", 'a \"b\".ggf']\n",
    );
    assert_eq!(place.messages(), [""; 0]);
    assert_eq!(place.file().load().0, everything_changed());
}

#[test]
fn what_is_saved_is_read() {
    let place = Place::new();
    let nested = SettingsFile::at(place.path("a/b/settings.toml"));
    for settings in [everything_changed(), Settings::default(), everything_changed()] {
        nested.save(&settings).unwrap();
        let (read, notice) = nested.load();
        assert_eq!(read, settings);
        assert!(notice.is_none(), "{notice:?}");
    }
    assert!(!place.path("a/b/settings.toml.bak").exists());
}

#[test]
fn a_bad_line_is_reported_and_the_others_apply() {
    let place = Place::with(
        "level = 9\ntheme = \"pink\"\ncolour = 3\nmarks = perhaps\nclock = '0'\nteach = 65\nanimation = false\n",
    );
    let messages = place.messages();
    let all = messages.join("\n");
    assert_eq!(messages.len(), 5, "{all}");
    for (line, words) in [
        (2, ["pink", "monochrome"]),
        (3, ["colour", "coordinates"]),
        (4, ["", ""]),
        (5, ["expected seconds per game", "none"]),
        (6, ["expected a number of discs from 1 to 64", "0 for no warnings"]),
    ] {
        let start = format!("settings.toml: line {line}: ");
        let found = messages.iter().find(|message| message.starts_with(&start));
        assert!(found.is_some_and(|message| words.iter().all(|word| message.contains(word))), "{line}: {all}");
    }
    let expected = Settings { level: Level::new(9).unwrap(), animation: false, ..Settings::default() };
    assert_eq!(place.file().load().0, expected);
}

#[test]
fn a_file_of_something_else_leaves_the_defaults() {
    for text in ["\0\u{1}\n".repeat(100), "a = [\n".repeat(50), "x".repeat(100_000), "\n]\n]\n".to_owned()] {
        let place = Place::with(&text);
        let (settings, notice) = place.file().load();
        assert_eq!(settings, Settings::default());
        assert!(notice.is_some_and(|notice| notice.to_string().lines().count() <= 8));
    }
    let place = Place::new();
    fs::write(place.path("settings.toml"), b"level = 3\n\xff").unwrap();
    assert!(place.file().load().1.is_some());
}

#[test]
fn comments_and_order_survive_a_change() {
    let place = Place::with("# mine\nlevel = 9 # hard\n\n# quiet\nanimation = false\n");
    let (mut settings, _) = place.file().load();
    settings.level = Level::new(2).unwrap();
    settings.theme = Theme::Light;
    place.file().save(&settings).unwrap();
    let text = place.read("settings.toml");
    assert!(text.contains("# mine\nlevel = 2 # hard\n"), "{text}");
    assert!(text.contains("# quiet\nanimation = false\n"), "{text}");
    assert!(text.contains("theme = \"light\"\n"), "{text}");
    assert_eq!(place.file().load().0, settings);
    assert!(!place.path("settings.toml.bak").exists());
}

#[test]
fn a_damaged_file_is_backed_up_before_it_is_changed() {
    for text in ["level = 9\nfuture = 1\ntheme = \"pink\"\n", "level = [[[\n\"\"\"", "\u{0}"] {
        let place = Place::with(text);
        let (mut settings, _) = place.file().load();
        place.file().save(&settings).unwrap();
        assert_eq!(place.read("settings.toml"), text, "unchanged settings are not written");
        settings.theme = Theme::Dark;
        place.file().save(&settings).unwrap();
        assert_eq!(place.read("settings.toml.bak"), text);
        assert_eq!(place.file().load().0, settings);
    }
}

#[test]
fn an_unknown_key_stays() {
    let place = Place::with("future = 1\n");
    place.file().save(&everything_changed()).unwrap();
    assert!(place.read("settings.toml").starts_with("future = 1\n"));
    assert_eq!(place.file().load().0, everything_changed());
}

proptest! {
    #[test]
    fn any_text_is_read_without_a_panic(text in "[a-z0-9=\"'\\[\\]{}#.,\n -]{0,200}") {
        let (_, faults) = read::read(&text);
        let lines = text.split('\n').count();
        prop_assert!(faults.iter().all(|fault| (1..=lines).contains(&fault.line)));
    }

    #[test]
    fn one_bad_line_affects_no_other(spoilt in 0..11_usize, rubbish in "[a-z0-9=!?. -]{1,20}") {
        let good = toml_edit::ser::to_string(&everything_changed()).unwrap();
        let mut lines: Vec<&str> = good.lines().collect();
        lines[spoilt] = &rubbish;
        let without = [&lines[..spoilt], &[""], &lines[spoilt + 1..]].concat();
        let (settings, faults) = read::read(&lines.join("\n"));
        let expected = match faults.is_empty() {
            // It happens to be valid, or blank.
            true => return Ok(()),
            false => read::read(&without.join("\n")),
        };
        prop_assert_eq!(&faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), &[spoilt + 1]);
        prop_assert_eq!((settings, Vec::new()), expected);
    }
}
