//! The replay form of the site: a list of frames.

use super::bounded::JsonFields;
use super::json_doc::JsonDoc;
use super::replay::{ReplayFrame, keep_value};
use kifu_core::contract::Player;
use kifu_core::findings::Code;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Returns the frames; fields that frames do not have are kept in `ext`.
pub(super) fn frames<'t>(
    doc: &mut JsonDoc<'t>,
    raw: &'t RawValue,
    ext: &mut BTreeMap<String, String>,
) -> Vec<ReplayFrame<'t>> {
    let list: Vec<&RawValue> = doc
        .parse_bounded(raw, "frames", "a list of frames")
        .unwrap_or_default();
    let frame = |(index, raw)| ReplayFrame {
        index,
        ..frame(doc, index, raw, ext)
    };
    list.into_iter().enumerate().map(frame).collect()
}

fn frame<'t>(
    doc: &mut JsonDoc<'t>,
    index: usize,
    raw: &'t RawValue,
    ext: &mut BTreeMap<String, String>,
) -> ReplayFrame<'t> {
    let fields: Option<JsonFields> = doc.parse_bounded(raw, "frames", "a frame, an object");
    let Some(mut fields) = fields else {
        return ReplayFrame::empty_at(doc.span(raw));
    };
    let stdout = fields.remove("stdout");
    let mut frame = ReplayFrame::empty_at(doc.span(stdout.unwrap_or(raw)));
    if let Some(id) = fields.remove("agentId") {
        frame.agent = agent(doc, id);
    }
    let mut text = |value: Option<&'t RawValue>, name| {
        value.map_or_else(String::new, |value| doc.text(value, name))
    };
    frame.stdout = Some(text(stdout, "stdout")).filter(|text| !text.is_empty());
    frame.stderr = text(fields.remove("stderr"), "stderr");
    frame.referee_texts =
        ["summary", "gameInformation"].map(|name| text(fields.remove(name), name));
    frame.view = fields.remove("view");
    for (name, value) in fields {
        // Whether a picture is drawn in full says nothing of the game.
        let is_flag = name == "keyframe" && matches!(value.get(), "true" | "false");
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
