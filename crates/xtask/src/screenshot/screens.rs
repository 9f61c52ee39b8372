use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use outflank_pty::keys;

use super::{open, svg};
use crate::cargo;

struct Shot {
    name: &'static str,
    arguments: &'static [&'static str],
    /// Keys, and a text to wait for after them.
    steps: &'static [(&'static str, &'static str)],
}

const GAME: &str = "\x1b[200~f5d6c3d3c4f4c5b3d2e3c2b4c6f6e6b5a5e2b6a4f1f7\x1b[201~";
const COLLECTION: &str = "crates/outflank-formats/tests/data/wthor_200.wtb";
const GAMES: &str = "crates/outflank-formats/tests/data/ggf_samples.ggf";

const SHOTS: [Shot; 8] = [
    Shot { name: "menu", arguments: &[], steps: &[(keys::ESCAPE, "How to play")] },
    Shot { name: "new-game", arguments: &[], steps: &[("N", "Start the game")] },
    Shot {
        name: "hint",
        arguments: &["--from", "f5d6c3d3c4f4c5b3c2b4", "--level", "3", "--seed", "1"],
        steps: &[("iii", "Best: ")],
    },
    Shot {
        name: "game-over",
        arguments: &["--from", "e6f6g6d6c4c5c6c3", "--white", "engine:1"],
        steps: &[("b2\r", "Review game")],
    },
    Shot { name: "study", arguments: &[], steps: &[(GAME, "Study: move 0"), ("S", "The opening was")] },
    Shot { name: "library", arguments: &[], steps: &[("o", "All games  2"), (keys::DOWN, "GGS")] },
    Shot { name: "puzzle", arguments: &["drill", "puzzles", "--seed", "1"], steps: &[("i", "Value of each move")] },
    Shot { name: "lesson", arguments: &["learn"], steps: &[("", "1 of 8")] },
];

pub(super) fn run(program: &Path, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for Shot { name, arguments, steps } in SHOTS {
        let home = tempfile::tempdir()?;
        let collection = cargo::root().join(COLLECTION);
        fs::write(home.path().join("settings.toml"), format!("animation = false\ncollection = [{collection:?}]\n"))?;
        fs::create_dir_all(home.path().join("games/GGS"))?;
        fs::copy(cargo::root().join(GAMES), home.path().join("games/GGS/matches.ggf")).context(GAMES)?;
        let mut session = open(program, home.path(), arguments)?;
        session.wait_for("the first screen", |screen| !screen.contents().trim().is_empty())?;
        for (keys, text) in steps {
            session.press(keys)?;
            session.wait_for_text(text).context(name)?;
        }
        let picture = folder.join(format!("{name}.svg"));
        fs::write(&picture, svg::draw(&session.screen(), name)).with_context(|| picture.display().to_string())?;
        println!("{}", picture.display());
    }
    Ok(())
}
