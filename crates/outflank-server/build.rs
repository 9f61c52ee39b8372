use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=web-dist");
    let dist = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("web-dist");
    let mut list = String::from("&[\n");
    for file in files(&dist)? {
        let parts = file.strip_prefix(&dist)?.iter().map(|part| part.to_str().ok_or("expected a name in UTF-8"));
        let path = parts.collect::<Result<Vec<_>, _>>()?.join("/");
        list += &format!("({path:?}, include_bytes!({file:?})),\n");
    }
    fs::write(PathBuf::from(env::var("OUT_DIR")?).join("web.rs"), list + "]")?;
    Ok(())
}

fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        match path.is_dir() {
            true => found.extend(files(&path)?),
            false => found.push(path),
        }
    }
    found.sort();
    Ok(found)
}
