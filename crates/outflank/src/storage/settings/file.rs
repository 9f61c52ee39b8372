use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item};

use super::Settings;
use super::read::{self, MAX_BYTES, Notice, NoticeKind};
use crate::storage::draft::folder_of;
use crate::storage::folders::Folders;

const CONFIG: &str = "OUTFLANK_CONFIG";

impl Settings {
    pub(crate) fn load() -> (Settings, Option<Notice>) {
        SettingsFile::find().map_or_else(Default::default, |file| file.load())
    }

    pub(crate) fn is_saved() -> bool {
        SettingsFile::find().is_some_and(|file| file.path.exists())
    }

    pub(crate) fn save(&self) -> io::Result<()> {
        SettingsFile::find().map_or(Ok(()), |file| file.save(self))
    }
}

#[derive(Clone, Debug)]
pub(super) struct SettingsFile {
    path: PathBuf,
}

impl SettingsFile {
    fn find() -> Option<SettingsFile> {
        let named = env::var_os(CONFIG).filter(|path| !path.is_empty()).map(PathBuf::from);
        let path = named.or_else(|| Some(Folders::find()?.config.join("settings.toml")))?;
        Some(SettingsFile { path })
    }

    #[cfg(test)]
    pub(super) fn at(path: PathBuf) -> SettingsFile {
        SettingsFile { path }
    }

    pub(super) fn load(&self) -> (Settings, Option<Notice>) {
        let notice = |kind| Some(Notice { file: self.path.clone(), kind });
        match self.text() {
            Ok(text) => match read::read(&text) {
                (settings, faults) if faults.is_empty() => (settings, None),
                (settings, faults) => (settings, notice(NoticeKind::BadLines(faults))),
            },
            Err(NoticeKind::Unreadable(error)) if error.kind() == ErrorKind::NotFound => Default::default(),
            Err(kind) => (Settings::default(), notice(kind)),
        }
    }

    /// Changes the settings that differ, atomically.
    pub(super) fn save(&self, settings: &Settings) -> io::Result<()> {
        // A link stays a link.
        let path = fs::canonicalize(&self.path).unwrap_or_else(|_| self.path.clone());
        let (before, notice) = self.load();
        if *settings == before {
            return Ok(());
        }
        if notice.is_some() {
            fs::copy(&path, backup(&path))?;
        }
        let document = self.text().ok().and_then(|text| text.parse().ok());
        let text = edited(document.unwrap_or_default(), &before, settings)?;
        replace(&path, &text)
    }

    fn text(&self) -> Result<String, NoticeKind> {
        let mut text = String::new();
        let file = File::open(&self.path).map_err(NoticeKind::Unreadable)?;
        file.take(MAX_BYTES as u64 + 1).read_to_string(&mut text).map_err(NoticeKind::Unreadable)?;
        match text.len() {
            ..=MAX_BYTES => Ok(text),
            _ => Err(NoticeKind::TooLarge),
        }
    }
}

fn edited(mut document: DocumentMut, before: &Settings, after: &Settings) -> io::Result<String> {
    let values = |settings| toml_edit::ser::to_document(settings).map_err(io::Error::other);
    let (before, after) = (values(before)?, values(after)?);
    let text = |item: Option<&Item>| item.map(|item| item.to_string());
    for (key, _) in before.iter().filter(|(key, _)| !after.contains_key(key)) {
        document.remove(key);
    }
    for (key, item) in after.iter().filter(|(key, item)| text(Some(item)) != text(before.get(key))) {
        set(&mut document, key, item);
    }
    Ok(document.to_string())
}

/// Keeps the comment behind the old value.
fn set(document: &mut DocumentMut, key: &str, item: &Item) {
    let mut item = item.clone();
    if let (Some(new), Some(old)) = (item.as_value_mut(), document.get(key).and_then(Item::as_value)) {
        *new.decor_mut() = old.decor().clone();
    }
    document[key] = item;
}

fn backup(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".bak");
    name.into()
}

fn replace(path: &Path, text: &str) -> io::Result<()> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
