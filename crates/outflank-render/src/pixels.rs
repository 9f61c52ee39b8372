use std::error::Error;
use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

#[derive(Debug)]
pub struct PictureError(pub(crate) Box<dyn Error + Send + Sync>);

pub(crate) fn png(svg: &str, (width, height): (u16, u16)) -> Result<Vec<u8>, PictureError> {
    render(svg, (width, height), 1.0)?.encode_png().map_err(|error| PictureError(error.into()))
}

pub(crate) fn render(svg: &str, (width, height): (u16, u16), scale: f32) -> Result<Pixmap, PictureError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| PictureError(error.into()))?;
    let mut pixels = Pixmap::new(width.into(), height.into()).ok_or_else(|| PictureError("no pixels".into()))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for PictureError {}
