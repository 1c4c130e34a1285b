//! The opponent's colour, guessed from real games.

use super::common::data;
use kifu::contract::{Game, Player, Position as _, Setup};
use kifu::games::box_game::brain::BoxBrain;
use kifu::games::box_game::brain::guess::{Guess, gains};
use kifu::games::box_game::brain::kernel::{Kernel, Sight};
use kifu::games::box_game::{BoxGame, Color, Colors, Position};
use std::fs;

/// A game of the contest's tests.
struct Real {
    users: [String; 2],
    colors: [Color; 2],
    moves: Vec<String>,
}

/// The games of a transcript. No field that counts here holds a comma, but names may.
fn games(text: &str) -> Vec<Real> {
    let lines = text.lines().skip(1);
    lines
        .filter_map(|line| real(&line.replace('"', "")))
        .collect()
}

fn real(line: &str) -> Option<Real> {
    let fields: Vec<&str> = line.split(',').collect();
    let [.., first, second, moves] = fields[..] else {
        return None;
    };
    let color = |text: &str| Color::new(text.parse().ok()?);
    Some(Real {
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

/// Whether the guess about this player is right after each of his first moves.
fn followed(game: &Real, player: Player) -> Option<Vec<bool>> {
    let weights = BoxBrain::new(1);
    let mut sight = Sight::default();
    let [own, his] = [player.opponent(), player].map(|who| game.colors[who.index()]);
    let mut guess = Guess::new(player.opponent(), own);
    let mut position = Position::start(Colors::only(player.opponent(), own));
    let mut right = Vec::new();
    for token in &game.moves {
        let step = BoxGame::read(token.as_bytes()).ok()?.step;
        if let (Some(mover), Some(tile), Some(mv)) = (position.mover(), step.luck, step.mv) {
            let gains = gains(
                Kernel::new(),
                &mut sight,
                &weights.eyes().glance,
                &position,
                tile,
            );
            let place = super::place(mv);
            guess.observe(mover, &gains, place);
            if mover == player {
                right.push(guess.likely()[0].0 == his);
            }
        }
        position.step(&step).ok()?;
        if right.len() == 8 {
            break;
        }
    }
    Some(right)
}

#[test]
fn the_colour_of_good_players_is_guessed_right_after_some_moves() {
    let Some(path) = data("box/test-3-competition-325-transcripts.csv") else {
        return;
    };
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
                let followed = followed(game, player).unwrap_or_default();
                for (at, is_right) in followed.into_iter().enumerate() {
                    right[at] += u32::from(is_right);
                    all[at] += 1;
                }
            }
        }
    }
    for (at, (right, all)) in right.iter().zip(all).enumerate() {
        println!("after {} moves: {right} of {all}", at + 1);
    }
    assert!(all[7] >= 10, "{all:?}");
    assert!(right[3] * 100 >= all[3] * 60, "{right:?} of {all:?}");
    assert!(right[7] * 100 >= all[7] * 80, "{right:?} of {all:?}");
}

#[test]
fn nothing_known_means_five_colours_alike() {
    let own = Color::ALL[2];
    let likely = Guess::new(Player::Second, own).likely();
    assert_eq!(likely.len(), 5);
    assert!(
        likely
            .iter()
            .all(|(color, chance)| *color != own && (chance - 0.2).abs() < 1e-9)
    );
    let setup = Setup::default();
    assert!(BoxGame::start(&setup).is_ok());
}
