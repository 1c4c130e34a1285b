//! The opponents of the engine for Atari Go.

use super::gnu_go::GnuGo;
use super::start_position;
use crate::duel::{
    Bar, DuelGame, DuelOpenings, DuelPlayer, Opponent, PlayerBudget, PolicyPlayer, new_engine,
    player::MEMORY_MB, token,
};
use kifu_core::contract::{Game as _, Player, Rules as _, StepOf};
use kifu_core::games::atari_go::engine::{AtariGoEngine, AtariGoParams};
use kifu_core::games::atari_go::{AtariGo, Move, Point, Position};
use kifu_core::search::SplitMix64;
use kifu_study::failure::Failure;
use std::time::Duration;

/// The usual budget.
const BUDGET: PlayerBudget = PlayerBudget::Time(Duration::from_millis(10));
/// The stones of an opening.
const OPENING_STONES: u16 = 4;
/// The seeds of GNU Go in duels begin here; no net was trained on a game with one of them.
const FIRST_GNU_GO_SEED: u64 = 1_000_000;

/// The duels of Atari Go.
pub const DUEL: DuelGame = DuelGame {
    id: AtariGo::INFO.id,
    engine: new_engine::<AtariGo>,
    opponents: &[
        Opponent::new(
            ("uct", "plain UCT with the engine's playouts"),
            BUDGET,
            Bar::Score(80.0),
            |settings| {
                let engine = AtariGoEngine::with_params(MEMORY_MB, AtariGoParams::UCT);
                settings.engine::<AtariGo>(Box::new(engine))
            },
        ),
        Opponent::itself::<AtariGo>(BUDGET, Bar::Score(60.0)),
        Opponent::new(
            ("greedy", "captures what it can, and else avoids atari"),
            BUDGET,
            Bar::Score(99.0),
            |settings| settings.player::<AtariGo>(PolicyPlayer::new(greedy_value, settings.seed)),
        ),
        Opponent::random::<AtariGo>(BUDGET),
        Opponent {
            games: 100,
            ..Opponent::new(
                ("gnu-go", "the program GNU Go"),
                PlayerBudget::Time(Duration::from_millis(100)),
                Bar::Score(95.0),
                |settings| {
                    settings.player(GnuGoPlayer {
                        program: None,
                        level: settings.level,
                        seed: FIRST_GNU_GO_SEED + settings.seed,
                    })
                },
            )
        },
    ],
    openings: DuelOpenings::Drawn(|_, random| opening(random)),
    margin_unit: "stones",
    counted_ending: None,
};

/// Draws the first stones, all near the middle.
fn opening(random: &mut SplitMix64) -> Vec<String> {
    let (mut position, mut tokens) = (start_position(), Vec::new());
    while position.turns_played() < OPENING_STONES {
        let mut line = || 2 + random.below(5) as u8;
        let Some(point) = Point::new(line(), line()) else {
            continue;
        };
        let mv = Move::Stone(point);
        if position.check(&mv).is_ok() {
            position.apply(&mv);
            tokens.push(token::<AtariGo>(mv));
        }
    }
    tokens
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

/// GNU Go as a player, whose program is started for each game.
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
        Ok(())
    }

    fn observe(&mut self, before: &Position, step: &StepOf<AtariGo>) -> Result<(), Failure> {
        match step.mv {
            Some(mv) => self.program()?.play(before, mv),
            None => Ok(()),
        }
    }

    fn choose(&mut self, position: &Position) -> Result<Move, Failure> {
        self.program()?.generate(position)
    }
}
