//! The setup of a game: the secret colours, and the position from which it starts.

use super::board::{BoxStage, Position};
use super::colors::{Color, SecretColors};
use super::moves::Move;
use super::position_text;
use crate::contract::{Player, Setup, SetupError};

/// Returns the first position of a game.
///
/// # Errors
/// Returns an error if a parameter cannot be read, or if the colours contradict the position's.
pub(super) fn start(setup: &Setup) -> Result<Position, SetupError> {
    let colors = from_setup(setup)?;
    match setup.position(position_text::parse_start).transpose()? {
        Some(position) => Ok(Position { colors, ..position }),
        None => Ok(Position::start(colors)),
    }
}

/// Returns the setup of a game that starts from a position, and the token that draws the tile in
/// hand.
pub(super) fn setup_at(position: &Position) -> (Setup, Option<String>) {
    let mut setup = Setup::default();
    if position.board.is_empty() {
        setup.set("colors", position.colors().to_string());
        return (setup, None);
    }
    let stage = BoxStage::Deal;
    let dealt = Position { stage, ..*position };
    setup.set("position", position_text::write(&dealt));
    let tile = position.tile_in_hand();
    (setup, tile.map(|tile| Move::START.with_tile(tile)))
}

/// Returns a setup without the secret colour of the other player.
pub(super) fn known_to(setup: &Setup, player: Player) -> Setup {
    let mut known = setup.clone();
    let without_secret = |SecretColors(mut colors): SecretColors| {
        colors[player.opponent().index()] = None;
        SecretColors(colors)
    };
    if let Some(colors) = setup.get("colors").and_then(SecretColors::parse) {
        known.set("colors", without_secret(colors).to_string());
    }
    if let Some(Ok(position)) = setup.position(position_text::parse_start) {
        let position = Position {
            colors: without_secret(position.colors()),
            stage: BoxStage::Deal,
            ..position
        };
        known.set("position", position_text::write(&position));
    }
    known
}

/// Returns the secret colours of a setup: those of the key `colors`, or else of its position.
///
/// # Errors
/// Returns an error if a value cannot be read, or if the two contradict each other.
fn from_setup(setup: &Setup) -> Result<SecretColors, SetupError> {
    let position = setup.position(position_text::parse_start).transpose()?;
    let of_position = position.map_or(SecretColors::default(), |position| position.colors());
    let Some(text) = setup.get("colors") else {
        return Ok(of_position);
    };
    let SecretColors(given) = SecretColors::parse(text).ok_or_else(|| setup_error(text))?;
    let mut colors = of_position.0;
    for (color, given) in colors.iter_mut().zip(given) {
        match (*color, given) {
            (Some(own), Some(other)) if own != other => {
                return Err(SetupError {
                    key: "colors".to_owned(),
                    expected: format!("the colours of the position, {of_position}"),
                    found: text.to_owned(),
                });
            }
            (own, given) => *color = own.or(given),
        }
    }
    Ok(SecretColors(colors))
}

/// Creates a setup from CodeCup's `[4, 1]` or its columns `Color1,Color2`, which may be empty.
pub(super) fn from_extras(extras: &[&str]) -> Result<Setup, SetupError> {
    let mut setup = Setup::default();
    if extras.iter().all(|extra| extra.trim().is_empty()) {
        return Ok(setup);
    }
    let words: Vec<&str> = extras
        .iter()
        .map(|extra| if extra.trim().is_empty() { "-" } else { extra })
        .collect();
    let text = words.join(" ");
    let colors = SecretColors::parse(&text).ok_or_else(|| setup_error(&text))?;
    setup.set("colors", colors.to_string());
    Ok(setup)
}

/// Returns the columns that [`from_extras`] reads; empty if no colour is known.
pub(super) fn extras(setup: &Setup) -> Vec<String> {
    match from_setup(setup) {
        Ok(colors) if colors != SecretColors::default() => {
            colors.to_string().split(' ').map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// Draws the unknown colours of a setup, all pairs of different colours equally likely.
pub(super) fn draw_lots(setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32) {
    let Ok(SecretColors(known)) = from_setup(setup) else {
        return;
    };
    let free = |taken: Option<Color>| {
        let all = (1..=6).filter_map(Color::new);
        all.filter(move |color| Some(*color) != taken)
            .collect::<Vec<_>>()
    };
    let mut draw = |taken: Option<Color>| {
        let free = free(taken);
        let count = u32::try_from(free.len()).unwrap_or(1);
        free.get(below(count) as usize).copied()
    };
    let first = known[0].or_else(|| draw(known[1]));
    let second = known[1].or_else(|| draw(first));
    setup.set("colors", SecretColors([first, second]).to_string());
}

fn setup_error(found: &str) -> SetupError {
    SetupError {
        key: "colors".to_owned(),
        expected: "two colours, each 1 to 6 or - if unknown, as `4 1`".to_owned(),
        found: found.to_owned(),
    }
}
