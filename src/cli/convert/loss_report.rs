//! The report of what a conversion lost, a finding for each part of the records.

use crate::common::text::pluralize;
use kifu_core::findings::{Code, Finding};
use kifu_logs::formats::{Format, Losses, RecordField};
use std::collections::BTreeMap;

/// The losses of one part of the records in all games.
struct FieldTotal {
    value_count: usize,
    game_count: usize,
    /// The file of the first game that lost a value.
    file: String,
    /// The place of that game in its file, in words.
    place: String,
}

/// The values that an output format could not hold, counted for the games written so far.
#[derive(Default)]
pub(super) struct LossReport {
    game_count: usize,
    totals: BTreeMap<RecordField, FieldTotal>,
}

impl LossReport {
    /// Adds a game that was written, with its index in its file.
    pub fn add_game(&mut self, file: &str, index: usize, losses: &Losses) {
        self.game_count += 1;
        for (field, loss) in losses {
            let total = self.totals.entry(*field).or_insert_with(|| FieldTotal {
                value_count: 0,
                game_count: 0,
                file: file.to_owned(),
                place: match loss.ply {
                    Some(ply) => format!("ply {ply} of game {}", index + 1),
                    None => format!("game {}", index + 1),
                },
            });
            total.value_count += loss.count;
            total.game_count += 1;
        }
    }

    /// Returns a finding for each part that lost something, with the file of the first game that
    /// did.
    pub fn findings<'a>(
        &'a self,
        format: &'a dyn Format,
    ) -> impl Iterator<Item = (Finding, &'a str)> {
        let limits = format.writer().map_or(&[][..], |writer| writer.limits());
        self.totals.iter().map(move |(field, total)| {
            let declared = limits.iter().find(|(limited, _)| limited == field);
            let holds = declared.map_or("", |(_, holds)| holds);
            let id = format.id();
            let cannot = match holds {
                "" => format!("`{id}` cannot hold {field}"),
                holds => format!("`{id}` holds of {field} only {holds}"),
            };
            let (values, games) = (total.value_count, self.game_count);
            let message = format!(
                "{cannot}: {values} lost in {} of {}, the first in {}",
                total.game_count,
                pluralize(games, "game"),
                total.place
            );
            let finding = Finding::new(Code::LostInConversion, message);
            let hint = "the formats ron, ronl, json and jsonl hold everything".to_owned();
            (finding.hint(hint), total.file.as_str())
        })
    }
}
