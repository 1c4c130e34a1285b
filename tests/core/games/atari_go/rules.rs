//! Atari Go against perft tables and brute force.

use kifu_core::contract::{
    Faults, Game, Player, Position as _, RuleViolation, Rules as _, Setup, Winner, perft, replay,
};

use super::setup;
use crate::common::{battery, refusal, step};
use kifu_core::games::atari_go::{AtariGo, Move, Point, Position};

fn position(text: &str) -> Position {
    AtariGo::parse_position(text).unwrap_or_else(|bad| panic!("{text}: {bad}"))
}

fn point(token: &str) -> Point {
    match step::<AtariGo>(token).mv {
        Some(Move::Stone(point)) => point,
        _ => panic!("{token} is no point"),
    }
}

/// The position after canonical moves, all of which are legal.
fn after(setup: &Setup, moves: &str) -> Position {
    let (walk, position) = replay::<AtariGo>(setup, moves, Faults::NONE).unwrap();
    assert_eq!(walk.failure, None, "{moves}");
    position
}

fn play(position: &mut Position, moves: &str) {
    for token in moves.split(' ') {
        let mv = step::<AtariGo>(token).mv.unwrap();
        position
            .play(&mv)
            .unwrap_or_else(|why| panic!("{token}: {why}"));
    }
}

fn rule(position: &Position, token: &str) -> &'static str {
    let broken = position.check(&step::<AtariGo>(token).mv.unwrap());
    broken.map_or_else(|broken| broken.rule(), |()| "legal")
}

/// Every move that can be written and lies on the board or just beyond its edge.
fn every_spelling(position: &Position) -> Vec<Move> {
    let reach = position.size() + 1;
    let points = (0..reach).flat_map(|y| (0..reach).filter_map(move |x| Point::new(x, y)));
    points.map(Move::Stone).chain([Move::Pass]).collect()
}

/// Returns the token of a move in the contest's spelling.
fn respell(setup: &Setup, raw: &str) -> Option<String> {
    let spelling = AtariGo::INFO.spelling.unwrap();
    (spelling.to_token)(setup, raw)
}

#[test]
fn rules_pass_the_battery_on_random_games() {
    battery::<AtariGo>(&Setup::default(), 3, every_spelling);
    battery::<AtariGo>(&setup(5, 150), 8, every_spelling);
    battery::<AtariGo>(&setup(6, 1), 2, every_spelling);
    battery::<AtariGo>(&setup(19, 20), 1, every_spelling);
}

fn stones_only(position: &Position, depth: u32) -> u64 {
    let mut leaves = 0;
    position.legal_moves(&mut |mv| {
        if mv == Move::Pass {
            return;
        }
        let mut next = position.clone();
        next.apply(&mv);
        leaves += if depth == 1 {
            1
        } else {
            stones_only(&next, depth - 1)
        };
    });
    leaves
}

#[test]
fn one_stone_captures_several_chains_at_once() {
    let mut position = position("...../.B.B./BW.WB/.B.B./..... B 12/80 0-0 -");
    play(&mut position, "C3");
    assert_eq!(position.captures(), [2, 0]);
    assert_eq!(position.ko(), None);
    assert_eq!(
        AtariGo::write_position(&position),
        "...../.B.B./B.B.B/.B.B./..... W 13/80 2-0 -"
    );
}

#[test]
fn snapback_is_not_forbidden_by_ko() {
    let mut position = position("...../...../BBB../WWWB./..WB. B 10/80 0-0 -");
    play(&mut position, "B1 A1");
    assert_eq!(position.captures(), [0, 1]);
    play(&mut position, "B1");
    assert_eq!(position.captures(), [5, 1]);
}

#[test]
fn stone_that_captured_two_may_be_recaptured_at_once() {
    let mut position = position("...../...../...../WWB../BB.B. W 7/80 0-0 -");
    play(&mut position, "C1");
    assert_eq!((position.captures(), position.ko()), ([0, 2], None));
    play(&mut position, "B1");
    assert_eq!(position.captures(), [1, 2]);
}

/// White's last stone, B8, took the one on C8.
const KO: &str = "B9 C9 A8 D8 B7 C7 C8 B8";

#[test]
fn ko_forbids_only_the_immediate_recapture() {
    let start = Setup::default();
    let ko = after(&start, KO);
    assert_eq!((ko.ko(), ko.captures()), (Some(point("C8")), [0, 1]));
    assert_eq!(rule(&ko, "C8"), "ko");
    assert_eq!(rule(&after(&start, &format!("{KO} A1 A2")), "C8"), "legal");
    // Longer repetitions are allowed: after a pass of the opponent the stone may be retaken.
    let passes = after(&start, &format!("{KO} PASS PASS"));
    assert_eq!(passes.ko(), None);
    let retaken = after(&start, &format!("{KO} PASS PASS C8"));
    assert_eq!(retaken.captures(), [1, 1]);
    assert_eq!(retaken.ko(), Some(point("B8")), "now White is bound");
    assert_ne!(
        ko,
        position(&AtariGo::write_position(&ko).replace("C8", "-"))
    );
}

#[test]
fn refused_move_error_names_the_broken_rule() {
    let message = |moves, token| refusal::<AtariGo>(&Setup::default(), moves, token);
    assert_eq!(message("E5", "K9"), "K9 is off the board of 9x9");
    assert_eq!(
        message("E5", "E5"),
        "E5 is not empty: there is a black stone"
    );
    assert_eq!(
        message("B9 A1 A8", "A9"),
        "A9 would be suicide: it captures nothing, and the stone would have no liberty"
    );
    assert_eq!(
        message("B9 A9 B8 D1 A7", "A8"),
        "A8 would be suicide: it captures nothing, and its chain of 2 stones would have no liberty"
    );
    assert_eq!(
        message(KO, "C8"),
        "C8 would break the ko rule: taking back B8 at once restores the board as it was before \
         B8 was played"
    );
    let two = setup(5, 2);
    assert_eq!(
        refusal::<AtariGo>(&two, "PASS PASS", "PASS"),
        "the game is over: all its 2 turns are played"
    );
    let off = AtariGo::start(&two).unwrap();
    let hint = off.check(&Move::Stone(point("F1"))).unwrap_err().hint();
    assert!(hint.unwrap().contains("A1 to E5"));
}

#[test]
fn game_lasts_all_turns_and_more_captures_win() {
    // Two passes do not end the game, and White took one stone.
    let (walk, _) =
        replay::<AtariGo>(&setup(9, 11), &format!("{KO} PASS PASS A1"), Faults::NONE).unwrap();
    assert!(walk.is_over);
    assert_eq!(walk.outcome.scores, Some([0, 1]));
    assert_eq!(walk.outcome.points, Some([0, 1]));
    assert_eq!(walk.outcome.game_points, None);
    assert_eq!(walk.outcome.winner, Some(Winner::Second));
}

#[test]
fn unfinished_game_has_scores_but_no_winner() {
    let outcome = after(&Setup::default(), KO).outcome(Faults::NONE);
    assert_eq!(outcome.scores, Some([0, 1]));
    assert_eq!((outcome.winner, outcome.points), (None, None));
}

#[test]
fn more_stones_win_by_one_when_no_one_captured() {
    let scores = |turns, moves: &str| {
        let outcome = after(&setup(5, turns), moves).outcome(Faults::NONE);
        (outcome.scores.unwrap(), outcome.winner.unwrap())
    };
    assert_eq!(scores(3, "A1 PASS A3"), ([1, 0], Winner::First));
    assert_eq!(scores(2, "PASS A1"), ([0, 1], Winner::Second));
    assert_eq!(scores(2, "A1 B1"), ([0, 0], Winner::Draw));
    assert_eq!(scores(2, "PASS PASS"), ([0, 0], Winner::Draw));
    // Black has more stones, but equal captures above 0 are a draw.
    let even = format!("{KO} PASS PASS C8 PASS");
    assert_eq!(
        after(&setup(9, 12), &even).outcome(Faults::NONE).winner,
        Some(Winner::Draw)
    );
}

#[test]
fn failing_player_gets_minus_one_and_the_other_keeps_captures() {
    let position = after(&Setup::default(), KO);
    let outcome = |failed| {
        let outcome = position.outcome(failed);
        assert_eq!(outcome.scores, outcome.points);
        (outcome.scores.unwrap(), outcome.winner.unwrap())
    };
    assert_eq!(
        outcome(Faults::only(Player::First)),
        ([-1, 1], Winner::Second)
    );
    assert_eq!(
        outcome(Faults::only(Player::Second)),
        ([0, -1], Winner::First)
    );
    assert_eq!(outcome(Faults::BOTH), ([-1, -1], Winner::Draw));
}

/// White took a stone on C4, which Black may not take back at once.
const KO_POSITION: &str = ".BW../BW.W./.BW../...../..... B 8/80 0-1 C4";

fn setup_at(position: &str) -> Setup {
    let mut setup = Setup::default();
    setup.set("position", position);
    setup
}

#[test]
fn game_starts_from_the_position_of_its_setup() {
    let setup = setup_at(KO_POSITION);
    let start = AtariGo::start(&setup).unwrap();
    assert_eq!(AtariGo::write_position(&start), KO_POSITION);
    assert_eq!(rule(&start, "C4"), "ko");
    let end = after(&setup, "A1 A2");
    assert_eq!((end.turns_played(), end.total_turns()), (10, 80));
    battery::<AtariGo>(
        &setup_at(&KO_POSITION.replace("8/80", "8/20")),
        3,
        every_spelling,
    );
    assert_eq!(respell(&setup, "0 4"), Some("A1".to_owned()));
}

#[test]
fn setup_size_and_turns_must_agree_with_its_position() {
    let mut setup = setup_at(KO_POSITION);
    setup.set("size", "5");
    setup.set("turns", "80");
    assert!(AtariGo::start(&setup).is_ok());
    setup.set("turns", "90");
    let refused = AtariGo::start(&setup).unwrap_err().to_string();
    assert_eq!(
        refused,
        "setup `turns`: expected that of the position, 80, found `90`"
    );
}

#[test]
fn gtp_commands_place_the_stones_of_the_setup_position() {
    let commands = AtariGo::INFO.gtp.unwrap()(&setup_at(KO_POSITION)).unwrap();
    assert_eq!(commands[..2], ["boardsize 5", "clear_board"]);
    assert!(commands.contains(&"play black B5".to_owned()));
    assert!(commands.contains(&"play white C5".to_owned()));
    assert_eq!(commands.len(), 2 + 7);
}

mod slow {
    use super::*;

    #[test]
    fn perft_from_the_start_equals_the_known_counts() {
        let start = Position::new(9, 80);
        assert_eq!(perft(&start, 1), 82);
        assert_eq!(perft(&start, 2), 6_643);
        assert_eq!(perft(&start, 3), 531_604);
        assert_eq!(
            [1, 2, 3].map(|n| stones_only(&start, n)),
            [81, 6_480, 511_920]
        );
    }

    #[test]
    fn perft_equals_the_counts_of_the_table_file() {
        let limit = if cfg!(debug_assertions) {
            600_000
        } else {
            50_000_000
        };
        let mut lines = 0;
        for line in include_str!("../../../../fixtures/perft/atari-go.perft").lines() {
            let Some((moves, counts)) = line.split_once('|').filter(|_| !line.starts_with('#'))
            else {
                continue;
            };
            let mut position = Position::new(9, 80);
            for raw in moves
                .split(';')
                .map(str::trim)
                .filter(|raw| !raw.is_empty())
            {
                let token = respell(&Setup::default(), raw);
                play(&mut position, token.as_deref().unwrap_or(raw));
            }
            let counts = counts.split_whitespace().map(|n| n.parse::<u64>().unwrap());
            for (depth, leaves) in (1..).zip(counts).filter(|(_, leaves)| *leaves <= limit) {
                assert_eq!(perft(&position, depth), leaves, "{moves} depth {depth}");
            }
            lines += 1;
        }
        assert_eq!(lines, 4);
    }
}
