//! Zones, legal moves and the length of games.

use super::naive_rules::{NaiveRules, legal_of, naive_text, zones_of};
use super::{BORDER, EXAMPLE, every_spelling, played, result, sizes, start};
use crate::common::{battery, random_game, refusal, step};
use kifu_core::contract::{Faults, Game, Outcome, Position as _, Rules as _, Setup, Winner, perft};
use kifu_core::games::zuniq::{Position, Segment, Zuniq};
use kifu_core::search::SplitMix64;

#[test]
fn rules_pass_the_battery_on_random_games() {
    battery::<Zuniq>(&Setup::default(), 60, every_spelling);
    battery::<Zuniq>(
        &start("-----/|....|/...../|....|/...../|....|/...../|....|/...../|....|/----. b w3b18"),
        3,
        every_spelling,
    );
}

#[test]
fn zones_of_random_segments_agree_with_a_flood_fill() {
    let mut rng = SplitMix64::new(7);
    let mut accepted = 0;
    for round in 0..3_000 {
        let drawn = 20 + round % 30;
        let mut naive = NaiveRules(Segment::all().collect());
        while naive.0.len() > drawn {
            let taken = rng.index(naive.0.len());
            naive.0.swap_remove(taken);
        }
        match Zuniq::parse_position(&naive_text(&naive)) {
            Ok(position) => {
                accepted += 1;
                assert_eq!(zones_of(&position), naive.zones());
                if round % 10 == 0 {
                    assert_eq!(legal_of(&position), naive.legal());
                }
            }
            Err(bad) => {
                assert!(!naive.sizes_differ(), "{bad}");
                assert!(
                    bad.to_string()
                        .starts_with("expected closed zones of different sizes")
                );
            }
        }
    }
    assert!(accepted > 500, "{accepted}");
}

/// At most six zones of different sizes fit into 25 cells, so no game has more than 41 plies. About
/// one in a thousand leaves so much undrawn inside its zones that it is shorter than 36.
#[test]
fn random_games_have_their_winner_and_length_by_their_zones() {
    let mut short = 0;
    for seed in 0..1_500 {
        let tokens = random_game::<Zuniq>(&Setup::default(), &mut SplitMix64::new(seed));
        let position = played(&tokens.join(" "));
        let plies = position.plies();
        assert!(plies <= 41);
        if plies < 36 {
            short += 1;
            let segments = tokens.iter().map(|token| segment(token));
            assert!(NaiveRules(segments.collect()).legal().is_empty());
        }
        let last = if plies % 2 == 1 {
            Winner::First
        } else {
            Winner::Second
        };
        assert_eq!(position.outcome(Faults::NONE).winner, Some(last));
        assert_eq!(plies, length_by_zones(&position));
    }
    assert!(short <= 5, "{short}");
}

fn segment(token: &str) -> Segment {
    step::<Zuniq>(token).mv.unwrap().segment
}

/// Plies of a finished game: 35 + zones - (undrawn independent cycles inside closed zones).
fn length_by_zones(over: &Position) -> u32 {
    let mut length = 35;
    for zone in over.zones() {
        let inner = Segment::all().filter(|segment| {
            let (row, column) = (segment.row(), segment.column());
            let (up, left) = if segment.is_vertical() {
                (0, 1)
            } else {
                (1, 0)
            };
            zone.contains(row, column)
                && zone.contains(row.wrapping_sub(up), column.wrapping_sub(left))
                && !over.is_drawn(*segment)
        });
        let inner = u32::try_from(inner.count()).unwrap();
        let cycles = inner + 1 - zone.size();
        length = length + 1 - cycles;
    }
    length
}

#[test]
fn game_is_over_when_the_border_is_drawn() {
    let over = played(BORDER);
    assert!(over.is_over());
    assert_eq!(sizes(&over), [25]);
    assert_eq!(length_by_zones(&over), 20);
    assert_eq!(over.outcome(Faults::NONE).points, Some([50, 100]));
    assert_eq!(
        refusal::<Zuniq>(&Setup::default(), BORDER, "B1h"),
        "the game is over: White has no legal segment left"
    );
}

#[test]
fn example_of_the_statement_is_won_by_black() {
    let over = played(EXAMPLE);
    assert!(over.is_over());
    assert_eq!(over.plies(), 40);
    assert_eq!(sizes(&over), [1, 2, 3, 6, 9]);
    assert_eq!(over.outcome(Faults::NONE).winner, Some(Winner::Second));
    assert_eq!(over.outcome(Faults::NONE).points, Some([50, 100]));
    for plies in 1..40 {
        let moves: Vec<&str> = EXAMPLE.split_whitespace().take(plies).collect();
        assert_eq!(result(&moves.join(" "), Faults::NONE), Outcome::default());
    }
}

#[test]
fn zone_around_a_closed_cell_has_eight_cells() {
    let moves = "B2h B2v B3v C2h A1h A2h A3h A1v A4v B1v B4v C1v C4v D1h D2h D3h";
    assert_eq!(sizes(&played(moves)), [1, 8]);
}

mod slow {
    use super::*;

    #[test]
    fn zones_and_legal_moves_agree_with_the_naive_rules() {
        for seed in 0..25 {
            let mut naive = NaiveRules::default();
            let mut position = Position::EMPTY;
            for token in random_game::<Zuniq>(&Setup::default(), &mut SplitMix64::new(seed)) {
                let mv = step::<Zuniq>(&token).mv.unwrap();
                naive.0.push(mv.segment);
                position.play(&mv).unwrap();
                assert_eq!(zones_of(&position), naive.zones());
                if naive.0.len() > 12 {
                    assert_eq!(legal_of(&position), naive.legal());
                }
            }
            assert!(naive.legal().is_empty());
        }
    }

    #[test]
    fn perft_equals_known_counts_and_the_naive_rules() {
        assert_eq!(perft(&Position::EMPTY, 1), 60);
        assert_eq!(perft(&Position::EMPTY, 2), 60 * 59);
        assert_eq!(perft(&Position::EMPTY, 3), 60 * 59 * 58);
        let moves: Vec<&str> = EXAMPLE.split_whitespace().collect();
        for plies in [25, 30, 34, 37] {
            let position = played(&moves[..plies].join(" "));
            let naive = NaiveRules(moves[..plies].iter().map(|token| segment(token)).collect());
            let depth = if plies < 30 { 2 } else { 3 };
            assert_eq!(perft(&position, depth), naive.perft(depth), "ply {plies}");
        }
    }
}
