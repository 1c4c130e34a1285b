//! Random commands that write files, with what their files may look like while they run.

use super::Trial;
use super::sandbox::{Entry, Sandbox, Snapshot, archive, words};
use kifu_core::record::read_ron;
use kifu_study::failure::Failure;

/// A command that writes files.
#[derive(Clone, Debug)]
pub struct WritingCommand {
    /// The arguments of kifu.
    pub args: Vec<String>,
    /// The way in which the output is written.
    pub kind: OutputKind,
}

/// The way in which an output is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// Each file appears whole.
    Files,
    /// The files of a folder appear together.
    Set(String),
    /// The files of a folder appear one by one, `index.html` last.
    Pages(String),
    /// A file of records grows line by line.
    Journal {
        /// The growing file.
        growing: String,
        /// The file that is complete at the end, which may be the same.
        complete: String,
    },
}

impl OutputKind {
    /// Reports whether a file is a journal.
    pub fn is_journal(&self, name: &str) -> bool {
        matches!(self, Self::Journal { growing, .. } if growing == name)
    }
}

impl WritingCommand {
    /// Writes random inputs, and sometimes an older output, and returns a command for them.
    ///
    /// # Errors
    /// Returns an error if the inputs cannot be written.
    pub fn random(trial: &mut Trial<'_>, sandbox: &Sandbox<'_>) -> Result<Self, Failure> {
        write_inputs(trial, sandbox)?;
        let is_old = trial.chance(50);
        let old = |name: &str| {
            let text = "an older file\n".repeat(20);
            if is_old {
                sandbox.write(name, text)
            } else {
                Ok(())
            }
        };
        let force = if is_old { " -f" } else { "" };
        let journal = |growing: &str, complete: &str| OutputKind::Journal {
            growing: growing.to_owned(),
            complete: complete.to_owned(),
        };
        let folder = |name: &str| format!("{name}/");
        let (line, kind) = match trial.rng.index(14) {
            0 => {
                let end = trial.pick(&["jsonl", "ronl", "txt", "dialogue"]);
                let line = format!("convert a.ronl -o out.{end}");
                old(&format!("out.{end}"))?;
                (format!("{line}{force}"), OutputKind::Files)
            }
            1 => ("convert a.ronl -o a.ronl -f".to_owned(), OutputKind::Files),
            2 => {
                old("parts/x.ron")?;
                let line = "convert b.ronl --split -o parts/ --to ron -f";
                (line.to_owned(), OutputKind::Files)
            }
            3 => (
                "merge a.ronl b.ronl -o a.ronl -f".to_owned(),
                OutputKind::Files,
            ),
            4 => {
                let end = trial.pick(&["csv", "jsonl", "parquet"]);
                for table in ["games", "plies", "players", "findings"] {
                    old(&format!("tables/{table}.{end}"))?;
                }
                let line = format!("export a.ronl -o tables --to {end}{force}");
                (line, OutputKind::Set(folder("tables")))
            }
            5 => {
                old("site/index.html")?;
                let line = format!("publish few.ronl -o site/{force}");
                (line, OutputKind::Pages(folder("site")))
            }
            6 => {
                old("out.png")?;
                let line = format!("render few.ronl -i 0 -o out.png{force}");
                (line, OutputKind::Files)
            }
            7 => {
                old("out.svg")?;
                let line = format!("render few.ronl -i 0 --to svg -o out.svg{force}");
                (line, OutputKind::Files)
            }
            8 => {
                let line = "review few.ronl -n 3 --report none -o r.ronl";
                (line.to_owned(), journal("r.ronl", "r.ronl"))
            }
            9 => {
                let line = "review few.ronl -n 3 --report none -o few.ronl -f";
                (line.to_owned(), journal("few.ronl.part", "few.ronl"))
            }
            10 => {
                for name in ["p", "q"] {
                    sandbox.write(&format!("in/{name}.ronl"), archive(&mut trial.rng, name, 5))?;
                    old(&format!("out/{name}.jsonl"))?;
                }
                let line = format!("convert in -o out/ --to jsonl{force}");
                (line, OutputKind::Files)
            }
            11 => {
                old("out-0.png")?;
                let line = format!("render few.ronl -i 0 --all -o out.png{force}");
                (line, OutputKind::Files)
            }
            12 => {
                sandbox.write("r.ronl", archive(&mut trial.rng, "old", 2))?;
                let line = "review few.ronl -n 3 --report none -o r.ronl -f";
                (line.to_owned(), journal("r.ronl.part", "r.ronl"))
            }
            _ => {
                let games = 2 * (1 + trial.rng.index(8));
                let seed = trial.rng.index(1000);
                let game = trial.pick(&["zuniq", "clobber", "box"]);
                let line = format!(
                    "match --game {game} --bot name=x,builtin,level=random \
                     --bot name=y,builtin,level=random --games {games} --clock 0 --seed {seed} -q -o m.ronl"
                );
                (line, journal("m.ronl", "m.ronl"))
            }
        };
        Ok(Self {
            args: words(&line),
            kind,
        })
    }

    /// Returns the arguments that complete the work after an interruption which left these files.
    pub fn completion(&self, found: &Snapshot) -> Vec<String> {
        let mut args = self.args.clone();
        let force = args.iter().position(|arg| arg == "-f");
        match &self.kind {
            OutputKind::Journal { growing, complete } => {
                let is_done = |name: &String| {
                    let text = found.file(name).unwrap_or_default();
                    String::from_utf8_lossy(text).contains("budget:Nodes")
                };
                let is_begun = growing == complete || found.file(growing).is_some();
                if is_begun || is_done(complete) {
                    args.retain(|arg| arg != "-f");
                    args.push("--resume".to_owned());
                }
            }
            OutputKind::Files | OutputKind::Set(_) if force.is_none() => {
                args.push("-f".to_owned());
            }
            OutputKind::Files | OutputKind::Set(_) | OutputKind::Pages(_) => {}
        }
        args
    }

    /// Returns the files without what differs from run to run: the times of games that were played,
    /// and the order in which they ended.
    pub fn normalized(&self, snapshot: Snapshot) -> Snapshot {
        let mut normalized = snapshot;
        if self.args.first().is_some_and(|command| command == "match")
            && let Some(Entry::File(bytes)) = normalized.0.get_mut("m.ronl")
        {
            let text = String::from_utf8_lossy(bytes).into_owned();
            let mut lines: Vec<String> = text.split_inclusive('\n').map(played_game).collect();
            // A torn line stays the last one.
            let whole = lines.iter().filter(|line| line.ends_with('\n')).count();
            lines[..whole].sort();
            *bytes = lines.concat().into_bytes();
        }
        normalized
    }
}

/// Writes archives of a few to many games.
fn write_inputs(trial: &mut Trial<'_>, sandbox: &Sandbox<'_>) -> Result<(), Failure> {
    let count = 1 + trial.rng.index(40);
    sandbox.write("a.ronl", archive(&mut trial.rng, "A", count))?;
    let count = 1 + trial.rng.index(10);
    sandbox.write("b.ronl", archive(&mut trial.rng, "C", count))?;
    let count = 1 + trial.rng.index(4);
    sandbox.write("few.ronl", archive(&mut trial.rng, "F", count))
}

/// Returns what identifies a played game, as a line; a torn line without its end.
pub fn played_game(line: &str) -> String {
    match read_ron(line.trim_end()) {
        Ok(record) if line.ends_with('\n') => {
            let number = record.ext.get("arena.game").map_or("", String::as_str);
            let (first, second) = (&record.players.0.name, &record.players.1.name);
            format!("{number}: {first} {second}: {}\n", record.moves)
        }
        _ => line.to_owned(),
    }
}
