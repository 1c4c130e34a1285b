//! The rule that an attempt broke.

use kifu_core::record::{Attempt, AttemptRule, Record, read_ron, write_ron, write_ronl};

#[test]
fn attempt_rule_round_trips_as_one_word() {
    let rules = [
        ("", AttemptRule::Unspecified),
        ("unreadable", AttemptRule::Unreadable),
        ("untold", AttemptRule::NotLogged),
        ("wrong-kind", AttemptRule::WrongKind),
        ("size-exists", AttemptRule::Game("size-exists".into())),
    ];
    for (word, rule) in rules {
        let record = Record {
            attempt: Some(Attempt {
                raw: "x".to_owned(),
                rule,
                ..Attempt::default()
            }),
            ..Record::default()
        };
        let field = format!("rule:\"{word}\"");
        assert_eq!(write_ronl(&record).contains(&field), !word.is_empty());
        assert_eq!(read_ron(&write_ron(&record)), Ok(record));
    }
}
