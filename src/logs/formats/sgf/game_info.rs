//! Properties of the game as a whole: names, event, result.

use super::properties::{
    SgfResult, WinReason as WonBy, is_known_property, parse_result, parse_simple_text,
};
use super::read::{SgfReader, add_word};
use super::syntax::SgfProperty;
use crate::formats::decode::encoding_of;
use crate::formats::statuses::shorten;
use encoding_rs::Encoding;
use kifu_core::contract::{Fault, Winner};
use kifu_core::findings::Code;
use kifu_core::record::ReportedResult;

impl SgfReader<'_, '_> {
    /// Stores a property of the game as a whole, or keeps one that the record has no field for.
    pub fn read_other_property(&mut self, node: usize, ply: u32, property: &SgfProperty) {
        let ident = self.nodes.ident(property);
        let value = self.nodes.first_value(property);
        match &*ident {
            "FF" | "GM" | "SZ" | "CA" if node == 0 => {
                if !self.is_repeated(&ident, property) {
                    match &*ident {
                        "CA" => self.check_encoding(value, property),
                        "FF" => self.check_version(value, property),
                        // The game was chosen by them.
                        _ => {}
                    }
                }
            }
            "AP" if is_kifu(value) => {}
            "PB" | "PW" | "EV" | "RO" | "DT" if !self.is_repeated(&ident, property) => {
                let player = self.player_of_color(ident == "PB");
                let record = &mut self.draft.record;
                let field = match &*ident {
                    "EV" => &mut record.event.name,
                    "RO" => &mut record.event.round,
                    "DT" => &mut record.event.date,
                    _ => &mut record.player_mut(player).name,
                };
                *field = parse_simple_text(value);
            }
            "RE" if !self.is_repeated(&ident, property) => self.read_result(value, property),
            "PB" | "PW" | "EV" | "RO" | "DT" | "RE" => {}
            _ => self.keep_property(&ident, (node > 0).then_some(ply), property),
        }
    }

    /// Keeps a property for which the record has no field, and reports an unknown one.
    pub fn keep_property(&mut self, ident: &str, ply: Option<u32>, property: &SgfProperty) {
        let key = match ply {
            None => format!("sgf.{ident}"),
            Some(ply) => format!("sgf.{ident}.{ply}"),
        };
        let values = &self.source.text()[property.values.clone()];
        let kept = self.draft.record.ext.entry(key).or_default();
        kept.push_str(values);
        if !is_known_property(ident) {
            let message = format!("expected a property of FF[4], found `{ident}`; kept in `ext`");
            self.add_finding(Code::UnknownField, message, property.ident.clone());
        }
    }

    /// Reports whether this property of the game occurred earlier; the first one counts, the others
    /// are kept.
    fn is_repeated(&mut self, ident: &str, property: &SgfProperty) -> bool {
        if self.info_seen.insert(ident.to_owned()) {
            return false;
        }
        let text = &self.source.text()[property.span()];
        add_word(&mut self.draft.record.ext, "sgf.surplus", text);
        let message = format!(
            "expected {ident} once in a game, found `{}` as well",
            shorten(text)
        );
        self.add_finding(Code::RepeatedEntry, message, property.span());
        true
    }

    /// Keeps and reports a version of SGF that does not exist.
    fn check_version(&mut self, value: &str, property: &SgfProperty) {
        if matches!(value.trim(), "1" | "2" | "3" | "4") {
            return;
        }
        let values = &self.source.text()[property.values.clone()];
        let ext = &mut self.draft.record.ext;
        ext.insert("sgf.FF".to_owned(), values.to_owned());
        let message = format!(
            "expected a version of SGF, 1 to 4, found `{}`; kept in `ext`",
            shorten(value)
        );
        self.add_finding(Code::UnknownField, message, property.values.clone());
    }

    /// Reports an encoding in which the game was not read, for a file is read in one encoding: that
    /// of its first game.
    fn check_encoding(&mut self, label: &str, property: &SgfProperty) {
        let encoding = encoding_of(label.trim());
        let is_harmless = self.is_ascii && encoding.is_some();
        if label.trim().is_empty() || encoding == self.encoding || is_harmless {
            return;
        }
        let read = self.encoding.map_or("no other", Encoding::name);
        let message = format!(
            "expected the encoding in which the file was read, {read}, found `{}`",
            shorten(label)
        );
        self.add_finding(Code::EncodingDoubtful, message, property.values.clone());
    }

    fn read_result(&mut self, value: &str, property: &SgfProperty) {
        let words = parse_simple_text(value);
        if words.is_empty() {
            return;
        }
        self.draft.game_spans.result = Some(property.values.clone());
        let Some(result) = parse_result(&words) else {
            let found = shorten(&words);
            let message = format!("expected a result such as `B+3`, `W+T` or `0`, found `{found}`");
            self.add_finding(Code::BadValue, message, property.values.clone());
            self.draft.record.reported = Some(ReportedResult {
                text: words,
                ..ReportedResult::default()
            });
            return;
        };
        let reported = match result {
            SgfResult::Unknown if words == "?" => return,
            SgfResult::Unknown => ReportedResult::default(),
            SgfResult::Draw => ReportedResult {
                winner: Some(Winner::Draw),
                ..ReportedResult::default()
            },
            SgfResult::Won(black, by) => {
                let winner = self.player_of_color(black);
                if let WonBy::Margin(margin) = by {
                    self.reported_margin = Some((margin, property.values.clone()));
                }
                let fault = match by {
                    WonBy::NotStated | WonBy::Margin(_) => None,
                    WonBy::Time => Some(Fault::Timeout),
                    WonBy::Resignation => Some(Fault::Resignation),
                    WonBy::Forfeit => Some(Fault::Jury),
                };
                ReportedResult {
                    winner: Some(winner.into()),
                    faults: fault
                        .map(|fault| (winner.opponent(), fault))
                        .into_iter()
                        .collect(),
                    ..ReportedResult::default()
                }
            }
        };
        self.draft.record.reported = Some(ReportedResult {
            text: words,
            ..reported
        });
    }
}

/// Reports whether the value of AP is one that kifu writes: its name and version.
fn is_kifu(value: &str) -> bool {
    let version = value.strip_prefix("kifu:");
    version.is_some_and(|version| version.chars().all(|c| c.is_ascii_digit() || c == '.'))
}
