use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use outflank_render::sanitize;

/// The longest line taken from a stream; the rest of a longer one is read as further lines.
const LONGEST_LINE: u64 = 4096;

#[expect(clippy::large_enum_variant, reason = "there is one of it in a program")]
pub(crate) enum Input {
    /// Several lines may be pasted at once; they are read one by one.
    Editor { editor: DefaultEditor, pasted: VecDeque<String> },
    /// Lines that are not typed on a terminal are echoed, so that the output reads like a session.
    Stream { echo: bool },
}

impl Input {
    pub(crate) fn open() -> anyhow::Result<Input> {
        let typed = io::stdin().is_terminal();
        match typed && io::stdout().is_terminal() {
            true => Ok(Input::Editor { editor: DefaultEditor::new()?, pasted: VecDeque::new() }),
            false => Ok(Input::Stream { echo: !typed }),
        }
    }

    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Input::Editor { .. })
    }

    pub(crate) fn ask(&mut self, prompt: &str, out: &mut impl Write) -> anyhow::Result<Option<String>> {
        match self {
            Input::Editor { editor, pasted } => {
                if let Some(line) = pasted.pop_front() {
                    writeln!(out, "{prompt}{}", sanitize::lines(&line))?;
                    return Ok(Some(line));
                }
                out.flush()?;
                let text = match editor.readline(prompt) {
                    Ok(text) => text,
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
                    Err(error) => return Err(error.into()),
                };
                editor.add_history_entry(&text)?;
                pasted.extend(text.lines().map(str::to_owned));
                Ok(Some(pasted.pop_front().unwrap_or_default()))
            }
            Input::Stream { echo } => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let line = next_line(io::stdin().lock())?;
                if let (true, Some(line)) = (*echo, &line) {
                    writeln!(out, "{}", sanitize::lines(line))?;
                }
                Ok(line)
            }
        }
    }
}

/// The next line without its line ending. Bytes that are not UTF-8 become replacement characters.
fn next_line(input: impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let line = line.strip_suffix(b"\n").unwrap_or(&line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    Ok(Some(String::from_utf8_lossy(line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_crlf_or_the_input() {
        let mut input: &[u8] = b"d3\r\nc5\n\ne6";
        let lines: Vec<_> = std::iter::from_fn(|| next_line(&mut input).unwrap()).collect();
        assert_eq!(lines, ["d3", "c5", "", "e6"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let endless = io::BufReader::new(io::repeat(b'x'));
        assert_eq!(next_line(endless).unwrap().unwrap().len() as u64, LONGEST_LINE);
    }
}
