//! Texts of the lower layers, as the window shows them.
//!
//! Findings and failures are written for the command line as well: they name its options, and quote
//! with backticks.

/// Returns a text with its backticks as quotation marks and without the asterisks of emphasis.
pub fn plain_text(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut is_quoted = false;
    let mut rest = text.chars().peekable();
    let mut last = ' ';
    while let Some(c) = rest.next() {
        let next = rest.peek().copied().unwrap_or(' ');
        match c {
            '`' => {
                plain.push(if is_quoted { '’' } else { '‘' });
                is_quoted = !is_quoted;
            }
            // An asterisk between spaces or numbers is one.
            '*' if !is_quoted && (last.is_alphabetic() || next.is_alphabetic()) => {}
            _ => plain.push(c),
        }
        last = c;
    }
    plain
}

/// Returns a hint as the window shows it; `None` if it is advice for the command line.
pub fn window_hint(hint: &str) -> Option<String> {
    let mut words = hint.split([' ', '`', '(', ',', ';']);
    let is_for_terminal =
        words.clone().any(|word| word.starts_with("--")) || words.any(|word| word == "kifu");
    (!is_for_terminal).then(|| plain_text(hint))
}
