//! Outputs that are inputs, other outputs, links, folders or devices.

use super::Trial;
use super::sandbox::{EndedRun, Entry, Sandbox, Snapshot, archive, words};
use kifu_core::games::CATALOGUE;
use kifu_logs::formats::{ReadContext, check_text};
use kifu_study::failure::Failure;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

/// The expected end of a command: refused before it writes, or done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefusalVerdict {
    /// Its output is, through any links, an input or another output or no file.
    Refused,
    /// Its output is a new file.
    Done,
}

/// A command whose output might be an input.
#[derive(Clone, Debug)]
pub struct Overwriting {
    /// The names of the input files.
    pub inputs: Vec<String>,
    /// The expected end of the command; `None` if both are right.
    pub expected: Option<RefusalVerdict>,
    /// Whether the command writes all games that it reads, so that it may replace an input.
    pub holds_all_games: bool,
    /// The files before and after the run.
    pub files: [Snapshot; 2],
    /// The run.
    pub run: EndedRun,
}

impl Overwriting {
    /// Returns what is wrong: an input without its games, a refusal that is missing or came too late.
    pub fn faults(&self) -> Vec<String> {
        let [before, after] = &self.files;
        let mut faults = Vec::new();
        for name in &self.inputs {
            let [old, new] = [before, after].map(|files| files.0.get(name));
            if old == new {
                continue;
            }
            if !self.holds_all_games {
                faults.push(format!("the input `{name}` is changed"));
                continue;
            }
            let [old, new] = [before, after].map(|files| games(files.file(name)));
            let lost: Vec<&String> = old.difference(&new).collect();
            if !lost.is_empty() {
                faults.push(format!("the input `{name}` has lost {lost:?}"));
            }
        }
        for (name, entry) in &before.0 {
            if !matches!(entry, Entry::File(_)) && after.0.get(name) != Some(entry) {
                faults.push(format!("the link or pipe `{name}` is replaced"));
            }
        }
        let code = self.run.code();
        match self.expected {
            Some(RefusalVerdict::Refused) if code != Some(2) => {
                faults.push(format!("is not refused, but ends with {code:?}"));
            }
            Some(RefusalVerdict::Done) if code != Some(0) => {
                faults.push(format!("is refused: {}", self.run.err));
            }
            _ => {}
        }
        if code == Some(2) && before != after {
            let entries = after.0.iter();
            let new = entries.filter(|(name, entry)| before.0.get(*name) != Some(entry));
            let new: Vec<&String> = new.map(|(name, _)| name).collect();
            faults.push(format!("is refused after it has written {new:?}"));
        }
        faults
    }
}

/// Returns the first players of the games in a file.
fn games(content: Option<&[u8]>) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(content.unwrap_or_default());
    let context = ReadContext {
        catalogue: CATALOGUE,
        ..ReadContext::default()
    };
    let games = check_text(&text, None, &context).into_iter();
    games.map(|game| game.record.players.0.name).collect()
}

/// A command whose output may be given any name.
#[derive(Clone, Copy)]
struct AnyOutput {
    /// The command line, with `IN` for an input and `OUT` for the output.
    line: &'static str,
    /// The input.
    input: &'static str,
    /// An output at which nothing is.
    fresh: &'static str,
    holds_all_games: bool,
}

const fn command(
    line: &'static str,
    input: &'static str,
    fresh: &'static str,
    holds_all_games: bool,
) -> AnyOutput {
    AnyOutput {
        line,
        input,
        fresh,
        holds_all_games,
    }
}

const COMMANDS: &[AnyOutput] = &[
    command("convert IN -o OUT -f", "a.ronl", "new.jsonl", true),
    command("convert IN -o OUT", "a.ronl", "new.ronl", true),
    command("merge IN b.ronl -o OUT -f", "a.ronl", "new.ronl", true),
    command("merge b.ronl IN -o OUT", "a.ronl", "new.ronl", true),
    command(
        "review IN -n 1 --report none -o OUT -f",
        "a.ronl",
        "new.ronl",
        true,
    ),
    command(
        "review IN -n 1 --report none -o OUT",
        "a.ronl",
        "new.ronl",
        true,
    ),
    command(
        "review IN -n 1 --report none --suite OUT -f",
        "a.ronl",
        "new.jsonl",
        false,
    ),
    command(
        "review IN -n 1 --report none -o r.ronl --suite OUT -f",
        "a.ronl",
        "new.jsonl",
        false,
    ),
    command(
        "review b.ronl IN -n 1 --report none --suite OUT -f",
        "a.ronl",
        "new.jsonl",
        false,
    ),
    command(
        "render IN -i 0 --to png -o OUT -f",
        "a.ronl",
        "new.png",
        false,
    ),
    command(
        "render IN -i 0 --to svg -o OUT -f",
        "a.ronl",
        "new.svg",
        false,
    ),
    command(
        "render one.ron --to gif -o OUT -f",
        "one.ron",
        "new.gif",
        false,
    ),
    command(
        "export IN -o OUT --to jsonl -f",
        "t/games.jsonl",
        "new",
        false,
    ),
    command(
        "export b.ronl IN -o OUT --to jsonl -f",
        "t/games.jsonl",
        "new",
        false,
    ),
    command("publish IN -o OUT -f", "a.html", "new.html", false),
    command("publish IN -o OUT -f", "t/index.html", "new/", false),
    command("publish b.ronl IN -o OUT -f", "t/index.html", "new/", false),
    command("publish b.ronl t -o OUT -f", "t/index.html", "new/", false),
    command(
        "convert t b.ronl -o OUT --to jsonl -f",
        "t/games.jsonl",
        "new/",
        true,
    ),
    command(
        "match --game clobber --openings IN --bot builtin,level=random --bot name=y,builtin,level=random \
         --games 2 --clock 0 -q -o OUT",
        "a.ronl",
        "new.ronl",
        false,
    ),
];

/// Gives a random command an output that is its input by some name.
pub(super) fn round(trial: &mut Trial<'_>) -> Result<(), Failure> {
    let mut sandbox = Sandbox::new(trial.tools)?;
    let AnyOutput {
        line,
        input,
        fresh,
        holds_all_games,
    } = trial.pick(COMMANDS);
    let text = archive(&mut trial.rng, "A", 3);
    sandbox.write("b.ronl", archive(&mut trial.rng, "B", 2))?;
    sandbox.write("sub/other.ronl", archive(&mut trial.rng, "C", 2))?;
    sandbox.write("t/notes", "Not a game.\n")?;
    match input.rsplit('.').next() {
        Some("jsonl") => {
            sandbox.write("a.ronl", &text)?;
            sandbox.run(&words("convert a.ronl -o t/games.jsonl -q"))?;
        }
        Some("ronl") => sandbox.write(input, &text)?,
        _ => sandbox.write(input, archive(&mut trial.rng, "A", 1))?,
    }
    if input != "one.ron" {
        sandbox.write("one.ron", archive(&mut trial.rng, "O", 1))?;
    }
    let work = sandbox.path("");
    let alias = Alias::random(trial, &sandbox, line, input, fresh)?;
    let output = alias.output.replace("WORK", &work.display().to_string());
    let line = line.replace("IN", input);
    let args: Vec<String> = words(&line)
        .into_iter()
        .map(|word| if word == "OUT" { output.clone() } else { word })
        .collect();
    let before = sandbox.snapshot();
    let run = sandbox.run(&args)?;
    let observation = Overwriting {
        inputs: vec![input.to_owned(), "b.ronl".to_owned()],
        expected: alias.expected(holds_all_games && line.contains("-f")),
        holds_all_games,
        files: [before, sandbox.snapshot()],
        run,
    };
    let mut faults = observation.faults();
    faults.extend(observation.run.breakdown(None));
    sandbox.note(format!("# {}", observation.run.err.trim()));
    trial.observe(&mut sandbox, faults);
    Ok(())
}

/// A name for an output.
struct Alias {
    output: String,
    kind: AliasKind,
}

/// The file that a name for an output leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AliasKind {
    /// The input, or the folder in which it lies.
    Input,
    /// Another name of the same file, which keeps the old content.
    HardLink,
    /// Nothing: a new file.
    Fresh,
    /// A device, which some commands write to.
    Device,
    /// A pipe or a loop of links.
    NoFile,
}

impl Alias {
    /// Makes the links that the name needs.
    fn random(
        trial: &mut Trial<'_>,
        sandbox: &Sandbox<'_>,
        line: &str,
        input: &str,
        fresh: &str,
    ) -> Result<Self, Failure> {
        // An output folder is that in which the input lies.
        let folder = input.split_once('/').map(|(folder, _)| folder);
        let target = folder.unwrap_or(input);
        let end = if folder.is_some() || !input.ends_with("html") {
            ""
        } else {
            ".html"
        };
        let path = sandbox.path(target);
        let failed = |error| Failure::cannot_write(&sandbox.path("link"), error);
        let mut kind = AliasKind::Input;
        let output = match trial.rng.index(if folder.is_some() { 7 } else { 12 }) {
            0 => target.to_owned(),
            1 => format!("./{target}"),
            2 => format!("sub/../{target}"),
            3 => format!("WORK{target}"),
            4 => {
                symlink(target, sandbox.path(&format!("link{end}"))).map_err(failed)?;
                format!("link{end}")
            }
            5 => {
                symlink(&path, sandbox.path("sub/first")).map_err(failed)?;
                symlink("sub/first", sandbox.path(&format!("second{end}"))).map_err(failed)?;
                format!("second{end}")
            }
            6 => {
                kind = AliasKind::Fresh;
                fresh.to_owned()
            }
            7 => {
                symlink(".", sandbox.path("here")).map_err(failed)?;
                format!("here/{target}")
            }
            8 => {
                fs::hard_link(&path, sandbox.path(&format!("hard{end}"))).map_err(failed)?;
                kind = AliasKind::HardLink;
                format!("hard{end}")
            }
            9 => {
                kind = AliasKind::Device;
                trial.pick(&["/dev/null", "/dev/full"]).to_owned()
            }
            // Others wait for a reader.
            10 if line.starts_with("review") || line.starts_with("match") => {
                let made = Command::new("mkfifo").arg(sandbox.path("fifo")).status();
                made.map_err(failed)?;
                kind = AliasKind::NoFile;
                "fifo".to_owned()
            }
            _ => {
                let name = format!("loop{end}");
                symlink(&name, sandbox.path(&name)).map_err(failed)?;
                kind = AliasKind::NoFile;
                name
            }
        };
        Ok(Self { output, kind })
    }

    /// Returns what must become of a command; `None` if either is right.
    fn expected(&self, may_replace_input: bool) -> Option<RefusalVerdict> {
        match self.kind {
            AliasKind::Input if may_replace_input => None,
            AliasKind::Input | AliasKind::NoFile => Some(RefusalVerdict::Refused),
            AliasKind::Fresh => Some(RefusalVerdict::Done),
            AliasKind::HardLink | AliasKind::Device => None,
        }
    }
}
