//! Texts, with estimates of their width that need no font.

use super::{Point, Role, SceneRect};

/// The part of a text that is at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start of the text.
    Start,
    /// The middle of the text.
    Middle,
    /// The end of the text.
    End,
}

/// A line of text, vertically centred on its point: the point is at half the height of a capital
/// letter.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The point at which the text is anchored.
    pub at: Point,
    /// The part of the text that is at the point.
    pub anchor: Anchor,
    /// The height of the letters, from the bottom of a `p` to the top of an `l`.
    pub size: f32,
    /// The role that gives the colour.
    pub role: Role,
    /// Whether the text is bold.
    pub bold: bool,
    /// The characters of the text.
    pub text: String,
}

impl Text {
    /// Returns an estimate of the bounding box.
    pub fn area(&self) -> SceneRect {
        let bold_factor = if self.bold { BOLD } else { 1.0 };
        let width = width_of(&self.text) * self.size * bold_factor;
        let left = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        SceneRect::new(
            self.at.x - left,
            self.at.y - self.size / 2.0,
            width,
            self.size,
        )
    }
}

/// The factor by which bold letters are wider.
pub const BOLD: f32 = 1.12;

/// Returns an estimate of the width of a text in a common sans-serif font of size 1; too wide
/// rather than too narrow.
pub fn width_of(text: &str) -> f32 {
    text.chars().map(width).sum()
}

/// Returns an estimate of the width of a character in a font of size 1.
fn width(c: char) -> f32 {
    match c {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | 'i' | 'j' | 'l' | 'I' | 'f' | 't' | '!'
        | '(' | ')' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
        'A'..='Z' => 0.74,
        // Combining marks, and invisible characters that join letters or change their direction.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        // Scripts with wide letters, and pictographs.
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'.. => 1.1,
        _ => 0.62,
    }
}

/// Returns the text, cut and ended by an ellipsis if it is wider than `max_width` in a font of size
/// 1.
pub fn cut_to(text: &str, max_width: f32) -> String {
    if width_of(text) <= max_width {
        return text.to_owned();
    }
    let mut left = max_width - width('…');
    let kept = text.chars().take_while(|c| {
        left -= width(*c);
        left >= 0.0
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}
