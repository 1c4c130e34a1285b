//! The command `kifu-lab bench`, which measures the speed of the engines.

use kifu_core::contract::{Rules as _, Setup, Turn, hash_words, perft};

use clap::Args;
use kifu_cli::{ById, StdoutWriter, format_count, format_duration, game_id_parser, per_second};
use kifu_core::games::{self, CATALOGUE, DynGame, DynState, GameVisitor};
use kifu_core::search::{HasEngine, Limits, Resources, SearchRequest, SearchResult, SplitMix64};
use kifu_study::failure::Failure;
use std::time::{Duration, Instant};

/// The positions taken from a random game, in quarters of its length.
const GAME_QUARTERS: [usize; 4] = [0, 1, 2, 3];
/// The number of leaves that perft reaches at least; it sets the depth.
const MIN_PERFT_LEAVES: u64 = 100_000;

/// The arguments of `kifu-lab bench`.
#[derive(Args, Clone)]
pub(crate) struct BenchArgs {
    /// Measure only this game
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
    /// Search nodes per position
    #[arg(long, short, value_name = "N", default_value_t = 2000)]
    pub nodes: u64,
    /// Random seed
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
}

/// Runs the command.
pub(crate) fn run(args: &BenchArgs) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    out.print(&format!(
        "{:<12}{:>10}{:>9}{:>13}{:>18}\n",
        "engines", "nodes", "time", "nodes/s", "signature"
    ))?;
    let wanted = |game: &&&dyn DynGame| {
        args.game
            .is_none_or(|ById(chosen)| chosen.id() == game.id())
    };
    for game in CATALOGUE.iter().filter(wanted) {
        out.print(&bench_engine(*game, args)?)?;
        out.flush()?;
    }
    out.print(&format!(
        "\n{:<12}{:>10}{:>9}{:>13}{:>18}\n",
        "perft", "depth", "time", "leaves/s", "leaves"
    ))?;
    for game in CATALOGUE.iter().filter(wanted) {
        let setup = game.bench_setup();
        if let Some(text) = games::visit(game.id(), PerftVisitor { setup }) {
            out.print(&text)?;
            out.flush()?;
        }
    }
    Ok(())
}

/// Searches the positions of a game and returns the report line.
fn bench_engine(game: &dyn DynGame, args: &BenchArgs) -> Result<String, Failure> {
    let states = positions(game, args.seed)?;
    let (mut nodes, mut signature, mut took) = (0, 0, Duration::ZERO);
    for state in states {
        // Without a calibration the signature depends on the search alone.
        let mut engine = game.uncalibrated_engine(Resources::new(64));
        let request = SearchRequest::new(Limits::nodes(args.nodes))
            .lines(3)
            .seed(args.seed);
        let start = Instant::now();
        let result = engine.analyze(&state.position(), &request, &mut |_| {});
        took += start.elapsed();
        let result = result.map_err(|bad| Failure::internal(bad.to_string()))?;
        nodes += result.nodes;
        signature = hash_words([signature, result_signature(&result)]);
    }
    Ok(row(
        game.id(),
        &format_count(nodes),
        took,
        nodes,
        &format!("{signature:016x}"),
    ))
}

/// Returns a row of the report.
fn row(id: &str, what: &str, took: Duration, count: u64, last: &str) -> String {
    let rate = format_count(per_second(count, took));
    let took = format_duration(took);
    format!("{id:<12}{what:>10}{took:>9}{rate:>13}{last:>18}\n")
}

/// Returns a hash of everything in a search result.
fn result_signature(result: &SearchResult<String>) -> u64 {
    let words = result.lines.iter().flat_map(|line| {
        let text = line.pv.iter().flat_map(|mv| mv.bytes().map(u64::from));
        text.chain([line.visits, u64::from(line.depth), line.value.win.to_bits()])
    });
    hash_words(words.chain([result.nodes, result.value.win.to_bits()]))
}

/// Returns positions of a random game in which a player is to move.
fn positions(game: &dyn DynGame, seed: u64) -> Result<Vec<Box<dyn DynState>>, Failure> {
    let setup = game.bench_setup();
    let mut random = SplitMix64::new(seed);
    let start = game.start(&setup);
    let start = start.map_err(|error| Failure::internal(error.to_string()))?;
    let mut all = Vec::new();
    let mut state = start;
    loop {
        let refused =
            |error| Failure::internal(format!("a move that was listed is refused: {error}"));
        match state.turn() {
            Turn::Over => break,
            Turn::Chance => {
                let token = random_chance_token(game, state.as_ref(), &mut random)?;
                state.apply_chance(&token).map_err(refused)?;
            }
            Turn::Player(_) => {
                all.push(state.fork());
                let moves = state.legal_moves();
                let random = moves.get(random.index(moves.len())).cloned();
                let token = state.automatic_move().or(random);
                let token = token.ok_or_else(|| {
                    Failure::internal("a game that is not over has no legal move")
                })?;
                state.play(&token).map_err(refused)?;
            }
        }
    }
    let length = all.len();
    let mut index = 0;
    all.retain(|_| {
        index += 1;
        GAME_QUARTERS
            .iter()
            .any(|part| length * part / GAME_QUARTERS.len() == index - 1)
    });
    Ok(all)
}

/// Draws a chance outcome at random and returns its token.
fn random_chance_token(
    game: &dyn DynGame,
    state: &dyn DynState,
    random: &mut SplitMix64,
) -> Result<String, Failure> {
    let position = state.position();
    let deal = RandomChanceVisitor {
        position: &position,
        random,
    };
    let token = games::visit(game.id(), deal).flatten();
    token.ok_or_else(|| Failure::internal("no random deal is possible"))
}

/// A visitor that draws a chance outcome at random.
struct RandomChanceVisitor<'a> {
    position: &'a str,
    random: &'a mut SplitMix64,
}

impl GameVisitor for RandomChanceVisitor<'_> {
    type Output = Option<String>;
    fn visit<G: HasEngine>(self) -> Option<String> {
        use kifu_core::contract::Step;
        let position = G::parse_position(self.position).ok()?;
        let mut deals = Vec::new();
        position.chance_outcomes(&mut |luck| deals.push(luck));
        let luck = *deals.get(self.random.index(deals.len()))?;
        let mut text = String::new();
        let step = Step {
            chance: Some(luck),
            mv: None,
        };
        G::write(&step, &mut text);
        Some(text)
    }
}

/// A visitor that runs perft on a game.
struct PerftVisitor {
    setup: Setup,
}

impl GameVisitor for PerftVisitor {
    type Output = String;
    fn visit<G: HasEngine>(self) -> String {
        let Ok(start) = G::start(&self.setup) else {
            return String::new();
        };
        let (mut depth, mut leaves, mut took) = (0, 0, Duration::ZERO);
        while leaves < MIN_PERFT_LEAVES && depth < 12 {
            depth += 1;
            let now = Instant::now();
            leaves = perft(&start, depth);
            took = now.elapsed();
        }
        row(
            G::INFO.id,
            &depth.to_string(),
            took,
            leaves,
            &leaves.to_string(),
        )
    }
}
