//! Text formats that several panes share.

use kifu_app::ui::widgets::{format_time_ms, one_line};

#[test]
fn formatted_times_are_short_and_do_not_round_up_minutes() {
    assert_eq!(format_time_ms(0), "0.00 s");
    assert_eq!(format_time_ms(2671), "2.67 s");
    assert_eq!(format_time_ms(12_345), "12.3 s");
    assert_eq!(format_time_ms(119_999), "1:59");
}

#[test]
fn one_line_text_has_no_breaks_and_limited_length() {
    assert_eq!(one_line("a\nb\tc"), "a b c");
    assert_eq!(one_line(&"é".repeat(5000)).chars().count(), 400);
}
