//! Two or three commands that write the same files at the same time.

use super::Trial;
use super::aftermath::PAGE_LIST;
use super::sandbox::{EndedRun, Entry, Sandbox, Snapshot, archive, words};
use kifu_core::record::read_ron;
use kifu_study::failure::Failure;
use std::collections::BTreeSet;
use std::time::Duration;

/// A command of a race.
#[derive(Clone, Debug)]
pub struct Racer {
    /// What must be in the output if the command exits with 0.
    pub promised: BTreeSet<String>,
    /// The exit code; `None` if a signal ended it.
    pub code: Option<i32>,
}

/// The end of a race.
#[derive(Clone, Debug)]
pub struct Race {
    /// What was in the output before.
    pub before: BTreeSet<String>,
    /// The commands.
    pub racers: Vec<Racer>,
    /// What was found in the output, in its order.
    pub found: Vec<String>,
    /// Whether the commands replace each other's output, instead of adding to it.
    pub is_replacing: bool,
}

impl Race {
    /// Returns what is wrong: something lost, doubled or mixed, or an exit status that is neither
    /// success nor refusal.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        for racer in &self.racers {
            if !matches!(racer.code, Some(0 | 2)) {
                faults.push(format!("a command exits with {:?}", racer.code));
            }
        }
        let done = || self.racers.iter().filter(|racer| racer.code == Some(0));
        if done().next().is_none() {
            faults.push("no command ends well".to_owned());
        }
        let found: BTreeSet<String> = self.found.iter().cloned().collect();
        if self.is_replacing {
            if !done().any(|racer| racer.promised.is_subset(&found)) {
                faults.push("the output is of no command".to_owned());
            }
            return faults;
        }
        if found.len() != self.found.len() {
            faults.push(format!("games are doubled: {:?}", self.found));
        }
        let promised = done().flat_map(|racer| &racer.promised);
        let lost: Vec<&String> = self
            .before
            .iter()
            .chain(promised)
            .filter(|game| !found.contains(*game))
            .collect();
        if !lost.is_empty() {
            faults.push(format!("games are lost: {lost:?}"));
        }
        let all = self.racers.iter().flat_map(|racer| &racer.promised);
        let all: BTreeSet<&String> = all.chain(&self.before).collect();
        let foreign: Vec<&String> = found.iter().filter(|game| !all.contains(game)).collect();
        if !foreign.is_empty() {
            faults.push(format!("games of no command: {foreign:?}"));
        }
        faults
    }
}

/// The commands of a race and what they write to.
struct RaceStart {
    commands: Vec<(Vec<String>, BTreeSet<String>)>,
    /// A file of records or, if the commands replace it, a folder.
    output: &'static str,
    is_replacing: bool,
}

/// Starts a few commands at about the same time.
pub(super) fn round(trial: &mut Trial<'_>) -> Result<(), Failure> {
    let mut sandbox = Sandbox::new(trial.tools)?;
    let start = random_start(trial, &sandbox)?;
    let before = games_of(&sandbox.read(start.output)).into_iter().collect();
    let mut running = Vec::new();
    for (number, (args, _)) in start.commands.iter().enumerate() {
        let is_slow = trial.chance(if number == 0 { 60 } else { 30 });
        let tracer = if is_slow {
            trial.tools.delayed(&mut trial.rng)
        } else {
            Vec::new()
        };
        running.push(sandbox.start_under(&tracer, args)?);
        let delay = trial.rng.below(200);
        std::thread::sleep(Duration::from_millis(delay.into()));
    }
    let ended: Vec<EndedRun> = running
        .into_iter()
        .map(super::sandbox::Running::wait)
        .collect();
    let racers = ended.iter().zip(&start.commands);
    let race = Race {
        before,
        racers: racers
            .map(|(run, (_, promised))| Racer {
                promised: promised.clone(),
                code: run.code(),
            })
            .collect(),
        found: if start.is_replacing {
            contents(&sandbox.snapshot().below(start.output))
                .into_iter()
                .collect()
        } else {
            games_of(&sandbox.read(start.output))
        },
        is_replacing: start.is_replacing,
    };
    for run in &ended {
        sandbox.note(format!("# {:?}: {}", run.code(), run.err.trim()));
    }
    let mut faults = race.faults();
    faults.extend(ended.iter().filter_map(|run| run.breakdown(None)));
    trial.observe(&mut sandbox, faults);
    Ok(())
}

fn random_start(trial: &mut Trial<'_>, sandbox: &Sandbox<'_>) -> Result<RaceStart, Failure> {
    let games = |prefix: &str, count: usize| -> BTreeSet<String> {
        (0..count)
            .map(|number| format!("{prefix}{number}"))
            .collect()
    };
    let match_line = |count: usize, seed: usize| {
        format!(
            "match --game zuniq --bot name=x,builtin,level=random --bot name=y,builtin,level=random \
             --games {count} --clock 0 --seed {seed} -q"
        )
    };
    let seed = trial.rng.index(1000);
    let count = 2 * (1 + trial.rng.index(6));
    let played = games("game ", count);
    Ok(match trial.rng.index(8) {
        0 | 1 => {
            let line = format!("{} -o m.ronl", match_line(count, seed));
            let resumed = format!("{line} --resume");
            let first = if trial.chance(70) { &line } else { &resumed };
            let mut commands = vec![(words(first), played.clone())];
            for _ in 0..=trial.rng.index(2) {
                commands.push((words(&resumed), played.clone()));
            }
            RaceStart {
                commands,
                output: "m.ronl",
                is_replacing: false,
            }
        }
        2 => {
            sandbox.write("in.ronl", archive(&mut trial.rng, "A", 3))?;
            let line = "review in.ronl -n 3 --report none -o r.ronl";
            let mut all = vec![words(line), words(&format!("{line} --resume"))];
            if trial.chance(50) {
                sandbox.write("r.ronl", "")?;
                all = vec![words(&format!("{line} -f")); 2];
            }
            RaceStart {
                commands: all.into_iter().map(|args| (args, games("A", 3))).collect(),
                output: "r.ronl",
                is_replacing: false,
            }
        }
        3 => {
            sandbox.write("x.ronl", archive(&mut trial.rng, "X", 60))?;
            let parts = ["P", "Q"];
            let mut commands = Vec::new();
            for part in parts {
                sandbox.write(&format!("{part}.ronl"), archive(&mut trial.rng, part, 12))?;
                let line = format!("merge x.ronl {part}.ronl -o x.ronl -f");
                commands.push((words(&line), games(part, 12)));
            }
            RaceStart {
                commands,
                output: "x.ronl",
                is_replacing: false,
            }
        }
        4 => {
            // A file with some games of a match is rewritten while the match is resumed.
            let line = match_line(count, seed);
            let short = match_line(2, seed);
            sandbox.run(&words(&format!("{short} -o m.ronl")))?;
            let rewrite = trial.pick(&[
                "convert m.ronl -o m.ronl -f",
                "review m.ronl -n 1 --report none -o m.ronl -f",
                "merge m.ronl -o m.ronl -f",
            ]);
            let resumed = (words(&format!("{line} -o m.ronl --resume")), played);
            let rewritten = (words(rewrite), BTreeSet::new());
            let commands = if trial.chance(50) {
                vec![resumed, rewritten]
            } else {
                vec![rewritten, resumed]
            };
            RaceStart {
                commands,
                output: "m.ronl",
                is_replacing: false,
            }
        }
        _ => return replacing_start(trial, sandbox),
    })
}

/// Starts commands whose outputs replace each other.
fn replacing_start(trial: &mut Trial<'_>, sandbox: &Sandbox<'_>) -> Result<RaceStart, Failure> {
    let line = trial.pick(&[
        "export IN -o out --to csv -f",
        "export IN -o out --to jsonl -f",
        "export IN -o out --to csv",
        "publish IN -o out -f",
        "publish IN -o out",
        "convert IN -o out/o.jsonl -f",
        "convert IN -o out/o.jsonl",
    ]);
    let mut commands = Vec::new();
    std::fs::create_dir_all(sandbox.path("out"))
        .map_err(|error| Failure::cannot_write(&sandbox.path("out"), error))?;
    for (name, count) in [("p.ronl", 2), ("q.ronl", 5)] {
        sandbox.write(name, archive(&mut trial.rng, name, count))?;
    }
    for name in ["p.ronl", "q.ronl"] {
        let args = words(&line.replace("IN", name));
        let alone = sandbox.copy()?;
        alone.run(&args)?;
        commands.push((args, contents(&alone.snapshot().below("out"))));
    }
    Ok(RaceStart {
        commands,
        output: "out",
        is_replacing: true,
    })
}

/// Returns the games of an archive: those of matches by number, others by the first player.
fn games_of(text: &str) -> Vec<String> {
    let game = |line: &str| match read_ron(line) {
        Ok(record) => match record.ext.get("arena.game") {
            Some(number) => format!("game {number}"),
            None => record.players.0.name,
        },
        Err(_) => format!("not a record: {line}"),
    };
    text.lines().map(game).collect()
}

/// Returns the names of files with their contents; the list of pages also has those of other runs.
fn contents(snapshot: &Snapshot) -> BTreeSet<String> {
    let entries = snapshot.0.iter();
    let entries = entries.filter(|(name, _)| !name.ends_with(PAGE_LIST));
    let content = |(name, entry): (&String, &Entry)| format!("{name}: {entry:?}");
    entries.map(content).collect()
}
