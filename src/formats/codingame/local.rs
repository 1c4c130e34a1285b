//! The form of the local runner: lists by frame, one for each stream.

use super::bounded::Fields;
use super::told::Frame;
use super::tree::Doc;
use crate::contract::Player;
use crate::findings::Code;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// One stream: a text a frame, or null. Lists may differ in length where the referee failed.
type Stream<'t> = Vec<&'t RawValue>;

pub(super) fn frames<'t>(
    doc: &mut Doc<'t>,
    fields: &mut Fields<'t>,
    ext: &mut BTreeMap<String, String>,
) -> Vec<Frame<'t>> {
    let outputs = streams(doc, fields, "outputs", ext);
    let errors = streams(doc, fields, "errors", ext);
    let mut list = |name| match fields.remove(name) {
        Some(raw) => doc.all(raw, name, "a list of texts").unwrap_or_default(),
        None => Stream::new(),
    };
    let [summaries, infos, views] = [list("summaries"), list("infos"), list("views")];
    let lengths = [outputs[0].len(), outputs[1].len()];
    let length = if doc.broken {
        // Moves of one player alone are no game.
        lengths[0].min(lengths[1])
    } else {
        lengths[0].max(lengths[1]).max(summaries.len())
    };
    let lists = Lists {
        outputs,
        errors,
        summaries,
        infos,
        views,
    };
    let mut frames = Vec::with_capacity(length);
    for nth in 0..length {
        lists.turn(doc, nth, &mut frames);
    }
    frames
}

struct Lists<'t> {
    outputs: [Stream<'t>; 2],
    errors: [Stream<'t>; 2],
    summaries: Stream<'t>,
    infos: Stream<'t>,
    views: Stream<'t>,
}

impl<'t> Lists<'t> {
    /// The frame of each player who wrote something, or one frame in which nobody did.
    fn turn(&self, doc: &mut Doc<'t>, nth: usize, frames: &mut Vec<Frame<'t>>) {
        let at = |stream: &Stream<'t>| stream.get(nth).filter(|raw| raw.get() != "null").copied();
        let mut text = |stream: &Stream<'t>, name| {
            at(stream).map_or_else(String::new, |raw| doc.text(raw, name))
        };
        let words = [
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
            frames.push(Frame {
                nth,
                agent: Some(player),
                stdout: Some(text).filter(|text| !text.is_empty()),
                stderr: std::mem::take(&mut stderr[player.index()]),
                ..Frame::at(doc.span(stdout))
            });
        }
        if frames.len() == before {
            let nobody = Frame::at(0..0);
            frames.push(Frame { nth, ..nobody });
        }
        if let Some(last) = frames.last_mut() {
            last.words = words;
            last.view = at(&self.views);
            last.stderr.push_str(&stderr.concat());
        }
    }
}

/// The streams of both players; what the referee's own say is kept apart.
fn streams<'t>(
    doc: &mut Doc<'t>,
    fields: &mut Fields<'t>,
    name: &str,
    ext: &mut BTreeMap<String, String>,
) -> [Stream<'t>; 2] {
    let mut both = [Stream::new(), Stream::new()];
    let Some(raw) = fields.remove(name) else {
        return both;
    };
    let all: Fields = doc
        .all(raw, name, "lists of texts by player")
        .unwrap_or_default();
    for (key, raw) in all {
        let stream: Stream = doc.all(raw, name, "a list of texts").unwrap_or_default();
        let player = key.parse().ok().and_then(|nth: usize| both.get_mut(nth));
        if let Some(player) = player {
            *player = stream;
        } else if key == "referee" {
            let texts: Vec<String> = stream.into_iter().map(|raw| doc.text(raw, name)).collect();
            super::told::keep(ext, format!("referee.{name}"), &texts.concat());
        } else {
            let message = format!("`{name}`: expected the players 0 and 1, found `{key}`");
            doc.find(Code::BadValue, message, raw);
        }
    }
    both
}
