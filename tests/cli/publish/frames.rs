//! The frames of a page: lists of shared parts, each written as a difference.

use super::{page_of, parse_page, records};
use crate::xml::{Document, Tag};
use std::collections::BTreeSet;

/// Returns the value of an attribute of a tag.
fn value<'t>(tag: &'t Tag, key: &str) -> &'t str {
    let own = tag.attributes.iter().find(|(name, _)| name == key);
    own.map_or("", |(_, value)| value.as_str())
}

/// Puts the frames together, as the script of the page does.
fn frames(document: &Document) -> Vec<Vec<usize>> {
    let store = store(document);
    let mut frames: Vec<Vec<usize>> = Vec::new();
    for text in value(store, "data-frames").split('|') {
        let (base, steps) = match text.split_once(':') {
            Some(("-", steps)) => (Vec::new(), steps),
            Some((base, steps)) => (frames[base.parse::<usize>().unwrap()].clone(), steps),
            None => (frames.last().cloned().unwrap_or_default(), text),
        };
        let mut frame = Vec::new();
        let mut rest = &base[..];
        for step in steps.split(' ').filter(|step| !step.is_empty()) {
            let number = |text: &str| text.parse::<usize>().unwrap();
            match step.as_bytes()[0] {
                b'!' => rest = &[],
                b'=' => {
                    let (kept, after) = rest.split_at(number(&step[1..]));
                    frame.extend(kept);
                    rest = after;
                }
                b'-' => rest = &rest[number(&step[1..])..],
                _ => {
                    let (first, last) = step.split_once('.').unwrap_or((step, step));
                    frame.extend(number(first)..=number(last));
                }
            }
        }
        frame.extend(rest);
        frames.push(frame);
    }
    frames
}

/// Returns the shapes that the parts share.
fn shapes(document: &Document) -> Vec<&Tag> {
    let start = document
        .tags
        .iter()
        .position(|tag| tag.name == "defs")
        .unwrap();
    let drawn = |tag: &&Tag| ["circle", "path", "rect", "text"].contains(&tag.name.as_str());
    document.tags[start + 1..]
        .iter()
        .take_while(drawn)
        .collect()
}

/// A part of the frames: a shape, and its place in tenths of a unit.
struct Part<'t> {
    shape: &'t Tag,
    place: [i32; 2],
}

/// Returns the parts that the frames share, as the script of the page reads them.
fn parts(document: &Document) -> Vec<Part<'_>> {
    let shapes = shapes(document);
    let mut place = [0, 0];
    let part = |text: &str| {
        let numbers: Vec<i32> = text.split(' ').map(|it| it.parse().unwrap()).collect();
        for (axis, step) in numbers[1..].iter().enumerate() {
            place[axis] += step;
        }
        let shape = shapes[usize::try_from(numbers[0]).unwrap()];
        Part { shape, place }
    };
    let text = value(store(document), "data-parts");
    text.split(';').map(part).collect()
}

/// Returns the element that has the parts and frames.
fn store(document: &Document) -> &Tag {
    let mut tags = document.tags.iter();
    tags.find(|tag| value(tag, "id") == "parts").unwrap()
}

mod slow {
    use super::*;

    #[test]
    fn each_clobber_frame_shows_the_remaining_stones() {
        let here = records();
        let document = parse_page(&page_of(here.path(), "clobber.ron"));
        let parts = parts(&document);
        let sheet = document
            .raw
            .iter()
            .find(|sheet| sheet.contains(".e0{"))
            .unwrap();
        // The classes of stones, from the style sheet of the elements.
        let rules = sheet
            .split('}')
            .filter(|rule| rule.contains("fill:var(--stone-"));
        let classes: Vec<&str> = rules
            .map(|rule| rule.split('{').next().unwrap().trim_start_matches('.'))
            .collect();
        assert_eq!(classes.len(), 2, "white and black: {sheet}");
        let frames = frames(&document);
        for (ply, frame) in frames.iter().take(50).enumerate() {
            let stones = frame.iter().filter(|at| {
                let shape = parts[**at].shape;
                shape.name == "circle" && classes.contains(&value(shape, "class"))
            });
            let places: BTreeSet<[i32; 2]> = stones.map(|at| parts[*at].place).collect();
            assert_eq!(places.len(), 64 - ply, "ply {ply}");
        }
    }

    #[test]
    fn frames_of_every_game_use_all_shared_parts() {
        let here = records();
        // The largest pages have a key moment at every second ply.
        let sizes = [
            ("turn-right", 140_000),
            ("atari-go", 185_000),
            ("clobber", 130_000),
            ("box", 150_000),
            ("zuniq", 100_000),
        ];
        for (name, most_bytes) in sizes {
            let page = page_of(here.path(), &format!("{name}.ron"));
            let document = parse_page(&page);
            let (parts, frames) = (parts(&document), frames(&document));
            let mut used = vec![false; parts.len()];
            for at in frames.iter().flatten() {
                used[*at] = true;
            }
            assert!(
                used.iter().all(|used| *used),
                "{name}: a part that no frame shows"
            );
            let shapes = shapes(&document);
            let is_placed =
                |shape: &&Tag| parts.iter().any(|part| std::ptr::eq(part.shape, *shape));
            assert!(
                shapes.iter().all(is_placed),
                "{name}: a shape without a place"
            );
            for tag in document
                .tags
                .iter()
                .filter(|tag| !value(tag, "data-f").is_empty())
            {
                let frame: usize = value(tag, "data-f").parse().unwrap();
                assert!(frame < frames.len(), "{name}: {tag:?}");
            }
            let shared: usize = frames.iter().map(Vec::len).sum();
            assert!(
                shared > 5 * parts.len() && parts.len() > 4 * shapes.len(),
                "{name}: {shared}, {}, {}",
                parts.len(),
                shapes.len()
            );
            assert!(page.len() < most_bytes, "{name}: {} bytes", page.len());
        }
    }

    #[test]
    fn last_board_is_visible_without_the_script() {
        let here = records();
        for name in ["turn-right", "atari-go", "clobber", "box", "zuniq"] {
            let document = parse_page(&page_of(here.path(), &format!("{name}.ron")));
            let (parts, frames) = (parts(&document), frames(&document));
            let tags = document.tags.iter();
            let mains = tags.clone().filter(|tag| {
                let class = value(tag, "class");
                class.split(' ').any(|name| name == "mv") && value(tag, "data-f").is_empty()
            });
            let plies = mains.filter_map(|tag| value(tag, "href")[1..].parse::<usize>().ok());
            let last = &frames[plies.max().unwrap()];
            let still: Vec<&Tag> = tags.filter(|tag| tag.name == "use").collect();
            assert_eq!(still.len(), last.len(), "{name}");
            for (tag, at) in still.iter().zip(last) {
                let Part { shape, place } = &parts[*at];
                assert_eq!(value(tag, "href")[1..], *value(shape, "id"), "{name}");
                let own = ["x", "y"].map(|axis| value(tag, axis).to_owned());
                let in_units = place.map(|steps| (f64::from(steps) / 10.0).to_string());
                assert_eq!(own, in_units, "{name}");
            }
        }
    }
}
