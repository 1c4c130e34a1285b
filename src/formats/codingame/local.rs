//! The form of the local runner: lists by frame, one for each stream.

use super::told::Frame;
use super::tree::{Doc, Fields};
use crate::contract::Player;
use crate::findings::Code;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// One stream: a text a frame, or null. Lists may differ in length where the referee failed.
type Stream<'t> = Vec<Option<&'t RawValue>>;

pub(super) fn frames<'t>(
    doc: &mut Doc<'t>,
    fields: &mut Fields<'t>,
    ext: &mut BTreeMap<String, String>,
) -> Vec<Frame<'t>> {
    let outputs = streams(doc, fields, "outputs", ext);
    let errors = streams(doc, fields, "errors", ext);
    let mut list = |name| match fields.remove(name) {
        Some(raw) => doc.get(raw, name, "a list of texts").unwrap_or_default(),
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
    let mut frames = Vec::with_capacity(length);
    for nth in 0..length {
        let at = |stream: &Stream<'t>| stream.get(nth).copied().flatten();
        let mut rest = Frame::at(0..0);
        rest.words = [(&summaries, "summaries"), (&infos, "infos")]
            .map(|(stream, name)| at(stream).map_or_else(String::new, |raw| doc.text(raw, name)));
        rest.view = at(&views);
        for player in Player::ALL {
            let stderr = at(&errors[player.index()]);
            let stderr = stderr.map_or_else(String::new, |raw| doc.text(raw, "errors"));
            let Some(stdout) = at(&outputs[player.index()]) else {
                rest.stderr.push_str(&stderr);
                continue;
            };
            let mut frame = Frame::at(doc.span(stdout));
            frame.nth = nth;
            frame.agent = Some(player);
            frame.stdout = Some(doc.text(stdout, "outputs")).filter(|text| !text.is_empty());
            frame.stderr = stderr;
            frames.push(frame);
        }
        match frames
            .last_mut()
            .filter(|frame| frame.agent.is_some() && frame.nth == nth)
        {
            Some(frame) => {
                frame.words = rest.words;
                frame.view = rest.view;
                frame.stderr.push_str(&rest.stderr);
            }
            None => {
                rest.nth = nth;
                frames.push(rest);
            }
        }
    }
    frames
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
        .get(raw, name, "lists of texts by player")
        .unwrap_or_default();
    for (key, raw) in all {
        let stream: Stream = doc.get(raw, name, "a list of texts").unwrap_or_default();
        let player = key.parse().ok().and_then(|nth: usize| both.get_mut(nth));
        if let Some(player) = player {
            *player = stream;
        } else if key == "referee" {
            let texts = stream.into_iter().flatten();
            let texts: Vec<String> = texts.map(|raw| doc.text(raw, name)).collect();
            super::told::keep(ext, format!("referee.{name}"), &texts.concat());
        } else {
            let message = format!("`{name}`: expected the players 0 and 1, found `{key}`");
            doc.find(Code::BadValue, message, raw);
        }
    }
    both
}
