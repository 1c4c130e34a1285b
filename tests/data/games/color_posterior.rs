//! The opponent's colour in Box, guessed from real games.

use kifu::contract::{Game, Player, Position as _};
use kifu::games::box_game::{BoxGame, Color, Move, Orientation, Position, SecretColors};
use kifu_core::games::box_game::engine::BoxEngine;
use kifu_core::games::box_game::engine::board::PlaceIndex;
use kifu_core::games::box_game::engine::color_posterior::{ColorPosterior, color_gains};
use kifu_core::games::box_game::engine::kernel::{EvalWorkspace, Kernel};
use libtest_mimic::Trial;
use std::fs;
use std::path::Path;

pub fn trials() -> Vec<Trial> {
    trials![
        "box/test-3-competition-325-transcripts.csv" => colour_of_good_players_is_guessed_after_some_moves,
    ]
}

/// A game of the contest's tests.
struct RealGame {
    users: [String; 2],
    colors: [Color; 2],
    moves: Vec<String>,
}

/// The games of a transcript. No field that counts here holds a comma, but names may.
fn games(text: &str) -> Vec<RealGame> {
    let lines = text.lines().skip(1);
    lines
        .filter_map(|line| parse_game(&line.replace('"', "")))
        .collect()
}

fn parse_game(line: &str) -> Option<RealGame> {
    let fields: Vec<&str> = line.split(',').collect();
    let [.., first, second, moves] = fields[..] else {
        return None;
    };
    let color = |text: &str| Color::new(text.parse().ok()?);
    Some(RealGame {
        users: [fields[3].to_owned(), fields[6].to_owned()],
        colors: [color(first)?, color(second)?],
        moves: moves.split(' ').map(str::to_owned).collect(),
    })
}

/// Players of the upper ranks.
const GOOD: [&str; 9] = [
    "Tapani Utriainen",
    "Niklas Een",
    "Alvaro Carrera",
    "Louis Verhaard",
    "Thijs Marinussen",
    "Matthijs Tijink",
    "Jeremy Sawicki",
    "Mark ter Brugge",
    "Jan Nunnink",
];

/// Returns whether the guess about this player is right after each of their first moves, as the
/// opponent sees the game.
fn guesses_right(game: &RealGame, player: Player) -> Option<Vec<bool>> {
    let opponent = player.opponent();
    let [own, secret] = [opponent, player].map(|who| game.colors[who.index()]);
    let (engine, mut workspace) = (BoxEngine::new(1), EvalWorkspace::default());
    let mut guess = ColorPosterior::new(opponent, own);
    let mut position = Position::start(SecretColors::only(opponent, own));
    let mut right = Vec::new();
    for token in &game.moves {
        let step = BoxGame::parse(token.as_bytes()).ok()?.step;
        if let (Some(mover), Some(tile), Some(mv)) = (position.mover(), step.chance, step.mv) {
            let weights = &engine.weights().gain;
            let gains = color_gains(Kernel::new(), &mut workspace, weights, &position, tile);
            guess.observe(mover, &gains, place(mv));
            if mover == player {
                right.push(guess.likely_colors()[0].0 == secret);
            }
        }
        position.step(&step).ok()?;
        if right.len() == 8 {
            break;
        }
    }
    Some(right)
}

fn place(placement: Move) -> PlaceIndex {
    PlaceIndex::new(
        usize::from(placement.row()),
        usize::from(placement.column()),
        placement.orientation() == Orientation::Vertical,
    )
}

fn colour_of_good_players_is_guessed_after_some_moves(path: &Path) {
    let text = fs::read_to_string(path).unwrap();
    let mut right = [0_u32; 8];
    let mut all = [0_u32; 8];
    let games = games(&text);
    for game in games
        .iter()
        .filter(|game| game.colors[0] != game.colors[1])
        .step_by(31)
    {
        for player in Player::ALL {
            if GOOD.contains(&game.users[player.index()].as_str()) {
                let guesses = guesses_right(game, player).unwrap_or_default();
                for (at, is_right) in guesses.into_iter().enumerate() {
                    right[at] += u32::from(is_right);
                    all[at] += 1;
                }
            }
        }
    }
    assert!(all[7] >= 10, "{all:?}");
    assert!(right[3] * 100 >= all[3] * 60, "{right:?} of {all:?}");
    assert!(right[7] * 100 >= all[7] * 80, "{right:?} of {all:?}");
}
