//! Texts, and how wide they may be without a font at hand.

use super::{Point, Role, SceneRect};

/// On which side of its point a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It starts there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A line of text. Its middle line, half of a capital letter up, runs through its point.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// Where.
    pub at: Point,
    /// On which side of it.
    pub anchor: Anchor,
    /// The height of its letters, from the foot of a `p` to the top of an `l`.
    pub size: f32,
    /// Its role.
    pub role: Role,
    /// Heavier than other texts.
    pub bold: bool,
    /// What it says.
    pub text: String,
}

impl Text {
    /// A guess at what it takes.
    pub fn area(&self) -> SceneRect {
        let heavy = if self.bold { BOLD } else { 1.0 };
        let width = width_of(&self.text) * self.size * heavy;
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

/// How much wider bold letters are.
pub const BOLD: f32 = 1.12;

/// About how wide a text is, in a usual font without serifs of size 1: rather too wide than too
/// narrow.
pub fn width_of(text: &str) -> f32 {
    text.chars().map(width).sum()
}

fn width(c: char) -> f32 {
    match c {
        ' ' | '.' | ',' | ':' | ';' | '\'' | '|' | 'i' | 'j' | 'l' | 'I' | 'f' | 't' | '!'
        | '(' | ')' => 0.38,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.95,
        'A'..='Z' => 0.74,
        // Marks that stand on other letters, and what joins or turns them.
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        // Scripts of wide letters, and pictures.
        '\u{1100}'..='\u{11ff}'
        | '\u{2e80}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ff60}'
        | '\u{1f000}'.. => 1.1,
        _ => 0.62,
    }
}

/// The text, or as much of its start as is at most `most` wide with an ellipsis after it.
pub fn cut_to(text: &str, most: f32) -> String {
    if width_of(text) <= most {
        return text.to_owned();
    }
    let mut left = most - width('…');
    let kept = text.chars().take_while(|c| {
        left -= width(*c);
        left >= 0.0
    });
    let kept: String = kept.collect();
    format!("{}…", kept.trim_end())
}
