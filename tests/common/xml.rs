//! A small reader of XML and of HTML pages that reports errors in them.
#![allow(dead_code, reason = "each program uses its own part")]

/// A document that was read: its tags, and the texts between them.
#[derive(Debug, Default)]
pub struct Document {
    /// The opening tags in order.
    pub tags: Vec<Tag>,
    /// The texts before, between and after the tags, without entities.
    pub texts: Vec<String>,
    /// The contents of style sheets and scripts, in which entities mean nothing.
    pub raw: Vec<String>,
}

/// An opening tag with its attributes, without entities.
#[derive(Debug, PartialEq, Eq)]
pub struct Tag {
    pub name: String,
    pub attributes: Vec<(String, String)>,
}

/// Returns the texts between the tags of XML, or why it is not sound as far as a picture needs:
/// tags that match, quoted values, known entities, no bare `<` or `&`.
pub fn texts(xml: &str) -> Result<Vec<String>, String> {
    read(xml, false).map(|document| document.texts)
}

/// Reads an HTML page, as strictly as XML; but `br`, `input` and `meta` have no end, nothing outside of an
/// SVG picture ends itself, and style sheets and scripts are kept verbatim.
pub fn html(page: &str) -> Result<Document, String> {
    let rest = page.strip_prefix("<!DOCTYPE html>");
    read(rest.ok_or("a page without its first tag")?, true)
}

fn read(text: &str, html: bool) -> Result<Document, String> {
    let mut document = Document::default();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let (text, tag) = rest.split_once('<').ok_or("text after the end")?;
        document.texts.push(unescaped(text)?);
        let (tag, after) = tag.split_once('>').ok_or("a tag without an end")?;
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("`{name}` is closed and not open"));
            }
            if open.is_empty() && !rest.is_empty() {
                return Err("more than one root".to_owned());
            }
            continue;
        }
        let (tag, closed) = match tag.strip_suffix('/') {
            Some(tag) => (tag, true),
            None => (tag, false),
        };
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let is_void = html && matches!(name, "br" | "input" | "meta");
        document.tags.push(read_tag(name, attributes)?);
        if html && closed && !open.contains(&"svg") {
            return Err(format!("`{name}` cannot end itself"));
        }
        if html && matches!(name, "style" | "script") {
            let (raw, after) = rest.split_once("</").ok_or("a script without an end")?;
            document.raw.push(raw.to_owned());
            let after = after.strip_prefix(name).and_then(|it| it.strip_prefix('>'));
            rest = after.ok_or_else(|| format!("`</` in a {name}"))?;
        } else if !(closed || is_void) {
            open.push(name);
        }
    }
    if open.is_empty() {
        Ok(document)
    } else {
        Err(format!("{open:?} stay open"))
    }
}

fn read_tag(name: &str, mut rest: &str) -> Result<Tag, String> {
    let odd = |name: &str| !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    if name.is_empty() || odd(name) {
        return Err(format!("the tag `{name}`"));
    }
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.is_empty() {
        let (key, value) = rest.split_once("=\"").ok_or("a value without quotes")?;
        if key.is_empty() || odd(key) || attributes.iter().any(|(known, _)| known == key) {
            return Err(format!("the key `{key}`"));
        }
        let (value, after) = value.split_once('"').ok_or("a quote without an end")?;
        attributes.push((key.to_owned(), unescaped(value)?));
        rest = after.trim_start();
    }
    Ok(Tag {
        name: name.to_owned(),
        attributes,
    })
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, entity)) = rest.split_once('&') {
        out.push_str(before);
        let (name, after) = entity.split_once(';').ok_or("a bare &")?;
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => return Err(format!("the entity `{name}`")),
        });
        rest = after;
    }
    out.push_str(rest);
    let bad = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{fffe}' | '\u{ffff}');
    match out.chars().find(|c| bad(*c)) {
        Some(c) => Err(format!("{c:?}")),
        None => Ok(out),
    }
}
