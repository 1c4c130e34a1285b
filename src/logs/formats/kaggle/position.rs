//! Positions that an episode draws, compared with the one that the moves lead to.

use kifu_core::contract::{Faults, OpenSpielSpec, OpenSpielStart, Player, Turn, Winner, printable};
use kifu_core::games::DynState;
use serde_json::{Value, json};

/// A difference between a drawn position and the one reached.
pub(super) struct PositionDifference {
    /// The JSON pointer within the position.
    pub pointer: String,
    pub expected: String,
    pub found: String,
}

/// The position that the moves lead to, with everything that an episode says of it.
pub(super) struct ReachedPosition {
    /// The fields of the position as the environment draws it, in the order of comparison: those that
    /// make another position first.
    fields: Vec<(&'static str, Value)>,
    /// The player to act, first or second; -4 after the end.
    pub player_to_act: i64,
    pub is_over: bool,
    /// The numbers of the legal actions in order, with their texts.
    pub legal: Vec<(u32, String)>,
    /// The actions so far.
    pub history: Vec<String>,
}

/// The number of fields that make another position.
const BOARD_FIELDS: usize = 3;
/// The library's number for the player to act after the end.
const TERMINAL_PLAYER: i64 = -4;

impl ReachedPosition {
    pub fn new(
        state: &dyn DynState,
        spec: &OpenSpielSpec,
        start: &OpenSpielStart,
        tokens: &[String],
    ) -> Self {
        let rows: Vec<Vec<String>> = (spec.rows)(&state.position())
            .iter()
            .map(|row| row.chars().map(String::from).collect())
            .collect();
        let is_over = state.turn() == Turn::Over;
        let mover = state.mover().filter(|_| !is_over);
        let letter = |player: Player| spec.letters[player.index()];
        let winner = match state.outcome(Faults::NONE).winner.filter(|_| is_over) {
            Some(Winner::First) => Some(letter(Player::First)),
            Some(Winner::Second) => Some(letter(Player::Second)),
            Some(Winner::Draw) => Some("draw"),
            None => None,
        };
        let parameters: serde_json::Map<String, Value> = start
            .parameters
            .iter()
            .map(|(name, value)| ((*name).to_owned(), json!(value)))
            .collect();
        let fields = vec![
            ("board", json!(rows)),
            ("current_player", json!(mover.map_or("terminal", letter))),
            ("move_history", json!(tokens)),
            ("rows", json!(rows.len())),
            ("columns", json!(rows.first().map_or(0, Vec::len))),
            ("is_terminal", json!(is_over)),
            ("winner", json!(winner)),
            ("last_move", json!(tokens.last())),
            ("move_number", json!(tokens.len())),
            ("params", Value::Object(parameters)),
        ];
        let number = |token: &String| (spec.action)(start, token);
        let legal = if is_over {
            Vec::new()
        } else {
            state.legal_moves()
        };
        let mut legal: Vec<(u32, String)> = legal
            .into_iter()
            .filter_map(|token| Some((number(&token)?, token)))
            .collect();
        legal.sort_unstable();
        Self {
            fields,
            player_to_act: mover.map_or(TERMINAL_PLAYER, |mover| i64::from(mover.index() == 1)),
            is_over,
            legal,
            history: tokens
                .iter()
                .map(|token| number(token).unwrap_or_default().to_string())
                .collect(),
        }
    }

    /// Compares a position with this one: its differences, and whether it is another position.
    ///
    /// Fields that the position lacks, and fields that the environment may add, are not compared.
    pub fn compare(&self, drawn: &Value) -> (Vec<PositionDifference>, bool) {
        let mut differences = Vec::new();
        let mut is_other = !drawn.is_object();
        for (index, (name, expected)) in self.fields.iter().enumerate() {
            let Some(found) = drawn.get(name).filter(|found| *found != expected) else {
                continue;
            };
            is_other |= index < BOARD_FIELDS;
            differences.push(first_difference(format!("/{name}"), expected, found));
        }
        (differences, is_other)
    }
}

/// Returns the first place at which two values differ.
fn first_difference(pointer: String, expected: &Value, found: &Value) -> PositionDifference {
    if let (Value::Array(one), Value::Array(other)) = (expected, found)
        && let Some(at) = one.iter().zip(other).position(|(one, other)| one != other)
    {
        return first_difference(format!("{pointer}/{at}"), &one[at], &other[at]);
    }
    if let (Value::Object(one), Value::Object(other)) = (expected, found)
        && let Some((key, value)) = one
            .iter()
            .find(|(key, value)| other.get(*key) != Some(value))
    {
        let found = other.get(key).unwrap_or(&Value::Null);
        return first_difference(format!("{pointer}/{key}"), value, found);
    }
    let shown = |value: &Value| match value {
        Value::String(text) => printable(text, 40),
        Value::Array(list) => format!("{} values", list.len()),
        other => printable(&other.to_string(), 40),
    };
    PositionDifference {
        pointer,
        expected: shown(expected),
        found: shown(found),
    }
}
