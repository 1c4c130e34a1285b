//! Box against a plain model of its rules and the numbers of the rules.

use super::setup;
use crate::common::{battery, random_game, random_step, refusal, step};
use kifu_core::contract::{
    Faults, Game, Outcome, Player, Position as _, RuleViolation, Rules as _, Setup, StepError,
    Turn, Winner, perft, replay,
};
use kifu_core::games::box_game::{
    BoxGame, Cell, Color, Move, Orientation, Position, Tile, Violation,
};
use kifu_core::search::SplitMix64;

const START: &str = "Hh216534h";

fn after(colors: &str, moves: &str) -> Position {
    let (walk, position) = replay::<BoxGame>(&setup(colors), moves, Faults::NONE).unwrap();
    assert_eq!(walk.failure, None, "{moves}");
    position
}

fn place(text: &str) -> Move {
    step::<BoxGame>(text).mv.unwrap()
}

fn tile(text: &str) -> Tile {
    step::<BoxGame>(text).chance.unwrap()
}

/// A naive second implementation of the rules on a board of bytes.
#[derive(Clone)]
struct NaiveBoard([[u8; 20]; 16]);

impl NaiveBoard {
    fn of(position: &Position) -> Self {
        let mut naive = Self([[0; 20]; 16]);
        for (line, row) in naive.0.iter_mut().zip(0..) {
            for (color, column) in line.iter_mut().zip(0..) {
                *color = position
                    .color_at(Cell { row, column })
                    .map_or(0, Color::number);
            }
        }
        naive
    }

    fn spots(placement: Move) -> Vec<(usize, usize)> {
        let (row, column) = (placement.row().into(), placement.column().into());
        let (height, width) = match placement.orientation() {
            Orientation::Horizontal => (2, 6),
            Orientation::Vertical => (6, 2),
        };
        (row..row + height)
            .flat_map(|row| (column..column + width).map(move |column| (row, column)))
            .collect()
    }

    fn get(&self, row: usize, column: usize) -> u8 {
        *self
            .0
            .get(row)
            .and_then(|row| row.get(column))
            .unwrap_or(&0)
    }

    fn legal(&self, placement: Move) -> bool {
        let spots = Self::spots(placement);
        if spots
            .iter()
            .any(|(row, column)| *row >= 16 || *column >= 20)
        {
            return false;
        }
        let covered = spots.iter().filter(|spot| self.get(spot.0, spot.1) != 0);
        let touches = spots.iter().any(|&(row, column)| {
            self.get(row + 1, column) != 0
                || self.get(row.wrapping_sub(1), column) != 0
                || self.get(row, column + 1) != 0
                || self.get(row, column.wrapping_sub(1)) != 0
        });
        match covered.count() {
            0 => touches,
            1..=4 => true,
            _ => false,
        }
    }

    fn lay(&mut self, tile: Tile, placement: Move) {
        let (row, column) = (placement.row().into(), placement.column().into());
        for (i, color) in tile.colors().into_iter().enumerate() {
            let spots: [(usize, usize); 2] = match placement.orientation() {
                Orientation::Horizontal => [(row, column + i), (row + 1, column + 5 - i)],
                Orientation::Vertical => [(row + i, column + 1), (row + 5 - i, column)],
            };
            for (row, column) in spots {
                self.0[row][column] = color.number();
            }
        }
    }

    fn squares(&self, color: Color) -> i32 {
        let is = |row, column| self.get(row, column) == color.number();
        let mut points = 0;
        for (side, worth) in (1..16).zip(1..) {
            for row in 0..16 - side {
                for column in 0..20 - side {
                    let (low, right) = (row + side, column + side);
                    if is(row, column) && is(row, right) && is(low, column) && is(low, right) {
                        points += worth;
                    }
                }
            }
        }
        points
    }
}

#[test]
fn rules_pass_the_battery_on_random_games() {
    let spell = |_: &Position| Move::all().collect();
    battery::<BoxGame>(&setup("4 1"), 6, spell);
    battery::<BoxGame>(&setup("- 5"), 2, spell);
    battery::<BoxGame>(&Setup::default(), 2, spell);
}

/// The battery of all games sees Box only while luck is to deal; here the tile is in hand.
#[test]
fn moves_end_and_scores_agree_with_a_naive_board() {
    for seed in 0..12 {
        let mut rng = SplitMix64::new(seed);
        let colors = [1, 2, 3, 4, 5, 6].map(|number| Color::new(number).unwrap());
        let mut position = BoxGame::start(&setup("4 1")).unwrap();
        let mut naive = NaiveBoard([[0; 20]; 16]);
        let mut first = true;
        while let Some(next) = random_step::<BoxGame>(&position, &mut rng) {
            if !first {
                position.apply_chance(&next.chance.unwrap());
            }
            let legal: Vec<Move> = Move::all().filter(|mv| naive.legal(*mv)).collect();
            let mut listed = Vec::new();
            position.legal_moves(&mut |mv| listed.push(mv));
            assert_eq!(listed, legal, "the order is fixed, too");
            for mv in Move::all() {
                assert_eq!(position.check(&mv).is_ok(), naive.legal(mv), "{mv}");
                let (mut played, mut applied) = (position, position);
                if played.play(&mv).is_ok() {
                    applied.apply(&mv);
                    assert_eq!(played, applied);
                } else {
                    assert_eq!(played, position);
                }
            }
            let mv = next.mv.unwrap_or(Move::START);
            naive.lay(next.chance.unwrap(), mv);
            if first {
                position.step(&next).unwrap();
            } else {
                position.apply(&mv);
            }
            first = false;
            assert_eq!(NaiveBoard::of(&position).0, naive.0);
            assert_eq!(position.is_over(), !Move::all().any(|mv| naive.legal(mv)));
            for one in colors {
                for other in colors {
                    let expected = [naive.squares(one), naive.squares(other)];
                    assert_eq!(position.scores([one, other]), expected);
                }
            }
        }
    }
}

#[test]
fn board_full_of_one_colour_scores_all_its_squares() {
    let one = Color::new(1).unwrap();
    let rows = vec!["1".repeat(20); 16].join("/");
    let position = BoxGame::parse_position(&format!("{rows} 1 - 1 2")).unwrap();
    let all: i32 = (1..16).map(|n| n * (16 - n) * (20 - n)).sum();
    assert_eq!(NaiveBoard::of(&position).squares(one), all);
    assert_eq!(position.scores([one, one]), [all, all]);
    let outcome = position.outcome(Faults::NONE);
    assert_eq!(outcome.scores, Some([all, 0]));
    assert_eq!(
        outcome.points,
        Some([200 + all, 0]),
        "a loser has no less than 0"
    );
}

#[test]
fn placement_and_perft_counts_equal_those_of_the_rules() {
    let count = |wanted: Orientation, ok: &dyn Fn(Move) -> bool| {
        Move::all()
            .filter(|mv| mv.orientation() == wanted && ok(*mv))
            .count()
    };
    let fits = |mv: Move| mv.fits();
    assert_eq!(count(Orientation::Horizontal, &fits), 225);
    assert_eq!(count(Orientation::Vertical, &fits), 209);
    let mut position = after("4 1", START);
    let mut none = 0;
    position.legal_moves(&mut |_| none += 1);
    assert_eq!(none, 0, "no place before the deal");
    position.apply_chance(&tile("364521"));
    let legal = |mv: Move| position.check(&mv).is_ok();
    assert_eq!(count(Orientation::Horizontal, &legal), 48);
    assert_eq!(count(Orientation::Vertical, &legal), 77);
    assert_eq!(perft(&position, 1), 125);
    assert_eq!(perft(&after("4 1", START), 1), 720);
    assert_eq!(perft(&BoxGame::start(&Setup::default()).unwrap(), 1), 720);
}

#[test]
fn all_720_tiles_are_listed_in_order() {
    let all: Vec<String> = Tile::all().map(|tile| tile.to_string()).collect();
    assert_eq!(all.len(), 720);
    assert_eq!((&*all[0], &*all[719]), ("123456", "654321"));
    assert!(all.is_sorted_by(|a, b| a < b));
    for text in &all {
        assert_eq!(tile(text).to_string(), *text);
    }
    assert!(Tile::new([1, 2, 3, 4, 5, 5]).is_none());
    assert!(Tile::new([1, 2, 3, 4, 5, 255]).is_none());
    assert!(Tile::new([0, 1, 2, 3, 4, 5]).is_none());
}

#[test]
fn placed_tile_covers_the_cells_of_the_statement_example() {
    let position = after("- -", "Hh216534h Ik364521v");
    let row = |row: u8| -> String {
        (0..20)
            .map(|column| match position.color_at(Cell { row, column }) {
                Some(color) => color.to_string(),
                None => ".".to_owned(),
            })
            .collect()
    };
    assert_eq!(row(7), ".......216534.......");
    assert_eq!(row(8), ".......435132.......", "1 and 3 are the new tile's");
    let column: Vec<String> = (8..14).map(|n| row(n)[10..12].to_owned()).collect();
    assert_eq!(column, ["13", "26", "54", "45", "62", "31"]);
    assert_eq!(position.color_at(Cell { row: 16, column: 0 }), None);
    assert_eq!(position.color_at(Cell { row: 0, column: 20 }), None);
    after("- -", "Hh216534h Ik364521v If462513v");
}

#[test]
fn start_tile_is_dealt_by_chance_and_lies_at_hh() {
    let start = BoxGame::start(&Setup::default()).unwrap();
    assert_eq!((start.turn(), start.mover()), (Turn::Chance, None));
    assert_eq!(
        refusal::<BoxGame>(&Setup::default(), "", "Ik364521v"),
        "the start tile lies at Hh, horizontal, not at Ikv"
    );
    let message = |token: &str| refusal::<BoxGame>(&Setup::default(), "", token);
    assert_eq!(
        message("Hh216534v"),
        "the start tile lies at Hh, horizontal, not at Hhv"
    );
    assert_eq!(message("Hhh"), "the start tile, as Hh216534h");
    let (walk, position) = replay::<BoxGame>(&Setup::default(), START, Faults::NONE).unwrap();
    assert_eq!(
        (walk.tokens, walk.plies, walk.next),
        (1, 0, Some(Player::First))
    );
    let mut dealt = start;
    dealt.step(&step::<BoxGame>("216534")).unwrap();
    assert_eq!(dealt, position, "spelled as a deal it is the same");
    let (walk, _) = replay::<BoxGame>(&Setup::default(), "Ik364521v", Faults::NONE).unwrap();
    assert_eq!(walk.failed, Faults::NONE, "nobody's fault");
}

#[test]
fn tile_without_a_place_is_no_step_after_the_start() {
    let start = after("4 1", START);
    let mut dealt = start;
    assert_eq!(
        dealt.step(&step::<BoxGame>("364521")),
        Err(StepError::WrongKind(
            "the place of the tile, too, as Ik364521v"
        ))
    );
    assert_eq!(dealt, start, "and no tile was drawn");
    let (walk, _) = replay::<BoxGame>(&setup("4 1"), "Hh216534h 364521 Ikv", Faults::NONE).unwrap();
    assert_eq!((walk.tokens, walk.plies), (1, 0));
    let failure = walk.failure.unwrap();
    assert_eq!((failure.index, failure.span), (1, 10..16));
    assert_eq!(failure.player, Some(Player::First));
}

#[test]
fn placement_alone_is_a_step_once_its_tile_was_dealt() {
    let whole = after("4 1", "Hh216534h Ik364521v");
    let mut halves = after("4 1", START);
    halves.apply_chance(&tile("364521"));
    assert_eq!(halves.turn(), Turn::Player(Player::First));
    assert_eq!(halves.tile_in_hand(), Some(tile("364521")));
    let in_hand = halves;
    let wrong = |token: &str| match in_hand.clone().step(&step::<BoxGame>(token)) {
        Err(StepError::WrongKind(expected)) => expected,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        wrong("123456"),
        "the place of the tile that was dealt, as Ikv"
    );
    assert_eq!(wrong("Ik123456v"), "the tile that was dealt");
    halves.step(&step::<BoxGame>("Ikv")).unwrap();
    assert_eq!(halves, whole);
    let mut again = in_hand;
    again.step(&step::<BoxGame>("Ik364521v")).unwrap();
    assert_eq!(again, whole);
    let message = |token: &str| refusal::<BoxGame>(&Setup::default(), START, token);
    assert_eq!(message("Ikv"), "a tile and its place, as Ik364521v");
    assert_eq!(
        after("4 1", START).check(&place("Ikv")),
        Err(Violation::NoTile)
    );
}

#[test]
fn refused_placement_error_names_the_rule_and_the_dots() {
    let message = |token: &str| refusal::<BoxGame>(&Setup::default(), START, token);
    assert_eq!(
        message("Hh364521h"),
        "Hhh covers 12 dots; at most 4 are allowed (Hh Hi Hj Hk Hl Hm Ih Ii Ij Ik Il Im)"
    );
    assert_eq!(
        message("Hk364521h"),
        "Hkh covers 6 dots; at most 4 are allowed (Hk Hl Hm Ik Il Im)"
    );
    assert_eq!(
        refusal::<BoxGame>(&Setup::default(), "Hh216534h Ji123456h", "Il123456h"),
        "Ilh covers 5 dots; at most 4 are allowed (Il Im Jl Jm Jn)"
    );
    assert_eq!(
        message("Aa364521v"),
        "a tile at Aav would touch no other tile"
    );
    assert_eq!(
        message("Jn364521h"),
        "a tile at Jnh would touch no other tile",
        "a corner is no side"
    );
    let over_the_edge =
        "reaches over the edge of the board of 16 rows, A to P, and 20 columns, a to t";
    for token in ["Pa364521h", "Hp364521h", "Lh364521v", "Ht364521v"] {
        let mv = place(token);
        assert_eq!(message(token), format!("{mv} {over_the_edge}"));
        let hint = Violation::OffBoard(mv).hint().unwrap();
        assert!(hint.contains(if token.ends_with('h') {
            "A to O"
        } else {
            "A to K"
        }));
    }
    assert_eq!(
        Violation::CoversTooMany(place("Hhh"), 31).rule(),
        "covers-too-many"
    );
}

#[test]
fn refused_token_leaves_the_position_unchanged() {
    let (walk, position) =
        replay::<BoxGame>(&setup("4 1"), "Hh216534h Aa364521v", Faults::NONE).unwrap();
    assert_eq!(position, after("4 1", START));
    assert_eq!(walk.failed, Faults::only(Player::First));
    assert_eq!(walk.outcome.winner, Some(Winner::Second));
    assert_eq!(walk.outcome.points, None, "the jury has not played on yet");
    assert!(walk.outcome.scores.is_some());
}

/// A random game that is over.
fn finished(seed: u64, colors: &str) -> Position {
    let tokens = random_game::<BoxGame>(&setup(colors), &mut SplitMix64::new(seed));
    after(colors, &tokens.join(" "))
}

#[test]
fn winner_gets_the_difference_and_a_tie_is_150_each() {
    let mut seen = Vec::new();
    for seed in 0..12 {
        let Outcome {
            winner,
            scores: Some([a, b]),
            points: Some(points),
            game_points: None,
        } = finished(seed, "4 1").outcome(Faults::NONE)
        else {
            panic!("a game that is over counts")
        };
        let d = a - b;
        let expected = match d {
            0 => [150, 150],
            1.. => [200 + d, 100 - d],
            _ => [100 + d, 200 - d],
        };
        assert_eq!(points, expected);
        assert_eq!(winner, Some(Winner::of([a, b])));
        seen.push(d.signum());
    }
    assert!(seen.contains(&1) && seen.contains(&-1));
    let tie = finished(0, "4 4").outcome(Faults::NONE);
    assert_eq!(
        (tie.winner, tie.points),
        (Some(Winner::Draw), Some([150, 150]))
    );
}

#[test]
fn failing_player_gets_zero_and_the_other_its_final_points() {
    let message = |position: &Position, failed: Faults| {
        let outcome = position.outcome(failed);
        (outcome.winner, outcome.points)
    };
    for seed in 0..6 {
        let over = finished(seed, "4 1");
        let [a, b] = over.outcome(Faults::NONE).points.unwrap();
        assert_eq!(
            message(&over, Faults::only(Player::First)),
            (Some(Winner::Second), Some([0, b]))
        );
        assert_eq!(
            message(&over, Faults::only(Player::Second)),
            (Some(Winner::First), Some([a, 0]))
        );
        assert_eq!(
            message(&over, Faults::BOTH),
            (Some(Winner::Draw), Some([0, 0]))
        );
        let blind = finished(seed, "4 -");
        assert_eq!(blind.outcome(Faults::NONE), Outcome::default());
        assert_eq!(
            message(&blind, Faults::only(Player::First)),
            (Some(Winner::Second), None)
        );
        assert_eq!(
            message(&blind, Faults::BOTH),
            (Some(Winner::Draw), Some([0, 0]))
        );
    }
    let open = after("4 1", START);
    assert_eq!(message(&open, Faults::NONE), (None, None));
    assert_eq!(open.outcome(Faults::NONE).scores, Some([0, 0]));
    assert_eq!(
        message(&open, Faults::only(Player::First)),
        (Some(Winner::Second), None)
    );
    assert_eq!(
        message(&open, Faults::only(Player::Second)),
        (Some(Winner::First), None)
    );
    // Behind by a hundred and more, even the player who did not fail has 0 points.
    let rows = vec!["1".repeat(20); 16].join("/");
    let lost = BoxGame::parse_position(&format!("{rows} 1 - 1 2")).unwrap();
    assert_eq!(
        message(&lost, Faults::only(Player::First)),
        (Some(Winner::Draw), Some([0, 0]))
    );
}

#[test]
fn finished_game_refuses_any_deal_or_placement() {
    let over = finished(1, "4 1");
    assert_eq!(over.turn(), Turn::Over);
    assert_eq!(perft(&over, 1), 0);
    let deal = over.clone().step(&step::<BoxGame>("123456"));
    assert!(matches!(deal, Err(StepError::WrongKind(words)) if words.contains("over")));
    for mv in Move::all() {
        let put = kifu_core::contract::Step {
            chance: Some(tile("123456")),
            mv: Some(mv),
        };
        assert!(matches!(
            over.clone().step(&put),
            Err(StepError::Violation(
                Violation::OffBoard(_) | Violation::CoversTooMany(..)
            ))
        ));
    }
}

/// Three tiles, First to move, with the secret colours 4 and 1.
fn midgame() -> String {
    let position = after("4 1", &format!("{START} Ik364521v Jj123456h"));
    BoxGame::write_position(&position)
}

fn setup_at(position: &str) -> Setup {
    let mut setup = Setup::default();
    setup.set("position", position);
    setup
}

#[test]
fn game_from_a_position_starts_with_a_tile_draw() {
    let setup = setup_at(&midgame());
    let start = BoxGame::start(&setup).unwrap();
    assert_eq!((start.turn(), start.mover()), (Turn::Chance, None));
    let placements = {
        let mut position = start;
        position.step(&step::<BoxGame>("364521")).unwrap();
        let mut all = Vec::new();
        position.legal_moves(&mut |mv| all.push(mv));
        all
    };
    assert!(!placements.is_empty());
    let line = format!("364521 {}", placements[0]);
    let (walk, position) = replay::<BoxGame>(&setup, &line, Faults::NONE).unwrap();
    assert_eq!((walk.failure, walk.tokens, walk.plies), (None, 2, 1));
    assert_eq!(walk.respelled[0].canonical, "Hh364521h");
    assert_eq!(position.to_move(), start.to_move().opponent());
    // The tile is drawn, and lies nowhere yet.
    let (_, drawn) = replay::<BoxGame>(&setup, "Hh364521h", Faults::NONE).unwrap();
    assert_eq!(drawn.tile_in_hand(), Some(tile("Hh364521h")));
    assert_eq!(NaiveBoard::of(&drawn).0, NaiveBoard::of(&start).0);
    // A placement cannot be the first token.
    let (walk, _) = replay::<BoxGame>(&setup, "Ik364521v", Faults::NONE).unwrap();
    assert_eq!(walk.tokens, 0);
}

#[test]
fn rules_pass_the_battery_from_a_position() {
    let spell = |position: &Position| {
        let mut all: Vec<Move> = Vec::new();
        if position.tile_in_hand().is_some() {
            all.extend(Move::all());
        }
        all
    };
    battery::<BoxGame>(&setup_at(&midgame()), 2, spell);
}

#[test]
fn setup_colours_complete_but_never_contradict_the_position() {
    let unknown = midgame().replace(" 4 1", " 4 -");
    let mut setup = setup_at(&unknown);
    setup.set("colors", "- 2");
    let colors = BoxGame::start(&setup).unwrap().colors();
    assert_eq!(colors.to_string(), "4 2");
    setup.set("colors", "3 2");
    let refused = BoxGame::start(&setup).unwrap_err().to_string();
    assert_eq!(
        refused,
        "setup `colors`: expected the colours of the position, 4 -, found `3 2`"
    );
}

#[test]
fn setup_position_with_a_tile_in_hand_is_refused() {
    let held = midgame().replace(" - 4 1", " 364521 4 1");
    assert!(BoxGame::parse_position(&held).is_ok());
    let refused = BoxGame::start(&setup_at(&held)).unwrap_err().to_string();
    assert!(refused.contains("- for the tile in hand"), "{refused}");
}
