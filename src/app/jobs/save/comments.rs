//! Comments of RON, which are lost when a record is written anew.

/// Whether there are any. Strings are skipped, raw ones too.
pub(super) fn has_comments(text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        at = match byte {
            b'/' if matches!(text.get(at + 1), Some(b'/' | b'*')) => return true,
            b'"' => after_string(text, at),
            b'r' if is_raw(text, at) => after_raw(text, at),
            _ => at + 1,
        };
    }
    false
}

/// `r"` or `r#"`, and no name that ends so.
fn is_raw(text: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| text[before]);
    let in_name = before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let rest = &text[at + 1..];
    let quote = rest.iter().find(|byte| **byte != b'#');
    !in_name && quote == Some(&b'"')
}

fn after_string(text: &[u8], open: usize) -> usize {
    let mut at = open + 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

fn after_raw(text: &[u8], start: usize) -> usize {
    let marks = text[start + 1..]
        .iter()
        .take_while(|byte| **byte == b'#')
        .count();
    let mut end = vec![b'"'];
    end.resize(marks + 1, b'#');
    let inner = start + marks + 2;
    let found = memchr::memmem::find(&text[inner.min(text.len())..], &end);
    found.map_or(text.len(), |found| inner + found + end.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_seen_and_strings_are_none() {
        for text in [
            "// a\n()",
            "(a: 1 /* b */)",
            "(a: \"x\\\"\", // b\n)",
            "(a: r#\"\"\"#/**/)",
        ] {
            assert!(has_comments(text.as_bytes()), "{text}");
        }
        for text in [
            "(a: \"http://x\")",
            "(a: \"x\\\" // y\")",
            "(a: r\"// \\\", b: 1)",
            "(a: r#\"\" // \"#)",
            "(bar: \"//\")",
            "(a: 1 / 2)",
            "\"",
            "r#\"",
            "\"\\",
        ] {
            assert!(!has_comments(text.as_bytes()), "{text}");
        }
    }
}
