//! Questions over more than a hundred games, answered by the tools alone. The answers are known from
//! the tables of `kifu export`, which come from the same records by another way.

use super::client::Client;
use crate::common::repository;
use crate::{kifu, kifu_with};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const PATHS: [&str; 5] = [
    "records",
    "fixtures/caia",
    "fixtures/codecup-page",
    "fixtures/arbiter",
    "fixtures/moves",
];

/// The tables of all games.
struct Truth {
    games: Vec<Value>,
    players: Vec<Value>,
    plies: Vec<Value>,
    findings: Vec<Value>,
}

impl Truth {
    fn read(folder: &Path) -> Self {
        let table = |name: &str| -> Vec<Value> {
            let text = fs::read_to_string(folder.join(name)).unwrap();
            text.lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect()
        };
        Self {
            games: table("games.jsonl"),
            players: table("players.jsonl"),
            plies: table("plies.jsonl"),
            findings: table("findings.jsonl"),
        }
    }

    /// Returns the number of a game of a file.
    fn id(&self, source: &str) -> &Value {
        let game = self.games.iter().find(|game| game["source"] == source);
        &game.unwrap()["game_id"]
    }

    fn game(&self, source: &str) -> &Value {
        let game = self.games.iter().find(|game| game["source"] == source);
        game.unwrap()
    }

    /// Returns the plies of a game.
    fn plies<'a>(&'a self, source: &str) -> impl Iterator<Item = &'a Value> {
        let id = self.id(source).clone();
        self.plies.iter().filter(move |ply| ply["game_id"] == id)
    }
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// Counts the rows of an answer over all of its parts.
fn all_rows(client: &mut Client, tool: &str, arguments: &Value) -> Vec<String> {
    let (mut from, mut rows) = (0, Vec::new());
    loop {
        let mut arguments = arguments.clone();
        arguments["from"] = json!(from);
        let text = client.text(tool, arguments);
        let last = text.trim_end().rsplit_once("the next: from=");
        let next = last.map(|(_, next)| next.parse().unwrap());
        let is_row = |line: &&str| !line.starts_with("rows ");
        rows.extend(text.lines().skip(1).filter(is_row).map(str::to_owned));
        match next {
            Some(next) => from = next,
            None => return rows,
        }
    }
}

/// Returns the ply of a row `FILE#GAME@N: ply P ...` or `FILE#GAME@N  ply P ...`.
fn ply_of(row: &str) -> u64 {
    let (_, rest) = row.split_once("ply ").unwrap_or_else(|| panic!("{row}"));
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// Answers a question by the tools and by the tables.
type Question = (
    &'static str,
    fn(&mut Client) -> String,
    fn(&Truth) -> String,
);

fn rows_of(client: &mut Client, arguments: &Value) -> Vec<String> {
    all_rows(client, "find", arguments)
}

const QUESTIONS: &[Question] = &[
    (
        "how many games of each contest",
        |client| {
            let text = client.text("summary", json!({}));
            let line = text
                .lines()
                .find(|line| line.starts_with("games: "))
                .unwrap();
            line["games: ".len()..].to_owned()
        },
        |truth| {
            let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
            for game in &truth.games {
                *counts
                    .entry(game["game"].as_str().unwrap_or("unknown"))
                    .or_default() += 1;
            }
            let words = counts.iter().map(|(game, count)| format!("{game} {count}"));
            words.collect::<Vec<_>>().join(", ")
        },
    ),
    (
        "how many games ended by an illegal move",
        |client| {
            rows_of(client, &json!({"what": "endings", "kind": "illegal"}))
                .len()
                .to_string()
        },
        |truth| {
            let games = truth
                .games
                .iter()
                .filter(|game| game["ending"] == "illegal");
            games.count().to_string()
        },
    ),
    (
        "how many games ended by time",
        |client| {
            rows_of(client, &json!({"what": "endings", "kind": "timeout"}))
                .len()
                .to_string()
        },
        |truth| {
            let games = truth
                .games
                .iter()
                .filter(|game| game["ending"] == "timeout");
            games.count().to_string()
        },
    ),
    (
        "in which games is a move illegal without a word of it (K202)",
        |client| {
            let rows = rows_of(client, &json!({"what": "findings", "kind": "K202"}));
            let names = rows
                .iter()
                .map(|row| row.split_once("  ").unwrap().0.to_owned());
            names.collect::<Vec<_>>().join(" ")
        },
        |truth| {
            let is_wanted = |id: &Value| {
                let mut own = truth.findings.iter();
                own.any(|finding| finding["game_id"] == *id && finding["code"] == "K202")
            };
            let games = truth
                .games
                .iter()
                .filter(|game| is_wanted(&game["game_id"]));
            let name = |game: &Value| {
                format!(
                    "{}#{}",
                    game["source"].as_str().unwrap(),
                    game["source_index"]
                )
            };
            games.map(name).collect::<Vec<_>>().join(" ")
        },
    ),
    (
        "who won the game of Box, with how many points",
        |client| {
            let text = client.text("summary", json!({"game": "records/box.ron#0"}));
            let (_, rest) = text.split_once("finished, ").unwrap();
            let (winner, rest) = rest.split_once(" wins").unwrap();
            let (_, points) = rest.split_once("points ").unwrap();
            format!(
                "{} {}",
                winner.to_lowercase(),
                points.split_once(';').unwrap().0
            )
        },
        |truth| {
            let game = truth.game("records/box.ron");
            let winner = game["winner"].as_str().unwrap();
            format!(
                "{winner} {} - {}",
                game["first_points"], game["second_points"]
            )
        },
    ),
    (
        "at which ply did White first throw away a proven win of Clobber",
        |client| {
            let arguments = json!({
                "at": "records/clobber.ron#0@0", "event": "loss", "player": "White", "min_loss": 99,
            });
            ply_of(&client.text("until", arguments)).to_string()
        },
        |truth| {
            let mut plies = truth.plies("records/clobber.ron");
            let lost =
                plies.find(|ply| ply["side"] == "first" && ply["turning"] == "threw-away-win");
            lost.unwrap()["ply"].to_string()
        },
    ),
    (
        "what was the better move there",
        |client| {
            let arguments = json!({
                "at": "records/clobber.ron#0@0", "event": "loss", "player": "White", "min_loss": 99,
            });
            let text = client.text("until", arguments);
            let (_, rest) = text.split_once("better ").unwrap();
            rest.split_whitespace().next().unwrap().to_owned()
        },
        |truth| {
            let mut plies = truth.plies("records/clobber.ron");
            let lost =
                plies.find(|ply| ply["side"] == "first" && ply["turning"] == "threw-away-win");
            lost.unwrap()["best_move"].as_str().unwrap().to_owned()
        },
    ),
    (
        "who broke a rule in the game of Ada and Charles, and when",
        |client| {
            let rows = rows_of(
                client,
                &json!({"what": "faults", "player": "Charles", "opponent": "Ada"}),
            );
            let row = rows.iter().find(|row| row.starts_with("records/")).unwrap();
            format!(
                "Charles {} {}",
                ply_of(row),
                row.rsplit_once(": ").unwrap().1
            )
        },
        |truth| {
            let id = truth.id("records/turn-right-illegal.ron");
            let mut players = truth
                .players
                .iter()
                .filter(|player| player["game_id"] == *id);
            let failed = players.find(|player| !player["fault"].is_null()).unwrap();
            let name = failed["player"].as_str().unwrap();
            format!(
                "{name} {} {}",
                failed["fault_ply"],
                failed["fault"].as_str().unwrap()
            )
        },
    ),
    (
        "how many moves of Greedy A lost at least 10 % beyond the error",
        |client| {
            let arguments = json!({"what": "losses", "player": "Greedy A", "min_loss": 10});
            rows_of(client, &arguments).len().to_string()
        },
        |truth| {
            let lost = truth.plies.iter().filter(|ply| {
                let loss = ply["loss"].as_f64().unwrap_or(0.0);
                let counted = loss - ply["loss_error"].as_f64().unwrap_or(0.0);
                ply["player"] == "Greedy A" && ply["class"] != "good" && counted >= 0.1
            });
            lost.count().to_string()
        },
    ),
    (
        "which move of all games lost the most by an estimate",
        |client| {
            let rows = rows_of(client, &json!({"what": "losses"}));
            let row = rows.iter().find(|row| row.contains("(estimated)")).unwrap();
            let (name, _) = row.split_once('@').unwrap();
            format!("{name} {}", ply_of(row))
        },
        |truth| {
            let counted = |ply: &Value| {
                let number = |name: &str| ply[name].as_f64().unwrap_or(0.0);
                number("loss") - number("loss_error")
            };
            let estimated = truth.plies.iter().filter(|ply| ply["proven"] == false);
            let worst = estimated.max_by(|one, other| counted(one).total_cmp(&counted(other)));
            let worst = worst.unwrap();
            let game = truth
                .games
                .iter()
                .find(|game| game["game_id"] == worst["game_id"]);
            let source = game.unwrap()["source"].as_str().unwrap();
            format!("{source}#0 {}", worst["ply"])
        },
    ),
    (
        "what is the position after ply 30 of Atari Go",
        |client| {
            let text = client.text("board", json!({"at": "records/atari-go.ron#0@30"}));
            let line = text
                .lines()
                .find(|line| line.starts_with("position text: "));
            line.unwrap()["position text: ".len()..].to_owned()
        },
        |_| {
            let args = ["show", "records/atari-go.ron", "--ply", "30", "--position"];
            kifu(repository(), &args).out.trim().to_owned()
        },
    ),
    (
        "which ply of White's took the longest in Clobber",
        |client| {
            let rows = all_rows(client, "moves", &json!({"game": "records/clobber.ron#0"}));
            let white = rows.iter().filter(|row| row.contains(" White "));
            let time = |row: &&String| -> u64 {
                let (before, _) = row.rsplit_once(" ms").unwrap();
                before.rsplit_once(' ').unwrap().1.parse().unwrap()
            };
            white
                .max_by_key(time)
                .unwrap()
                .split_once(' ')
                .unwrap()
                .0
                .to_owned()
        },
        |truth| {
            let own = truth
                .plies("records/clobber.ron")
                .filter(|ply| ply["side"] == "first");
            own.max_by_key(|ply| number(&ply["time_ms"])).unwrap()["ply"].to_string()
        },
    ),
    (
        "how many moves of Black's took at least a second in Turn Right",
        |client| {
            let mut at = "records/turn-right-engines.ron#0@0".to_owned();
            let mut count = 0;
            loop {
                let text = client.text(
                    "until",
                    json!({
                        "at": at, "event": "slow", "min_ms": 1000, "player": "Black",
                    }),
                );
                if text.contains("no such event") {
                    return count.to_string();
                }
                count += 1;
                at = format!("records/turn-right-engines.ron#0@{}", ply_of(&text));
            }
        },
        |truth| {
            let plies = truth.plies("records/turn-right-engines.ron");
            let slow = plies.filter(|ply| {
                ply["side"] == "second" && ply["time_ms"].as_u64().is_some_and(|ms| ms >= 1000)
            });
            slow.count().to_string()
        },
    ),
    (
        "what is the accuracy of both players of Zuniq",
        |client| {
            let text = client.text("summary", json!({"game": "records/zuniq.ron#0"}));
            let line = text
                .lines()
                .find(|line| line.starts_with("accuracy: "))
                .unwrap();
            line["accuracy: ".len()..].to_owned()
        },
        |truth| {
            let id = truth.id("records/zuniq.ron");
            let players = truth
                .players
                .iter()
                .filter(|player| player["game_id"] == *id);
            let cell = |player: &Value| {
                let side = if player["side"] == "first" {
                    "White"
                } else {
                    "Black"
                };
                format!("{side} {:.1}", player["accuracy"].as_f64().unwrap())
            };
            players.map(cell).collect::<Vec<_>>().join(", ")
        },
    ),
    (
        "what decided the game of Turn Right",
        |client| {
            let text = client.text("summary", json!({"game": "records/turn-right.ron#0"}));
            text.lines().nth(1).unwrap().to_owned()
        },
        |truth| {
            truth.game("records/turn-right.ron")["headline"]
                .as_str()
                .unwrap()
                .to_owned()
        },
    ),
    (
        "how many games did kifu B win",
        |client| {
            let rows = all_rows(client, "summary", &json!({}));
            let row = rows
                .iter()
                .find(|row| row.starts_with("player kifu B: "))
                .unwrap();
            let (before, _) = row.split_once(" won").unwrap();
            before.rsplit_once(' ').unwrap().1.to_owned()
        },
        |truth| {
            let own = truth
                .players
                .iter()
                .filter(|player| player["player"] == "kifu B");
            own.filter(|player| player["result"] == 1.0)
                .count()
                .to_string()
        },
    ),
    (
        "how many games of kifu A came to its position after ply 2 of Clobber",
        |client| {
            let arguments = json!({"at": "records/clobber-engines.ron#0@2", "player": "kifu A"});
            let text = client.text("explore", arguments);
            let (_, rest) = text.split_once("to move; ").unwrap();
            rest.split_once(' ').unwrap().0.to_owned()
        },
        |truth| {
            let own = truth
                .players
                .iter()
                .filter(|player| player["player"] == "kifu A" && player["game"] == "clobber");
            own.count().to_string()
        },
    ),
    (
        "in which line is the first error of each log of Caia",
        |client| {
            let rows = rows_of(client, &json!({"what": "findings"}));
            let names = rows.iter().filter(|row| row.starts_with("fixtures/caia/"));
            let names = names.map(|row| row.split_once("  ").unwrap().0.to_owned());
            let mut lines = Vec::new();
            for name in names.collect::<Vec<_>>() {
                let findings = all_rows(client, "findings", &json!({"game": name}));
                let error = findings.iter().find(|row| row.starts_with("error "));
                let line = error.and_then(|row| row.split_once(" line "));
                if let Some((_, rest)) = line {
                    lines.push(rest.split_once(' ').unwrap().0.to_owned());
                }
            }
            lines.join(" ")
        },
        |truth| {
            let mut lines = Vec::new();
            for game in &truth.games {
                let is_caia = game["source"]
                    .as_str()
                    .unwrap()
                    .starts_with("fixtures/caia/");
                let mut own = truth.findings.iter().filter(|finding| {
                    finding["game_id"] == game["game_id"] && finding["severity"] == "error"
                });
                if let Some(error) = own
                    .next()
                    .filter(|error| is_caia && !error["line"].is_null())
                {
                    lines.push(error["line"].to_string());
                }
            }
            lines.join(" ")
        },
    ),
    (
        "who leads the standings of Zuniq",
        |client| {
            let rows = all_rows(client, "standings", &json!({"game": "zuniq"}));
            let mut rows = rows.iter().map(|row| row.trim_start());
            let row = rows.find(|row| row.starts_with("1  ")).unwrap();
            row[3..].split("  ").next().unwrap().to_owned()
        },
        |_| {
            let run = kifu(
                repository(),
                &[&["standings", "--json"][..], &PATHS].concat(),
            );
            let sheets = run
                .out
                .lines()
                .map(|line| -> Value { serde_json::from_str(line).unwrap() });
            let sheet = sheets.into_iter().find(|sheet| sheet["game"] == "zuniq");
            let rows = sheet.unwrap()["rows"].as_array().unwrap().clone();
            rows[0]["name"].as_str().unwrap().to_owned()
        },
    ),
    (
        "how many legal moves has the mover after ply 10 of Clobber",
        |client| {
            let text = client.text("board", json!({"at": "records/clobber.ron#0@10"}));
            let line = text
                .lines()
                .find(|line| line.ends_with(" legal moves"))
                .unwrap();
            line.split_once(' ').unwrap().0.to_owned()
        },
        |_| {
            let args = ["show", "records/clobber.ron", "--ply", "10", "--position"];
            let position = kifu(repository(), &args).out;
            let game = kifu::games::by_id(kifu::games::CATALOGUE, "clobber").unwrap();
            game.parse_position(position.trim())
                .unwrap()
                .legal_moves()
                .len()
                .to_string()
        },
    ),
];

mod slow {
    use super::*;

    #[test]
    fn tools_alone_answer_twenty_questions() {
        assert_eq!(QUESTIONS.len(), 20);
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().to_str().unwrap();
        let args = [&["export", "-o", out, "--to", "jsonl"][..], &PATHS].concat();
        kifu_with(repository(), &args, "");
        let truth = Truth::read(folder.path());
        assert!(truth.games.len() > 100);
        let mut client = Client::start(repository(), &["."]);
        client.text("open", json!({"paths": PATHS}));
        let mut most = 0;
        for (question, ask, know) in QUESTIONS {
            let before = client.bytes;
            assert_eq!(ask(&mut client), know(&truth), "{question}");
            most = most.max(client.bytes - before);
        }
        let files = PATHS
            .iter()
            .flat_map(|path| fs::read_dir(repository().join(path)).unwrap());
        let read: u64 = files
            .map(|file| file.unwrap().metadata().unwrap().len())
            .sum();
        println!(
            "{} bytes of answers, at most {most} each; files {read}",
            client.bytes
        );
        assert!(
            most as u64 * 10 < read,
            "a question needs {most} of {read} bytes"
        );
    }
}
