//! The ends of strings, comments and words in a text in RON.

/// Returns the end of the string, comment, word or other character at a byte.
pub fn token_end(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let bytes = rest.as_bytes();
    let find = |mark: &str, from: usize| {
        let found = memchr::memmem::find(&bytes[from..], mark.as_bytes());
        found.map_or(text.len(), |found| at + from + found + mark.len())
    };
    match bytes {
        [b'"', ..] => at + string_end(bytes, b'"'),
        [b'\'', ..] => at + string_end(bytes, b'\''),
        [b'/', b'/', ..] => find("\n", 2),
        [b'/', b'*', ..] => block_comment_end(text, at),
        [first, ..] if is_word_byte(*first) => {
            let len = bytes.iter().take_while(|byte| is_word_byte(**byte)).count();
            let (word, after) = rest.split_at(len);
            let hashes = after.bytes().take_while(|byte| *byte == b'#').count();
            let is_raw = matches!(word, "r" | "br") && after[hashes..].starts_with('"');
            if is_raw {
                find(&format!("\"{}", "#".repeat(hashes)), len + hashes + 1)
            } else {
                at + len
            }
        }
        _ => at + rest.chars().next().map_or(1, char::len_utf8),
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns the length of a literal with its quotes; that of the text if it is not closed.
pub fn string_end(bytes: &[u8], quote: u8) -> usize {
    let mut from = 1;
    while let Some(found) = memchr::memchr2(quote, b'\\', bytes.get(from..).unwrap_or_default()) {
        if bytes[from + found] == quote {
            return from + found + 1;
        }
        from += found + 2;
    }
    bytes.len()
}

/// Returns the end of the block comment that starts at byte `at`; such comments nest.
pub fn block_comment_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut open = 0_usize;
    let mut at = at;
    while let Some(found) = memchr::memchr2(b'/', b'*', &bytes[at..]) {
        at += found;
        match bytes.get(at..at + 2) {
            Some(b"/*") => open += 1,
            Some(b"*/") => open -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if open == 0 {
            return at;
        }
    }
    text.len()
}
