//! Players of Box, and games between them.

use kifu_core::contract::{Game, Player, Position as _, Rules as _, Setup, Step, StepOf};

use super::tile;
use kifu_core::games::box_game::{BoxGame, Color, Move, Position, Tile};
use kifu_core::search::{Engine, Limits, SearchRequest, SplitMix64};

/// A player that sees only what a contest's program sees.
pub trait Plays {
    fn sit(&mut self, start: &Position, seat: Player);
    fn observe(&mut self, before: &Position, step: StepOf<BoxGame>);
    fn choose(&mut self, position: &Position, seed: u64) -> Move;
}

/// An engine with a fixed number of nodes per move.
pub struct Thinker(pub Box<dyn Engine<BoxGame>>, pub u64);

impl Plays for Thinker {
    fn sit(&mut self, start: &Position, seat: Player) {
        self.0.new_game(start, seat);
    }
    fn observe(&mut self, before: &Position, step: StepOf<BoxGame>) {
        self.0.observe(before, &step);
    }
    fn choose(&mut self, position: &Position, seed: u64) -> Move {
        let request = SearchRequest::new(Limits::nodes(self.1)).seed(seed);
        self.0.choose(position, &request).unwrap()
    }
}

/// Plays a game with the tiles of this seed, each player with its own view; returns the points.
pub fn game(seed: u64, colors: [Color; 2], mut players: [&mut dyn Plays; 2]) -> [i32; 2] {
    let mut luck = SplitMix64::new(seed);
    let see = |secrets: String| {
        let mut setup = Setup::default();
        setup.set("colors", secrets);
        BoxGame::start(&setup).unwrap()
    };
    let mut views = [
        see(format!("{} -", colors[0])),
        see(format!("- {}", colors[1])),
    ];
    let mut truth = see(format!("{} {}", colors[0], colors[1]));
    for seat in Player::ALL {
        players[seat.index()].sit(&views[seat.index()], seat);
    }
    let mut step: StepOf<BoxGame> = Step {
        chance: Some(tile(&mut luck)),
        mv: None,
    };
    let mut ply = 0;
    loop {
        for (view, player) in views.iter_mut().zip(players.iter_mut()) {
            player.observe(view, step);
            view.step(&step).unwrap();
        }
        truth.step(&step).unwrap();
        if truth.is_over() {
            return truth.scores(colors);
        }
        let dealt: Tile = tile(&mut luck);
        let who = truth.to_move().index();
        let mut position = views[who];
        position.apply_chance(&dealt);
        ply += 1;
        let mv = players[who].choose(&position, seed + ply);
        step = Step {
            chance: Some(dealt),
            mv: Some(mv),
        };
    }
}
