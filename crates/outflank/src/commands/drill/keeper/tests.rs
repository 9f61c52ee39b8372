use std::fs;
use std::thread;

use outflank_study::drill::{self, Lesson};
use outflank_study::openings::Language;
use tempfile::TempDir;

use super::*;

fn keeper() -> (TempDir, Keeper) {
    let folder = tempfile::tempdir().unwrap();
    let keeper = Keeper::at(folder.path().join("data").join("drill.json"));
    (folder, keeper)
}

fn solved(number: u32) -> Answer {
    Answer::Puzzle { id: format!("{number:08x}").parse().unwrap(), is_right: true }
}

/// How many puzzles are in the file.
fn count(keeper: &Keeper) -> usize {
    let text = fs::read_to_string(&keeper.path).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["puzzles"].as_object().unwrap().len()
}

/// What lies beside the file and the lock.
fn others(keeper: &Keeper) -> Vec<String> {
    let entries = fs::read_dir(folder_of(&keeper.path)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name != "drill.json" && name != "drill.lock").collect();
    names.sort();
    names
}

#[test]
fn what_was_remembered_is_recalled() {
    let (_folder, keeper) = keeper();
    let nothing = keeper.recall().unwrap();
    assert_eq!((nothing.progress, nothing.trouble), (Progress::default(), None));
    let told = keeper.remember(solved(1)).unwrap();
    let line = drill::lines(Language::English).remove(0);
    let lesson = Lesson::new(line, outflank_rules::Color::White);
    let told_again = keeper.remember(Answer::Lesson { id: lesson.id(), is_right: false }).unwrap();
    assert_ne!(told.progress, told_again.progress);
    assert_eq!(keeper.recall().unwrap().progress, told_again.progress);
    assert_eq!(told_again.progress.streak(), 1);
    assert!(others(&keeper).is_empty());
}

#[test]
fn several_at_once_lose_nothing() {
    let (_folder, keeper) = keeper();
    thread::scope(|scope| {
        for program in 0..6 {
            let keeper = &keeper;
            scope.spawn(move || {
                for number in 0..12 {
                    keeper.remember(solved(100 * program + number)).unwrap();
                }
            });
        }
    });
    assert_eq!(count(&keeper), 72);
    assert_eq!(keeper.recall().unwrap().progress.streak(), 72);
    assert!(others(&keeper).is_empty());
}

#[test]
fn what_cannot_be_understood_is_kept_aside_and_told() {
    let (_folder, keeper) = keeper();
    keeper.remember(solved(1)).unwrap();
    let whole = fs::read_to_string(&keeper.path).unwrap();
    let later = whole.replace(r#""version":1"#, r#""version":7"#);
    let damaged = [&whole[..whole.len() / 2], "", "[]", later.as_str()];
    let names = ["drill.json.damaged", "drill.json.damaged-2", "drill.json.damaged-3", "drill.json.damaged-4"];
    for (index, text) in damaged.into_iter().enumerate() {
        fs::write(&keeper.path, text).unwrap();
        // An answer is as good as a look.
        let recalled = if index == 0 { keeper.recall().unwrap() } else { keeper.remember(solved(2)).unwrap() };
        let trouble = recalled.trouble.expect("it is told").to_string();
        assert!(trouble.contains(names[index]), "{trouble}");
        assert_eq!(fs::read_to_string(keeper.path.with_file_name(names[index])).unwrap(), text);
        assert!(keeper.recall().unwrap().trouble.is_none(), "it is told once");
    }
    assert_eq!(others(&keeper), names);
    let trouble = Trouble { why: "expected b".to_owned(), aside: "a.damaged".into() };
    let text = "a.damaged is the old file, which cannot be read: expected b. The training begins anew.";
    assert_eq!(trouble.to_string(), text);
}

#[test]
fn what_cannot_be_read_is_an_error_and_stays() {
    let (_folder, keeper) = keeper();
    fs::create_dir_all(&keeper.path).unwrap();
    for error in [keeper.recall().unwrap_err(), keeper.remember(solved(1)).unwrap_err()] {
        assert!(error.to_string().ends_with("drill.json"), "{error:#}");
    }
    assert!(keeper.path.is_dir());
}

#[test]
fn a_reset_forgets_and_loses_nothing() {
    let (_folder, keeper) = keeper();
    assert_eq!(keeper.reset().unwrap(), None);
    for name in ["drill.json.old", "drill.json.old-2"] {
        keeper.remember(solved(1)).unwrap();
        let before = fs::read(&keeper.path).unwrap();
        let aside = keeper.reset().unwrap().expect("there was something");
        assert!(aside.ends_with(name));
        assert_eq!(fs::read(aside).unwrap(), before);
        assert_eq!(keeper.recall().unwrap().progress, Progress::default());
    }
}
