//! What a replay tells, whichever form it has.

use super::bounded::Fields;
use super::tree::Doc;
use crate::contract::Player;
use crate::findings::Code;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::ops::Range;

/// The longest text that is kept in `ext`.
const KEPT: usize = 4096;

/// One turn of the replay.
pub(super) struct Frame<'t> {
    /// Which frame it is, from 0.
    pub nth: usize,
    /// Whose turn it was, if the replay tells.
    pub agent: Option<Player>,
    /// What the bot wrote, if it did.
    pub stdout: Option<String>,
    pub stderr: String,
    /// The referee's summary and information.
    pub words: [String; 2],
    pub view: Option<&'t RawValue>,
    /// Where the bot's text stands, or else the frame.
    pub span: Range<usize>,
}

impl Frame<'_> {
    pub fn at(span: Range<usize>) -> Self {
        Self {
            nth: 0,
            agent: None,
            stdout: None,
            stderr: String::new(),
            words: Default::default(),
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
struct Agent<'t> {
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
    codingamer: Option<Person<'t>>,
    #[serde(borrow)]
    arenaboss: Option<Person<'t>>,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Person<'t> {
    #[serde(borrow)]
    pseudo: Option<&'t RawValue>,
    #[serde(borrow)]
    nickname: Option<&'t RawValue>,
    #[serde(borrow)]
    user_id: Option<&'t RawValue>,
}

/// A replay in the form that is common to both.
#[derive(Default)]
pub(super) struct Told<'t> {
    pub whole: Range<usize>,
    pub frames: Vec<Frame<'t>>,
    pub names: [String; 2],
    /// The contest's numbers of the submissions.
    pub submissions: [String; 2],
    pub scores: Option<[i32; 2]>,
    /// 0 is the first.
    pub ranks: Option<[i32; 2]>,
    /// Where scores or ranks stand.
    pub result: Option<Range<usize>>,
    pub tooltips: Vec<Tooltip>,
    /// The contest's number of the game.
    pub id: String,
    pub puzzle: Option<i32>,
    pub title: String,
    /// Why the referee itself failed.
    pub fail_cause: String,
    pub ext: BTreeMap<String, String>,
}

impl<'t> Told<'t> {
    /// The fields that both forms have; what is not known is kept as it stands.
    pub fn take_common(&mut self, doc: &mut Doc<'t>, fields: Fields<'t>) {
        for (name, raw) in fields {
            match name.as_str() {
                "agents" => self.take_agents(doc, raw),
                "scores" | "ranks" => {
                    let both = pair(doc, raw, &name);
                    self.result = both.map(|_| doc.span(raw)).or(self.result.take());
                    if name == "scores" {
                        self.scores = both;
                    } else {
                        self.ranks = both;
                    }
                }
                "tooltips" => self.take_tooltips(doc, raw),
                "gameId" => self.id = doc.text(raw, &name),
                "puzzleId" => self.puzzle = doc.number(raw, &name),
                "failCause" => self.fail_cause = doc.text(raw, &name),
                "refereeInput" => {
                    let input = doc.text(raw, &name);
                    self.take_input(&name, &input);
                }
                "uinput" => {
                    let lines: Vec<&RawValue> =
                        doc.all(raw, &name, "a list of texts").unwrap_or_default();
                    let lines: Vec<String> =
                        lines.into_iter().map(|raw| doc.text(raw, &name)).collect();
                    self.take_input(&name, &lines.concat());
                }
                _ => self.take_other(doc, name, raw),
            }
        }
    }

    fn take_agents(&mut self, doc: &mut Doc<'t>, raw: &'t RawValue) {
        let list: Vec<&RawValue> = doc
            .all(raw, "agents", "a list of agents")
            .unwrap_or_default();
        for (nth, raw) in list.into_iter().enumerate() {
            let Some(agent) = doc.get::<Agent>(raw, "agents", "an agent, an object") else {
                continue;
            };
            let index = agent.index.and_then(|raw| doc.number(raw, "index"));
            let index = index.map_or(Some(nth), |index| usize::try_from(index).ok());
            let Some(index) = index.filter(|index| *index < 2) else {
                let message = "`agents`: expected two players, found another";
                doc.find(Code::BadValue, message, raw);
                continue;
            };
            self.take_agent(doc, index, agent);
        }
    }

    fn take_agent(&mut self, doc: &mut Doc<'t>, index: usize, agent: Agent<'t>) {
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
            keep(&mut self.ext, format!("agent{index}.{name}"), &value);
        }
    }

    fn take_tooltips(&mut self, doc: &mut Doc<'t>, raw: &'t RawValue) {
        self.tooltips = tooltips(doc, raw);
        let line = |tooltip: &Tooltip| {
            let Tooltip { turn, text, event } = tooltip;
            format!("turn {turn}, player {event}: {text}")
        };
        let lines: Vec<String> = self.tooltips.iter().map(line).collect();
        keep(&mut self.ext, "tooltips".to_owned(), &lines.join("\n"));
    }

    /// The referee's parameters, `key=value` a line; for these games the seed alone.
    fn take_input(&mut self, name: &str, input: &str) {
        let mut lines = input.lines().filter(|line| !line.trim().is_empty());
        match (
            lines.next().and_then(|line| line.split_once('=')),
            lines.next(),
        ) {
            (Some(("seed", seed)), None) => keep(&mut self.ext, "seed".to_owned(), seed),
            _ => keep(&mut self.ext, name.to_owned(), input),
        }
    }

    fn take_other(&mut self, doc: &mut Doc<'t>, name: String, raw: &'t RawValue) {
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
        if text.len() > KEPT {
            let message = format!(
                "`{name}`: expected at most {KEPT} bytes to keep in `ext`, found {}",
                text.len()
            );
            doc.find(Code::UnknownField, message, raw);
        } else {
            keep(&mut self.ext, name, &text);
        }
    }
}

/// Keeps a text that says something; of a long one the start.
pub(super) fn keep(ext: &mut BTreeMap<String, String>, key: String, text: &str) {
    let text = text.trim();
    if !matches!(text, "" | "null" | "{}" | "[]") {
        let end = text.floor_char_boundary(KEPT.min(text.len()));
        ext.insert(key, text[..end].to_owned());
    }
}

/// Two numbers, of the first and the second player: a list, or a map by player.
fn pair<'t>(doc: &mut Doc<'t>, raw: &'t RawValue, name: &str) -> Option<[i32; 2]> {
    let expected = "two numbers, one a player";
    let both: Vec<&RawValue> = if raw.get().starts_with('{') {
        let map: Fields = doc.all(raw, name, expected)?;
        map.into_values().collect()
    } else {
        doc.all(raw, name, expected)?
    };
    match both.as_slice() {
        [] => None,
        [first, second] => Some([doc.number(first, name)?, doc.number(second, name)?]),
        _ => {
            let message = format!("`{name}`: expected {expected}, found {}", both.len());
            doc.find(Code::BadValue, message, raw);
            None
        }
    }
}

/// Objects, or objects as JSON within strings.
fn tooltips<'t>(doc: &mut Doc<'t>, raw: &'t RawValue) -> Vec<Tooltip> {
    let list: Vec<&RawValue> = doc.all(raw, "tooltips", "a list").unwrap_or_default();
    let mut tooltips = Vec::new();
    for raw in list {
        let expected = "an object with `turn`, `text` and `event`";
        if raw.get().starts_with('"') {
            let text = doc.text(raw, "tooltips");
            match serde_json::from_str(&text) {
                Ok(tooltip) => tooltips.push(tooltip),
                Err(_) => doc.find(
                    Code::BadValue,
                    format!("`tooltips`: expected {expected}, as text"),
                    raw,
                ),
            }
        } else {
            tooltips.extend(doc.get::<Tooltip>(raw, "tooltips", expected));
        }
    }
    tooltips
}
