use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub(crate) fn set_aside(path: &Path, word: &str) -> io::Result<PathBuf> {
    let named = |number: u32| {
        let mut name = OsString::from(path);
        name.push(match number {
            1 => format!(".{word}"),
            _ => format!(".{word}-{number}"),
        });
        PathBuf::from(name)
    };
    let aside = (1..).map(named).find(|aside| !aside.exists()).unwrap_or_else(|| named(u32::MAX));
    fs::rename(path, &aside)?;
    Ok(aside)
}
