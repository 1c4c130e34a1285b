//! Pictures of the sample records, pixel by pixel, as they are in `fixtures/png`.

use super::{SAMPLES, decoded_png, pictures, sample};
use kifu_core::scene::{Palette, Scene};
use kifu_logs::formats::PictureParts;
use kifu_study::render::{Raster, Rasterizer, SheetLayout, encode_png};
use std::fs;

/// The width of the pictures; letters and lines are thin, so that small shifts show.
const WIDTH: u32 = 360;

/// Compares a picture with the kept one; `SNAPSHOTS=overwrite cargo test --test core render` makes
/// them anew, to be looked at. The first run after a change says what differs.
fn assert_kept(name: &str, scene: &Scene, palette: Palette) {
    let raster = Rasterizer::new().draw(scene, palette, WIDTH).unwrap();
    let file = encode_png(&raster).unwrap();
    assert_eq!(file, encode_png(&raster).unwrap(), "the same bytes again");
    assert!(
        decoded_png(&file) == raster,
        "{name} is encoded without loss"
    );
    let folder = crate::common::repository().join("fixtures/png");
    let path = folder.join(format!("{name}.png"));
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        fs::create_dir_all(&folder).unwrap();
        fs::write(&path, &file).unwrap();
    }
    let kept = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let difference = difference(&decoded_png(&kept), &raster);
    assert_eq!(difference, "", "{name} looks otherwise");
    assert!(kept == file, "{name} has the same pixels in other bytes");
}

/// Describes how two pictures differ; empty if they do not.
fn difference(kept: &Raster, now: &Raster) -> String {
    if (kept.width, kept.height) != (now.width, now.height) {
        return format!(
            "{} x {} pixels, now {} x {}",
            kept.width, kept.height, now.width, now.height
        );
    }
    let pixels = kept.pixels.iter().zip(&now.pixels).enumerate();
    let changed: Vec<usize> = pixels
        .filter(|(_, (kept, now))| kept != now)
        .map(|(at, _)| at)
        .collect();
    let Some(first) = changed.first() else {
        return String::new();
    };
    let width = kept.width as usize;
    format!(
        "{} pixels, the first at {}, {}: {:?}, now {:?}",
        changed.len(),
        first % width,
        first / width,
        kept.pixels[*first],
        now.pixels[*first]
    )
}

#[test]
fn snapshot_difference_is_described() {
    let kept = Raster {
        width: 2,
        height: 2,
        pixels: vec![[0; 3]; 4],
    };
    assert_eq!(difference(&kept, &kept), "");
    let mut now = kept.clone();
    now.pixels[3] = [1, 2, 3];
    assert_eq!(
        difference(&kept, &now),
        "1 pixels, the first at 1, 1: [0, 0, 0], now [1, 2, 3]"
    );
    now.width = 4;
    now.height = 1;
    assert_eq!(difference(&kept, &now), "2 x 2 pixels, now 4 x 1");
}

#[test]
fn contact_sheet_matches_snapshot() {
    let (record, game) = sample("zuniq");
    let pictures = pictures(&record, game, PictureParts::default());
    let layout = SheetLayout {
        from: 0,
        to: pictures.last_ply(),
        step: 8,
        columns: Some(3),
    };
    assert_kept("sheet", &pictures.contact_sheet(&layout), Palette::LIGHT);
}

mod slow {
    use super::*;

    #[test]
    fn pictures_of_sample_records_match_snapshots() {
        for (at, name) in SAMPLES.into_iter().enumerate() {
            let (record, game) = sample(name);
            let pictures = pictures(&record, game, PictureParts::default());
            // A key moment if there is one, and the end.
            let key = (1..=pictures.last_ply()).find(|ply| pictures.is_key_moment(*ply));
            let (palette, theme) = [(Palette::LIGHT, "light"), (Palette::DARK, "dark")][at % 2];
            let end = pictures.scene(pictures.last_ply());
            assert_kept(&format!("{name}-end-{theme}"), &end, palette);
            let other = [Palette::DARK, Palette::LIGHT][at % 2];
            let ply = key.unwrap_or(1);
            assert_kept(&format!("{name}-{ply}"), &pictures.scene(ply), other);
        }
    }
}
