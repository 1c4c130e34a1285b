//! What a client must not be able to do.

use super::client::{Client, answer_of};
use crate::{GAME, folder};
use serde_json::json;
use std::io::Write;
use std::time::{Duration, Instant};

#[test]
fn paths_outside_are_refused_alike() {
    let outer = folder(&[("secret.txt", GAME), ("in/a.txt", GAME)]);
    let inner = outer.path().join("in");
    let mut client = Client::start(&inner, &["."]);
    let absolute = outer.path().join("secret.txt");
    for path in [
        absolute.to_str().unwrap(),
        "../secret.txt",
        "/etc/passwd",
        "missing.txt",
        "a\0b",
        "",
    ] {
        let error = client.error("open", json!({"paths": [path]}));
        assert!(error.starts_with("error: expected"), "{error}");
        assert!(!error.contains("root:"), "{error}");
        client.error("board", json!({"at": format!("{path}#0@0")}));
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_outside_are_not_followed() {
    use std::os::unix::fs::symlink;

    let outer = folder(&[("secret.txt", GAME), ("in/a.txt", GAME)]);
    let inner = outer.path().join("in");
    symlink(outer.path().join("secret.txt"), inner.join("link.txt")).unwrap();
    symlink(outer.path(), inner.join("up")).unwrap();
    symlink("/", inner.join("root")).unwrap();
    let mut client = Client::start(&inner, &["."]);
    let text = client.text("open", json!({"paths": ["."]}));
    assert!(text.starts_with("1 game open"), "{text}");
    for path in ["link.txt", "up", "up/secret.txt", "root/etc"] {
        client.error("open", json!({"paths": [path]}));
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = folder(&[("a.txt", GAME)]);
    let pipe = folder.path().join("pipe");
    assert!(
        std::process::Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let mut client = Client::start(folder.path(), &["."]);
    let error = client.error("open", json!({"paths": ["pipe"]}));
    assert!(error.contains("expected a file or folder"), "{error}");
    assert!(
        client
            .text("open", json!({"paths": ["."]}))
            .starts_with("1 game open")
    );
}

#[test]
fn wrong_arguments_name_what_is_expected() {
    let folder = folder(&[("a.txt", GAME)]);
    let mut client = Client::start(folder.path(), &["."]);
    let wrong = [
        ("open", json!({}), "missing field `paths`"),
        ("open", json!({"paths": "a.txt"}), "expected a sequence"),
        (
            "board",
            json!({"at": "a.txt#0", "ply": 3}),
            "unknown field `ply`",
        ),
        (
            "find",
            json!({"what": "all"}),
            "expected one of `losses`, `faults`",
        ),
        (
            "analyze",
            json!({"at": "a.txt#0@0", "nodes": 0}),
            "nodes: expected 1 to 20000000",
        ),
        (
            "analyze",
            json!({"at": "a.txt#0@0", "lines": 1000}),
            "lines: expected 1 to 20",
        ),
        ("analyze", json!({"at": "a.txt#0@3"}), "the game is over"),
        (
            "review",
            json!({"game": "a.txt#0", "seconds": 100_000}),
            "seconds: expected 1 to 600",
        ),
        (
            "open",
            json!({"paths": ["a.txt"], "results": ["won"]}),
            "expected `player`",
        ),
        (
            "open",
            json!({"paths": ["a.txt"], "game": "chess"}),
            "expected one of turn-right",
        ),
    ];
    for (tool, arguments, expected) in wrong {
        let error = client.error(tool, arguments);
        assert!(error.contains(expected), "{tool}: {error}");
    }
    let answer = client.request("tools/call", &json!({"name": "match", "arguments": {}}));
    let message = answer["error"]["message"].as_str().unwrap();
    assert!(message.contains("--allow-run"), "{message}");
}

#[test]
fn huge_arguments_leave_the_server_well() {
    let folder = folder(&[("a.txt", GAME)]);
    let mut client = Client::start(folder.path(), &["."]);
    let moves = vec!["a1b1"; 20_000];
    let error = client.error("board", json!({"at": "a.txt#0@0", "moves": moves}));
    assert!(
        error.contains("expected at most 500 moves, found 20000"),
        "{error}"
    );
    let error = client.error("board", json!({"at": "x".repeat(500_000)}));
    assert!(error.len() < 400, "{error}");
    // A line beyond the limit is dropped.
    let stdin = client.stdin.as_mut().unwrap();
    stdin.write_all(&vec![b'x'; 3 << 20]).unwrap();
    stdin.write_all(b"\n{}\n[]\nnull\n").unwrap();
    assert!(
        client
            .text("open", json!({"paths": ["a.txt"]}))
            .starts_with("1 game")
    );
}

mod slow {
    use super::{Client, Duration, GAME, Instant, Write, answer_of, folder, json};
    use crate::common::repository;

    #[test]
    fn many_requests_at_once_are_all_answered() {
        let mut client = Client::start(repository(), &["records"]);
        let arguments = json!({"at": "clobber.ron#0@10", "nodes": 200});
        let mut ids: Vec<u64> = (0..10)
            .map(|_| client.start_call("analyze", &arguments))
            .collect();
        let mut texts = Vec::new();
        while !ids.is_empty() {
            let message = client.next_message();
            let id = message["id"].as_u64().unwrap();
            ids.retain(|waiting| *waiting != id);
            texts.push(answer_of(&message).text);
        }
        texts.dedup();
        assert_eq!(texts.len(), 1, "the same question has the same answer");
    }

    #[test]
    fn cancelled_review_stops_and_keeps_nothing() {
        let mut client = Client::start(repository(), &["records"]);
        let arguments = json!({"game": "box.ron#0", "nodes": 1_000_000, "seconds": 600});
        let params = json!({
            "name": "review", "arguments": arguments, "_meta": {"progressToken": "p"},
        });
        let id = client.start_request("tools/call", &params);
        let progress = client.next_message();
        assert_eq!(progress["method"], "notifications/progress");
        assert!(progress["params"]["total"].as_f64().unwrap() > 1.0);
        let params = json!({"requestId": id, "reason": "enough"});
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}),
        );
        let start = Instant::now();
        for _ in 0..4 {
            let text = client.text("board", json!({"at": "box.ron#0@5"}));
            assert!(text.contains("after ply 5"), "{text}");
        }
        client.finish();
        assert!(
            start.elapsed() < Duration::from_secs(20),
            "the search went on"
        );
    }

    #[test]
    fn review_ends_by_its_time_and_goes_on() {
        let mut client = Client::start(repository(), &["records"]);
        let arguments = json!({"game": "turn-right.ron#0", "nodes": 200_000, "seconds": 1});
        let text = client.text("review", arguments);
        assert!(
            text.contains("not complete:") && text.contains("the same call goes on"),
            "{text}"
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn closed_connection_ends_the_programs() {
        let bot = "#!/bin/sh\necho $$ > pid\nsleep 600\n";
        let folder = folder(&[("a.txt", GAME), ("bot.sh", bot)]);
        let mut client = Client::start(folder.path(), &[".", "--allow-run"]);
        let arguments = json!({"game": "clobber", "cmd": "sh bot.sh"});
        client.start_call("check_bot", &arguments);
        let pid = folder.path().join("pid");
        let start = Instant::now();
        while std::fs::read_to_string(&pid).map_or(true, |text| text.trim().is_empty()) {
            assert!(
                start.elapsed() < Duration::from_mins(1),
                "the bot does not start"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        client.finish();
        let pid = std::fs::read_to_string(&pid).unwrap();
        let process = std::path::PathBuf::from(format!("/proc/{}", pid.trim()));
        let start = Instant::now();
        while process.exists() {
            assert!(start.elapsed() < Duration::from_mins(1), "the bot goes on");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn client_that_never_reads_costs_bounded_memory() {
        use std::process::{Command, Stdio};

        let mut server = Command::new(crate::KIFU)
            .current_dir(repository())
            .args(["mcp", "records"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut stdin = server.stdin.take().unwrap();
        let id = server.id();
        let writer = std::thread::spawn(move || {
            let greeting = json!({
                "jsonrpc": "2.0", "id": 0, "method": "initialize",
                "params": {"protocolVersion": "2025-06-18", "capabilities": {},
                    "clientInfo": {"name": "test", "version": "1"}},
            });
            let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
            write!(stdin, "{greeting}\n{ready}\n")?;
            for id in 1..200_000 {
                let params =
                    json!({"name": "board", "arguments": {"at": "box.ron#0@5", "picture": true}});
                writeln!(
                    stdin,
                    "{}",
                    json!({
                        "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params,
                    })
                )?;
            }
            Ok::<(), std::io::Error>(())
        });
        std::thread::sleep(Duration::from_secs(5));
        let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let line = status
            .lines()
            .find(|line| line.starts_with("VmHWM"))
            .unwrap();
        let kilobytes: u64 = line.split_whitespace().nth(1).unwrap().parse().unwrap();
        assert!(!writer.is_finished(), "all requests were taken");
        server.kill().unwrap();
        server.wait().unwrap();
        assert!(writer.join().unwrap().is_err());
        assert!(kilobytes < 300_000, "{kilobytes} kB");
    }
}
