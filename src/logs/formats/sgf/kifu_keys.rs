//! kifu's own keys, the entries of the property `KF`.

use super::super::result_text::parse_fault;
use kifu_core::contract::Player;
use kifu_core::record::Record;

/// The keys of nodes; all others belong to the root.
pub(super) const NODE_KEYS: &[&str] = &[
    "at",
    "attempt",
    "by",
    "glyph",
    "message",
    "player",
    "raw",
    "reason",
    "rest",
    "rule",
    "stderr",
    "variation",
];

/// Stores the value of one of the root's keys in the record.
///
/// # Errors
/// Returns what was expected if the value makes no sense.
pub(super) fn apply_root_key(
    record: &mut Record,
    key: &str,
    value: &str,
) -> Result<(), &'static str> {
    let player = match key.as_bytes().last() {
        Some(b'2') => Player::Second,
        _ => Player::First,
    };
    match key {
        "id" => value.clone_into(&mut record.source.id),
        "table" => value.clone_into(&mut record.event.table),
        "rules" => record.rules = value.parse().map_err(|_| "a version of the rules")?,
        "author1" | "author2" => value.clone_into(&mut record.player_mut(player).author),
        "version1" | "version2" => value.clone_into(&mut record.player_mut(player).version),
        "time1" | "time2" => {
            let ms = value.parse().map_err(|_| "milliseconds")?;
            record.player_mut(player).time_ms = Some(ms);
        }
        "scores" | "points" | "game_points" => {
            let pair = parse_pair(value).ok_or("two numbers")?;
            let reported = record.reported.get_or_insert_default();
            match key {
                "scores" => reported.scores = Some(pair),
                "points" => reported.points = Some(pair),
                _ => reported.game_points = Some(pair),
            }
        }
        "status1" | "status2" => {
            let reported = record.reported.get_or_insert_default();
            let status = reported.status.get_or_insert_default();
            let word = match player {
                Player::First => &mut status.0,
                Player::Second => &mut status.1,
            };
            value.clone_into(word);
        }
        "result" => value.clone_into(&mut record.reported.get_or_insert_default().text),
        "fault1" | "fault2" => {
            let fault = parse_fault(value).ok_or("a fault, as `timeout`")?;
            let reported = record.reported.get_or_insert_default();
            reported.faults.insert(player, fault);
        }
        _ if key.starts_with("setup.") => {}
        _ => keep(record, key, value),
    }
    Ok(())
}

/// Keeps the value of a key that belongs to no field of the record.
fn keep(record: &mut Record, key: &str, value: &str) {
    let key = key
        .strip_prefix("ext.")
        .map_or_else(|| format!("sgf.KF.{key}"), str::to_owned);
    // What the tree itself gave under the same key comes after it.
    record.ext.entry(key).or_default().insert_str(0, value);
}

fn parse_pair(value: &str) -> Option<(i32, i32)> {
    let (first, second) = value.split_once(' ')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}
