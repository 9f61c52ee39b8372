//! The results as a Markdown table.

use std::path::{Path, PathBuf};

use anyhow::Result;

pub(super) struct Table {
    columns: Vec<String>,
    rows: Vec<TableRow>,
}

struct TableRow {
    title: String,
    figures: Vec<String>,
}

impl Table {
    pub(super) fn new(programs: &[PathBuf]) -> Table {
        let others = programs.iter().skip(1).map(|program| program.display().to_string());
        Table {
            columns: ["one thread".to_owned(), "this build".to_owned()].into_iter().chain(others).collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row with a figure for each program that can be measured. Skipped if the file it needs is missing.
    pub(super) fn row(
        &mut self,
        title: &str,
        needs: Option<&Path>,
        measure: impl FnOnce() -> Result<Vec<String>>,
    ) -> Result<()> {
        let figures = match needs {
            Some(file) if !file.exists() => {
                eprintln!("{title}: skipped, no such file: {}", file.display());
                vec!["skipped".to_owned()]
            }
            _ => {
                eprintln!("{title}");
                measure()?
            }
        };
        self.rows.push(TableRow { title: title.to_owned(), figures });
        Ok(())
    }

    pub(super) fn print(&self) {
        println!("| {} |", self.columns.join(" | "));
        println!("|{}", " --- |".repeat(self.columns.len()));
        for TableRow { title, figures } in &self.rows {
            let missing = self.columns.len().saturating_sub(1 + figures.len());
            println!("| {title} | {} |{}", figures.join(" | "), " |".repeat(missing));
        }
    }
}
