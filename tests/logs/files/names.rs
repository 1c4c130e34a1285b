//! File names made from the names in a log.

use kifu_core::record::Record;
use kifu_logs::files::{FileNamer, LogInput, Origin, file_stem_of_game, file_stem_of_name};

/// Returns the file stem of a game that has an id and no players.
fn stem_of_id(id: &str) -> String {
    let mut record = Record::default();
    id.clone_into(&mut record.source.id);
    file_stem_of_game(&record, &Origin::new(LogInput::Stdin))
}

#[test]
fn file_stem_is_never_a_path_or_hidden() {
    for (text, name) in [
        ("../../etc/passwd", "_.._etc_passwd"),
        ("..", "_"),
        ("-rf", "rf"),
        ("a\0b\nc", "a_b_c"),
        ("Bücher 本", "Bücher_本"),
    ] {
        assert_eq!(stem_of_id(text), name);
    }
}

#[test]
fn long_file_stem_is_cut_between_two_characters() {
    assert_eq!(stem_of_id(&"é".repeat(500)), "é".repeat(60));
    assert_eq!(stem_of_id(&format!("a{}", "é".repeat(500))).len(), 119);
}

#[test]
fn file_stem_is_never_a_device_of_windows() {
    for (text, name) in [
        ("CON", "CON_"),
        ("nul", "nul_"),
        ("Com1", "Com1_"),
        ("LPT1.old", "LPT1_.old"),
        ("aux.txt", "aux_.txt"),
        ("prn", "prn_"),
        ("com²", "com²_"),
        // These are no devices.
        ("console", "console"),
        ("COM", "COM"),
        ("com10", "com10"),
        ("x.con", "x.con"),
    ] {
        assert_eq!(stem_of_id(text), name);
        assert_eq!(file_stem_of_name(text), name);
    }
}

#[test]
fn names_equal_under_full_case_folding_are_taken() {
    for (one, two) in [
        ("ß", "SS"),
        ("ẞ", "ss"),
        ("ﬁ", "FI"),
        ("ς", "Σ"),
        ("ŉ", "ʼN"),
        ("K", "k"),
        ("Ꭰ", "ꭰ"),
    ] {
        let mut names = FileNamer::default();
        assert_eq!(names.unique_name(one, "html"), format!("{one}.html"));
        assert_eq!(names.unique_name(two, "html"), format!("{two}-2.html"));
    }
}

#[test]
fn file_namer_returns_every_name_once() {
    let mut names = FileNamer::default();
    assert_eq!(names.unique_name("a", "ron"), "a.ron");
    assert_eq!(names.unique_name("A", "ron"), "A-2.ron");
    assert_eq!(names.unique_name("a-2", "ron"), "a-2-2.ron");
    assert_eq!(names.unique_name("a", "ron"), "a-3.ron");
}
