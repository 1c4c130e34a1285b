//! The form of the site: a list of frames.

use super::told::Frame;
use super::tree::Doc;
use crate::contract::Player;
use crate::findings::Code;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A frame as it stands; a value of an unexpected type spoils only itself.
#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Raw<'t> {
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

pub(super) fn frames<'t>(doc: &mut Doc<'t>, raw: &'t RawValue) -> Vec<Frame<'t>> {
    let list: Vec<&RawValue> = doc
        .all(raw, "frames", "a list of frames")
        .unwrap_or_default();
    let frame = |(nth, raw)| Frame {
        nth,
        ..frame(doc, raw)
    };
    list.into_iter().enumerate().map(frame).collect()
}

fn frame<'t>(doc: &mut Doc<'t>, raw: &'t RawValue) -> Frame<'t> {
    let Some(fields) = doc.get::<Raw>(raw, "frames", "a frame, an object") else {
        return Frame::at(doc.span(raw));
    };
    let mut frame = Frame::at(doc.span(fields.stdout.unwrap_or(raw)));
    if let Some(id) = fields.agent_id {
        frame.agent = agent(doc, id);
    }
    let mut text = |value: Option<&'t RawValue>, name| {
        value.map_or_else(String::new, |value| doc.text(value, name))
    };
    frame.stdout = Some(text(fields.stdout, "stdout")).filter(|text| !text.is_empty());
    frame.stderr = text(fields.stderr, "stderr");
    frame.words = [
        text(fields.summary, "summary"),
        text(fields.game_information, "gameInformation"),
    ];
    frame.view = fields.view;
    frame
}

/// Whose frame it is; -1 is nobody's.
fn agent<'t>(doc: &mut Doc<'t>, raw: &'t RawValue) -> Option<Player> {
    let id = doc.number(raw, "agentId")?;
    if id == -1 {
        return None;
    }
    let player = usize::try_from(id).ok().and_then(|id| Player::ALL.get(id));
    if player.is_none() {
        let message = format!("`agentId`: expected -1, 0 or 1, found {id}");
        doc.find(Code::BadValue, message, raw);
    }
    player.copied()
}
