//! The opponent's colour, guessed from the games of a simple player.

use super::players::{Plays, Thinker, game};
use kifu_core::contract::{Game, Player, Position as _, Setup, StepOf};
use kifu_core::games::box_game::engine::BoxEngine;
use kifu_core::games::box_game::engine::color_posterior::{ColorPosterior, color_gains};
use kifu_core::games::box_game::engine::kernel::{EvalWorkspace, Kernel};
use kifu_core::games::box_game::{BoxGame, Color, Move, Position};
use kifu_core::search::{Engine as _, Level, Limits, Resources, SearchRequest, SplitMix64};

/// Observes a game from one seat and infers the colour of the opponent.
struct Follower {
    engine: BoxEngine,
    workspace: EvalWorkspace,
    posterior: ColorPosterior,
    player: Player,
    opponent_color: Color,
    /// Whether the guess was right after each of the opponent's moves.
    right: Vec<bool>,
}

impl Follower {
    fn new(colors: [Color; 2], player: Player) -> Self {
        let [own, opponent_color] = [player.opponent(), player].map(|who| colors[who.index()]);
        Self {
            engine: BoxEngine::new(1),
            workspace: EvalWorkspace::default(),
            posterior: ColorPosterior::new(player.opponent(), own),
            player,
            opponent_color,
            right: Vec::new(),
        }
    }
}

impl Plays for Follower {
    fn sit(&mut self, _: &Position, _: Player) {}

    fn observe(&mut self, before: &Position, step: StepOf<BoxGame>) {
        if let (Some(mover), Some(tile), Some(mv)) = (before.mover(), step.chance, step.mv) {
            let weights = &self.engine.weights().gain;
            let gains = color_gains(Kernel::new(), &mut self.workspace, weights, before, tile);
            self.posterior.observe(mover, &gains, super::place(mv));
            if mover == self.player {
                self.right
                    .push(self.posterior.likely_colors()[0].0 == self.opponent_color);
            }
        }
    }

    fn choose(&mut self, position: &Position, seed: u64) -> Move {
        let request = SearchRequest::new(Limits::nodes(100)).seed(seed);
        let report = self.engine.analyze(position, &request, &mut |_| {});
        *report.best_move().expect("a move")
    }
}

#[test]
fn posterior_without_moves_gives_five_colours_equal_probability() {
    let own = Color::ALL[2];
    let likely = ColorPosterior::new(Player::Second, own).likely_colors();
    assert_eq!(likely.len(), 5);
    assert!(
        likely
            .iter()
            .all(|(color, chance)| *color != own && (chance - 0.2).abs() < 1e-9)
    );
    let setup = Setup::default();
    assert!(BoxGame::start(&setup).is_ok());
}

mod slow {
    use super::*;

    /// Moves of a random player prepare nothing, and seem to prepare any colour by chance.
    #[test]
    fn posterior_finds_the_colour_of_greedy_opponent_after_nine_moves() {
        let mut rng = SplitMix64::new(31);
        let (mut right, mut all) = (0, 0);
        for seed in 0..40 {
            let colors = super::super::colors(&mut rng);
            let player = Player::ALL[rng.index(2)];
            let mut follower = Follower::new(colors, player);
            let mut greedy = Thinker(Level::Greedy.new_engine(Resources::new(1)), 1);
            match player {
                Player::First => game(1_000 * seed, colors, [&mut greedy, &mut follower]),
                Player::Second => game(1_000 * seed, colors, [&mut follower, &mut greedy]),
            };
            if let Some(is_right) = follower.right.get(8) {
                right += u32::from(*is_right);
                all += 1;
            }
        }
        println!("after 9 moves: {right} of {all}");
        assert!(all >= 30, "{all}");
        // By chance it would be a fifth.
        assert!(right * 100 >= all * 70, "{right} of {all}");
    }
}
