use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

use crate::wire::{ErrorKind, Problem};

pub(crate) const LONGEST: usize = 300;

/// The white margin, in modules. Many readers need it.
const QUIET: i32 = 4;

/// Dark on white even on a dark page, because scanners need it.
pub(crate) fn svg(text: &str) -> Result<String, Problem> {
    let length = text.chars().count();
    if !(1..=LONGEST).contains(&length) {
        let expected = format!("expected 1 to {LONGEST} characters, found {length}");
        return Err(Problem::new(ErrorKind::Unusable, expected));
    }
    let code =
        QrCode::encode_text(text, QrCodeEcc::Medium).map_err(|error| Problem::new(ErrorKind::Unusable, error))?;
    let side = code.size() + 2 * QUIET;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            write!(path, "M{} {}h1v1h-1z", x + QUIET, y + QUIET).expect("a string takes everything");
        }
    }
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\" role=\"img\" \
         aria-label=\"QR code\"><rect width=\"{side}\" height=\"{side}\" fill=\"#fff\"/><path d=\"{path}\"/></svg>\n"
    ))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    use super::*;

    fn drawn(svg: &str) -> (Vec<Vec<bool>>, bool) {
        let tree = Tree::from_str(svg, &Options::default()).unwrap();
        let side = tree.size().width() as u32;
        let mut pixels = Pixmap::new(side, side).unwrap();
        resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
        let is_dark = |x, y| pixels.pixel(x, y).unwrap().red() < 128;
        let quiet = QUIET as u32;
        let inside = quiet..side - quiet;
        let modules = inside.clone().map(|y| inside.clone().map(|x| is_dark(x, y)).collect()).collect();
        let is_quiet = |x: u32, y: u32| !(inside.contains(&x) && inside.contains(&y));
        let is_white = (0..side).all(|y| (0..side).all(|x| !is_quiet(x, y) || !is_dark(x, y)));
        (modules, is_white)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn the_svg_shows_the_code(text in "\\PC{1,300}") {
            let code = QrCode::encode_text(&text, QrCodeEcc::Medium).unwrap();
            let expected: Vec<Vec<bool>> =
                (0..code.size()).map(|y| (0..code.size()).map(|x| code.get_module(x, y)).collect()).collect();
            prop_assert_eq!(drawn(&svg(&text).unwrap()), (expected, true));
        }
    }

    #[test]
    fn a_qr_reader_decodes_the_link() {
        const SCALE: f32 = 4.0;
        let link = "http://192.168.1.20:8220/game/x7Kq2mPaB1#AAAAAAAAAAAAAAAAAAAAAA";
        let tree = Tree::from_str(&svg(link).unwrap(), &Options::default()).unwrap();
        let side = (tree.size().width() * SCALE) as usize;
        let mut pixels = Pixmap::new(side as u32, side as u32).unwrap();
        resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
        let grey = |x, y| pixels.pixel(x as u32, y as u32).unwrap().red();
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side, side, grey);
        let grids = picture.detect_grids();
        assert_eq!(grids.len(), 1);
        assert_eq!(grids[0].decode().unwrap().1, link);
    }

    #[test]
    fn empty_and_long_texts_are_rejected() {
        for text in [String::new(), "x".repeat(LONGEST + 1)] {
            assert_eq!(svg(&text).unwrap_err().error, ErrorKind::Unusable);
        }
        assert!(svg(&"棋".repeat(LONGEST)).is_ok());
        assert!(!svg("<script>").unwrap().contains("script"));
    }
}
