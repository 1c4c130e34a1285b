//! The tools: small questions about games, each with its arguments and its answer.

mod archive;
mod engine;
mod explore;
mod find;
mod game;
mod open;
mod programs;
mod reference;
mod until;

use super::answer::ToolAnswer;
use super::session::{Session, ToolCall};
use kifu_study::failure::Failure;
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::sync::Arc;

/// A tool: its arguments are the fields of the type.
trait McpTool: DeserializeOwned + JsonSchema {
    /// The name.
    const NAME: &'static str;
    /// The questions that it answers, for a client that chooses among tools.
    const ABOUT: &'static str;

    /// Answers a call.
    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure>;
}

/// A tool with its types hidden.
#[derive(Clone, Copy)]
pub(super) struct ToolEntry {
    /// The name.
    pub name: &'static str,
    about: &'static str,
    /// Whether it starts programs.
    pub runs_programs: bool,
    schema: fn() -> Value,
    answer: fn(Value, &Session, &ToolCall) -> Result<ToolAnswer, Failure>,
}

impl ToolEntry {
    const fn of<T: McpTool>() -> Self {
        Self {
            name: T::NAME,
            about: T::ABOUT,
            runs_programs: false,
            schema: || schemars::schema_for!(T).to_value(),
            answer: |arguments, session, call| {
                let tool: T = serde_json::from_value(arguments).map_err(|error| {
                    let message = format!("arguments of `{}`: {error}", T::NAME);
                    Failure::usage(message)
                })?;
                tool.answer(session, call)
            },
        }
    }

    const fn of_program<T: McpTool>() -> Self {
        Self {
            runs_programs: true,
            ..Self::of::<T>()
        }
    }

    /// Returns the description for the protocol.
    pub fn description(&self) -> Tool {
        let mut schema = (self.schema)();
        let mut object = JsonObject::new();
        if let Some(fields) = schema.as_object_mut() {
            // The name and the comment of the type are for readers of the code.
            for key in ["$schema", "title", "description"] {
                fields.remove(key);
            }
            object = std::mem::take(fields);
        }
        let hints = ToolAnnotations::new()
            .read_only(!self.runs_programs)
            .destructive(false)
            .open_world(self.runs_programs);
        Tool::new(self.name, self.about, Arc::new(object)).with_annotations(hints)
    }

    /// Answers a call.
    ///
    /// # Errors
    /// Returns an error if the arguments are not those of the tool, or if it cannot answer.
    pub fn call(
        &self,
        arguments: Value,
        session: &Session,
        call: &ToolCall,
    ) -> Result<ToolAnswer, Failure> {
        (self.answer)(arguments, session, call)
    }
}

/// All tools.
pub(super) const TOOLS: &[ToolEntry] = &[
    ToolEntry::of::<open::Open>(),
    ToolEntry::of::<archive::Summary>(),
    ToolEntry::of::<find::Find>(),
    ToolEntry::of::<game::Board>(),
    ToolEntry::of::<game::Moves>(),
    ToolEntry::of::<until::Until>(),
    ToolEntry::of::<game::GameFindings>(),
    ToolEntry::of::<engine::Analyze>(),
    ToolEntry::of::<engine::Review>(),
    ToolEntry::of::<explore::Explore>(),
    ToolEntry::of::<archive::RankPlayers>(),
    ToolEntry::of::<reference::ExplainWord>(),
    ToolEntry::of_program::<programs::Feed>(),
    ToolEntry::of_program::<programs::Rejudge>(),
    ToolEntry::of_program::<programs::CheckBot>(),
    ToolEntry::of_program::<programs::PlayMatch>(),
];
