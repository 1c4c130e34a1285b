//! CodinGame's replays: every key and value is in the record or named by a finding.

use crate::common::random_game_of;
use kifu_core::contract::Setup;
use kifu_core::findings::Severity;
use kifu_core::search::SplitMix64;
use kifu_laws::meaning::{Meaning, mark, unaccounted};
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text};
use proptest::prelude::*;

/// The fields of an object.
type JsonFields = Vec<(String, Json)>;

/// A JSON value whose objects may have a key twice.
#[derive(Clone, Debug)]
enum Json {
    Raw(String),
    List(Vec<Json>),
    Object(JsonFields),
}

impl Json {
    fn text(text: &str) -> Self {
        Self::Raw(serde_json::to_string(text).unwrap())
    }

    fn object<const N: usize>(fields: [(&str, Self); N]) -> Self {
        let fields = fields.map(|(name, value)| (name.to_owned(), value));
        Self::Object(fields.into())
    }

    fn write(&self, out: &mut String) {
        let (open, close, count) = match self {
            Self::Raw(raw) => return out.push_str(raw),
            Self::List(items) => ('[', ']', items.len()),
            Self::Object(fields) => ('{', '}', fields.len()),
        };
        out.push(open);
        for at in 0..count {
            out.push_str(if at > 0 { ",\n" } else { "" });
            match self {
                Self::Object(fields) => {
                    out.push_str(&serde_json::to_string(&fields[at].0).unwrap());
                    out.push(':');
                    fields[at].1.write(out);
                }
                Self::List(items) => items[at].write(out),
                Self::Raw(_) => {}
            }
        }
        out.push(close);
    }

    /// Calls a function for every object.
    fn for_each_object(&mut self, each: &mut dyn FnMut(&mut JsonFields)) {
        match self {
            Self::Raw(_) => {}
            Self::List(items) => items.iter_mut().for_each(|item| item.for_each_object(each)),
            Self::Object(fields) => {
                for (_, value) in fields.iter_mut() {
                    value.for_each_object(each);
                }
                each(fields);
            }
        }
    }

    fn field(&mut self, name: &str) -> Option<&mut Self> {
        let Self::Object(fields) = self else {
            return None;
        };
        fields
            .iter_mut()
            .find(|(key, _)| key == name)
            .map(|(_, value)| value)
    }
}

/// Texts with marks, counted.
struct Marks(usize);

impl Marks {
    fn next(&mut self) -> String {
        self.0 += 1;
        mark(self.0)
    }
}

const GAMES: [(&str, u32); 2] = [("clobber", 715), ("atari-go", 631)];

/// A replay, with what it means.
struct Replay {
    json: Json,
    meaning: Meaning,
}

/// The bots' lines of a random game, as their referee reads them.
fn lines(game: &str, rng: &mut SplitMix64) -> Vec<String> {
    let mut tokens = random_game_of(game, &Setup::default(), rng.next() % 50);
    tokens.truncate(1 + rng.index(20));
    let dyn_game = kifu_core::games::by_id(kifu_core::games::CATALOGUE, game).unwrap();
    let spell = |token: &String| dyn_game.contest_spelling(&Setup::default(), token);
    tokens
        .iter()
        .map(|token| spell(token).unwrap_or_else(|| token.clone()))
        .collect()
}

fn agents(marks: &mut Marks) -> Json {
    let user = |name: &str, marks: &mut Marks| {
        Json::object([
            (name, Json::text(&marks.next())),
            ("other", Json::text(&marks.next())),
        ])
    };
    let agent = |index: usize, key: &str, name: &str, marks: &mut Marks| {
        Json::object([
            ("index", Json::Raw(index.to_string())),
            (key, user(name, marks)),
            ("agentId", Json::text(&marks.next())),
            ("score", Json::text(&marks.next())),
            ("name", Json::text(&marks.next())),
        ])
    };
    Json::List(vec![
        agent(0, "codingamer", "pseudo", marks),
        agent(1, "arenaboss", "nickname", marks),
    ])
}

/// The fields of both forms.
fn common_fields(id: u32, marks: &mut Marks) -> Vec<(String, Json)> {
    let tooltip = format!(r#"{{"turn":1,"text":"{}","event":0}}"#, marks.next());
    let fields = [
        ("puzzleId", Json::Raw(id.to_string())),
        ("agents", agents(marks)),
        ("gameId", Json::text(&marks.next())),
        ("tooltips", Json::List(vec![Json::text(&tooltip)])),
        ("metadata", Json::text(&marks.next())),
        (
            "refereeInput",
            Json::text(&format!("seed={}\n", marks.next())),
        ),
        (
            "uinput",
            Json::List(vec![Json::text(&format!("seed={}\n", marks.next()))]),
        ),
    ];
    fields.map(|(name, value)| (name.to_owned(), value)).into()
}

/// A replay of the site.
fn web_replay(rng: &mut SplitMix64, marks: &mut Marks) -> Replay {
    let (game, id) = GAMES[rng.index(2)];
    let lines = lines(game, rng);
    let mut frames = vec![Json::object([
        ("agentId", Json::Raw("-1".to_owned())),
        ("keyframe", Json::Raw("true".to_owned())),
    ])];
    for (index, line) in lines.iter().enumerate() {
        frames.push(Json::object([
            ("agentId", Json::Raw((index % 2).to_string())),
            ("stdout", Json::text(&format!("{line}\n"))),
            ("stderr", Json::text(&format!("{}\n", marks.next()))),
            ("summary", Json::text(&format!("{}\n", marks.next()))),
            ("gameInformation", Json::text(&marks.next())),
        ]));
    }
    let mut fields = common_fields(id, marks);
    fields.push(("frames".to_owned(), Json::List(frames)));
    let meaning = Meaning {
        moves: lines.len(),
        comments: lines.len(),
        names: 2,
        ..Meaning::default()
    };
    let mut json = Json::Object(fields);
    for wrapper in ["gameResult", "success"].into_iter().take(rng.index(3)) {
        json = Json::object([(wrapper, json), ("gameId", Json::text(&marks.next()))]);
    }
    Replay { json, meaning }
}

/// A replay of the local runner.
fn local_replay(rng: &mut SplitMix64, marks: &mut Marks) -> Replay {
    let (game, id) = GAMES[rng.index(2)];
    let lines = lines(game, rng);
    let stream = |player: usize, text: &mut dyn FnMut(&str) -> String| {
        let turn = |(index, line): (usize, &String)| {
            if index % 2 == player {
                Json::text(&text(line))
            } else {
                Json::Raw("null".to_owned())
            }
        };
        let start = std::iter::once(Json::Raw("null".to_owned()));
        Json::List(start.chain(lines.iter().enumerate().map(turn)).collect())
    };
    let streams = |name: &str, text: &mut dyn FnMut(&str) -> String| {
        let players = [stream(0, text), stream(1, text)];
        let [first, second] = players;
        let referee = Json::List(vec![Json::text(&text(""))]);
        let value = Json::object([("0", first), ("1", second), ("referee", referee)]);
        (name.to_owned(), value)
    };
    let mut fields = vec![streams("outputs", &mut |line| match line {
        "" => String::new(),
        line => format!("{line}\n"),
    })];
    fields.push(streams("errors", &mut |_| format!("{}\n", marks.next())));
    let summary = |marks: &mut Marks| Json::text(&format!("{}\n", marks.next()));
    let summaries = (0..=lines.len()).map(|_| summary(marks)).collect();
    fields.push(("summaries".to_owned(), Json::List(summaries)));
    fields.extend(common_fields(id, marks));
    let meaning = Meaning {
        moves: lines.len(),
        comments: lines.len(),
        names: 2,
        ..Meaning::default()
    };
    Replay {
        json: Json::Object(fields),
        meaning,
    }
}

fn random_replay(rng: &mut SplitMix64, marks: &mut Marks) -> Replay {
    match rng.index(2) {
        0 => web_replay(rng, marks),
        _ => local_replay(rng, marks),
    }
}

fn read(json: &Json) -> (String, Vec<CheckedGame>) {
    let mut text = String::new();
    json.write(&mut text);
    let games = check_text(&text, formats::by_id("codingame"), &ReadContext::default());
    (text, games)
}

fn has_warning(games: &[CheckedGame]) -> bool {
    games
        .iter()
        .any(|game| game.worst_severity() >= Some(Severity::Warning))
}

#[test]
fn third_agent_and_contradicting_values_are_reported() {
    let base = r#""puzzleId":715,"frames":[{"agentId":-1},{"agentId":0,"stdout":"b1a1\n"}]"#;
    for (more, code) in [
        (
            r#""agents":[{"name":"a"},{"name":"b"},{"name":"c"}]"#,
            "K110",
        ),
        (
            r#""agents":[{"index":0,"name":"a"},{"index":0,"name":"b"}]"#,
            "K110",
        ),
        (r#""scores":[1,null]"#, "K110"),
        (r#""scores":{"0":1,"7":0}"#, "K110"),
        (r#""scores":[1,0],"scores":[0,1]"#, "K105"),
        (r#""tooltips":["{\"turn\":1,\"turn\":2}"]"#, "K110"),
    ] {
        let text = format!("{{{base},{more}}}");
        let games = check_text(&text, formats::by_id("codingame"), &ReadContext::default());
        let codes: Vec<String> = games[0]
            .findings
            .iter()
            .map(|f| f.code.to_string())
            .collect();
        assert!(codes.contains(&code.to_owned()), "{more}: {codes:?}");
    }
    let shown = r#"{"puzzleId":715,"frames":[{"agentId":-1},{"agentId":0,"stdout":"b1a1\n",
        "view":" 1\n{\"entitymodule\":\"U160 0 T c2c1\"}\n"}]}"#;
    let games = check_text(shown, formats::by_id("codingame"), &ReadContext::default());
    assert_eq!(
        games[0].findings[0].code.to_string(),
        "K309",
        "the referee shows another move"
    );
    let list = r#"[{"frames":[]},7,{"frames":[{"agentId":0,"stdout":"b1a1\n"}]}]"#;
    let games = check_text(list, formats::by_id("codingame"), &ReadContext::default());
    assert_eq!(
        games.len(),
        3,
        "what follows a value that is no replay is read"
    );
}

mod slow {
    use super::*;

    proptest! {
        #![proptest_config(crate::common::cases(256))]

        #[test]
        fn every_part_of_a_replay_is_read(seed: u64) {
            let (mut rng, mut marks) = (SplitMix64::new(seed), Marks(0));
            let Replay { json, meaning } = random_replay(&mut rng, &mut marks);
            let (text, games) = read(&json);
            prop_assert_eq!(games.len(), 1);
            let found = Meaning::of_games(&games);
            prop_assert_eq!(meaning.missing(&found), vec![], "{}", text);
            prop_assert_eq!(unaccounted(&text, &games), Vec::<&str>::new(), "{}", text);
        }

        #[test]
        fn unknown_key_at_any_place_is_kept_or_reported(seed: u64) {
            let (mut rng, mut marks) = (SplitMix64::new(seed), Marks(0));
            let mut json = random_replay(&mut rng, &mut marks).json;
            json.for_each_object(&mut |fields| {
                let value = match rng.index(3) {
                    0 => Json::text(&marks.next()),
                    1 => Json::List(vec![Json::text(&marks.next())]),
                    _ => Json::object([("deep", Json::text(&marks.next()))]),
                };
                let at = rng.index(fields.len() + 1);
                fields.insert(at, (format!("new{}", marks.0), value));
            });
            let (text, games) = read(&json);
            prop_assert_eq!(unaccounted(&text, &games), Vec::<&str>::new(), "{}", text);
        }

        #[test]
        fn repeated_key_of_a_replay_is_an_error(seed: u64) {
            let (mut rng, mut marks) = (SplitMix64::new(seed), Marks(0));
            let mut json = random_replay(&mut rng, &mut marks).json;
            let mut count = 0;
            json.for_each_object(&mut |_| count += 1);
            let (mut at, chosen) = (0, rng.index(count));
            json.for_each_object(&mut |fields| {
                if at == chosen {
                    let twin = fields[rng.index(fields.len())].clone();
                    fields.push(twin);
                }
                at += 1;
            });
            let (text, games) = read(&json);
            prop_assert!(games.iter().any(|game| !game.is_valid()), "{}", text);
            prop_assert_eq!(unaccounted(&text, &games), Vec::<&str>::new(), "{}", text);
        }

        #[test]
        fn value_of_another_type_is_kept_or_reported(seed: u64) {
            let (mut rng, mut marks) = (SplitMix64::new(seed), Marks(0));
            let mut json = random_replay(&mut rng, &mut marks).json;
            let mut count = 0;
            json.for_each_object(&mut |fields| count += fields.len());
            let (mut at, chosen, mark) = (0, rng.index(count), marks.next());
            json.for_each_object(&mut |fields| {
                for (_, value) in fields.iter_mut() {
                    if at == chosen {
                        *value = Json::object([("odd", Json::text(&mark))]);
                    }
                    at += 1;
                }
            });
            let (text, games) = read(&json);
            // Nothing is kept of a text that is no longer a replay.
            let is_replay = games.iter().all(|game| !game.record.game.is_empty());
            if is_replay {
                prop_assert_eq!(unaccounted(&text, &games), Vec::<&str>::new(), "{}", text);
            } else {
                prop_assert!(games.iter().any(|game| !game.is_valid()), "{}", text);
            }
        }

        #[test]
        fn changed_frames_and_scores_are_reported(seed: u64) {
            let (mut rng, mut marks) = (SplitMix64::new(seed), Marks(0));
            let Replay { mut json, meaning } = web_replay(&mut rng, &mut marks);
            while json.field("frames").is_none() {
                let inner = ["gameResult", "success"].into_iter().find_map(|name| {
                    json.field(name).map(|inner| inner.clone())
                });
                json = inner.expect("a wrapper");
            }
            let change = rng.index(4);
            let Some(Json::List(frames)) = json.field("frames") else { panic!("no frames") };
            match change {
                0 => frames.push(Json::object([("agentId", Json::Raw("0".to_owned())),
                    ("stdout", Json::text("no move\n"))])),
                1 if frames.len() > 2 => drop(frames.remove(1)),
                2 => {
                    let twin = frames[1].clone();
                    frames.insert(1, twin);
                }
                _ => {
                    let Json::Object(fields) = &mut json else { panic!("no object") };
                    fields.push(("scores".to_owned(), Json::Raw("[7,-1]".to_owned())));
                }
            }
            let (text, games) = read(&json);
            prop_assert!(has_warning(&games), "{} {:?}", text, meaning);
        }
    }
}
