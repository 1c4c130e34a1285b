//! Pictures as SVG text.

use kifu_core::contract::replace_unprintable;
use kifu_core::scene::{
    Anchor, Outline, Palette, Point, Role, Scene, SceneItem, SceneRect, Shape, Text, Tone,
};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Renders a picture as SVG in the colours of a palette.
///
/// The output is deterministic: the same picture gives the same bytes on every machine. Names are
/// escaped and cannot become markup.
///
/// ```
/// use kifu_logs::formats::{game_picture, render_svg};
/// use kifu_core::games::{CATALOGUE, by_id};
/// use kifu_core::record::Record;
/// use kifu_core::scene::Palette;
///
/// let record = Record {
///     game: "clobber".to_owned(),
///     moves: "b1a1 b2a2".to_owned(),
///     ..Record::default()
/// };
/// let game = by_id(CATALOGUE, "clobber").unwrap();
/// let picture = game_picture(&record, game, None).unwrap();
/// assert!(render_svg(&picture, Palette::LIGHT).starts_with("<svg"));
/// ```
pub fn render_svg(scene: &Scene, palette: Palette) -> String {
    render_with(scene, &mut |attribute, role, out| {
        let [red, green, blue, opacity] = palette.color(role).0;
        let _ = write!(out, " {attribute}=\"#{red:02x}{green:02x}{blue:02x}\"");
        if opacity < 255 {
            let opacity = number(f32::from(opacity) / 255.0);
            let _ = write!(out, " {attribute}-opacity=\"{opacity}\"");
        }
    })
}

/// Returns the name of a role's variable in a page's style.
fn css_name(role: Role) -> String {
    let of_tone = |name: &str, tone| match tone {
        Tone::Light => format!("{name}-light"),
        Tone::Dark => format!("{name}-dark"),
    };
    let name = match role {
        Role::Page => "page",
        Role::Board => "board",
        Role::Shade => "shade",
        Role::Frame => "frame",
        Role::Grid => "grid",
        Role::Faint => "faint",
        Role::Text => "text",
        Role::Muted | Role::Coordinate => "muted",
        Role::OnBoard => "onboard",
        Role::Stone(tone) => return of_tone("stone", tone),
        Role::Edge(tone) => return of_tone("edge", tone),
        Role::Ghost(tone) => return of_tone("ghost", tone),
        Role::Bond(tone) => return of_tone("bond", tone),
        Role::OnStone(tone) => return of_tone("onstone", tone),
        Role::Side(0) => "side-first",
        Role::Side(_) => "side-second",
        Role::LastMove => "lastmove",
        Role::Trail => "trail",
        Role::Halo => "halo",
        Role::Preview => "preview",
        Role::Mark(color) => return format!("mark-{color}"),
        Role::Aim => "aim",
        Role::Good => "good",
        Role::Bad => "bad",
        Role::Inaccuracy => "inaccuracy",
        Role::Mistake => "mistake",
        Role::Blunder => "blunder",
        Role::Zone(size) => return format!("zone-{size}"),
        Role::OnZone(size) => return format!("onzone-{size}"),
        Role::Ink(kind) => return format!("ink-{kind}"),
        Role::OnInk(kind) => return format!("onink-{kind}"),
    };
    name.to_owned()
}

/// Colours of pictures as CSS variables, for a page that its reader can switch between light and
/// dark.
///
/// Collects one variable for each role that was drawn.
#[derive(Debug, Default)]
pub struct CssPalette(BTreeMap<String, Role>);

impl CssPalette {
    /// Renders a picture as SVG for the page.
    pub fn render_svg(&mut self, scene: &Scene) -> String {
        render_with(scene, &mut |attribute, role, out| {
            let _ = write!(out, " {attribute}=\"{}\"", self.css_variable(role));
        })
    }

    /// Renders an item of a picture as an SVG element.
    pub fn render_item(&mut self, item: &SceneItem) -> String {
        let mut write_color = |attribute: &str, role, out: &mut String| {
            let _ = write!(out, " {attribute}=\"{}\"", self.css_variable(role));
        };
        let mut out = String::new();
        write_item(item, &mut write_color, &mut out);
        out.truncate(out.trim_end().len());
        out
    }

    /// Returns the CSS value of a role's colour, such as `var(--stone-light)`.
    pub fn css_variable(&mut self, role: Role) -> String {
        let name = css_name(role);
        let color = format!("var(--{name})");
        self.0.insert(name, role);
        color
    }

    /// Returns declarations that give the variables the colours of a palette:
    /// `--stone-light:#ffffffff;`...
    pub fn css_declarations(&self, palette: Palette) -> String {
        let mut text = String::new();
        for (name, role) in &self.0 {
            let [red, green, blue, opacity] = palette.color(*role).0;
            let _ = write!(
                text,
                "--{name}:#{red:02x}{green:02x}{blue:02x}{opacity:02x};"
            );
        }
        text
    }
}

/// A function that writes the attribute, such as `fill`, that gives a shape or text the colour of a
/// role.
type ColorAttributeWriter<'a> = dyn FnMut(&str, Role, &mut String) + 'a;

fn render_with(scene: &Scene, write_color: &mut ColorAttributeWriter<'_>) -> String {
    let mut out = String::new();
    let [width, height] = [scene.size.x, scene.size.y].map(number);
    // Writing to a String cannot fail, here and below.
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" role=\"img\" \
         font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escaped(&scene.label));
    for item in &scene.items {
        write_item(item, write_color, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn write_item(item: &SceneItem, write_color: &mut ColorAttributeWriter<'_>, out: &mut String) {
    match item {
        SceneItem::Shape(shape) => write_shape(shape, write_color, out),
        SceneItem::Text(text) => write_text(text, write_color, out),
    }
}

fn write_shape(shape: &Shape, write_color: &mut ColorAttributeWriter<'_>, out: &mut String) {
    match &shape.outline {
        Outline::Area(area, round) => write_rectangle(*area, *round, out),
        Outline::Disc(center, radius) => {
            let [x, y, radius] = [center.x, center.y, *radius].map(number);
            let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        }
        Outline::Path { points, closed } => write_path(points, *closed, out),
    }
    match shape.fill {
        Some(role) => write_color("fill", role, out),
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = shape.stroke {
        write_color("stroke", stroke.role, out);
        let _ = write!(out, " stroke-width=\"{}\"", number(stroke.width));
        if stroke.dashed {
            // Round line caps would fill the gaps.
            let [dash, gap] = [2.0, 1.6].map(|times| number(times * stroke.width));
            let dashes = format!(" stroke-dasharray=\"{dash} {gap}\" stroke-linecap=\"butt\"");
            out.push_str(&dashes);
        }
    }
    out.push_str("/>\n");
}

fn write_rectangle(area: SceneRect, round: f32, out: &mut String) {
    let [x, y, width, height] = [area.x, area.y, area.width, area.height].map(number);
    let _ = write!(
        out,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
    );
    if round > 0.0 {
        let _ = write!(out, " rx=\"{}\"", number(round));
    }
}

fn write_path(points: &[Point], closed: bool, out: &mut String) {
    out.push_str("<path d=\"");
    for (index, point) in points.iter().enumerate() {
        let command = if index == 0 { 'M' } else { 'L' };
        let _ = write!(out, "{command}{} {}", number(point.x), number(point.y));
    }
    out.push_str(if closed { "Z\"" } else { "\"" });
}

fn write_text(text: &Text, write_color: &mut ColorAttributeWriter<'_>, out: &mut String) {
    // In all usual fonts the baseline is about a third of the size below the middle of a text.
    // `dominant-baseline` would say so, but half of the programs do not know it.
    let [x, y, size] = [text.at.x, text.at.y + text.size * 0.35, text.size].map(number);
    let _ = write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"");
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
        Anchor::End => out.push_str(" text-anchor=\"end\""),
    }
    if text.bold {
        out.push_str(" font-weight=\"600\"");
    }
    write_color("fill", text.role, out);
    let _ = writeln!(out, ">{}</text>", escaped(&text.text));
}

/// Formats a number with at most two decimals.
fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        _ => text.to_owned(),
    }
}

/// Escapes text between tags.
///
/// Characters that XML cannot hold, those that change the writing direction of the rest of the line,
/// and invisible ones become `\u{fffd}`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in replace_unprintable(text, &[]).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
