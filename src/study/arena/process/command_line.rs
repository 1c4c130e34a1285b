//! The words of a command line: on Unix as a POSIX shell has them, on Windows as its programs do.

/// Splits a command line as this system does. Returns `None` if a quote is not closed.
pub(super) fn split(line: &str) -> Option<Vec<String>> {
    if cfg!(windows) {
        split_windows(line)
    } else {
        shlex::split(line)
    }
}

/// Joins words to a line that [`split`] splits into the same words.
pub(in crate::arena) fn join(words: &[String]) -> String {
    if cfg!(windows) {
        let quoted: Vec<String> = words.iter().map(|word| quote_windows(word)).collect();
        return quoted.join(" ");
    }
    let words = words.iter().map(String::as_str);
    shlex::try_join(words.clone()).unwrap_or_else(|_| words.collect::<Vec<_>>().join(" "))
}

/// Splits a command line at blanks outside of quotes, in which a backslash is a letter: `C:\bots\a.exe`.
///
/// Before a double quote, two backslashes are one and a single one makes the quote a letter, as in the
/// programs of Windows. A word may as well be in single quotes, as in the examples for other systems.
pub fn split_windows(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let backslashes = rest.len() - rest.trim_start_matches('\\').len();
        if backslashes > 0 {
            rest = &rest[backslashes..];
            let word = word.get_or_insert_default();
            if !rest.starts_with('"') {
                word.push_str(&"\\".repeat(backslashes));
                continue;
            }
            word.push_str(&"\\".repeat(backslashes / 2));
            if backslashes % 2 == 1 {
                word.push('"');
                rest = &rest[1..];
            }
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '"' => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            '\'' if word.is_none() => {
                let (quoted, after) = rest.split_once('\'')?;
                word = Some(quoted.to_owned());
                rest = after;
            }
            ' ' | '\t' | '\r' | '\n' if !is_quoted => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

/// Quotes a word if it must be.
pub fn quote_windows(word: &str) -> String {
    let is_plain = |c: char| !c.is_whitespace() && c != '"';
    if !word.is_empty() && !word.starts_with('\'') && word.chars().all(is_plain) {
        return word.to_owned();
    }
    let mut quoted = String::from('"');
    let mut backslashes = 0;
    for c in word.chars() {
        match c {
            '\\' => backslashes += 1,
            // Those before a quote count twice, and one more makes it a letter.
            '"' => {
                quoted.push_str(&"\\".repeat(backslashes + 1));
                backslashes = 0;
            }
            _ => backslashes = 0,
        }
        quoted.push(c);
    }
    quoted.push_str(&"\\".repeat(backslashes));
    quoted.push('"');
    quoted
}
