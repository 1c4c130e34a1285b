//! What a replay tells, whichever form it has.

use super::bounded::JsonFields;
use super::json_doc::JsonDoc;
use crate::contract::Player;
use crate::findings::Code;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::ops::Range;

/// The longest text that is kept in `ext`.
const MAX_EXT_BYTES: usize = 4096;

/// One turn of the replay.
pub(super) struct ReplayFrame<'t> {
    /// Which frame it is, from 0.
    pub index: usize,
    /// Whose turn it was, if the replay tells.
    pub agent: Option<Player>,
    /// What the bot wrote, if it did.
    pub stdout: Option<String>,
    pub stderr: String,
    /// The referee's summary and information.
    pub referee_texts: [String; 2],
    pub view: Option<&'t RawValue>,
    /// Where the bot's text stands, or else the frame.
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

/// What the referee says of one turn and player, for the viewer.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tooltip {
    pub turn: usize,
    pub text: String,
    /// The player.
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

/// A replay in the form that is common to both.
#[derive(Default)]
pub(super) struct CodingameReplay<'t> {
    pub whole: Range<usize>,
    pub frames: Vec<ReplayFrame<'t>>,
    pub names: [String; 2],
    /// The contest's numbers of the submissions.
    pub submissions: [String; 2],
    pub scores: Option<[i32; 2]>,
    /// 0 is the first.
    pub ranks: Option<[i32; 2]>,
    /// Where scores or ranks stand.
    pub result_span: Option<Range<usize>>,
    pub tooltips: Vec<Tooltip>,
    /// The contest's number of the game.
    pub game_id: String,
    pub puzzle_id: Option<i32>,
    pub title: String,
    /// Why the referee itself failed.
    pub fail_cause: String,
    pub ext: BTreeMap<String, String>,
}

impl<'t> CodingameReplay<'t> {
    /// The fields that both forms have; what is not known is kept as it stands.
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
        for (nth, raw) in list.into_iter().enumerate() {
            let Some(agent) = doc.parse::<CodingameAgent>(raw, "agents", "an agent, an object")
            else {
                continue;
            };
            let index = agent.index.and_then(|raw| doc.number(raw, "index"));
            let index = index.map_or(Some(nth), |index| usize::try_from(index).ok());
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
        let person = agent.codingamer.unwrap_or_default();
        let boss = agent.arenaboss.unwrap_or_default();
        let names = [
            text(person.pseudo, "pseudo"),
            text(boss.nickname, "nickname"),
            text(agent.name, "name"),
        ];
        self.names[index] = names
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default();
        let submission = text(agent.submission, "agentId");
        // The local runner has no submissions; its agents are numbered like the players.
        if submission != index.to_string() {
            self.submissions[index] = submission;
        }
        for (name, raw) in [
            ("userId", person.user_id),
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

    /// The referee's parameters, `key=value` a line; for these games the seed alone.
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
        // Pictures; and the runner numbers its agents by their places.
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

/// Keeps a text that says something; of a long one the start.
pub(super) fn keep_in_ext(ext: &mut BTreeMap<String, String>, key: String, text: &str) {
    let text = text.trim();
    if !matches!(text, "" | "null" | "{}" | "[]") {
        let end = text.floor_char_boundary(MAX_EXT_BYTES.min(text.len()));
        ext.insert(key, text[..end].to_owned());
    }
}

/// Two numbers, of the first and the second player: a list, or a map by player.
fn number_pair<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue, name: &str) -> Option<[i32; 2]> {
    let expected = "two numbers, one per player";
    let both: Vec<&RawValue> = if raw.get().starts_with('{') {
        let map: JsonFields = doc.parse_bounded(raw, name, expected)?;
        map.into_values().collect()
    } else {
        doc.parse_bounded(raw, name, expected)?
    };
    match both.as_slice() {
        [] => None,
        [first, second] => Some([doc.number(first, name)?, doc.number(second, name)?]),
        _ => {
            let message = format!("`{name}`: expected {expected}, found {}", both.len());
            doc.add_finding(Code::BadValue, message, raw);
            None
        }
    }
}

/// Objects, or objects as JSON within strings.
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
