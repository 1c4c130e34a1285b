//! Detection of comments in RON, which are lost when a record is written again.

/// Reports whether a RON text contains comments. Strings, including raw ones, are skipped.
pub fn has_comments(text: &[u8]) -> bool {
    let mut pos = 0;
    while let Some(byte) = text.get(pos) {
        pos = match byte {
            b'/' if matches!(text.get(pos + 1), Some(b'/' | b'*')) => return true,
            b'"' => after_string(text, pos),
            b'r' if is_raw(text, pos) => after_raw(text, pos),
            _ => pos + 1,
        };
    }
    false
}

/// Reports whether a raw string starts here: `r"` or `r#"`, not the end of a name.
fn is_raw(text: &[u8], pos: usize) -> bool {
    let previous = pos.checked_sub(1).map(|previous| text[previous]);
    let in_name = previous.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let rest = &text[pos + 1..];
    let quote = rest.iter().find(|byte| **byte != b'#');
    !in_name && quote == Some(&b'"')
}

fn after_string(text: &[u8], start: usize) -> usize {
    let mut pos = start + 1;
    while let Some(byte) = text.get(pos) {
        match byte {
            b'"' => return pos + 1,
            b'\\' => pos += 2,
            _ => pos += 1,
        }
    }
    text.len()
}

fn after_raw(text: &[u8], start: usize) -> usize {
    let hash_count = text[start + 1..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    let mut terminator = vec![b'"'];
    terminator.resize(hash_count + 1, b'#');
    let content_start = start + hash_count + 2;
    let end_pos = memchr::memmem::find(&text[content_start.min(text.len())..], &terminator);
    end_pos.map_or(text.len(), |end_pos| {
        content_start + end_pos + terminator.len()
    })
}
