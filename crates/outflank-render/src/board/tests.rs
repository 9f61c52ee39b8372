use outflank_rules::{Game, Position, Rules, Square};
#[cfg(feature = "png")]
use resvg::tiny_skia::Pixmap;
use resvg::usvg::roxmltree::Document;

use super::*;

fn game(moves: &str) -> Game {
    let mut game = Game::new(Position::initial(Rules::Standard));
    for square in moves.split_whitespace() {
        game.play(square.parse().unwrap()).unwrap();
    }
    game
}

#[cfg(feature = "png")]
fn pixel(pixels: &Pixmap, square: Square, right: i32, down: i32) -> (u8, u8, u8) {
    let (x, y) = centre(square);
    let color = pixels.pixel((i32::from(x) + right) as u32, (i32::from(y) + down) as u32).unwrap().demultiply();
    (color.red(), color.green(), color.blue())
}

#[test]
fn every_board_of_a_game_can_be_drawn() {
    let game = game("f5 d6 c3");
    let of = |plies| BoardImage::of(&game, plies);
    assert_eq!(of(Some(0)).unwrap().last, None);
    assert_eq!(of(Some(2)).unwrap().last, Some(Square::D6));
    assert_eq!(of(Some(2)).unwrap().discs, game.plies()[2].before.discs());
    assert_eq!(of(Some(3)), of(None));
    assert_eq!(of(None).unwrap().discs, game.position().discs());
    assert_eq!(of(Some(4)), None);
    assert_eq!(of(Some(usize::MAX)), None);
}

#[test]
fn the_svg_is_well_formed_and_shows_every_disc() {
    let game = game("f5");
    let text = BoardImage::of(&game, None).unwrap().svg();
    let document = Document::parse(&text).unwrap();
    let named = |name: &'static str| document.descendants().filter(move |node| node.has_tag_name(name));
    let uses = |href| named("use").filter(|node| node.attribute("href") == Some(href)).count();
    assert_eq!((uses("#black"), uses("#white")), (4, 1));
    assert_eq!(named("title").next().unwrap().text(), Some("Othello: 4 black, 1 white"));
    assert_eq!(named("desc").next().unwrap().text(), Some("Black: e4 d5 e5 f5. White: d4. Last move: f5."));
    assert_eq!((named("text").count(), named("image").count(), named("style").count()), (0, 0, 0));
}

#[cfg(feature = "png")]
#[test]
fn the_png_has_the_right_colours() {
    let game = game("f5 d6 c3");
    let png = BoardImage::of(&game, None).unwrap().png().unwrap();
    let pixels = Pixmap::decode_png(&png).unwrap();
    assert_eq!((pixels.width(), pixels.height()), (640, 640));
    let at = |square, right, down| pixel(&pixels, square, right, down);
    let (red, green, blue) = at(Square::F5, 0, 0);
    assert!(red.max(green).max(blue) < 80, "f5 is black");
    let (red, green, blue) = at(Square::D6, 0, 0);
    assert!(red.min(green).min(blue) > 200, "d6 is white");
    let (red, green, blue) = at(Square::A8, 0, 0);
    assert!(green > red + 30 && green > blue + 20, "a8 is empty felt");
    let (red, green, blue) = at(Square::C3, 0, 0);
    assert!(red > 180 && green < 130 && blue < 90, "c3 has the mark of the last move");
    let (red, green, blue) = at(Square::C3, 0, 18);
    assert!(red.max(green).max(blue) < 80, "and is black around it");
    // The corners are rounded.
    assert_eq!(pixels.pixel(0, 0).unwrap().alpha(), 0);
}
