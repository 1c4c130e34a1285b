//! The frames of a page: lists of shared elements, each written as a difference.

use super::{page_of, records, sound};
use crate::common::xml::{Document, Tag};

/// Returns the value of an attribute of a tag.
fn value<'t>(tag: &'t Tag, key: &str) -> &'t str {
    let own = tag.attributes.iter().find(|(name, _)| name == key);
    own.map_or("", |(_, value)| value.as_str())
}

/// Puts the frames together, as the script of the page does.
fn frames(document: &Document) -> Vec<Vec<usize>> {
    let store = document
        .tags
        .iter()
        .find(|tag| value(tag, "id") == "parts")
        .unwrap();
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

/// Returns the elements that the frames share.
fn elements(document: &Document) -> Vec<&Tag> {
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

#[test]
fn each_frame_has_the_stones_that_are_left() {
    let here = records();
    let document = sound(&page_of(here.path(), "clobber.ron"));
    let elements = elements(&document);
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
            let element = elements[**at];
            element.name == "circle" && classes.contains(&value(element, "class"))
        });
        assert_eq!(stones.count(), 64 - ply, "ply {ply}");
    }
}

#[test]
fn every_frame_of_every_game_is_made_of_elements_that_are_there() {
    let here = records();
    for name in ["turn-right", "atari-go", "clobber", "box", "zuniq"] {
        let page = page_of(here.path(), &format!("{name}.ron"));
        let document = sound(&page);
        let (elements, frames) = (elements(&document), frames(&document));
        let mut used = vec![false; elements.len()];
        for at in frames.iter().flatten() {
            used[*at] = true;
        }
        assert!(
            used.iter().all(|used| *used),
            "{name}: an element that no frame shows"
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
            shared > 5 * elements.len(),
            "{name}: {shared} of {}",
            elements.len()
        );
        assert!(page.len() < 260_000, "{name}: {} bytes", page.len());
    }
}
