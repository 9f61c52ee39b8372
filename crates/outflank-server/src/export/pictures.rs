//! Rendered pictures. Each takes tens of milliseconds, so it is drawn once, few at a time, and kept while there is space.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;

use axum::body::Bytes;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared};
use outflank_render::PictureError;
use outflank_render::board::BoardImage;
use outflank_render::film::Film;
use outflank_render::preview::Preview;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use crate::limits::Spent;

/// One picture at a time per this many processors; the others are left to moves.
const PROCESSORS_PER_PICTURE: usize = 2;

#[derive(Clone)]
pub(crate) struct Pictures(Arc<Studio>);

struct Studio {
    places: Semaphore,
    kept: Mutex<Kept>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Image {
    Board(BoardImage),
    Preview(Arc<Preview>),
    Film(Arc<Film>),
}

impl Image {
    fn draw(&self) -> Result<Vec<u8>, PictureError> {
        match self {
            Image::Board(board) => board.png(),
            Image::Preview(preview) => preview.png(),
            Image::Film(film) => film.gif(),
        }
    }
}

type Drawing = Shared<BoxFuture<'static, Option<Bytes>>>;

struct Kept {
    by_image: HashMap<Image, Picture>,
    most_bytes: usize,
    bytes: usize,
    /// Counts requests: the picture with the lowest number was not asked for the longest.
    uses: u64,
}

struct Picture {
    drawing: Drawing,
    /// Zero while it is being drawn. The number of those is limited by the budget for pictures.
    bytes: usize,
    used: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawError {
    Budget(Spent),
    Failed,
}

impl Pictures {
    pub(crate) fn new(most_bytes: usize) -> Pictures {
        let processors = available_parallelism().map_or(1, NonZero::get);
        let kept = Kept { by_image: HashMap::new(), most_bytes, bytes: 0, uses: 0 };
        let places = Semaphore::new(processors.div_ceil(PROCESSORS_PER_PICTURE));
        Pictures(Arc::new(Studio { places, kept: Mutex::new(kept) }))
    }

    /// `charge` is called only if the picture is neither kept nor being drawn.
    pub(crate) async fn draw(
        &self,
        image: Image,
        charge: impl FnOnce() -> Result<(), Spent>,
    ) -> Result<Bytes, DrawError> {
        let drawing = self.drawing(image, charge).map_err(DrawError::Budget)?;
        drawing.await.ok_or(DrawError::Failed)
    }

    fn drawing(&self, image: Image, charge: impl FnOnce() -> Result<(), Spent>) -> Result<Drawing, Spent> {
        let mut kept = self.0.kept();
        if let Some(drawing) = kept.find(&image) {
            return Ok(drawing);
        }
        charge()?;
        // A task of its own: what is paid for is finished and kept, even if the client leaves.
        let drawn = tokio::spawn(Arc::clone(&self.0).draw(image.clone()));
        let drawing = drawn.map(|drawn| drawn.ok().flatten()).boxed().shared();
        kept.begin(image, drawing.clone());
        Ok(drawing)
    }
}

impl Studio {
    async fn draw(self: Arc<Studio>, image: Image) -> Option<Bytes> {
        // The semaphore is never closed.
        let _place = self.places.acquire().await.ok();
        let drawn = spawn_blocking({
            let image = image.clone();
            move || image.draw()
        });
        let picture = match drawn.await {
            Ok(Ok(picture)) => Some(Bytes::from(picture)),
            Ok(Err(error)) => {
                tracing::error!("cannot draw a picture: {error}");
                None
            }
            Err(_) => None,
        };
        self.kept().end(&image, picture.as_ref().map(Bytes::len));
        picture
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn find(&mut self, image: &Image) -> Option<Drawing> {
        self.uses += 1;
        let picture = self.by_image.get_mut(image)?;
        picture.used = self.uses;
        Some(picture.drawing.clone())
    }

    fn begin(&mut self, image: Image, drawing: Drawing) {
        self.by_image.insert(image, Picture { drawing, bytes: 0, used: self.uses });
    }

    fn end(&mut self, image: &Image, bytes: Option<usize>) {
        match (self.by_image.get_mut(image), bytes) {
            (Some(picture), Some(bytes)) => {
                picture.bytes = bytes;
                self.bytes += bytes;
            }
            // The next request tries again.
            _ => _ = self.by_image.remove(image),
        }
        while self.bytes > self.most_bytes {
            let drawn = self.by_image.iter().filter(|(_, picture)| picture.bytes > 0);
            let Some(oldest) = drawn.min_by_key(|(_, picture)| picture.used).map(|(image, _)| image.clone()) else {
                break;
            };
            self.bytes -= self.by_image.remove(&oldest).map_or(0, |picture| picture.bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use futures_util::future;
    use outflank_rules::{Game, Position, Rules};

    use super::*;

    fn images() -> Vec<Image> {
        let mut game = Game::new(Position::initial(Rules::Standard));
        while game.plies().len() < 20 {
            let square = game.position().legal_moves().into_iter().next().unwrap();
            game.play(square).unwrap();
        }
        let mut images: Vec<_> = (0..=20).map(|plies| BoardImage::of(&game, Some(plies)).unwrap()).collect();
        // After a pass.
        images.dedup();
        images.into_iter().map(Image::Board).collect()
    }

    struct Counted {
        pictures: Pictures,
        drawn: Cell<usize>,
    }

    impl Counted {
        fn new(most_bytes: usize) -> Counted {
            Counted { pictures: Pictures::new(most_bytes), drawn: Cell::new(0) }
        }

        async fn draw(&self, image: &Image) -> Bytes {
            let charge = || {
                self.drawn.set(self.drawn.get() + 1);
                Ok(())
            };
            self.pictures.draw(image.clone(), charge).await.unwrap()
        }
    }

    #[tokio::test]
    async fn a_position_is_drawn_once() {
        let (counted, image) = (Counted::new(1 << 20), images()[3].clone());
        let both = tokio::join!(counted.draw(&image), counted.draw(&image));
        assert_eq!(both.0, both.1);
        assert_eq!(counted.draw(&image).await, image.draw().unwrap());
        assert_eq!(counted.drawn.get(), 1);
    }

    #[test]
    fn the_pictures_asked_for_last_are_kept_within_the_bound() {
        let mut kept = Kept { by_image: HashMap::new(), most_bytes: 350, bytes: 0, uses: 0 };
        let images = images();
        let mut is_kept = |image: &Image| match kept.find(image) {
            Some(_) => true,
            None => {
                kept.begin(image.clone(), future::ready(None).boxed().shared());
                kept.end(image, Some(100));
                assert!(kept.bytes <= kept.most_bytes && kept.bytes == 100 * kept.by_image.len());
                false
            }
        };
        for image in &images {
            is_kept(image);
            assert!(is_kept(&images[0]), "it is asked for again and again");
        }
        assert!(images[images.len() - 2..].iter().all(&mut is_kept));
        assert!(!is_kept(&images[1]));
    }

    #[test]
    fn a_picture_that_cannot_be_drawn_is_tried_again() {
        let mut kept = Kept { by_image: HashMap::new(), most_bytes: 350, bytes: 0, uses: 0 };
        let image = images()[0].clone();
        kept.begin(image.clone(), future::ready(None).boxed().shared());
        assert!(kept.find(&image).is_some());
        kept.end(&image, None);
        assert!(kept.find(&image).is_none());
    }

    #[tokio::test]
    async fn a_client_that_leaves_wastes_no_picture() {
        let (counted, image) = (Counted::new(1 << 20), images()[5].clone());
        drop(counted.draw(&image).now_or_never());
        counted.draw(&image).await;
        assert_eq!(counted.drawn.get(), 1);
    }
}
