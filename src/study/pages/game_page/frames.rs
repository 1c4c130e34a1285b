//! The pictures of a page's boards, which share their parts.
//!
//! Pictures of one game differ little. Each shape is on the page once, a part is a shape at a
//! place, and a frame is a list of parts, written as its difference from another frame. The script of
//! the page only puts the parts together, and knows nothing of the rules or of drawing.

use super::element_styles::ElementStyles;
use super::shape_key::ShapeKey;
use kifu_core::scene::{Scene, SceneItem, point_at};
use kifu_logs::formats::CssPalette;
use maud::{Markup, PreEscaped, html};
use rustc_hash::FxHashMap;
use std::fmt::Write;

/// The frames of a page.
#[derive(Default)]
pub(super) struct FrameSet {
    parts: FramePartSet,
    frames: Vec<Vec<usize>>,
    /// The text of each frame: its difference from another one.
    texts: Vec<String>,
    size: (f32, f32),
}

impl FrameSet {
    /// Adds the picture of a board and returns the number of its frame. It is written as the
    /// difference from the frame `base`.
    pub fn add(&mut self, colors: &mut CssPalette, board: &Scene, base: Option<usize>) -> usize {
        let size = (board.size.x * SCALE, board.size.y * SCALE);
        self.size = (self.size.0.max(size.0), self.size.1.max(size.1));
        let frame = self.parts.frame(colors, &board.items);
        let previous = self.frames.len().checked_sub(1);
        let base_frame = base.and_then(|base| self.frames.get(base));
        let base_frame = base_frame.map_or(&[][..], Vec::as_slice);
        let mut text = difference(base_frame, &frame, self.parts.parts.len());
        if base != previous {
            let base = base.map_or_else(|| "-".to_owned(), |base| base.to_string());
            text = format!("{base}:{text}");
        }
        self.texts.push(text);
        self.frames.push(frame);
        self.frames.len() - 1
    }

    /// Returns the view box of all frames.
    pub fn view_box(&self) -> String {
        format!("0 0 {} {}", self.size.0.ceil(), self.size.1.ceil())
    }

    /// Returns the height of a frame as a share of its width.
    pub fn height_share(&self) -> f32 {
        self.size.1 / self.size.0.max(1.0)
    }

    /// Returns the elements of a frame, for readers without the script.
    pub fn still(&self, frame: usize) -> Markup {
        self.parts
            .still(self.frames.get(frame).map_or(&[], Vec::as_slice))
    }

    /// Returns the shapes and the frames, for the script; they are not shown.
    pub fn render(&self) -> Markup {
        html! {
            style { (PreEscaped(self.parts.sheet())) }
            svg #parts xmlns="http://www.w3.org/2000/svg" aria-hidden="true" width="0" height="0"
                data-parts=(self.parts.text()) data-frames=(self.texts.join("|")) {
                defs { (self.parts.shapes()) }
            }
        }
    }
}

/// Returns the changes from one frame to another: `=12` keeps twelve parts, `-2` leaves out two,
/// and `7` or `7.9` inserts new ones by their indices. The rest is kept. All indices are less than
/// `part_count`.
fn difference(base: &[usize], frame: &[usize], part_count: usize) -> String {
    let [wanted, known] = [frame, base].map(|indices| {
        let mut is_in = vec![false; part_count];
        for at in indices {
            is_in[*at] = true;
        }
        is_in
    });
    let kept = base.iter().filter(|at| wanted[**at]);
    // If parts change places, the frame is written whole.
    let is_in_order = kept.eq(frame.iter().filter(|at| known[**at]));
    let base = if is_in_order { base } else { &[] };
    let mut steps = FrameSteps::default();
    let mut rest = base.iter().peekable();
    if base.is_empty() {
        steps.push(FrameStep::Clear);
    }
    for at in frame {
        while rest.next_if(|next| !wanted[**next]).is_some() {
            steps.push(FrameStep::Drop);
        }
        if rest.next_if(|next| *next == at).is_some() {
            steps.push(FrameStep::Keep);
        } else {
            steps.push(FrameStep::Insert(*at));
        }
    }
    for _ in rest {
        steps.push(FrameStep::Drop);
    }
    steps.text()
}

/// A step from one frame to another.
#[derive(Clone, Copy, PartialEq)]
enum FrameStep {
    /// Leaves out all parts of the other frame.
    Clear,
    Keep,
    Drop,
    Insert(usize),
}

/// FrameSteps, of which equal ones are counted.
#[derive(Default)]
struct FrameSteps(Vec<(FrameStep, usize)>);

impl FrameSteps {
    fn push(&mut self, step: FrameStep) {
        match (self.0.last_mut(), step) {
            (Some((FrameStep::Insert(first), count)), FrameStep::Insert(at))
                if *first + *count == at =>
            {
                *count += 1;
            }
            (Some((last, count)), _) if *last == step => *count += 1,
            _ => self.0.push((step, 1)),
        }
    }

    /// Returns the steps as text. That the rest is kept is not written.
    fn text(mut self) -> String {
        if matches!(self.0.last(), Some((FrameStep::Keep, _))) {
            self.0.pop();
        }
        let mut text = String::new();
        for (step, count) in self.0 {
            if !text.is_empty() {
                text.push(' ');
            }
            // Writing to a String cannot fail.
            let _ = match step {
                FrameStep::Clear => write!(text, "!"),
                FrameStep::Keep => write!(text, "={count}"),
                FrameStep::Drop => write!(text, "-{count}"),
                FrameStep::Insert(at) if count == 1 => write!(text, "{at}"),
                FrameStep::Insert(at) => write!(text, "{at}.{}", at + count - 1),
            };
        }
        text
    }
}

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
pub(super) struct FramePartSet {
    /// The SVG elements of the shapes, at the origin.
    shapes: Vec<String>,
    shape_indices: FxHashMap<ShapeKey, usize>,
    elements: FxHashMap<String, usize>,
    parts: Vec<FramePart>,
    indices: FxHashMap<FramePart, usize>,
    /// For each part, the number of the last frame that has it.
    last_frames: Vec<u32>,
    frame_count: u32,
    styles: ElementStyles,
    /// The key of the item that is looked up; kept for its memory.
    key: ShapeKey,
}

impl FramePartSet {
    /// Returns the items of a board as indices of parts.
    fn frame(&mut self, colors: &mut CssPalette, items: &[SceneItem]) -> Vec<usize> {
        self.frame_count += 1;
        let mut frame = Vec::with_capacity(items.len());
        for item in items {
            let point = item.reference_point();
            let mut part = FramePart {
                shape: self.shape(colors, item),
                place: [point.x, point.y].map(steps),
                copy: 0,
            };
            // Equal items of a board are different parts.
            let index = loop {
                let index = self.index(part);
                if self.last_frames[index] != self.frame_count {
                    break index;
                }
                part.copy += 1;
            };
            self.last_frames[index] = self.frame_count;
            frame.push(index);
        }
        frame
    }

    /// Returns the index of an item's shape. Only a new shape is written as an element.
    fn shape(&mut self, colors: &mut CssPalette, item: &SceneItem) -> usize {
        self.key.set(item, SCALE);
        if let Some(known) = self.shape_indices.get(&self.key) {
            return *known;
        }
        let point = item.reference_point();
        let origin = point_at(-point.x * SCALE, -point.y * SCALE);
        let element = colors.render_item(&item.transformed(origin, SCALE));
        let element = at_origin(&self.styles.with_class(&element));
        let next = self.shapes.len();
        let shape = *self.elements.entry(element.clone()).or_insert(next);
        if shape == next {
            self.shapes.push(element);
        }
        self.shape_indices.insert(self.key.clone(), shape);
        shape
    }

    /// Returns the index of a part; a new one gets the next.
    fn index(&mut self, part: FramePart) -> usize {
        let next = self.parts.len();
        *self.indices.entry(part).or_insert_with(|| {
            self.parts.push(part);
            self.last_frames.push(0);
            next
        })
    }

    /// Returns parts as elements that are shown on the page as they are.
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
