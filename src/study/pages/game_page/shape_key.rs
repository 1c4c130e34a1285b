//! Shapes of boards as numbers, so that a known one is found without writing it as an element.

use kifu_core::scene::{Anchor, Outline, Point, Role, SceneItem};

/// The shape of an item without its place: two items with equal keys are the same element, but for
/// a difference that no one sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct ShapeKey {
    /// The outline and sizes in hundredths of a unit of a frame, after a number for their kind.
    numbers: Vec<i32>,
    roles: [Option<Role>; 2],
    text: String,
}

impl ShapeKey {
    /// Sets the key to that of an item, in units of which a unit of the board has `scale`.
    pub fn set(&mut self, item: &SceneItem, scale: f32) {
        let (start, scale) = (item.reference_point(), 100.0 * scale);
        self.numbers.clear();
        self.text.clear();
        self.roles = [None; 2];
        let numbers = &mut self.numbers;
        match item {
            SceneItem::Shape(shape) => {
                match &shape.outline {
                    Outline::Area(area, round) => {
                        let sizes = [area.width, area.height, *round];
                        numbers.push(1);
                        numbers.extend(sizes.map(|size| rounded(size * scale)));
                    }
                    Outline::Disc(_, radius) => numbers.extend([2, rounded(radius * scale)]),
                    Outline::Path { points, closed } => {
                        numbers.push(3 + i32::from(*closed));
                        for Point { x, y } in points {
                            numbers.push(rounded((x - start.x) * scale));
                            numbers.push(rounded((y - start.y) * scale));
                        }
                    }
                }
                self.roles[0] = shape.fill;
                if let Some(stroke) = &shape.stroke {
                    self.roles[1] = Some(stroke.role);
                    numbers.extend([rounded(stroke.width * scale), i32::from(stroke.dashed)]);
                }
            }
            SceneItem::Text(text) => {
                let anchor = match text.anchor {
                    Anchor::Start => 5,
                    Anchor::Middle => 6,
                    Anchor::End => 7,
                };
                numbers.extend([anchor, rounded(text.size * scale), i32::from(text.bold)]);
                self.roles[0] = Some(text.role);
                self.text.push_str(&text.text);
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "boards are small")]
fn rounded(number: f32) -> i32 {
    number.round() as i32
}
