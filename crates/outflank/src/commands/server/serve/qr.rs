use qrcodegen::{QrCode, QrCodeEcc};

/// Light modules around the code. Many readers need them to find it.
const QUIET_ZONE: i32 = 4;

/// Black on white in every colour scheme: readers want dark on light.
const DARK_ON_LIGHT: &str = "\x1b[38;5;16;48;5;231m";
const RESET: &str = "\x1b[0m";

/// Two modules per character; `None` if the text is too long or the terminal too narrow.
pub(super) fn blocks(text: &str, columns: u16) -> Option<String> {
    // The least redundancy gives the smallest code.
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let modules = -QUIET_ZONE..code.size() + QUIET_ZONE;
    if modules.len() > usize::from(columns) {
        return None;
    }
    let mut lines = String::new();
    for y in modules.clone().step_by(2) {
        lines += DARK_ON_LIGHT;
        // Modules outside the code are light.
        lines.extend(modules.clone().map(|x| match (code.get_module(x, y), code.get_module(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        }));
        lines += RESET;
        lines.push('\n');
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use rqrr::PreparedImage;

    use super::*;

    const SCALE: usize = 4;

    fn decode(lines: &str) -> String {
        let plain = lines.replace(DARK_ON_LIGHT, "").replace(RESET, "");
        let cells: Vec<Vec<char>> = plain.lines().map(|line| line.chars().collect()).collect();
        let (width, height) = (cells[0].len() * SCALE, cells.len() * 2 * SCALE);
        let mut picture = PreparedImage::prepare_from_greyscale(width, height, |x, y| {
            let (x, y) = (x / SCALE, y / SCALE);
            let dark = matches!((cells[y / 2][x], y % 2), ('█', _) | ('▀', 0) | ('▄', 1));
            if dark { 0 } else { 255 }
        });
        let grids = picture.detect_grids();
        assert_eq!(grids.len(), 1);
        grids[0].decode().unwrap().1
    }

    #[test]
    fn a_reader_finds_the_text_in_what_is_drawn() {
        for text in ["http://10.0.0.1:8220", "http://192.168.178.123:8220", "http://[2001:db8:1234:5678::1]:8220"] {
            let drawn = blocks(text, 80).unwrap();
            assert_eq!(decode(&drawn), text);
            assert!(drawn.lines().count() <= 20, "it fits on a screen of 24 lines");
            for line in drawn.lines() {
                assert!(line.starts_with(DARK_ON_LIGHT) && line.ends_with(RESET), "{line:?}");
            }
        }
    }

    #[test]
    fn a_code_that_does_not_fit_is_not_drawn() {
        assert_eq!(blocks("http://10.0.0.1:8220", 32), None);
        assert!(blocks("http://10.0.0.1:8220", 33).is_some());
        assert_eq!(blocks(&"x".repeat(4000), 80), None);
    }
}
