//! The style of SVG elements as classes of a style sheet, so that it is on a page only once.

use std::collections::HashMap;
use std::fmt::Write;

/// The attributes that are also CSS properties, with the unit that CSS wants.
const PROPERTIES: [(&str, &str); 10] = [
    ("fill", ""),
    ("fill-opacity", ""),
    ("stroke", ""),
    ("stroke-width", ""),
    ("stroke-dasharray", ""),
    ("stroke-linecap", ""),
    ("font-size", "px"),
    ("font-weight", ""),
    ("text-anchor", ""),
    ("r", "px"),
];

/// The styles of elements, each with a class.
#[derive(Default)]
pub(super) struct ElementStyles {
    classes: HashMap<String, usize>,
    /// The declarations of each class.
    styles: Vec<String>,
}

impl ElementStyles {
    /// Returns an element with a class in place of its attributes of style.
    pub fn with_class(&mut self, element: &str) -> String {
        let Some((name, rest)) = element.split_once(' ') else {
            return element.to_owned();
        };
        let mut style = String::new();
        let mut kept = String::new();
        let mut rest = rest;
        // Attributes come first, each with a value in quotes, in which nothing is escaped.
        while let Some((attribute, after)) = rest.split_once("=\"") {
            if attribute.contains(['>', '/']) {
                break;
            }
            let Some((value, after)) = after.split_once('"') else {
                break;
            };
            let attribute = attribute.trim_start();
            let style_property = PROPERTIES
                .iter()
                .find(|(property, _)| *property == attribute);
            // Writing to a String cannot fail.
            let _ = match style_property {
                Some((property, unit)) => write!(style, "{property}:{value}{unit};"),
                None => write!(kept, " {attribute}=\"{value}\""),
            };
            rest = after;
        }
        let class = self.class(style);
        format!("{name} class=\"{class}\"{kept}{rest}")
    }

    fn class(&mut self, style: String) -> String {
        let next = self.styles.len();
        let index = *self.classes.entry(style.clone()).or_insert(next);
        if index == next {
            self.styles.push(style);
        }
        format!("e{index}")
    }

    /// Returns the style sheet.
    pub fn sheet(&self) -> String {
        let rule = |(index, style): (usize, &String)| format!(".e{index}{{{style}}}");
        self.styles.iter().enumerate().map(rule).collect()
    }
}
