//! The command `kifu-lab fuzz`, which feeds readers and writers with random inputs and checks that
//! the [`laws`](kifu_laws::laws) hold.
//!
//! An input starts from one of the corpus or from a random record in one of the formats, and is
//! mutated. What it reads like is its shape: game, ending, findings, and which parts of the record
//! have content. An input of a new shape is kept to start from, so that the corpus grows towards
//! rare readings without any instrumentation; the shortest of each shape is written to the corpus.

use clap::Args;
use kifu_cli::{Status, StdoutWriter};
use kifu_core::games::CATALOGUE;
use kifu_core::search::SplitMix64;
use kifu_laws::corpus::{self, Corpus};
use kifu_laws::generate::{TextKind, random_record};
use kifu_laws::laws::Broken;
use kifu_laws::mutate::{MAX_INPUT_BYTES, minimize, mutate};
use kifu_laws::target::LawTarget;
use kifu_logs::formats::{FORMATS, write_all};
use kifu_study::failure::Failure;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The number of random records from which a target starts.
const SEED_RECORDS: usize = 40;
/// The number of inputs between two looks at the clock.
const INPUTS_PER_ROUND: u64 = 50;

/// Runs the command.
pub(super) fn run(args: &FuzzArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let targets = args.targets()?;
    let share = Duration::from_secs(args.seconds) / u32::try_from(targets.len()).unwrap_or(1);
    // A panic is a broken law and is reported as such.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let done = targets.into_iter().try_for_each(|target| {
        let fuzzed = fuzz(target, args, share)?;
        out.print(&fuzzed.report(target))?;
        if let Some((input, broken)) = &fuzzed.failing {
            *status = Status::Findings;
            out.print(&format!(
                "{broken}\ninput: {:?}\n",
                String::from_utf8_lossy(input)
            ))?;
            if let Some(folder) = &args.corpus {
                let saved = corpus::save_failing(folder, target, input);
                let path = saved.map_err(|error| Failure::cannot_write(folder, error))?;
                out.print(&format!("saved as {}\n", path.display()))?;
            }
        } else if let Some(folder) = &args.corpus
            && args.write
        {
            let saved = corpus::save(folder, target, &fuzzed.corpus.kept(args.keep));
            saved.map_err(|error| Failure::cannot_write(folder, error))?;
        }
        out.flush()
    });
    std::panic::set_hook(hook);
    done
}

/// The outcome for one target.
struct Fuzzed {
    corpus: Corpus,
    input_count: u64,
    took: Duration,
    failing: Option<(Vec<u8>, Broken)>,
}

impl Fuzzed {
    fn report(&self, target: LawTarget) -> String {
        format!(
            "{:<18}{:>10} inputs{:>8} shapes{:>8.1} s  {}\n",
            target.name(),
            self.input_count,
            self.corpus.shape_count(),
            self.took.as_secs_f64(),
            if self.failing.is_some() {
                "BROKEN"
            } else {
                "ok"
            }
        )
    }
}

/// Feeds one target until the time or the number of inputs is used up, or a law is broken.
fn fuzz(target: LawTarget, args: &FuzzArgs, share: Duration) -> Result<Fuzzed, Failure> {
    let start = Instant::now();
    let mut rng = SplitMix64::new(args.seed);
    let mut fuzzed = Fuzzed {
        corpus: Corpus::default(),
        input_count: 0,
        took: Duration::ZERO,
        failing: None,
    };
    let mut seeds: Vec<Vec<u8>> = Vec::new();
    for folder in args.corpus.iter().chain(&args.seeds) {
        let loaded = corpus::load(folder, target)
            .map_err(|error| Failure::cannot_read(folder.display(), error))?;
        seeds.extend(loaded.into_iter().map(|(_, input)| input));
    }
    seeds.extend(generated_seeds(target, &mut rng));
    for seed in seeds
        .into_iter()
        .filter(|seed| seed.len() <= MAX_INPUT_BYTES)
    {
        fuzzed.try_input(target, &seed);
        fuzzed.corpus.add_seed(seed);
    }
    while fuzzed.failing.is_none()
        && fuzzed.input_count < args.inputs.unwrap_or(u64::MAX)
        && (args.inputs.is_some() || start.elapsed() < share)
    {
        for _ in 0..INPUTS_PER_ROUND {
            let input = fuzzed.next_input(target, &mut rng);
            fuzzed.try_input(target, &input);
        }
    }
    if let Some((input, broken)) = fuzzed.failing.take() {
        let law = |broken: &str| broken.chars().take(24).collect::<String>();
        let same = law(&broken);
        let is_same = |input: &[u8]| {
            target
                .check(input)
                .is_err_and(|broken| law(&broken) == same)
        };
        let shorter = match target {
            LawTarget::Record => input,
            _ => minimize(&input, is_same),
        };
        let broken = target.check(&shorter).err().unwrap_or(broken);
        fuzzed.failing = Some((shorter, broken));
    }
    fuzzed.took = start.elapsed();
    Ok(fuzzed)
}

impl Fuzzed {
    fn next_input(&self, target: LawTarget, rng: &mut SplitMix64) -> Vec<u8> {
        let inputs = self.corpus.inputs();
        if matches!(target, LawTarget::Record) || inputs.is_empty() {
            return rng.next().to_string().into_bytes();
        }
        let (seed, other) = (rng.index(inputs.len()), rng.index(inputs.len()));
        mutate(&inputs[seed], &inputs[other], MAX_INPUT_BYTES, rng)
    }

    fn try_input(&mut self, target: LawTarget, input: &[u8]) {
        if self.failing.is_some() {
            return;
        }
        self.input_count += 1;
        match target.check(input) {
            Ok(shapes) => self.corpus.add(input, shapes),
            Err(broken) => self.failing = Some((input.to_vec(), broken)),
        }
    }
}

/// Returns random records as texts of the target's format.
fn generated_seeds(target: LawTarget, rng: &mut SplitMix64) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for number in 0..SEED_RECORDS {
        let format = match target {
            LawTarget::Reader(format) => format,
            LawTarget::Detection => FORMATS[number % FORMATS.len()],
            LawTarget::Record => return Vec::new(),
        };
        let texts = if number % 4 == 0 {
            TextKind::Wild
        } else {
            TextKind::Tame
        };
        let records = [(); 2].map(|()| random_record(rng, texts));
        let count = 1 + rng.index(2);
        if format.writer().is_some() {
            let text = write_all(format, &records[..count], CATALOGUE);
            seeds.extend(text.map(String::into_bytes));
        }
    }
    seeds
}

/// The arguments of `kifu-lab fuzz`.
#[derive(Args, Clone)]
pub(crate) struct FuzzArgs {
    /// Targets: the id of a format for its reader, `detection`, or `record` for the writers
    /// [default: all]
    #[arg(value_name = "TARGET")]
    pub targets: Vec<String>,
    /// Time for all targets together
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub seconds: u64,
    /// Inputs per target, without a limit of time
    #[arg(long, value_name = "N", conflicts_with = "seconds")]
    pub inputs: Option<u64>,
    /// Folder of kept inputs, with a folder for each target; an input that breaks a law is saved
    /// there
    #[arg(long, value_name = "DIR")]
    pub corpus: Option<PathBuf>,
    /// Another folder of inputs to start from, such as `fixtures` (repeatable)
    #[arg(long, value_name = "DIR")]
    pub seeds: Vec<PathBuf>,
    /// Replace the kept inputs by the shortest of each shape
    #[arg(long, requires = "corpus")]
    pub write: bool,
    /// Most inputs to keep for a target
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub keep: usize,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

impl FuzzArgs {
    /// Returns the targets, all of them if none is named.
    pub fn targets(&self) -> Result<Vec<LawTarget>, Failure> {
        if self.targets.is_empty() {
            return Ok(LawTarget::all());
        }
        let by_name = |name: &String| {
            LawTarget::by_name(name).ok_or_else(|| {
                let names: Vec<&str> = LawTarget::all()
                    .iter()
                    .map(|target| target.name())
                    .collect();
                let message = format!("expected a target, found `{name}`");
                Failure::usage(message).hint(format!("targets: {}", names.join(", ")))
            })
        };
        self.targets.iter().map(by_name).collect()
    }
}
