//! A client of the protocol as plain as can be: lines of JSON.

use super::super::KIFU;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The answer of a tool.
pub struct Answer {
    pub text: String,
    pub is_error: bool,
    /// The bytes of a picture in Base64.
    pub picture: Option<String>,
}

/// A running server with its client.
pub struct Client {
    pub child: Child,
    pub stdin: Option<ChildStdin>,
    lines: Receiver<Value>,
    next_id: u64,
    /// The bytes of all answers so far.
    pub bytes: usize,
}

impl Client {
    /// Starts a server in a folder with these arguments.
    pub fn start(folder: &Path, args: &[&str]) -> Self {
        let mut client = Self::unconnected(folder, args, &[]);
        client.initialize(&json!({}));
        client
    }

    /// Starts a server that is not greeted yet.
    pub fn unconnected(folder: &Path, args: &[&str], env: &[(&str, &Path)]) -> Self {
        let mut child = Command::new(KIFU)
            .current_dir(folder)
            .arg("mcp")
            .args(args)
            .envs(env.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (sender, lines) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).expect("each line is JSON");
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Self {
            stdin: child.stdin.take(),
            child,
            lines,
            next_id: 1,
            bytes: 0,
        }
    }

    pub fn initialize(&mut self, capabilities: &Value) -> Value {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": capabilities,
            "clientInfo": {"name": "test", "version": "1"},
        });
        let answer = self.request("initialize", &params);
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        answer
    }

    pub fn send(&mut self, message: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(format!("{message}\n").as_bytes()).unwrap();
    }

    /// Sends a request and returns its id.
    pub fn start_request(&mut self, method: &str, params: &Value) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        id
    }

    /// Returns the next message of the server.
    pub fn next_message(&mut self) -> Value {
        let message = self.lines.recv_timeout(Duration::from_mins(2));
        let message = message.expect("the server answers");
        self.bytes += message.to_string().len();
        message
    }

    /// Returns the answer to a request; other messages are dropped.
    pub fn answer_to(&mut self, id: u64) -> Value {
        loop {
            let message = self.next_message();
            if message["id"] == json!(id) && message.get("method").is_none() {
                return message;
            }
        }
    }

    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.start_request(method, params);
        self.answer_to(id)
    }

    pub fn start_call(&mut self, tool: &str, arguments: &Value) -> u64 {
        let params = json!({"name": tool, "arguments": arguments});
        self.start_request("tools/call", &params)
    }

    pub fn call(&mut self, tool: &str, arguments: &Value) -> Answer {
        let id = self.start_call(tool, arguments);
        let message = self.answer_to(id);
        assert!(message.get("error").is_none(), "{tool}: {message}");
        answer_of(&message)
    }

    /// Returns the text of an answer that is no error.
    #[expect(clippy::needless_pass_by_value, reason = "calls are written in place")]
    pub fn text(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, &arguments);
        assert!(!answer.is_error, "{tool}: {}", answer.text);
        assert!(
            answer.text.len() <= 4096,
            "{tool}: {} bytes",
            answer.text.len()
        );
        answer.text
    }

    /// Returns the text of an error.
    #[expect(clippy::needless_pass_by_value, reason = "calls are written in place")]
    pub fn error(&mut self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, &arguments);
        assert!(answer.is_error, "{tool}: {}", answer.text);
        answer.text
    }

    /// Closes standard input and waits for the end of the server.
    pub fn finish(mut self) {
        self.stdin = None;
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the answer in a message.
pub fn answer_of(message: &Value) -> Answer {
    let result = &message["result"];
    let content = result["content"].as_array().unwrap();
    let picture = content.iter().find(|block| block["type"] == "image");
    Answer {
        text: content[0]["text"].as_str().unwrap().to_owned(),
        is_error: result["isError"].as_bool().unwrap_or(false),
        picture: picture.map(|block| block["data"].as_str().unwrap().to_owned()),
    }
}
