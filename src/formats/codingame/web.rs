//! The replay form of the site: a list of frames.

use super::json_doc::JsonDoc;
use super::replay::ReplayFrame;
use crate::contract::Player;
use crate::findings::Code;
use serde::Deserialize;
use serde_json::value::RawValue;

/// The raw fields of a frame, so that a value of an unexpected type spoils only itself.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct RawFrame<'t> {
    #[serde(borrow)]
    agent_id: Option<&'t RawValue>,
    #[serde(borrow)]
    stdout: Option<&'t RawValue>,
    #[serde(borrow)]
    stderr: Option<&'t RawValue>,
    #[serde(borrow)]
    summary: Option<&'t RawValue>,
    #[serde(borrow)]
    game_information: Option<&'t RawValue>,
    #[serde(borrow)]
    view: Option<&'t RawValue>,
}

pub(super) fn frames<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue) -> Vec<ReplayFrame<'t>> {
    let list: Vec<&RawValue> = doc
        .parse_bounded(raw, "frames", "a list of frames")
        .unwrap_or_default();
    let frame = |(index, raw)| ReplayFrame {
        index,
        ..frame(doc, raw)
    };
    list.into_iter().enumerate().map(frame).collect()
}

fn frame<'t>(doc: &mut JsonDoc<'t>, raw: &'t RawValue) -> ReplayFrame<'t> {
    let Some(fields) = doc.parse::<RawFrame>(raw, "frames", "a frame, an object") else {
        return ReplayFrame::empty_at(doc.span(raw));
    };
    let mut frame = ReplayFrame::empty_at(doc.span(fields.stdout.unwrap_or(raw)));
    if let Some(id) = fields.agent_id {
        frame.agent = agent(doc, id);
    }
    let mut text = |value: Option<&'t RawValue>, name| {
        value.map_or_else(String::new, |value| doc.text(value, name))
    };
    frame.stdout = Some(text(fields.stdout, "stdout")).filter(|text| !text.is_empty());
    frame.stderr = text(fields.stderr, "stderr");
    frame.referee_texts = [
        text(fields.summary, "summary"),
        text(fields.game_information, "gameInformation"),
    ];
    frame.view = fields.view;
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
