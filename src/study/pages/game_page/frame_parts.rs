//! The parts of a page's boards: shapes that stand on the page once, each at many places.

use super::element_styles::ElementStyles;
use kifu_core::scene::{SceneItem, point_at};
use kifu_logs::formats::CssPalette;
use maud::{Markup, PreEscaped, html};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

/// The size of a unit of the board in a frame. Whole numbers are short, and two decimals are exact
/// enough.
pub(super) const SCALE: f32 = 100.0;
/// The number of steps in a unit of a frame in which places are written.
const STEPS: f32 = 10.0;

/// A shape at a place, with its number among equal ones in a frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct FramePart {
    shape: usize,
    place: [i32; 2],
    pub copy: usize,
}

/// The parts of all frames.
#[derive(Default)]
pub(super) struct PartSet {
    /// The SVG elements of the shapes, at the origin.
    shapes: Vec<String>,
    shape_indices: HashMap<String, usize>,
    parts: Vec<FramePart>,
    indices: HashMap<FramePart, usize>,
    styles: ElementStyles,
}

impl PartSet {
    /// Returns an item of a board as a part, the first among equal ones.
    pub fn part(&mut self, colors: &mut CssPalette, item: &SceneItem) -> FramePart {
        let at = item.reference_point();
        let origin = point_at(-at.x * SCALE, -at.y * SCALE);
        let element = colors.render_item(&item.transformed(origin, SCALE));
        let element = at_origin(&self.styles.with_class(&element));
        let next = self.shapes.len();
        let shape = match self.shape_indices.entry(element) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(new) => {
                self.shapes.push(new.key().clone());
                *new.insert(next)
            }
        };
        FramePart {
            shape,
            place: [at.x, at.y].map(steps),
            copy: 0,
        }
    }

    /// Returns the index of a part; a new one gets the next.
    pub fn index(&mut self, part: FramePart) -> usize {
        let next = self.parts.len();
        *self.indices.entry(part).or_insert_with(|| {
            self.parts.push(part);
            next
        })
    }

    /// Returns parts as elements that stand on the page as they are.
    pub fn still(&self, indices: &[usize]) -> Markup {
        let parts = indices.iter().filter_map(|at| self.parts.get(*at));
        html! {
            @for FramePart { shape, place: [x, y], .. } in parts {
                (PreEscaped(format!(
                    "<use href=\"#p{shape}\" x=\"{}\" y=\"{}\"/>", in_units(*x), in_units(*y)
                )))
            }
        }
    }

    /// Returns the shapes, each with its id.
    pub fn shapes(&self) -> Markup {
        let with_id = |(index, shape): (usize, &String)| {
            let (name, rest) = shape.split_once(' ').unwrap_or((shape, ""));
            format!("{name} id=\"p{index}\" {rest}")
        };
        // The renderer has escaped all texts in the elements.
        let shapes: String = self.shapes.iter().enumerate().map(with_id).collect();
        PreEscaped(shapes)
    }

    /// Returns the style sheet of the shapes.
    pub fn sheet(&self) -> String {
        self.styles.sheet()
    }

    /// Returns the parts as text: the number of the shape and the way from the place of the part
    /// before, `3 250 -40`, which is left out if it is none.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut before = [0, 0];
        for part in &self.parts {
            if !text.is_empty() {
                text.push(';');
            }
            let [x, y] = [0, 1].map(|axis| part.place[axis] - before[axis]);
            before = part.place;
            // Writing to a String cannot fail.
            let _ = match (x, y) {
                (0, 0) => write!(text, "{}", part.shape),
                (x, 0) => write!(text, "{} {x}", part.shape),
                (x, y) => write!(text, "{} {x} {y}", part.shape),
            };
        }
        text
    }
}

/// Converts a coordinate of the board to steps.
#[expect(clippy::cast_possible_truncation, reason = "boards are small")]
fn steps(coordinate: f32) -> i32 {
    (coordinate * SCALE * STEPS).round() as i32
}

/// Formats steps in units of a frame.
fn in_units(steps: i32) -> String {
    (f64::from(steps) / f64::from(STEPS)).to_string()
}

/// Returns an element without the coordinates that are zero, as they are if nothing is said. Only
/// attributes have such quotes.
fn at_origin(element: &str) -> String {
    let attributes = [" cx=\"0\"", " cy=\"0\"", " x=\"0\"", " y=\"0\""];
    let without = |element: String, attribute: &str| element.replacen(attribute, "", 1);
    attributes.into_iter().fold(element.to_owned(), without)
}
