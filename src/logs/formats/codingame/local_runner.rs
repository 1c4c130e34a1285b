//! The replay form of the local runner: lists by frame, one for each stream.

use super::bounded::JsonFields;
use super::json_doc::JsonDoc;
use super::replay::ReplayFrame;
use kifu_core::contract::Player;
use kifu_core::findings::Code;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A stream: a text or null for each frame. Lists may differ in length if the referee failed.
type TextStream<'t> = Vec<&'t RawValue>;

pub(super) fn frames<'t>(
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
    /// Appends a frame for each player who wrote something, or one frame if nobody did.
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
                ..ReplayFrame::empty_at(doc.span(stdout))
            });
        }
        if frames.len() == before {
            let empty = ReplayFrame::empty_at(0..0);
            frames.push(ReplayFrame { index, ..empty });
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
            super::replay::keep_in_ext(ext, &format!("referee.{name}"), &texts.concat());
        } else {
            let message = format!("`{name}`: expected the players 0 and 1, found `{key}`");
            doc.add_finding(Code::BadValue, message, raw);
        }
    }
    both
}
