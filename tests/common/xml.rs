//! A small reader of XML, that sees what is wrong with it.

/// Whether a text is sound XML, as far as such a picture needs: tags that match, quoted values,
/// known entities, no bare `<` or `&`. Gives the texts between the tags.
pub fn texts(xml: &str) -> Result<Vec<String>, String> {
    let mut open: Vec<&str> = Vec::new();
    let mut texts = Vec::new();
    let mut rest = xml.trim_end();
    while !rest.is_empty() {
        let (text, tag) = rest.split_once('<').ok_or("text after the end")?;
        texts.push(unescaped(text)?);
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
        let (name, mut values) = tag.split_once(' ').unwrap_or((tag, ""));
        while !values.is_empty() {
            let (key, value) = values.split_once("=\"").ok_or("a value without quotes")?;
            if key.is_empty() || key.contains(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
                return Err(format!("the key `{key}`"));
            }
            let (value, after) = value.split_once('"').ok_or("a quote without an end")?;
            unescaped(value)?;
            values = after.trim_start();
        }
        if !closed {
            open.push(name);
        }
    }
    if open.is_empty() {
        Ok(texts)
    } else {
        Err(format!("{open:?} stay open"))
    }
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
