//! kifu's own formats: an unknown field is refused at every place.

use kifu_core::games::CATALOGUE;
use kifu_core::search::SplitMix64;
use kifu_laws::generate::{TextKind, random_record};
use kifu_logs::formats::{ReadContext, by_id, check_text, write_all};

/// The findings of a text that must be errors.
fn refused(text: &str, format: &str) -> bool {
    let games = check_text(text, by_id(format), &ReadContext::default());
    games.iter().any(|game| !game.is_valid())
}

#[test]
fn unknown_field_is_refused_in_every_object_of_a_record() {
    let mut places = 0;
    for seed in 0..40 {
        let record = random_record(&mut SplitMix64::new(seed), TextKind::Tame);
        for (format, field) in [("ronl", "zqx1zqx:\"\","), ("jsonl", "\"zqx1zqx\":\"\",")] {
            let target = by_id(format).unwrap();
            let text = write_all(target, std::slice::from_ref(&record), CATALOGUE).unwrap();
            let opens = if format == "ronl" { '(' } else { '{' };
            for (at, _) in text.match_indices(opens) {
                let rest = &text[at + 1..];
                // Tuples and maps with free keys have no fields.
                let key = rest.split(':').next().unwrap_or_default();
                let is_struct = key
                    .trim_matches('"')
                    .bytes()
                    .all(|b| b.is_ascii_lowercase());
                let free = ["setup", "ext", "faults"].iter().any(|name| {
                    let before = text[..at].trim_end_matches(':').trim_end_matches('"');
                    before.ends_with(name)
                });
                let in_text = text[..at].matches('"').count() % 2 == 1;
                if !is_struct || key.is_empty() || free || in_text {
                    continue;
                }
                places += 1;
                let wrong = format!("{}{field}{rest}", &text[..=at]);
                assert!(refused(&wrong, format), "{format}: {wrong}");
            }
        }
    }
    assert!(places > 300, "{places}");
}
