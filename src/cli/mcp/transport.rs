//! The transport, with a bound on the requests that wait for their answers.

use rmcp::RoleServer;
use rmcp::model::JsonRpcMessage;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use std::io;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

/// The maximum number of requests that wait for their answers or for the client to read them.
const MAX_WAITING: usize = 64;
/// The maximum length of a message, in bytes.
const MAX_MESSAGE_BYTES: usize = 1 << 20;

/// Lines of JSON on standard input and output.
///
/// From a client that does not read its answers no more requests are read either, so that what waits
/// does not grow.
pub(super) struct BoundedTransport<R: AsyncRead, W: AsyncWrite> {
    lines: AsyncRwTransport<RoleServer, R, W>,
    /// A permit for each request that may come.
    slots: Arc<Semaphore>,
}

impl<R, W> BoundedTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    /// Creates the transport over a reader and a writer.
    pub fn new(reader: R, writer: W) -> Self {
        let lines = AsyncRwTransport::new_server(reader, writer);
        Self {
            lines: lines.with_max_line_length(MAX_MESSAGE_BYTES),
            slots: Arc::new(Semaphore::new(MAX_WAITING)),
        }
    }
}

impl<R, W> Transport<RoleServer> for BoundedTransport<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let is_answer = matches!(item, JsonRpcMessage::Response(_) | JsonRpcMessage::Error(_));
        let slots = Arc::clone(&self.slots);
        let sent = self.lines.send(item);
        async move {
            let result = sent.await;
            if is_answer {
                slots.add_permits(1);
            }
            result
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let slot = self.slots.acquire().await.ok()?;
        let message = self.lines.receive().await;
        if matches!(message, Some(JsonRpcMessage::Request(_))) {
            slot.forget();
        }
        message
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close().await
    }
}
