//! Pictures of games: pixels, PNG files, animations and contact sheets.

mod animation;
mod pictures;
mod snapshots;

use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{Record, read_ron};
use kifu_logs::formats::PictureParts;
use kifu_study::render::{GamePictures, Raster};
use kifu_study::review::Thresholds;
use std::fs;

/// The names of the sample records.
pub(super) const SAMPLES: [&str; 6] = [
    "atari-go",
    "box",
    "clobber",
    "turn-right",
    "turn-right-illegal",
    "zuniq",
];

/// Returns a sample record and its game.
pub(super) fn sample(name: &str) -> (Record, &'static dyn DynGame) {
    let path = crate::common::records_folder().join(format!("{name}.ron"));
    let record = read_ron(&fs::read_to_string(path).unwrap()).unwrap();
    let game = by_id(CATALOGUE, &record.game).unwrap();
    (record, game)
}

/// Returns the pictures of a game.
pub(super) fn pictures<'a>(
    record: &'a Record,
    game: &'a dyn DynGame,
    parts: PictureParts,
) -> GamePictures<'a> {
    GamePictures::new(record, game, parts, &Thresholds::default()).unwrap()
}

/// Returns the pixels of a PNG file.
pub(super) fn decoded_png(file: &[u8]) -> Raster {
    let image = image::load_from_memory(file).unwrap().into_rgb8();
    Raster {
        width: image.width(),
        height: image.height(),
        pixels: image.pixels().map(|pixel| pixel.0).collect(),
    }
}
