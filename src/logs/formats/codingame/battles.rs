//! `codingame-battles`: lists of battles, as `CodinGame` serves the last ones of an agent.
//!
//! ```text
//! file    = "[" battle *("," battle) "]"            also inside of other JSON
//! battle  = {"gameId": number, "done": true, "players": [player, player], ...}
//! player  = {"nickname": name, "position": place, "playerAgentId": number, "userId": ...,
//!            "publicHandle": ..., ...}
//! ```
//!
//! A battle is the result of a game, without its moves. The smaller place won, equal ones are a draw.
//! The list does not say who moved first: the players are in its order. Session handles, tokens, user
//! ids and pictures of the players are left out and never shown; a note names the keys. Other values
//! are kept in `ext`.
//!
//! - **A game begins and ends** with its object.
//! - **Behind a battle that cannot be read** reading goes on with the next one.

use super::inside::{ObjectsInside, left_out_finding};
use super::replay::keep_in_ext;
use crate::formats::json_doc::{self, JsonDoc, JsonFields, fields_of};
use crate::formats::json_error::explain_json_error;
use crate::formats::{Format, ParsedGame, ReadContext, first_line_span};
use kifu_core::contract::{Player, Winner};
use kifu_core::findings::{Code, Finding, SourceText, TextLocation, is_private_key};
use kifu_core::record::{Record, ReportedResult};
use serde_json::value::RawValue;
use std::cmp::Ordering;
use std::ops::Range;

const ID: &str = "codingame-battles";
/// The maximum length of a value that is kept, in bytes.
const MAX_KEPT_BYTES: usize = 200;

/// Lists of battles.
pub(in crate::formats) struct BattlesFormat;

impl Format for BattlesFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "lists of battles from CodinGame: results only, without what is private in them"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        let has = |key: &str| memchr::memmem::find(start.as_bytes(), key.as_bytes()).is_some();
        let is_json = start.trim_start().starts_with(['[', '{']);
        let is_battle = has("\"gameId\"") && has("\"players\"") && has("\"position\"");
        let is_of_site = has("\"playerAgentId\"") || has("\"nickname\"");
        if is_json && is_battle && is_of_site && !has("\"frames\"") && !has("\"kifu\"") {
            93
        } else {
            0
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let text = source.text();
        let unreadable = |code, message: &str, span: Range<usize>| {
            let finding = Finding::new(code, message);
            ParsedGame::unreadable(finding.at(place_only(source, span)))
        };
        if let Some(at) = json_doc::find_too_deep(text) {
            let message = "expected a list of battles, found brackets nested too deeply";
            return out(unreadable(Code::TooDeep, message, at..at + 1));
        }
        let raw: &RawValue = match serde_json::from_str(text) {
            Ok(raw) => raw,
            Err(error) => {
                let broken = explain_json_error(&error, text, "list of battles");
                return out(unreadable(
                    broken.code,
                    &broken.message,
                    broken.at..broken.at + 1,
                ));
            }
        };
        let inside = ObjectsInside::find(raw, &|fields| {
            fields.contains_key("gameId") && fields.contains_key("players")
        });
        if inside.found.is_empty() {
            let message = "expected battles with `gameId` and `players`, found none";
            return out(unreadable(Code::NoGame, message, first_line_span(text)));
        }
        let mut left_out = inside.others;
        let mut doc = JsonDoc::new(text, source);
        let mut games: Vec<ParsedGame> = Vec::new();
        for battle in inside.found {
            let span = doc.span(battle.raw);
            let mut parsed = read_battle(&mut doc, battle.raw, context, &mut left_out);
            for mut finding in std::mem::take(&mut doc.findings).into_vec() {
                // An excerpt would show the players' private values.
                finding.location = finding.location.map(without_excerpt);
                parsed.findings.push(finding);
            }
            parsed.game_spans.whole = span;
            games.push(parsed);
        }
        if let (Some(note), Some(first)) = (left_out_finding(&left_out), games.first_mut()) {
            first
                .findings
                .push(note.at(place_only(source, first.game_spans.whole.clone())));
        }
        games.into_iter().for_each(out);
    }
}

fn without_excerpt(mut location: TextLocation) -> TextLocation {
    location.excerpt.clear();
    location.highlight = 0..0;
    location
}

/// Returns the location of a span without an excerpt, which would show private values.
fn place_only(source: &SourceText<'_>, span: Range<usize>) -> TextLocation {
    without_excerpt(source.location(span))
}

/// A player of a battle.
struct BattlePlayer<'t> {
    name: String,
    place: Option<i32>,
    agent: String,
    others: JsonFields<'t>,
}

fn read_battle<'t>(
    doc: &mut JsonDoc<'t>,
    whole: &'t RawValue,
    context: &ReadContext<'_>,
    left_out: &mut Vec<String>,
) -> ParsedGame {
    let mut record = Record::default();
    ID.clone_into(&mut record.source.format);
    context.file_name.clone_into(&mut record.source.file);
    if let Some(game) = context.game {
        game.id().clone_into(&mut record.game);
        record.rules = game.info().rules_version;
    }
    let mut fields = fields_of(whole).unwrap_or_default();
    let id = fields.remove("gameId").map(|raw| doc.text(raw, "gameId"));
    record.source.id = id.unwrap_or_default();
    let is_done = fields.remove("done").is_none_or(|raw| raw.get() == "true");
    let players = fields.remove("players");
    let players = players.and_then(|raw| serde_json::from_str(raw.get()).ok());
    let players: Vec<&RawValue> = players.unwrap_or_default();
    let count = players.len();
    let players: Vec<BattlePlayer<'_>> = players
        .into_iter()
        .filter_map(|raw| read_player(doc, raw))
        .collect();
    let players: Result<[BattlePlayer<'_>; 2], _> = players.try_into();
    let Ok(players) = players else {
        if doc.findings.is_empty() {
            let message = format!("expected a battle of two players, found {count}");
            doc.add_finding(Code::BadValue, message, whole);
        }
        return ParsedGame::default();
    };
    let places = players.each_ref().map(|player| player.place);
    for (player, read) in Player::ALL.into_iter().zip(players) {
        let info = record.player_mut(player);
        info.name = read.name;
        info.version = read.agent;
        let prefix = format!("player{}.", player.index());
        keep_public(&mut record, &prefix, read.others, left_out);
    }
    keep_public(&mut record, "", fields, left_out);
    let winner = match places {
        [Some(first), Some(second)] if is_done => Some(match first.cmp(&second) {
            Ordering::Less => Winner::First,
            Ordering::Greater => Winner::Second,
            Ordering::Equal => Winner::Draw,
        }),
        _ => None,
    };
    let finding = if winner.is_some() {
        let message = "result only, no moves; the list does not say who moved first";
        Finding::new(Code::ResultsOnly, message)
    } else if is_done {
        Finding::new(
            Code::Unterminated,
            "expected the places of both players, found none",
        )
    } else {
        Finding::new(
            Code::Unterminated,
            "expected a result, found a battle that is not over",
        )
    };
    if winner.is_some() {
        record.reported = Some(ReportedResult {
            winner,
            ..ReportedResult::default()
        });
    }
    let location = doc.location(doc.span(whole));
    let mut parsed = ParsedGame {
        record,
        ..ParsedGame::default()
    };
    parsed.findings.push(finding.at(without_excerpt(location)));
    parsed
}

fn read_player<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue) -> Option<BattlePlayer<'t>> {
    let Some(mut fields) = fields_of(raw) else {
        // The value may be private, so that it is not shown.
        doc.add_finding(
            Code::BadValue,
            "`players`: expected a player, an object",
            raw,
        );
        return None;
    };
    let mut text =
        |doc: &mut JsonDoc<'t>, name: &str| fields.remove(name).map(|raw| doc.text(raw, name));
    let name = text(doc, "nickname").or_else(|| text(doc, "pseudo"));
    let agent = text(doc, "playerAgentId").or_else(|| text(doc, "agentId"));
    let place = fields.remove("position");
    Some(BattlePlayer {
        name: name.unwrap_or_default(),
        place: place.and_then(|raw| doc.number(raw, "position")),
        agent: agent.unwrap_or_default(),
        others: fields,
    })
}

/// Keeps the values that are not private; objects and lists may hold such values and are left out.
fn keep_public(
    record: &mut Record,
    prefix: &str,
    fields: JsonFields<'_>,
    left_out: &mut Vec<String>,
) {
    for (name, raw) in fields {
        let json = raw.get();
        let is_personal =
            is_private_key(&name) || ["userId", "avatar", "codingamer"].contains(&&*name);
        if is_personal || json.starts_with(['{', '[']) || json.len() > MAX_KEPT_BYTES {
            left_out.push(name);
        } else if json != "null" {
            let text = serde_json::from_str(json).unwrap_or_else(|_| json.to_owned());
            keep_in_ext(&mut record.ext, &format!("{prefix}{name}"), &text);
        }
    }
}
