//! The content of a replay, in a form common to site and local runner.

use super::inside::left_out_finding;
use crate::formats::json_doc::{self, Bounded, JsonDoc, JsonFields};
use kifu_core::contract::{Player, Winner, printable};
use kifu_core::findings::{Code, is_private_key, mask_private_values};
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
    /// Whether the frame is a turn, in which a move must be made.
    pub is_turn: bool,
    /// Whether a part of the frame that may hold the move cannot be read.
    pub is_damaged: bool,
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
            is_turn: false,
            is_damaged: false,
            span,
        }
    }
}

/// A referee's text about one turn and player, for the viewer.
#[derive(Debug, Default)]
pub(super) struct Tooltip {
    pub turn: usize,
    pub text: String,
    /// The index of the player.
    pub event: usize,
    /// The fields that tooltips do not have, unchanged.
    other: String,
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
    /// The winner, where a program that stored the replay names one.
    pub winner: Option<Winner>,
    /// The span of the scores or ranks.
    pub result_span: Option<Range<usize>>,
    pub tooltips: Vec<Tooltip>,
    /// The contest's number for the game.
    pub game_id: String,
    pub puzzle_id: Option<i32>,
    /// The titles of the puzzle: one, or one for each language of the site.
    pub titles: Vec<String>,
    /// The reason why the referee itself failed.
    pub fail_cause: String,
    pub ext: BTreeMap<String, String>,
}

impl<'t> CodingameReplay<'t> {
    /// Reads the fields that both forms have; unknown fields are kept as they are.
    pub fn read_common(&mut self, doc: &mut JsonDoc<'t>, fields: JsonFields<'t>) {
        // Names in the agents come first, to which others are compared.
        let (late, fields): (JsonFields, JsonFields) = fields
            .into_iter()
            .partition(|(name, _)| name == "players" || name == "winner");
        for (name, raw) in fields.into_iter().chain(late) {
            match name.as_str() {
                "players" => self.read_players(doc, raw),
                "winner" => self.read_winner(doc, raw),
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
                "ids" if repeats_indices(doc, raw) => {}
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
                _ => self.keep_other(doc, &name, raw),
            }
        }
    }

    fn read_agents(&mut self, doc: &mut JsonDoc<'t>, raw: &'t RawValue) {
        let list: Vec<&RawValue> = doc
            .parse_bounded(raw, "agents", "a list of agents")
            .unwrap_or_default();
        let mut is_free = [true; 2];
        for (position, raw) in list.into_iter().enumerate() {
            let agent: Option<JsonFields> = doc.parse_bounded(raw, "agents", "an agent, an object");
            let Some(mut agent) = agent else {
                continue;
            };
            let index = agent
                .remove("index")
                .and_then(|raw| doc.number(raw, "index"));
            let index = index.map_or(Some(position), |index| usize::try_from(index).ok());
            let index = index.filter(|index| is_free.get(*index) == Some(&true));
            let Some(index) = index else {
                let message = "`agents`: expected one agent for each of two players, found another";
                doc.add_finding(Code::BadValue, message, raw);
                continue;
            };
            is_free[index] = false;
            self.read_agent(doc, index, agent);
        }
    }

    /// Reads a list of the players' names, or of objects that hold them, and compares it with the
    /// agents.
    fn read_players(&mut self, doc: &mut JsonDoc<'t>, raw: &'t RawValue) {
        let list: Option<[&RawValue; 2]> = serde_json::from_str(raw.get()).ok();
        let named = list.and_then(|list| {
            let [first, second] = list.map(player_name);
            Some([first?, second?])
        });
        let Some(named) = named else {
            return self.keep_other(doc, "players", raw);
        };
        for (known, found) in self.names.iter_mut().zip(named) {
            if known.is_empty() {
                *known = found;
            } else if *known != found {
                let message = format!(
                    "`players`: expected `{}`, as the agents are named; found `{}`",
                    printable(known, 40),
                    printable(&found, 40)
                );
                doc.add_finding(Code::RepeatedEntry, message, raw);
                keep_value(doc, &mut self.ext, "players", raw);
            }
        }
    }

    /// Reads the winner's name. A number is kept: it may count the players in several ways.
    fn read_winner(&mut self, doc: &mut JsonDoc<'t>, raw: &'t RawValue) {
        let name: Option<String> = serde_json::from_str(raw.get()).ok();
        let name = name.filter(|name| !name.is_empty() && self.names[0] != self.names[1]);
        let player = name.and_then(|name| {
            let mut players = Player::ALL.into_iter();
            players.find(|player| self.names[player.index()] == name)
        });
        if let Some(player) = player {
            self.winner = Some(player.into());
            self.result_span.get_or_insert(doc.span(raw));
        } else {
            keep_value(doc, &mut self.ext, "winner", raw);
        }
    }

    fn read_agent(&mut self, doc: &mut JsonDoc<'t>, index: usize, mut agent: JsonFields<'t>) {
        let submission = agent.remove("agentId");
        let submission = submission.map_or_else(String::new, |raw| doc.text(raw, "agentId"));
        // The local runner has no submissions; its agents have the numbers of the players.
        if submission != index.to_string() {
            self.submissions[index] = submission;
        }
        let mut user = |key, name: &'static str| {
            let raw: &RawValue = agent.remove(key)?;
            let mut user: JsonFields = doc.parse_bounded(raw, key, "a user, an object")?;
            let name = user.remove(name).map(|raw| doc.text(raw, name));
            Some((name, user))
        };
        let users = [
            ("pseudo", user("codingamer", "pseudo")),
            ("nickname", user("arenaboss", "nickname")),
        ];
        let mut names = Vec::new();
        for (key, found) in users {
            let (name, others) = found.unwrap_or_default();
            names.push((key, name.unwrap_or_default()));
            self.keep_agent_fields(doc, index, others);
        }
        let name = agent.remove("name").map(|raw| doc.text(raw, "name"));
        names.push(("name", name.unwrap_or_default()));
        let mut names = names.into_iter().filter(|(_, name)| !name.is_empty());
        self.names[index] = names.next().unwrap_or_default().1;
        for (key, name) in names.filter(|(_, name)| *name != self.names[index]) {
            keep_in_ext(&mut self.ext, &format!("agent{index}.{key}"), &name);
        }
        self.keep_agent_fields(doc, index, agent);
    }

    /// Keeps the other fields of an agent or its user; the address of a picture is not kept.
    fn keep_agent_fields(&mut self, doc: &mut JsonDoc<'t>, index: usize, fields: JsonFields<'t>) {
        for (name, raw) in fields.into_iter().filter(|(name, _)| name != "avatar") {
            keep_value(doc, &mut self.ext, &format!("agent{index}.{name}"), raw);
        }
    }

    fn read_tooltips(&mut self, doc: &mut JsonDoc<'t>, raw: &'t RawValue) {
        self.tooltips = tooltips(doc, raw);
        let line = |tooltip: &Tooltip| {
            let Tooltip {
                turn,
                text,
                event,
                other,
            } = tooltip;
            format!("turn {turn}, player {event}: {text}{other}")
        };
        let lines: Vec<String> = self.tooltips.iter().map(line).collect();
        keep_in_ext(&mut self.ext, "tooltips", &lines.join("\n"));
    }

    /// Reads the referee's parameters, one `key=value` per line; for these games only the seed.
    fn read_referee_input(&mut self, name: &str, input: &str) {
        let mut lines = input.lines().filter(|line| !line.trim().is_empty());
        match (
            lines.next().and_then(|line| line.split_once('=')),
            lines.next(),
        ) {
            (Some(("seed", seed)), None) => keep_in_ext(&mut self.ext, "seed", seed),
            _ => keep_in_ext(&mut self.ext, name, input),
        }
    }

    fn keep_other(&mut self, doc: &mut JsonDoc<'t>, name: &str, raw: &'t RawValue) {
        if name.to_lowercase().contains("title") && self.titles.is_empty() {
            self.titles = if raw.get().starts_with('[') {
                serde_json::from_str(raw.get()).unwrap_or_default()
            } else {
                vec![doc.text(raw, name)]
            };
        }
        keep_value(doc, &mut self.ext, name, raw);
    }
}

/// Keeps a value without its own field, a text as it is and any other value as JSON; a long
/// one is reported instead.
fn keep_value<'t>(
    doc: &mut JsonDoc<'t>,
    ext: &mut BTreeMap<String, String>,
    name: &str,
    raw: &'t RawValue,
) {
    if is_empty_json(raw.get()) {
        return;
    }
    if is_private_key(name) {
        let note = left_out_finding(&[name.to_owned()]);
        let location = doc.location(doc.span(raw));
        doc.findings.extend(note.map(|note| note.at(location)));
        return;
    }
    let text = if raw.get().starts_with('"') {
        doc.text(raw, name)
    } else {
        mask_private_values(raw.get()).into_owned()
    };
    if text.len() > MAX_EXT_BYTES {
        let message = format!(
            "`{name}`: expected at most {MAX_EXT_BYTES} bytes to keep in `ext`, found {}",
            text.len()
        );
        doc.add_finding(Code::UnknownField, message, raw);
    } else if !(name == "metadata" && is_empty_json(text.trim())) {
        keep_in_ext(ext, name, &text);
    }
}

/// Returns the name of a player: a text, or a field of an object.
fn player_name(raw: &RawValue) -> Option<String> {
    let text = |raw: &RawValue| serde_json::from_str::<String>(raw.get()).ok();
    if raw.get().starts_with('"') {
        return text(raw);
    }
    let fields = json_doc::fields_of(raw)?;
    let keys = ["name", "pseudo", "nickname"];
    keys.iter().find_map(|key| text(fields.get(*key)?))
}

/// Reports whether a JSON value has no content.
fn is_empty_json(json: &str) -> bool {
    matches!(json, "null" | "{}" | "[]")
}

/// Keeps a text that is not blank, under another key if there is another text under this one.
pub(super) fn keep_in_ext(ext: &mut BTreeMap<String, String>, key: &str, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let mut free_key = key.to_owned();
    for number in 2.. {
        match ext.get(&free_key) {
            Some(kept) if kept == text => return,
            Some(_) => free_key = format!("{key}.{number}"),
            None => break,
        }
    }
    ext.insert(free_key, text.to_owned());
}

/// Reports whether the runner's `ids` only repeat the players' indices.
fn repeats_indices<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue) -> bool {
    number_pair(doc, raw, "ids") == Some([0, 1])
}

/// Returns a number for each player, from a list or from a map by player.
fn number_pair<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue, name: &str) -> Option<[i32; 2]> {
    let expected = "two numbers, one per player";
    let numbers: Vec<&RawValue> = if raw.get().starts_with('{') {
        let map: JsonFields = doc.parse_bounded(raw, name, expected)?;
        let is_player = |(key, index): (&String, usize)| *key == index.to_string();
        if !map.keys().zip(0..).all(is_player) {
            let message = format!("`{name}`: expected the players 0 and 1, found other keys");
            doc.add_finding(Code::BadValue, message, raw);
            return None;
        }
        map.into_values().collect()
    } else {
        doc.parse_bounded(raw, name, expected)?
    };
    match numbers.as_slice() {
        [] => None,
        [first, second] => {
            let pair = [doc.number(first, name), doc.number(second, name)];
            if let [Some(first), Some(second)] = pair {
                return Some([first, second]);
            }
            // Another value is reported at its place.
            let is_null = [first, second].map(|raw| raw.get() == "null");
            if is_null[0] != is_null[1] {
                let message = format!("`{name}`: expected {expected}, found one");
                doc.add_finding(Code::BadValue, message, raw);
            }
            None
        }
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
        let inner = if raw.get().starts_with('"') {
            doc.text(raw, "tooltips")
        } else {
            raw.get().to_owned()
        };
        if let Some(tooltip) = parse_tooltip(&inner) {
            tooltips.push(tooltip);
        } else {
            let message = "`tooltips`: expected an object with `turn`, `text` and `event`, each \
                           once, found another value";
            doc.add_finding(Code::BadValue, message, raw);
        }
    }
    tooltips
}

/// Parses the object of a tooltip; `None` if it is none, or has a key twice.
fn parse_tooltip(json: &str) -> Option<Tooltip> {
    let fields: Bounded<'_, JsonFields<'_>> = serde_json::from_str(json).ok()?;
    if !fields.repeated.is_empty() || fields.is_truncated {
        return None;
    }
    let mut tooltip = Tooltip::default();
    for (name, raw) in fields.items {
        match name.as_str() {
            "turn" => tooltip.turn = serde_json::from_str(raw.get()).ok()?,
            "text" => tooltip.text = serde_json::from_str(raw.get()).ok()?,
            "event" => tooltip.event = serde_json::from_str(raw.get()).ok()?,
            _ => tooltip.other.push_str(&format!(" {name}={}", raw.get())),
        }
    }
    Some(tooltip)
}

// The replay form of the site: a list of frames.

/// Returns the frames; fields that frames do not have are kept in `ext`.
pub(super) fn site_frames<'t>(
    doc: &mut JsonDoc<'t>,
    raw: &'t RawValue,
    ext: &mut BTreeMap<String, String>,
) -> Vec<ReplayFrame<'t>> {
    let list: Vec<&RawValue> = doc
        .parse_bounded(raw, "frames", "a list of frames")
        .unwrap_or_default();
    let mut frames = Vec::with_capacity(list.len());
    for (index, raw) in list.into_iter().enumerate() {
        push_frame(doc, index, raw, ext, &mut frames);
    }
    frames
}

/// Appends a frame, or one for each player if its output is a list by player.
fn push_frame<'t>(
    doc: &mut JsonDoc<'t>,
    index: usize,
    raw: &'t RawValue,
    ext: &mut BTreeMap<String, String>,
    frames: &mut Vec<ReplayFrame<'t>>,
) {
    let fields: Option<JsonFields> = doc.parse_bounded(raw, "frames", "a frame, an object");
    let Some(mut fields) = fields else {
        frames.push(ReplayFrame {
            index,
            is_damaged: true,
            ..ReplayFrame::empty_at(doc.span(raw))
        });
        return;
    };
    let mut texts = |name: &str| {
        let list = fields.get(name).filter(|raw| raw.get().starts_with('['))?;
        let both: [&RawValue; 2] = serde_json::from_str(list.get()).ok()?;
        fields.remove(name);
        Some(both)
    };
    let (outputs, errors) = (texts("stdout"), texts("stderr"));
    let mut whole = ReplayFrame {
        index,
        ..frame(doc, index, raw, fields, ext)
    };
    if let Some(errors) = errors {
        let errors = errors.map(|raw| doc.text(raw, "stderr"));
        whole.stderr.push_str(&errors.concat());
    }
    let Some(outputs) = outputs else {
        return frames.push(whole);
    };
    whole.is_turn = index > 0;
    for (player, output) in Player::ALL.into_iter().zip(outputs) {
        let text = doc.text(output, "stdout");
        if text.is_empty() {
            continue;
        }
        // The referee's texts and the standard error belong to one of them.
        let first = std::mem::replace(&mut whole, ReplayFrame::empty_at(doc.span(raw)));
        whole.index = index;
        frames.push(ReplayFrame {
            agent: Some(player),
            stdout: Some(text),
            span: doc.span(output),
            ..first
        });
    }
    if frames.last().is_none_or(|last| last.index != index) {
        frames.push(whole);
    }
}

fn frame<'t>(
    doc: &mut JsonDoc<'t>,
    index: usize,
    raw: &'t RawValue,
    mut fields: JsonFields<'t>,
    ext: &mut BTreeMap<String, String>,
) -> ReplayFrame<'t> {
    let stdout = fields.remove("stdout");
    let mut frame = ReplayFrame::empty_at(doc.span(stdout.unwrap_or(raw)));
    // Another value is reported as one that this field cannot have.
    let is_text = |raw: &RawValue| !raw.get().starts_with(['{', '[', 't', 'f']);
    frame.is_damaged = stdout.is_some_and(|raw| !is_text(raw));
    if let Some(id) = fields.remove("agentId") {
        frame.agent = agent(doc, id);
        frame.is_turn = frame.agent.is_some();
        let is_known = json_doc::parse_whole_number(id.get()) == Some(-1) || id.get() == "null";
        frame.is_damaged |= frame.agent.is_none() && !is_known && stdout.is_none();
    }
    let mut text = |value: Option<&'t RawValue>, name| {
        value.map_or_else(String::new, |value| doc.text(value, name))
    };
    frame.stdout = Some(text(stdout, "stdout")).filter(|text| !text.is_empty());
    frame.stderr = text(fields.remove("stderr"), "stderr");
    frame.referee_texts =
        ["summary", "gameInformation"].map(|name| text(fields.remove(name), name));
    // Some programs store the view as `data`, and whether it is drawn in full as `key`.
    let view = ["view", "data"].into_iter().find(|name| {
        fields
            .get(*name)
            .is_some_and(|raw| raw.get().starts_with('"'))
    });
    frame.view = fields.remove(view.unwrap_or("view"));
    for (name, value) in fields {
        let is_flag =
            matches!(name.as_str(), "keyframe" | "key") && matches!(value.get(), "true" | "false");
        if !is_flag {
            keep_value(doc, ext, &format!("frame{index}.{name}"), value);
        }
    }
    frame
}

/// Returns the player of a frame; -1 means none.
fn agent<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue) -> Option<Player> {
    let id = doc.number(raw, "agentId")?;
    if id == -1 {
        return None;
    }
    let player = usize::try_from(id).ok().and_then(|id| Player::ALL.get(id));
    if player.is_none() {
        let message = format!("`agentId`: expected -1, 0 or 1, found {id}");
        doc.add_finding(Code::BadValue, message, raw);
    }
    player.copied()
}

// The replay form of the local runner: lists by frame, one for each stream.

/// A stream: a text or null for each frame. Lists may differ in length if the referee failed.
type TextStream<'t> = Vec<&'t RawValue>;

pub(super) fn local_frames<'t>(
    doc: &mut JsonDoc<'t>,
    fields: &mut JsonFields<'t>,
    ext: &mut BTreeMap<String, String>,
) -> Vec<ReplayFrame<'t>> {
    let outputs = player_streams(doc, fields, "outputs", ext);
    let errors = player_streams(doc, fields, "errors", ext);
    let mut list = |name| match fields.remove(name) {
        Some(raw) => doc
            .parse_bounded(raw, name, "a list of texts")
            .unwrap_or_default(),
        None => TextStream::new(),
    };
    let [summaries, infos, views] = [list("summaries"), list("infos"), list("views")];
    let lengths = [outputs[0].len(), outputs[1].len()];
    let length = if doc.is_cut_off {
        // After the cut, the outputs of one player alone are no game.
        lengths[0].min(lengths[1])
    } else {
        lengths[0].max(lengths[1]).max(summaries.len())
    };
    // A referee that failed did not finish its lists.
    if !doc.is_cut_off && !fields.contains_key("failCause") {
        for (name, list) in [("infos", &infos), ("views", &views)] {
            if let Some(extra) = list.get(length) {
                let found = list.len();
                let message =
                    format!("`{name}`: expected {length} texts, one a frame, found {found}");
                doc.add_finding(Code::TrailingText, message, extra);
            }
        }
    }
    let streams = RunnerStreams {
        outputs,
        errors,
        summaries,
        infos,
        views,
    };
    let mut frames = Vec::with_capacity(length);
    for index in 0..length {
        streams.push_frames(doc, index, &mut frames);
    }
    if !doc.is_cut_off {
        streams.add_late_errors(doc, length, &mut frames);
    }
    frames
}

struct RunnerStreams<'t> {
    outputs: [TextStream<'t>; 2],
    errors: [TextStream<'t>; 2],
    summaries: TextStream<'t>,
    infos: TextStream<'t>,
    views: TextStream<'t>,
}

impl<'t> RunnerStreams<'t> {
    /// Appends a frame for each player who wrote something, or one frame if no one did.
    fn push_frames(&self, doc: &mut JsonDoc<'t>, index: usize, frames: &mut Vec<ReplayFrame<'t>>) {
        let at =
            |stream: &TextStream<'t>| stream.get(index).filter(|raw| raw.get() != "null").copied();
        let mut text = |stream: &TextStream<'t>, name| {
            at(stream).map_or_else(String::new, |raw| doc.text(raw, name))
        };
        let referee_texts = [
            text(&self.summaries, "summaries"),
            text(&self.infos, "infos"),
        ];
        let mut stderr = [0, 1].map(|player| text(&self.errors[player], "errors"));
        let before = frames.len();
        for player in Player::ALL {
            let Some(stdout) = at(&self.outputs[player.index()]) else {
                continue;
            };
            let text = doc.text(stdout, "outputs");
            frames.push(ReplayFrame {
                index,
                agent: Some(player),
                stdout: Some(text).filter(|text| !text.is_empty()),
                stderr: std::mem::take(&mut stderr[player.index()]),
                is_turn: true,
                ..ReplayFrame::empty_at(doc.span(stdout))
            });
        }
        if frames.len() == before {
            let empty = ReplayFrame::empty_at(0..0);
            frames.push(ReplayFrame {
                index,
                is_turn: index > 0,
                ..empty
            });
        }
        if let Some(last) = frames.last_mut() {
            last.referee_texts = referee_texts;
            last.view = at(&self.views);
            last.stderr.push_str(&stderr.concat());
        }
    }

    /// Adds what the bots wrote after the last turn to the last frame.
    fn add_late_errors(
        &self,
        doc: &mut JsonDoc<'t>,
        length: usize,
        frames: &mut [ReplayFrame<'t>],
    ) {
        let Some(last) = frames.last_mut() else {
            return;
        };
        for raw in self
            .errors
            .iter()
            .flat_map(|stream| stream.iter().skip(length))
        {
            last.stderr.push_str(&doc.text(raw, "errors"));
        }
    }
}

/// Returns the streams of both players; the referee's own stream is kept in `ext`.
fn player_streams<'t>(
    doc: &mut JsonDoc<'t>,
    fields: &mut JsonFields<'t>,
    name: &str,
    ext: &mut BTreeMap<String, String>,
) -> [TextStream<'t>; 2] {
    let mut both = [TextStream::new(), TextStream::new()];
    let Some(raw) = fields.remove(name) else {
        return both;
    };
    let all: JsonFields = doc
        .parse_bounded(raw, name, "lists of texts by player")
        .unwrap_or_default();
    for (key, raw) in all {
        let stream: TextStream = doc
            .parse_bounded(raw, name, "a list of texts")
            .unwrap_or_default();
        let player = key
            .parse()
            .ok()
            .and_then(|index: usize| both.get_mut(index));
        if let Some(player) = player {
            *player = stream;
        } else if key == "referee" {
            let texts: Vec<String> = stream.into_iter().map(|raw| doc.text(raw, name)).collect();
            keep_in_ext(ext, &format!("referee.{name}"), &texts.concat());
        } else {
            let message = format!("`{name}`: expected the players 0 and 1, found `{key}`");
            doc.add_finding(Code::BadValue, message, raw);
        }
    }
    both
}
