//! A record whose texts would leave their places on a page that does not escape them.

use kifu::record::{read_ron, write_ron};

/// Text that would leave its place on a page if it were not escaped.
pub const HOSTILE: &str = "</title></script></style></svg><script>alert('x')</script>]]>-->\n\
    \" onload=\"alert(1)&amp;&lt;<!--\u{202e}\u{ffff}";

/// A record in which every text that a log may choose is the same.
pub fn record_with(text: &str) -> String {
    let records = crate::common::records_folder().join("clobber.ron");
    let mut record = read_ron(&std::fs::read_to_string(records).unwrap()).unwrap();
    for field in [
        &mut record.event.name,
        &mut record.event.round,
        &mut record.event.table,
        &mut record.source.file,
        &mut record.source.id,
    ] {
        text.clone_into(field);
    }
    for player in [&mut record.players.0, &mut record.players.1] {
        text.clone_into(&mut player.name);
        text.clone_into(&mut player.author);
        text.clone_into(&mut player.version);
    }
    for ply in 1..=record.tokens().count() {
        let note = record.note_mut(u32::try_from(ply).unwrap());
        text.clone_into(&mut note.comment);
        text.clone_into(&mut note.message);
        text.clone_into(&mut note.stderr);
    }
    record.ext.insert("x.text".to_owned(), text.to_owned());
    write_ron(&record)
}
