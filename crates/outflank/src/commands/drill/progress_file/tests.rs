use std::fs;
use std::thread;

use outflank_render::Glyphs;
use outflank_study::drill::{self, Lesson};
use outflank_study::openings::Language;
use tempfile::TempDir;

use super::*;

fn progress_file() -> (TempDir, ProgressFile) {
    let folder = tempfile::tempdir().unwrap();
    let file = ProgressFile::at(folder.path().join("data").join("drill.json"));
    (folder, file)
}

fn solved(number: u32) -> DrillResult {
    DrillResult::Puzzle { id: format!("{number:08x}").parse().unwrap(), is_right: true }
}

fn stored_puzzles(file: &ProgressFile) -> usize {
    let text = fs::read_to_string(&file.path).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["puzzles"].as_object().unwrap().len()
}

fn others(file: &ProgressFile) -> Vec<String> {
    let entries = fs::read_dir(folder_of(&file.path)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> =
        names.filter(|name| !["drill.json", "drill-days.json", "drill.lock"].contains(&&**name)).collect();
    names.sort();
    names
}

#[test]
fn results_are_read_back() {
    let (_folder, file) = progress_file();
    let nothing = file.recall().unwrap();
    assert_eq!((nothing.progress, nothing.damaged), (Progress::default(), None));
    let first = file.remember(solved(1)).unwrap();
    let line = drill::lines(Language::English).remove(0);
    let lesson = Lesson::new(line, outflank_rules::Color::White);
    let second = file.remember(DrillResult::Lesson { id: lesson.id(), is_right: false }).unwrap();
    assert_ne!(first.progress, second.progress);
    assert_eq!(file.recall().unwrap().progress, second.progress);
    assert_eq!(second.progress.streak(), 1);
    assert_eq!(file.recall().unwrap().diary, second.diary);
    let chart = second.diary.chart(second.today, Glyphs::Ascii);
    assert_eq!(chart[0], "Last four weeks: 1 right, 1 wrong, 1 day in a row");
    assert!(others(&file).is_empty());
}

#[test]
fn concurrent_programs_lose_nothing() {
    let (_folder, file) = progress_file();
    thread::scope(|scope| {
        for program in 0..6 {
            let file = &file;
            scope.spawn(move || {
                for number in 0..12 {
                    file.remember(solved(100 * program + number)).unwrap();
                }
            });
        }
    });
    assert_eq!(stored_puzzles(&file), 72);
    assert_eq!(file.recall().unwrap().progress.streak(), 72);
    assert!(others(&file).is_empty());
}

#[test]
fn a_damaged_file_is_moved_aside_and_reported_once() {
    let (_folder, file) = progress_file();
    file.remember(solved(1)).unwrap();
    let whole = fs::read_to_string(&file.path).unwrap();
    let later = whole.replace(r#""version":1"#, r#""version":7"#);
    let damaged = [&whole[..whole.len() / 2], "", "[]", later.as_str()];
    let names = ["drill.json.damaged", "drill.json.damaged-2", "drill.json.damaged-3", "drill.json.damaged-4"];
    for (index, text) in damaged.into_iter().enumerate() {
        fs::write(&file.path, text).unwrap();
        let recalled = if index == 0 { file.recall().unwrap() } else { file.remember(solved(2)).unwrap() };
        let message = recalled.damaged.unwrap().to_string();
        assert!(message.contains(names[index]), "{message}");
        assert_eq!(fs::read_to_string(file.path.with_file_name(names[index])).unwrap(), text);
        assert!(file.recall().unwrap().damaged.is_none());
    }
    assert_eq!(others(&file), names);
    let damaged = DamagedFile { why: "expected b".to_owned(), moved_to: "a.damaged".into() };
    let text = "a.damaged is your old progress, which cannot be read: expected b. Training starts over.";
    assert_eq!(damaged.to_string(), text);
}

#[test]
fn an_unreadable_file_is_an_error_and_stays() {
    let (_folder, file) = progress_file();
    fs::create_dir_all(&file.path).unwrap();
    for error in [file.recall().unwrap_err(), file.remember(solved(1)).unwrap_err()] {
        assert!(error.to_string().ends_with("drill.json"), "{error:#}");
    }
    assert!(file.path.is_dir());
}

#[test]
fn a_reset_keeps_the_old_file() {
    let (_folder, file) = progress_file();
    assert_eq!(file.reset().unwrap(), None);
    for name in ["drill.json.old", "drill.json.old-2"] {
        file.remember(solved(1)).unwrap();
        let before = fs::read(&file.path).unwrap();
        let moved_to = file.reset().unwrap().unwrap();
        assert!(moved_to.ends_with(name));
        assert_eq!(fs::read(moved_to).unwrap(), before);
        assert_eq!(file.recall().unwrap().progress, Progress::default());
    }
}
