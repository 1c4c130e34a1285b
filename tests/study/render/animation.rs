//! Animations, decoded again and compared with the pictures that they are made of.

use super::{SAMPLES, decoded_png, pictures, sample};
use gif::{ColorOutput, DecodeOptions, DisposalMethod};
use kifu_core::scene::Palette;
use kifu_logs::formats::PictureParts;
use kifu_study::render::{
    AnimationTiming, GifAnimation, Raster, Rasterizer, RenderError, encode_png, render_animation,
};
use std::collections::HashSet;
use std::time::Duration;

/// A decoded animation.
struct Decoded {
    width: u32,
    height: u32,
    colors: Vec<[u8; 3]>,
    /// Each whole frame, with its time in hundredths of a second.
    frames: Vec<(Vec<[u8; 3]>, u16)>,
    /// The pixels that the frames store.
    stored: Vec<usize>,
    repeats: bool,
}

/// Decodes an animation and puts its frames on top of each other, as browsers do.
fn decode(file: &[u8]) -> Decoded {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    let mut decoder = options.read_info(file).unwrap();
    let colors: Vec<[u8; 3]> = decoder.global_palette().unwrap().as_chunks().0.to_vec();
    let [width, height] = [decoder.width(), decoder.height()].map(u32::from);
    let repeats = decoder.repeat() == gif::Repeat::Infinite;
    let mut screen = vec![[0; 3]; (width * height) as usize];
    let (mut frames, mut stored) = (Vec::new(), Vec::new());
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!(frame.dispose, DisposalMethod::Keep);
        assert!(frame.palette.is_none(), "one palette is shared");
        let wide = usize::from(frame.width);
        for (at, index) in frame.buffer.iter().enumerate() {
            let x = usize::from(frame.left) + at % wide;
            let y = usize::from(frame.top) + at / wide;
            if Some(*index) != frame.transparent {
                screen[y * width as usize + x] = colors[usize::from(*index)];
            }
        }
        stored.push(frame.buffer.len());
        frames.push((screen.clone(), frame.delay));
    }
    Decoded {
        width,
        height,
        colors,
        frames,
        stored,
        repeats,
    }
}

/// The largest difference of two colours in one channel.
fn far(a: [u8; 3], b: [u8; 3]) -> u8 {
    (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap()
}

fn plain(color: [u8; 3]) -> Raster {
    Raster {
        width: 8,
        height: 4,
        pixels: vec![color; 32],
    }
}

#[test]
fn animation_stores_only_changed_pixels() {
    let mut animation = GifAnimation::new();
    let first = plain([10, 20, 30]);
    let mut second = first.clone();
    for at in [9, 19] {
        second.pixels[at] = [200, 0, 0];
    }
    for raster in [&first, &second, &second, &first] {
        animation.push(raster.clone(), 5).unwrap();
    }
    let decoded = decode(&animation.finish(false).unwrap());
    // Columns 1 to 3 of rows 1 and 2; a frame without a change has one pixel.
    assert_eq!(decoded.stored, [32, 6, 1, 6]);
    let frames: Vec<&[[u8; 3]]> = decoded.frames.iter().map(|(frame, _)| &frame[..]).collect();
    let wanted = [&first, &second, &second, &first].map(|raster| &raster.pixels[..]);
    assert_eq!(frames, wanted);
    assert!(!decoded.repeats);
}

#[test]
fn frequent_colors_stay_exact_beyond_the_palette_size() {
    let mut animation = GifAnimation::new();
    let mut raster = plain([240, 224, 192]);
    let many = (0..4096_u32).map(|n| {
        let [.., green, blue] = (n * 15).to_be_bytes();
        [40, green, blue]
    });
    raster.width = 64;
    raster.height = 128;
    raster.pixels = vec![[240, 224, 192]; 4096];
    raster.pixels.extend(many);
    assert!(raster.pixels.iter().collect::<HashSet<_>>().len() > 1000);
    animation.push(raster.clone(), 1).unwrap();
    let decoded = decode(&animation.finish(true).unwrap());
    let (frame, _) = &decoded.frames[0];
    assert_eq!(frame[..4096], raster.pixels[..4096]);
    let worst = frame
        .iter()
        .zip(&raster.pixels)
        .map(|(a, b)| far(*a, *b))
        .max();
    assert!(worst.unwrap() <= 32, "{worst:?}");
}

#[test]
fn animation_refuses_frames_of_another_size() {
    let mut animation = GifAnimation::new();
    animation.push(plain([0; 3]), 5).unwrap();
    let mut other = plain([0; 3]);
    (other.width, other.height) = (4, 8);
    assert!(matches!(
        animation.push(other, 5),
        Err(RenderError::TooLarge { .. })
    ));
    let wide = Raster {
        width: 65_536,
        height: 1,
        pixels: vec![[0; 3]; 65_536],
    };
    let refused = GifAnimation::new().push(wide, 5);
    assert!(matches!(refused, Err(RenderError::TooLarge { .. })));
}

#[test]
fn frame_times_stay_within_the_limits_of_gif() {
    let (record, game) = sample("clobber");
    let pictures = pictures(&record, game, PictureParts::NONE);
    let timing = AnimationTiming {
        ply: Duration::ZERO,
        pause: Duration::from_hours(9),
        repeats: false,
    };
    let file = render_animation(
        &pictures,
        0..=1,
        &Rasterizer::new(),
        (Palette::DARK, 40),
        &timing,
    )
    .unwrap();
    let delays: Vec<u16> = decode(&file)
        .frames
        .iter()
        .map(|(_, delay)| *delay)
        .collect();
    assert_eq!(delays, [2, 60_000]);
}

mod slow {
    use super::*;

    #[test]
    fn animation_frame_is_the_picture_of_its_ply() {
        const WIDTH: u32 = 240;
        let timing = AnimationTiming::default();
        let mut pauses = 0;
        for (at, name) in SAMPLES.into_iter().enumerate() {
            let (record, game) = sample(name);
            let pictures = pictures(&record, game, PictureParts::default());
            let palette = [Palette::LIGHT, Palette::DARK][at % 2];
            // Some plies with a key moment among them.
            let mut all = 0..=pictures.last_ply();
            let first = all
                .find(|ply| pictures.is_key_moment(*ply))
                .unwrap_or(4)
                .saturating_sub(4);
            let plies = first..=pictures.last_ply().min(first + 9);
            let file = render_animation(
                &pictures,
                plies.clone(),
                &Rasterizer::new(),
                (palette, WIDTH),
                &timing,
            )
            .unwrap();
            let again = render_animation(
                &pictures,
                plies.clone(),
                &Rasterizer::new(),
                (palette, WIDTH),
                &timing,
            )
            .unwrap();
            assert!(file == again, "{name}: the same bytes again");
            let decoded = decode(&file);
            let scenes = pictures.scenes(plies.clone());
            assert_eq!(decoded.frames.len(), scenes.len(), "{name}");
            assert!(decoded.repeats && decoded.colors.len() <= 256);
            let rasterizer = Rasterizer::new();
            pauses += plies
                .clone()
                .filter(|ply| pictures.is_key_moment(*ply))
                .count();
            for ((ply, scene), (frame, delay)) in plies.clone().zip(&scenes).zip(&decoded.frames) {
                let raster = rasterizer.draw(scene, palette, WIDTH).unwrap();
                let png = decoded_png(&encode_png(&raster).unwrap());
                assert_eq!((png.width, png.height), (decoded.width, decoded.height));
                let mut sum = 0;
                for (shown, wanted) in frame.iter().zip(&png.pixels) {
                    let far = far(*shown, *wanted);
                    assert!(far <= 48, "{name} {ply}: {shown:?}, not {wanted:?}");
                    sum += usize::from(far);
                }
                // Less than one level of 255 on average.
                let count = frame.len();
                assert!(sum < count, "{name} {ply}: {sum} levels, {count} pixels");
                let is_pause = ply == *plies.end() || pictures.is_key_moment(ply);
                assert_eq!(*delay, if is_pause { 280 } else { 70 }, "{name} {ply}");
            }
            let whole = decoded.stored[0];
            let mean = decoded.stored[1..].iter().sum::<usize>() / (decoded.stored.len() - 1);
            assert!(mean < whole, "{name}: {mean} of {whole} pixels are stored");
        }
        assert!(pauses > 0, "no key moment was seen");
    }
}
