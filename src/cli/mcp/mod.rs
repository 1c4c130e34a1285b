//! The command `kifu mcp`, a server with which an assistant asks about games (Model Context
//! Protocol).

mod answer;
mod child;
mod folders;
mod guides;
mod library;
mod opened_game;
mod place;
mod place_name;
mod server;
mod session;
mod skills;
mod tools;
mod transport;

use clap::Args as ArgsOf;
use folders::AllowedFolders;
use kifu_study::failure::Failure;
use rmcp::ServiceExt;
use server::McpServer;
pub(crate) use skills::{SkillsArgs, run as write_skills};
use std::path::PathBuf;
use std::time::Duration;
use transport::BoundedTransport;

/// The time that running calls have to stop when the connection ends.
const STOP_TIME: Duration = Duration::from_secs(2);

/// The arguments of `kifu mcp`.
#[derive(ArgsOf)]
pub(crate) struct McpArgs {
    /// Folders below which files may be read [default: the roots that the client gives]
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Add the tools that run programs: feed, rejudge, check_bot and match
    #[arg(long)]
    allow_run: bool,
}

/// Runs the command, until the client closes standard input.
pub(crate) fn run(args: &McpArgs) -> Result<(), Failure> {
    let server = McpServer::new(AllowedFolders::new(&args.folders)?, args.allow_run);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| Failure::internal(format!("no runtime: {error}")))?;
    let result = runtime.block_on(serve(server));
    child::end_all();
    runtime.shutdown_timeout(STOP_TIME);
    result
}

async fn serve(server: McpServer) -> Result<(), Failure> {
    let (reader, writer) = rmcp::transport::io::stdio();
    let transport = BoundedTransport::new(reader, writer);
    let running = server.serve(transport).await.map_err(|error| {
        let message = format!("expected a client of the Model Context Protocol: {error}");
        Failure::usage(message).hint("assistants start `kifu mcp` themselves; see its chapter")
    })?;
    running
        .waiting()
        .await
        .map(drop)
        .map_err(|error| Failure::internal(format!("the server ended: {error}")))
}
