pub(crate) mod pages;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, ExitCode, Stdio};

use crate::cli::GuideArguments;
use crate::commands::guide::pages::{CONTENTS, TOPICS};
use crate::interrupt;

const DEFAULT_PAGER: &str = "less -FRX";

pub(crate) fn run(arguments: &GuideArguments) -> anyhow::Result<ExitCode> {
    let topic = arguments.topic.as_ref().and_then(|name| TOPICS.iter().find(|topic| topic.name == *name));
    let markdown = topic.map_or(CONTENTS, |topic| topic.markdown);
    if !io::stdout().is_terminal() {
        io::stdout().write_all(markdown.as_bytes())?;
        return Ok(ExitCode::SUCCESS);
    }
    let is_styled = env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let text = for_terminal(markdown, is_styled);
    if !show_in_pager(&text)? {
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show_in_pager(text: &str) -> anyhow::Result<bool> {
    let pager = env::var("PAGER").unwrap_or_else(|_| DEFAULT_PAGER.to_owned());
    let words = shlex::split(&pager).unwrap_or_default();
    let [program, arguments @ ..] = &words[..] else { return Ok(false) };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        command.env("LESS", "FRX");
    }
    let Ok(mut pager) = command.spawn() else { return Ok(false) };
    // Ctrl-C is for the pager.
    interrupt::on_ctrl_c(|| {})?;
    if let Some(mut input) = pager.stdin.take() {
        // The reader may quit before the end.
        let _ = input.write_all(text.as_bytes());
    }
    pager.wait()?;
    Ok(true)
}

/// Headings in bold, code indented, links and images reduced to their text.
fn for_terminal(markdown: &str, is_styled: bool) -> String {
    let mut text = String::new();
    let mut is_code = false;
    for line in markdown.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        match line {
            line if is_code => text += &format!("    {line}"),
            line if line.starts_with("<!--") || line.starts_with("![") => continue,
            line if line.starts_with('#') && is_styled => {
                text += &format!("\x1b[1m{}\x1b[0m", line.trim_start_matches('#').trim());
            }
            line => text += &without_links(line),
        }
        text.push('\n');
    }
    text
}

fn without_links(line: &str) -> String {
    let mut parts = line.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        if let Some(start) = text.rfind('[') {
            text.remove(start);
        }
        text += part.split_once(')').map_or(part, |(_, after)| after);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_rendered_for_a_terminal() {
        let page = "## Levels\n<!-- a note -->\n![a picture](x.svg)\nSee [play](play.md#levels) and [study](study.md).\n\n```sh\noutflank # plays\n```\n";
        let plain = "## Levels\nSee play and study.\n\n    outflank # plays\n";
        assert_eq!(for_terminal(page, false), plain);
        assert_eq!(for_terminal(page, true), plain.replace("## Levels", "\x1b[1mLevels\x1b[0m"));
    }
}
