//! The names of bots: how two of them are compared, and the version at the end of one.

/// Returns the part of a name by which a bot is known: tables write the same name with blanks around
/// it and without.
///
/// ```
/// use kifu_study::arena::bot_key;
///
/// assert_eq!(bot_key(" Ann "), bot_key("Ann"));
/// ```
pub fn bot_key(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_whitespace() && !c.is_control())
}

/// Reports whether `name` names a player: it is the player's name as standings compare it, or that
/// without the version at its end.
///
/// ```
/// use kifu_study::arena::is_name_of;
///
/// assert!(is_name_of("Anna v2", "Anna v2 ") && is_name_of("Anna v2", "Anna"));
/// assert!(!is_name_of("Anna v2", "Anna v3") && !is_name_of("Anna", "Anna v2"));
/// ```
pub fn is_name_of(player: &str, name: &str) -> bool {
    let (player, name) = (bot_key(player), bot_key(name));
    player == name || split_version(player).0 == name
}

/// Splits a name into the name without its version, and the version: `v3`, `1.2` or `@4f2a` at its
/// end, after a blank, a dash, an underscore or a colon.
///
/// A number alone is no version: it may be part of the name.
///
/// ```
/// use kifu_study::arena::split_version;
///
/// assert_eq!(split_version("Anna v3"), ("Anna", Some("v3")));
/// assert_eq!(split_version("anna-1.12.0"), ("anna", Some("1.12.0")));
/// assert_eq!(split_version("anna@4f2a"), ("anna", Some("4f2a")));
/// assert_eq!(split_version("Anna 3"), ("Anna 3", None));
/// ```
pub fn split_version(name: &str) -> (&str, Option<&str>) {
    let Some(at) = name.rfind([' ', '-', '_', ':', '@']) else {
        return (name, None);
    };
    let (base, rest) = name.split_at(at);
    let version = &rest[1..];
    let (digits, has_letter) = match version.strip_prefix(['v', 'V']) {
        Some(digits) => (digits, true),
        None => (version, false),
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let is_version = if rest.starts_with('@') {
        !version.is_empty()
    } else {
        digits.split('.').all(is_number) && (has_letter || digits.contains('.'))
    };
    if is_version && !base.trim_end().is_empty() {
        (base.trim_end(), Some(version))
    } else {
        (name, None)
    }
}
