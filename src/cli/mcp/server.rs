//! The server: the protocol's requests, answered by tools, resources and prompts.

use super::answer::ToolAnswer;
use super::folders::AllowedFolders;
use super::guides::{CHAPTERS, SKILLS};
use super::session::{Session, ToolCall};
use super::tools::{TOOLS, ToolEntry};
use crate::common::text::printable;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use kifu_core::games::CATALOGUE;
use kifu_study::failure::{Failure, FailureKind};
use percent_encoding::percent_decode_str;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
    GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProgressNotificationParam, Prompt, PromptArgument,
    PromptMessage, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, Resource,
    ResourceContents, Role, ServerCapabilities, ServerConfig,
};
use rmcp::service::{NotificationContext, Peer, RequestContext};
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc};

/// The number of calls that run at the same time.
const MAX_RUNNING: usize = 4;
/// The time that a client has to name its roots.
const ROOTS_TIME: Duration = Duration::from_secs(5);
/// The kind of text that chapters and skills are.
const MARKDOWN: &str = "text/markdown";

/// How to use the tools, after a sentence on the games.
const INSTRUCTIONS: &str = "\
Start with `open` on files or folders. A game is named FILE#GAME, a position FILE#GAME@PLY (PLY plies \
played before it, negative from the end), perhaps with legal `moves` after it; no other position can \
be asked about. Values are win probabilities: `proven` is certain, `estimated` is by the engine. \
Answers are short; an argument `from` gives the next rows.";

/// Returns the instructions for the assistant.
fn instructions() -> String {
    let games = CATALOGUE.iter().map(|game| game.name()).collect::<Vec<_>>();
    let games = games.join(", ");
    format!("Facts about games of programming contests ({games}) from their logs. {INSTRUCTIONS}")
}

/// The server of a connection.
pub(super) struct McpServer {
    session: Arc<Session>,
    /// Whether tools may run programs.
    allows_run: bool,
    /// Whether the folders come from the client.
    takes_roots: bool,
    running: Arc<Semaphore>,
}

impl McpServer {
    /// Creates a server that reads below these folders; without any, below those of the client.
    pub fn new(folders: AllowedFolders, allows_run: bool) -> Self {
        Self {
            takes_roots: folders.is_empty(),
            session: Arc::new(Session::new(folders)),
            allows_run,
            running: Arc::new(Semaphore::new(MAX_RUNNING)),
        }
    }

    /// Returns the tools that this server has.
    pub fn tools(&self) -> impl Iterator<Item = &'static ToolEntry> + use<> {
        let allows_run = self.allows_run;
        TOOLS
            .iter()
            .filter(move |tool| allows_run || !tool.runs_programs)
    }

    /// Asks the client for its folders, if it has some and the command line gave none.
    async fn take_roots(&self, peer: &Peer<RoleServer>) {
        let has_roots = peer
            .peer_info()
            .is_some_and(|client| client.capabilities.roots.is_some());
        if !(self.takes_roots && has_roots && self.session.folders().is_empty()) {
            return;
        }
        // A client that does not answer has no folders.
        if let Ok(paths) = tokio::time::timeout(ROOTS_TIME, client_folders(peer)).await {
            let folders: Vec<PathBuf> = paths.into_iter().filter(|path| path.is_dir()).collect();
            if let Ok(folders) = AllowedFolders::new(&folders) {
                self.session.set_folders(folders);
            }
        }
    }

    /// Runs a tool on a thread of its own, and sends its progress.
    async fn run_tool(
        &self,
        tool: &'static ToolEntry,
        arguments: Value,
        context: &RequestContext<RoleServer>,
    ) -> Result<ToolAnswer, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, mut receiver) = mpsc::channel(1);
        let has_progress = context.meta.get_progress_token().is_some();
        let call = ToolCall {
            stop: Arc::clone(&stop),
            progress: Box::new(move |done, total, message| {
                if has_progress {
                    // Progress that the client is too slow for is left out.
                    let _ = sender.try_send((done, total, message));
                }
            }),
        };
        let session = Arc::clone(&self.session);
        let cancelled = || Failure::new(FailureKind::Cancelled, "cancelled");
        let permit = tokio::select! {
            permit = Arc::clone(&self.running).acquire_owned() => permit,
            () = context.ct.cancelled() => return Err(cancelled()),
        };
        let mut work = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            tool.call(arguments, &session, &call)
        });
        let mut sent = 0;
        loop {
            tokio::select! {
                done = &mut work => {
                    return done.unwrap_or_else(|_| {
                        let message = format!("the tool `{}` failed: a bug in kifu", tool.name);
                        Err(Failure::internal(message))
                    });
                }
                () = context.ct.cancelled(), if !stop.load(Ordering::Relaxed) => {
                    stop.store(true, Ordering::Relaxed);
                }
                Some((done, total, message)) = receiver.recv() => {
                    if done > sent {
                        sent = done;
                        send_progress(context, (done, total), message).await;
                    }
                }
            }
        }
    }
}

/// Sends how much of a call is done.
#[expect(
    clippy::cast_precision_loss,
    reason = "the protocol has numbers with fractions"
)]
async fn send_progress(
    context: &RequestContext<RoleServer>,
    (done, total): (usize, Option<usize>),
    message: String,
) {
    if let Some(token) = context.meta.get_progress_token() {
        let mut progress = ProgressNotificationParam::new(token, done as f64);
        progress.total = total.map(|total| total as f64);
        progress.message = Some(message);
        // A client that is gone has no use for it.
        let _ = context.peer.notify_progress(progress).await;
    }
}

/// Returns the paths that a client names as its roots.
#[expect(deprecated, reason = "clients of today name their folders so")]
async fn client_folders(peer: &Peer<RoleServer>) -> Vec<PathBuf> {
    let roots = peer
        .list_roots()
        .await
        .map_or_else(|_| Vec::new(), |listed| listed.roots);
    roots
        .iter()
        .filter_map(|root| file_path(&root.uri))
        .collect()
}

/// Returns the path of a `file:` URI.
fn file_path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // On Windows a drive follows the first slash.
    let path = if cfg!(windows) {
        path.trim_start_matches('/')
    } else {
        &path
    };
    Some(PathBuf::from(path))
}

/// Returns an answer or an error as the protocol has them.
fn tool_result(answer: Result<ToolAnswer, Failure>) -> CallToolResult {
    match answer {
        Ok(ToolAnswer { text, picture }) => {
            let mut content = vec![ContentBlock::text(text)];
            content.extend(
                picture.map(|png| ContentBlock::image(BASE64_STANDARD.encode(png), "image/png")),
            );
            CallToolResult::success(content)
        }
        Err(Failure { message, hint, .. }) => {
            let mut text = format!("error: {}", printable(&message));
            if let Some(hint) = hint {
                text.push_str(&format!("\nhint: {}", printable(&hint)));
            }
            let text = super::answer::shortened(&text, super::answer::MAX_ANSWER_BYTES / 4);
            CallToolResult::error(vec![ContentBlock::text(text)])
        }
    }
}

impl ServerHandler for McpServer {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_resources()
            .enable_prompts()
            .build();
        let mut own = Implementation::from_build_env();
        own.name = "kifu".to_owned();
        own.version = env!("CARGO_PKG_VERSION").to_owned();
        ServerConfig::new(capabilities)
            .with_server_info(own)
            .with_instructions(instructions())
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let tools = self.tools().map(ToolEntry::description);
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.tools().find(|tool| tool.name == request.name) else {
            let is_program = TOOLS.iter().any(|tool| tool.name == request.name);
            let message = if is_program {
                format!(
                    "the tool `{}` needs a server started with --allow-run",
                    request.name
                )
            } else {
                "no such tool".to_owned()
            };
            return Err(ErrorData::invalid_params(message, None));
        };
        self.take_roots(&context.peer).await;
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        Ok(tool_result(self.run_tool(tool, arguments, &context).await).into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let resources = CHAPTERS.iter().map(|chapter| {
            Resource::new(chapter.uri(), chapter.name)
                .with_description(chapter.about)
                .with_mime_type(MARKDOWN)
                .with_size(chapter.text.len() as u64)
        });
        Ok(ListResourcesResult::with_all_items(resources.collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let chapter = CHAPTERS.iter().find(|chapter| chapter.uri() == request.uri);
        let Some(chapter) = chapter else {
            return Err(ErrorData::resource_not_found("no such chapter", None));
        };
        let text = ResourceContents::text(chapter.text, request.uri).with_mime_type(MARKDOWN);
        Ok(ReadResourceResult::new(vec![text]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let prompts = SKILLS.iter().map(|skill| {
            let about = PromptArgument::new("about")
                .with_description("what it is about: files, players, a bot")
                .with_required(false);
            Prompt::new(skill.name, Some(skill.description()), Some(vec![about]))
        });
        Ok(ListPromptsResult::with_all_items(prompts.collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let Some(skill) = SKILLS.iter().find(|skill| skill.name == request.name) else {
            return Err(ErrorData::invalid_params("no such prompt", None));
        };
        let arguments = request.arguments.unwrap_or_default();
        let about = arguments.get("about").and_then(Value::as_str);
        let mut text = skill.body().to_owned();
        if let Some(about) = about {
            text.push_str(&format!("\nIt is about: {about}\n"));
        }
        let messages = vec![PromptMessage::new_text(Role::User, text)];
        Ok(GetPromptResult::new(messages).into())
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        if self.takes_roots {
            self.session.set_folders(AllowedFolders::default());
        }
    }
}
