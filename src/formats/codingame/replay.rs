//! The content of a replay, in a form common to site and local runner.

use super::bounded::JsonFields;
use super::json_doc::JsonDoc;
use crate::contract::Player;
use crate::findings::Code;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::ops::Range;

/// The maximum length, in bytes, of a text that is kept in `ext`.
const MAX_EXT_BYTES: usize = 4096;

/// A frame of the replay, with one turn of at most one player.
pub(super) struct ReplayFrame<'t> {
    /// The index of the frame, from 0.
    pub index: usize,
    /// The player whose turn it was, if the replay says so.
    pub agent: Option<Player>,
    /// The bot's output, if there was any.
    pub stdout: Option<String>,
    pub stderr: String,
    /// The referee's summary and game information.
    pub referee_texts: [String; 2],
    pub view: Option<&'t RawValue>,
    /// The span of the bot's output, or else of the frame.
    pub span: Range<usize>,
}

impl ReplayFrame<'_> {
    pub fn empty_at(span: Range<usize>) -> Self {
        Self {
            index: 0,
            agent: None,
            stdout: None,
            stderr: String::new(),
            referee_texts: Default::default(),
            view: None,
            span,
        }
    }
}

/// A referee's text about one turn and player, for the viewer.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tooltip {
    pub turn: usize,
    pub text: String,
    /// The index of the player.
    pub event: usize,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct CodingameAgent<'t> {
    #[serde(borrow)]
    index: Option<&'t RawValue>,
    #[serde(borrow, rename = "agentId")]
    submission: Option<&'t RawValue>,
    #[serde(borrow)]
    name: Option<&'t RawValue>,
    #[serde(borrow)]
    score: Option<&'t RawValue>,
    #[serde(borrow)]
    rank: Option<&'t RawValue>,
    #[serde(borrow)]
    codingamer: Option<CodingameUser<'t>>,
    #[serde(borrow)]
    arenaboss: Option<CodingameUser<'t>>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct CodingameUser<'t> {
    #[serde(borrow)]
    pseudo: Option<&'t RawValue>,
    #[serde(borrow)]
    nickname: Option<&'t RawValue>,
    #[serde(borrow)]
    user_id: Option<&'t RawValue>,
}

/// A replay in a form common to site and local runner.
#[derive(Default)]
pub(super) struct CodingameReplay<'t> {
    pub whole: Range<usize>,
    pub frames: Vec<ReplayFrame<'t>>,
    pub names: [String; 2],
    /// The contest's numbers for the submissions.
    pub submissions: [String; 2],
    pub scores: Option<[i32; 2]>,
    /// The ranks; 0 is the first.
    pub ranks: Option<[i32; 2]>,
    /// The span of the scores or ranks.
    pub result_span: Option<Range<usize>>,
    pub tooltips: Vec<Tooltip>,
    /// The contest's number for the game.
    pub game_id: String,
    pub puzzle_id: Option<i32>,
    pub title: String,
    /// The reason why the referee itself failed.
    pub fail_cause: String,
    pub ext: BTreeMap<String, String>,
}

impl<'t> CodingameReplay<'t> {
    /// Reads the fields that both forms have; unknown fields are kept as they are.
    pub fn read_common(&mut self, doc: &mut JsonDoc<'t>, fields: JsonFields<'t>) {
        for (name, raw) in fields {
            match name.as_str() {
                "agents" => self.read_agents(doc, raw),
                "scores" | "ranks" => {
                    let both = number_pair(doc, raw, &name);
                    self.result_span = both.map(|_| doc.span(raw)).or(self.result_span.take());
                    if name == "scores" {
                        self.scores = both;
                    } else {
                        self.ranks = both;
                    }
                }
                "tooltips" => self.read_tooltips(doc, raw),
                "gameId" => self.game_id = doc.text(raw, &name),
                "puzzleId" => self.puzzle_id = doc.number(raw, &name),
                "failCause" => self.fail_cause = doc.text(raw, &name),
                "refereeInput" => {
                    let input = doc.text(raw, &name);
                    self.read_referee_input(&name, &input);
                }
                "uinput" => {
                    let lines: Vec<&RawValue> = doc
                        .parse_bounded(raw, &name, "a list of texts")
                        .unwrap_or_default();
                    let lines: Vec<String> =
                        lines.into_iter().map(|raw| doc.text(raw, &name)).collect();
                    self.read_referee_input(&name, &lines.concat());
                }
                _ => self.keep_other(doc, name, raw),
            }
        }
    }

    fn read_agents(&mut self, doc: &mut JsonDoc<'t>, raw: &'t RawValue) {
        let list: Vec<&RawValue> = doc
            .parse_bounded(raw, "agents", "a list of agents")
            .unwrap_or_default();
        for (position, raw) in list.into_iter().enumerate() {
            let Some(agent) = doc.parse::<CodingameAgent>(raw, "agents", "an agent, an object")
            else {
                continue;
            };
            let index = agent.index.and_then(|raw| doc.number(raw, "index"));
            let index = index.map_or(Some(position), |index| usize::try_from(index).ok());
            let Some(index) = index.filter(|index| *index < 2) else {
                let message = "`agents`: expected two players, found another";
                doc.add_finding(Code::BadValue, message, raw);
                continue;
            };
            self.read_agent(doc, index, agent);
        }
    }

    fn read_agent(&mut self, doc: &mut JsonDoc<'t>, index: usize, agent: CodingameAgent<'t>) {
        let mut text = |raw: Option<&'t RawValue>, name| {
            raw.map_or_else(String::new, |raw| doc.text(raw, name))
        };
        let user = agent.codingamer.unwrap_or_default();
        let boss = agent.arenaboss.unwrap_or_default();
        let names = [
            text(user.pseudo, "pseudo"),
            text(boss.nickname, "nickname"),
            text(agent.name, "name"),
        ];
        self.names[index] = names
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default();
        let submission = text(agent.submission, "agentId");
        // The local runner has no submissions; its agents have the numbers of the players.
        if submission != index.to_string() {
            self.submissions[index] = submission;
        }
        for (name, raw) in [
            ("userId", user.user_id),
            ("score", agent.score),
            ("rank", agent.rank),
        ] {
            let value = text(raw, name);
            keep_in_ext(&mut self.ext, format!("agent{index}.{name}"), &value);
        }
    }

    fn read_tooltips(&mut self, doc: &mut JsonDoc<'t>, raw: &'t RawValue) {
        self.tooltips = tooltips(doc, raw);
        let line = |tooltip: &Tooltip| {
            let Tooltip { turn, text, event } = tooltip;
            format!("turn {turn}, player {event}: {text}")
        };
        let lines: Vec<String> = self.tooltips.iter().map(line).collect();
        keep_in_ext(&mut self.ext, "tooltips".to_owned(), &lines.join("\n"));
    }

    /// Reads the referee's parameters, one `key=value` per line; for these games only the seed.
    fn read_referee_input(&mut self, name: &str, input: &str) {
        let mut lines = input.lines().filter(|line| !line.trim().is_empty());
        match (
            lines.next().and_then(|line| line.split_once('=')),
            lines.next(),
        ) {
            (Some(("seed", seed)), None) => keep_in_ext(&mut self.ext, "seed".to_owned(), seed),
            _ => keep_in_ext(&mut self.ext, name.to_owned(), input),
        }
    }

    fn keep_other(&mut self, doc: &mut JsonDoc<'t>, name: String, raw: &'t RawValue) {
        let text = if raw.get().starts_with('"') {
            doc.text(raw, &name)
        } else {
            raw.get().to_owned()
        };
        if name.to_lowercase().contains("title") && self.title.is_empty() {
            self.title.clone_from(&text);
        }
        // Pictures are not kept, nor the runner's `ids`, which only repeat the players' indices.
        if matches!(name.as_str(), "views" | "ids") {
            return;
        }
        if text.len() > MAX_EXT_BYTES {
            let message = format!(
                "`{name}`: expected at most {MAX_EXT_BYTES} bytes to keep in `ext`, found {}",
                text.len()
            );
            doc.add_finding(Code::UnknownField, message, raw);
        } else {
            keep_in_ext(&mut self.ext, name, &text);
        }
    }
}

/// Keeps a text that is not empty; a long one is cut.
pub(super) fn keep_in_ext(ext: &mut BTreeMap<String, String>, key: String, text: &str) {
    let text = text.trim();
    if !matches!(text, "" | "null" | "{}" | "[]") {
        let end = text.floor_char_boundary(MAX_EXT_BYTES.min(text.len()));
        ext.insert(key, text[..end].to_owned());
    }
}

/// Returns a number for each player, from a list or from a map by player.
fn number_pair<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue, name: &str) -> Option<[i32; 2]> {
    let expected = "two numbers, one per player";
    let numbers: Vec<&RawValue> = if raw.get().starts_with('{') {
        let map: JsonFields = doc.parse_bounded(raw, name, expected)?;
        map.into_values().collect()
    } else {
        doc.parse_bounded(raw, name, expected)?
    };
    match numbers.as_slice() {
        [] => None,
        [first, second] => Some([doc.number(first, name)?, doc.number(second, name)?]),
        _ => {
            let message = format!("`{name}`: expected {expected}, found {}", numbers.len());
            doc.add_finding(Code::BadValue, message, raw);
            None
        }
    }
}

/// Parses tooltips, which are objects, or objects as JSON in strings.
fn tooltips<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue) -> Vec<Tooltip> {
    let list: Vec<&RawValue> = doc
        .parse_bounded(raw, "tooltips", "a list")
        .unwrap_or_default();
    let mut tooltips = Vec::new();
    for raw in list {
        let expected = "an object with `turn`, `text` and `event`";
        if raw.get().starts_with('"') {
            let text = doc.text(raw, "tooltips");
            match serde_json::from_str(&text) {
                Ok(tooltip) => tooltips.push(tooltip),
                Err(_) => doc.add_finding(
                    Code::BadValue,
                    format!("`tooltips`: expected {expected}, as text"),
                    raw,
                ),
            }
        } else {
            tooltips.extend(doc.parse::<Tooltip>(raw, "tooltips", expected));
        }
    }
    tooltips
}
