//! The opponents of the engine for Atari Go.

use super::gnu_go::GnuGo;
use super::start_position;
use crate::duel::{
    Bar, Budget, DuelGame, DuelPlayer, EnginePlayer, Opening, Opponent, OpponentConfig,
    PolicyPlayer, player::MEMORY_MB,
};
use kifu_core::contract::{Player, Rules as _, Step, StepOf};
use kifu_core::games::atari_go::engine::{AtariGoEngine, AtariGoParams};
use kifu_core::games::atari_go::{AtariGo, Move, Point, Position};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::time::Duration;

/// The usual budget.
const BUDGET: Budget = Budget::Time(Duration::from_millis(10));
/// The stones of an opening.
const OPENING_STONES: u16 = 4;
/// The seeds of GNU Go in duels begin here; no net was trained on a game with one of them.
const FIRST_GNU_GO_SEED: u64 = 1_000_000;

impl DuelGame for AtariGo {
    const OPPONENTS: &'static [Opponent] = &[
        Opponent::new(
            "uct",
            "plain UCT with the engine's playouts",
            BUDGET,
            Bar::Score(80.0),
        ),
        Opponent::itself(BUDGET, Bar::Score(60.0)),
        Opponent::new(
            "greedy",
            "captures what it can, and else avoids atari",
            BUDGET,
            Bar::Score(99.0),
        ),
        Opponent::random(BUDGET),
        Opponent {
            games: 100,
            ..Opponent::new(
                "gnu-go",
                "the program GNU Go",
                Budget::Time(Duration::from_millis(100)),
                Bar::Score(95.0),
            )
        },
    ];
    const MARGIN_UNIT: &'static str = "stones";

    fn opening(_opponent: &str, random: &mut SplitMix64) -> Opening<Self> {
        let start = start_position();
        let (mut position, mut steps) = (start.clone(), Vec::new());
        while position.turns_played() < OPENING_STONES {
            let mut line = || 2 + random.below(5) as u8;
            let Some(point) = Point::new(line(), line()) else {
                continue;
            };
            let mv = Move::Stone(point);
            if position.check(&mv).is_ok() {
                position.apply(&mv);
                steps.push(Step::from_move(mv));
            }
        }
        Opening::open(start, steps)
    }

    fn own_opponent(
        config: OpponentConfig,
        seed: u64,
    ) -> Result<Box<dyn DuelPlayer<Self>>, Failure> {
        Ok(match config.name {
            "uct" => {
                let engine = AtariGoEngine::with_params(MEMORY_MB, AtariGoParams::UCT);
                Box::new(EnginePlayer::new(Box::new(engine), config.budget))
            }
            "greedy" => Box::new(PolicyPlayer::new(greedy_value, seed)),
            "gnu-go" => Box::new(GnuGoPlayer {
                program: None,
                level: config.level,
                seed: FIRST_GNU_GO_SEED + 2 * seed,
            }),
            _ => return Err(config.unknown()),
        })
    }

    fn margin(end: &Position) -> f64 {
        let [first, second] = end.captures().map(f64::from);
        first - second
    }
}

/// Returns the value of a move: stones captured, then the liberties of the new stone, up to three.
fn greedy_value(position: &Position, mv: Move) -> i32 {
    let own = position.to_move().index();
    let mut after = position.clone();
    after.apply(&mv);
    let captured = i32::from(after.captures()[own]) - i32::from(position.captures()[own]);
    let liberties = match mv {
        Move::Stone(point) => after.liberty_count(point).min(3) as i32,
        Move::Pass => 2,
    };
    10 * captured + liberties
}

/// GNU Go as a player; started anew for each game.
struct GnuGoPlayer {
    program: Option<GnuGo>,
    level: u32,
    seed: u64,
}

impl GnuGoPlayer {
    fn program(&mut self) -> Result<&mut GnuGo, Failure> {
        let missing = || Failure::internal("a move before the game");
        self.program.as_mut().ok_or_else(missing)
    }
}

impl DuelPlayer<AtariGo> for GnuGoPlayer {
    fn new_game(&mut self, _start: &Position, _seat: Player) -> Result<(), Failure> {
        self.program = Some(GnuGo::start(self.level, self.seed)?);
        self.seed += 1;
        Ok(())
    }

    fn observe(&mut self, before: &Position, step: &StepOf<AtariGo>) -> Result<(), Failure> {
        match step.mv {
            Some(mv) => self.program()?.play(before, mv),
            None => Ok(()),
        }
    }

    fn choose(&mut self, position: &Position, _seed: u64) -> Result<Move, Failure> {
        self.program()?.generate(position)
    }
}
