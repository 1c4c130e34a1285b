//! The names, schemas and descriptions that assistants see.

use super::client::Client;
use crate::common::repository;
use serde_json::{Value, json};
use std::fs;

/// Returns everything that a client lists.
fn surface(args: &[&str]) -> Value {
    let mut client = Client::unconnected(repository(), args, &[]);
    let greeting = client.initialize(&json!({}));
    let mut list = |method: &str| client.request(method, &json!({}))["result"].clone();
    let tools = list("tools/list");
    let mut resources = list("resources/list");
    for resource in resources["resources"].as_array_mut().unwrap() {
        assert!(resource["size"].as_u64().unwrap() > 1000);
        resource.as_object_mut().unwrap().remove("size");
    }
    let prompts = list("prompts/list");
    let greeting = &greeting["result"];
    json!({
        "instructions": greeting["instructions"],
        "capabilities": greeting["capabilities"],
        "tools": tools["tools"],
        "resources": resources["resources"],
        "prompts": prompts["prompts"],
    })
}

/// What changed on purpose is written by `TRYCMD=overwrite cargo test --test cli surface`.
#[test]
fn surface_is_the_promised_one() {
    let path = repository().join("tests/cli/mcp/surface.json");
    let found = serde_json::to_string_pretty(&surface(&["records", "--allow-run"])).unwrap() + "\n";
    if std::env::var("TRYCMD").is_ok_and(|word| word == "overwrite") {
        fs::write(&path, &found).unwrap();
    }
    let promised = fs::read_to_string(&path).unwrap();
    assert!(
        found == promised,
        "the surface has changed; see the comment of this test"
    );
}

#[test]
fn tools_that_run_programs_need_permission() {
    let names = |args: &[&str]| -> Vec<String> {
        let surface = surface(args);
        let tools = surface["tools"].as_array().unwrap().iter();
        tools
            .map(|tool| tool["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let (few, all) = (names(&["records"]), names(&["records", "--allow-run"]));
    let only = all.iter().filter(|name| !few.contains(name));
    assert_eq!(
        only.collect::<Vec<_>>(),
        ["feed", "rejudge", "check_bot", "match"]
    );
}

#[test]
fn every_argument_is_described() {
    for tool in surface(&["records", "--allow-run"])["tools"]
        .as_array()
        .unwrap()
    {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["additionalProperties"], false, "{tool}");
        for (name, argument) in schema["properties"].as_object().unwrap() {
            let about = argument["description"].as_str();
            assert!(
                about.is_some_and(|about| about.len() > 10),
                "{}: {name}",
                tool["name"]
            );
        }
    }
}

#[test]
fn prompts_hold_the_skills_with_their_subject() {
    let mut client = Client::start(repository(), &["records"]);
    for name in ["review-a-lost-game", "is-my-bot-better", "add-a-game"] {
        let params = json!({"name": name, "arguments": {"about": "games of Ada"}});
        let answer = client.request("prompts/get", &params);
        let text = answer["result"]["messages"][0]["content"]["text"]
            .as_str()
            .unwrap();
        assert!(
            text.starts_with("# ") && text.contains("It is about: games of Ada"),
            "{text}"
        );
    }
    let answer = client.request("prompts/get", &json!({"name": "other"}));
    assert_eq!(answer["error"]["code"], -32602);
}

#[test]
fn resources_are_the_chapters() {
    let mut client = Client::start(repository(), &["records"]);
    let read = client.request("resources/read", &json!({"uri": "kifu://docs/bots"}));
    let text = read["result"]["contents"][0]["text"].as_str().unwrap();
    let chapter = fs::read_to_string(repository().join("src/docs/bots.md")).unwrap();
    assert_eq!(text, chapter);
    let answer = client.request("resources/read", &json!({"uri": "file:///etc/passwd"}));
    assert!(answer["error"].is_object());
}

#[test]
fn skills_are_written_in_the_usual_form() {
    let folder = tempfile::tempdir().unwrap();
    let run = crate::kifu(folder.path(), &["skills", "-o", "skills"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for name in ["review-a-lost-game", "is-my-bot-better", "add-a-game"] {
        let path = folder.path().join("skills").join(name).join("SKILL.md");
        let text = fs::read_to_string(path).unwrap();
        let start = format!("---\nname: {name}\ndescription: ");
        assert!(text.starts_with(&start) && text.len() < 4000, "{text}");
    }
    let again = crate::kifu(folder.path(), &["skills", "-o", "skills"]);
    assert_eq!(again.code, 2, "{}", again.err);
    assert_eq!(
        crate::kifu(folder.path(), &["skills", "-o", "skills", "-f"]).code,
        0
    );
}

#[test]
fn examples_of_the_chapter_fit_the_tools() {
    let chapter = fs::read_to_string(repository().join("src/docs/mcp.md")).unwrap();
    let rows = chapter.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("| `")?.split('`');
        let (name, example) = (cells.next()?, cells.nth(1)?);
        let arguments: Value = serde_json::from_str(example).ok()?;
        Some((name.to_owned(), arguments))
    });
    let rows: Vec<(String, Value)> = rows.collect();
    let folder = tempfile::tempdir().unwrap();
    let mut client = Client::start(folder.path(), &[".", "--allow-run"]);
    let listed = client.request("tools/list", &json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap().iter();
    let names: Vec<&str> = tools.map(|tool| tool["name"].as_str().unwrap()).collect();
    let described: Vec<&str> = rows.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(described, names);
    for (name, arguments) in &rows {
        // The files of the examples are not there.
        let answer = client.call(name, arguments);
        assert!(
            !answer.text.contains("arguments of"),
            "{name}: {}",
            answer.text
        );
    }
}
