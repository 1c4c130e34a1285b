//! kifu's own keys in a root node.

use super::super::result_text::parse_fault;
use crate::contract::Player;
use crate::record::Record;

/// Stores the value of one of kifu's own keys in the record.
pub(super) fn apply_kifu_key(record: &mut Record, key: &str, value: String) {
    let pair = |value: &str| -> Option<(i32, i32)> {
        let (first, second) = value.split_once(' ')?;
        Some((first.parse().ok()?, second.parse().ok()?))
    };
    let player = match key.as_bytes().last() {
        Some(b'2') => Player::Second,
        _ => Player::First,
    };
    let reported = record.reported.as_mut();
    match key.trim_end_matches(['1', '2']) {
        "id" => record.source.id = value,
        "table" => record.event.table = value,
        "rules" => record.rules = value.parse().unwrap_or(record.rules),
        "author" => record.player_mut(player).author = value,
        "version" => record.player_mut(player).version = value,
        "time" => record.player_mut(player).time_ms = value.parse().ok(),
        "scores" => {
            if let Some(reported) = reported {
                reported.scores = pair(&value);
            }
        }
        "points" => {
            if let Some(reported) = reported {
                reported.points = pair(&value);
            }
        }
        "fault" => {
            if let Some(fault) = parse_fault(&value) {
                let reported = record.reported.get_or_insert_default();
                reported.faults.insert(player, fault);
            }
        }
        _ => {
            if let Some(key) = key.strip_prefix("ext.") {
                record.ext.insert(key.to_owned(), value);
            } else if !key.starts_with("setup.") {
                record.ext.insert(format!("sgf.KF.{key}"), value);
            }
        }
    }
}
