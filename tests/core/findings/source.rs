//! Locations in a text.

use kifu_core::findings::SourceText;

#[test]
fn source_location_counts_lines_and_columns_in_characters_from_one() {
    let source = SourceText::with_first_line("käse\nbrot und", 10);
    let location = source.location(source.text().find("und").unwrap()..14);
    assert_eq!((location.line, location.column), (11, 6));
    assert_eq!(&location.excerpt[location.highlight], "und");
    let location = source.location(3..5);
    assert_eq!((location.line, location.column), (10, 3));
}

#[test]
fn source_location_excerpt_shortens_a_long_line() {
    let text = format!("{}HERE{}", "x".repeat(500), "y".repeat(500));
    let location = SourceText::new(&text).location(500..504);
    assert_eq!(location.column, 501);
    assert_eq!(&location.excerpt[location.highlight.clone()], "HERE");
    assert!(location.excerpt.len() < 150 && location.excerpt.starts_with("..."));
}

#[test]
fn source_location_accepts_every_span_even_beyond_the_text() {
    for text in ["", "é", "\r\n", "a\u{0}b\n\n"] {
        let source = SourceText::new(text);
        for start in 0..text.len() + 3 {
            for end in 0..text.len() + 3 {
                let location = source.location(start..end);
                assert!(location.excerpt.get(location.highlight).is_some());
            }
        }
    }
}
