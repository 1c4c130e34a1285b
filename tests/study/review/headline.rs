use kifu_core::contract::{Fault, Player, Proven, Winner};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{Ending, GameResult, MovedBy, Record, ReportedResult};
use kifu_study::review::{
    ChoiceKind, DecidedBy, Headline, HeadlineFacts, JudgedPly, LineValue, Luck, MoveEvaluation,
    PlayerFailure, Thresholds, headline, judge,
};

/// A win probability in percent; 0 and 100 are proven.
fn value(percent: f64) -> LineValue {
    LineValue {
        proven: match percent {
            0.0 => Some(Proven::Loss),
            100.0 => Some(Proven::Win),
            _ => None,
        },
        win: percent / 100.0,
        points: None,
    }
}

/// A game of Clobber whose plies have the values of the best and the played move, in percent.
struct ReviewedPlies {
    record: Record,
    judged: Vec<JudgedPly>,
    failures: Vec<PlayerFailure>,
}

impl ReviewedPlies {
    fn new(winner: Winner, values: &[[f64; 2]]) -> Self {
        let record = Record {
            game: "clobber".to_owned(),
            result: Some(GameResult {
                winner: Some(winner),
                how: Ending::Finished,
                ..GameResult::default()
            }),
            ..Record::default()
        };
        let judged = (1..).zip(values).map(|(ply, [best, played])| {
            let error = if matches!(best, 0.0 | 100.0) && matches!(played, 0.0 | 100.0) {
                0.0
            } else {
                0.04
            };
            let evaluation = MoveEvaluation {
                best: value(*best),
                pv: vec!["a1a2".to_owned()],
                played: value(*played),
                played_pv: vec![format!("m{ply}")],
                is_best_move: best.total_cmp(played).is_eq(),
                best_alternative: None,
                line_count: 2,
                worst_win: played / 100.0,
                second_best: None,
                loss_error: error,
                luck: None,
                engine: "clobber".to_owned(),
                budget: String::new(),
            };
            JudgedPly {
                ply,
                player: Player::ALL[(ply as usize + 1) % 2],
                token: format!("m{ply}"),
                judgement: judge(&evaluation, &Thresholds::default()),
                evaluation,
                choice: ChoiceKind::Open,
                claim: None,
                reasons: Vec::new(),
            }
        });
        Self {
            record,
            judged: judged.collect(),
            failures: Vec::new(),
        }
    }

    fn failing(mut self, player: Player, fault: Fault, percent: Option<f64>) -> Self {
        let result = self.record.result.get_or_insert_default();
        result.how = fault.into();
        result.faults.insert(player, fault);
        self.failures.push(PlayerFailure {
            player,
            ply: self.plies() + 1,
            fault,
            value: percent.map(value),
            best: Vec::new(),
        });
        self
    }

    fn with_luck(mut self, percents: &[f64]) -> Self {
        for (ply, percent) in self.judged.iter_mut().zip(percents) {
            ply.evaluation.luck = Some(Luck {
                win: percent / 100.0,
                points: None,
            });
        }
        self
    }

    fn plies(&self) -> u32 {
        u32::try_from(self.judged.len()).unwrap()
    }

    fn of_plies(&self, plies: u32) -> Option<Headline> {
        let game: &dyn DynGame = by_id(CATALOGUE, "clobber").unwrap();
        headline(HeadlineFacts {
            record: &self.record,
            names: game.sides(),
            plies,
            judged: &self.judged,
            failures: &self.failures,
        })
    }

    fn headline(&self) -> Option<Headline> {
        self.of_plies(self.plies())
    }

    /// What decided, and at which ply.
    fn decision(&self) -> Option<(DecidedBy, Option<u32>)> {
        self.headline()
            .map(|headline| (headline.decided_by, headline.ply))
    }

    fn sentence(&self) -> String {
        self.headline().map_or(String::new(), |line| line.sentence)
    }
}

#[test]
fn last_proven_win_thrown_away_decides() {
    let game = ReviewedPlies::new(
        Winner::First,
        &[
            [50.0, 50.0],
            [50.0, 20.0],
            [80.0, 45.0],
            [100.0, 0.0],
            [100.0, 0.0],
            [100.0, 0.0],
            [100.0, 100.0],
        ],
    );
    assert_eq!(
        game.sentence(),
        "Black lost the game for good with 6 m6, from a proven win to a proven loss. The largest \
         mistake before was 4 m4 (−100 %)."
    );
    let headline = game.headline().unwrap();
    assert_eq!(headline.decided_by, DecidedBy::Move);
    assert_eq!((headline.ply, headline.largest_before), (Some(6), Some(4)));
    assert_eq!(headline.player, Some(Player::Second));
}

#[test]
fn loss_that_was_made_good_does_not_decide() {
    let game = ReviewedPlies::new(
        Winner::Second,
        &[
            [60.0, 30.0],
            [70.0, 30.0],
            [70.0, 35.0],
            [65.0, 65.0],
            [35.0, 35.0],
        ],
    );
    assert_eq!(game.decision(), Some((DecidedBy::Move, Some(3))));
    assert!(
        game.sentence()
            .starts_with("White lost the game for good with 3 m3, from 70 % to 35 % (±4 %).")
    );
}

#[test]
fn own_move_valued_above_the_best_is_no_comeback() {
    let game = ReviewedPlies::new(
        Winner::Second,
        &[[70.0, 12.0], [88.0, 88.0], [1.0, 57.0], [100.0, 100.0]],
    );
    assert_eq!(game.decision(), Some((DecidedBy::Move, Some(1))));
    let behind = ReviewedPlies::new(Winner::Second, &[[30.0, 57.0], [70.0, 70.0]]);
    assert_eq!(
        behind.sentence(),
        "No single move decided: White was behind from the start."
    );
}

#[test]
fn small_loss_after_a_large_one_does_not_decide() {
    let game = ReviewedPlies::new(
        Winner::Second,
        &[[90.0, 30.0], [70.0, 70.0], [30.0, 18.0], [82.0, 82.0]],
    );
    assert_eq!(game.decision(), Some((DecidedBy::Move, Some(1))));
}

#[test]
fn loss_of_a_lost_player_does_not_decide() {
    let game = ReviewedPlies::new(
        Winner::Second,
        &[
            [50.0, 47.0],
            [60.0, 60.0],
            [35.0, 32.0],
            [81.0, 81.0],
            [19.0, 1.0],
            [99.0, 99.0],
        ],
    );
    let headline = game.headline().unwrap();
    assert_eq!(headline.decided_by, DecidedBy::Nothing);
    assert_eq!(headline.ply, None);
    assert_eq!(
        headline.sentence,
        "No single move decided. The largest mistake was 5 m5 (−14 %)."
    );
}

#[test]
fn loss_to_an_even_game_does_not_decide() {
    let game = ReviewedPlies::new(
        Winner::Second,
        &[[77.0, 49.0], [51.0, 51.0], [49.0, 46.0], [90.0, 90.0]],
    );
    assert_eq!(
        game.sentence(),
        "No single move decided. The largest mistake was 1 m1 (−24 %)."
    );
}

#[test]
fn estimate_is_never_shown_as_certain() {
    let game = ReviewedPlies::new(Winner::First, &[[50.0, 50.0], [99.8, 0.3], [99.7, 99.7]]);
    assert!(game.sentence().contains("from 99 % to 1 % (±4 %)"));
}

#[test]
fn player_behind_from_the_start_is_named() {
    let game = ReviewedPlies::new(Winner::First, &[[70.0, 70.0], [28.0, 28.0], [74.0, 74.0]]);
    assert_eq!(
        game.sentence(),
        "No single move decided: Black was behind from the start."
    );
}

#[test]
fn slipped_win_of_a_draw_is_the_last_one() {
    let game = ReviewedPlies::new(
        Winner::Draw,
        &[[50.0, 50.0], [85.0, 30.0], [70.0, 52.0], [48.0, 48.0]],
    );
    assert_eq!(game.decision(), Some((DecidedBy::Move, Some(3))));
    assert!(
        game.sentence()
            .starts_with("White let the win slip for good with 3 m3, from 70 % to")
    );
    let even = ReviewedPlies::new(Winner::Draw, &[[50.0, 50.0], [50.0, 50.0]]);
    assert_eq!(even.sentence(), "No single move decided.");
}

#[test]
fn failure_decides_unless_the_player_was_lost() {
    let plies = [[50.0, 50.0], [60.0, 60.0], [40.0, 36.0]];
    let failing = |percent| {
        ReviewedPlies::new(Winner::First, &plies).failing(Player::Second, Fault::Crash, percent)
    };
    let open = failing(Some(64.0));
    assert_eq!(open.decision(), Some((DecidedBy::Fault, Some(4))));
    assert_eq!(open.sentence(), "Black stood at 64 % and crashed at ply 4.");
    assert_eq!(
        failing(Some(100.0)).sentence(),
        "Black had a proven win and crashed at ply 4."
    );
    assert_eq!(failing(None).sentence(), "Black crashed at ply 4.");
    let resigned = ReviewedPlies::new(Winner::First, &plies);
    let resigned = resigned.failing(Player::Second, Fault::Resignation, Some(64.0));
    assert_eq!(
        resigned.sentence(),
        "Black stood at 64 % and resigned at ply 4."
    );
    assert_eq!(
        failing(Some(0.0)).sentence(),
        "Black had lost (proven) and crashed at ply 4."
    );
    let lost = [[50.0, 50.0], [60.0, 10.0], [90.0, 90.0]];
    let lost =
        ReviewedPlies::new(Winner::First, &lost).failing(Player::Second, Fault::Timeout, Some(9.0));
    assert_eq!(
        lost.sentence(),
        "Black lost the game for good with 2 m2, from 60 % to 10 % (±4 %), and ran out of time at \
         ply 4."
    );
    assert_eq!(lost.decision(), Some((DecidedBy::Move, Some(2))));
}

#[test]
fn failure_needs_no_review_and_no_place() {
    let game = ReviewedPlies::new(Winner::First, &[]);
    let mut placed = game.failing(Player::Second, Fault::Illegal, None);
    assert_eq!(placed.sentence(), "Black made an illegal move at ply 1.");
    placed.failures.clear();
    assert_eq!(placed.decision(), Some((DecidedBy::Fault, None)));
    assert_eq!(placed.sentence(), "Black made an illegal move.");
}

#[test]
fn two_failures_are_named_in_their_order() {
    let mut game = ReviewedPlies::new(Winner::Draw, &[[50.0, 50.0]])
        .failing(Player::Second, Fault::Timeout, None)
        .failing(Player::First, Fault::Crash, None);
    game.failures[1].ply = 1;
    assert_eq!(
        game.sentence(),
        "White crashed at ply 1; Black ran out of time at ply 2."
    );
}

#[test]
fn review_with_gaps_names_no_move() {
    let game = ReviewedPlies::new(Winner::Second, &[[90.0, 10.0], [90.0, 90.0]]);
    let headline = game.of_plies(4).unwrap();
    assert_eq!(headline.decided_by, DecidedBy::Unknown);
    assert_eq!(
        headline.sentence,
        "The review covers 2 of 4 moves, too few to say which one decided."
    );
}

#[test]
fn plies_of_the_jury_and_the_rules_are_no_gaps() {
    let mut game = ReviewedPlies::new(Winner::Second, &[[90.0, 10.0], [90.0, 90.0]]);
    game.record.note_mut(3).by = Some(MovedBy::Jury);
    game.record.note_mut(4).by = Some(MovedBy::Automatic);
    game.record.note_mut(5).by = Some(MovedBy::Automatic);
    assert_eq!(game.of_plies(4).unwrap().ply, Some(1));
}

#[test]
fn game_without_review_or_winner_has_no_headline() {
    assert_eq!(ReviewedPlies::new(Winner::First, &[]).headline(), None);
    let mut open = ReviewedPlies::new(Winner::Second, &[[90.0, 10.0], [90.0, 90.0]]);
    let result = open.record.result.get_or_insert_default();
    (result.winner, result.how) = (None, Ending::Unterminated);
    assert_eq!(open.headline(), None);
    open.record.reported = Some(ReportedResult {
        winner: Some(Winner::Second),
        ..ReportedResult::default()
    });
    assert_eq!(open.decision(), Some((DecidedBy::Move, Some(1))));
    open.record.reported = Some(ReportedResult {
        winner: Some(Winner::First),
        ..ReportedResult::default()
    });
    assert_eq!(open.headline(), None, "no move lost it for the other side");
}

#[test]
fn luck_decides_if_it_gave_more_than_the_moves() {
    let plies = [[50.0, 45.0], [55.0, 55.0], [55.0, 52.0], [20.0, 20.0]];
    let lucky = ReviewedPlies::new(Winner::First, &plies).with_luck(&[1.0, 0.0, 4.0, -30.0]);
    assert_eq!(
        lucky.sentence(),
        "Luck decided: it gave White 35 % more than Black, most at ply 4 (+30 %); the moves of \
         White gave away 8 %, those of Black 0 %."
    );
    assert_eq!(lucky.decision(), Some((DecidedBy::Luck, Some(4))));
    let even = ReviewedPlies::new(Winner::First, &plies).with_luck(&[1.0, 0.0, 4.0, -3.0]);
    assert_eq!(even.decision(), Some((DecidedBy::Nothing, None)));
    let unlucky = ReviewedPlies::new(Winner::Second, &plies).with_luck(&[1.0, 0.0, 4.0, -30.0]);
    assert_eq!(unlucky.decision(), Some((DecidedBy::Nothing, None)));
}

#[test]
fn move_decides_before_luck_that_helped() {
    let plies = [[50.0, 50.0], [60.0, 20.0], [85.0, 85.0], [10.0, 10.0]];
    let game = ReviewedPlies::new(Winner::First, &plies).with_luck(&[20.0, 0.0, 4.0, -30.0]);
    assert_eq!(
        game.sentence(),
        "Black lost the game for good with 2 m2, from 60 % to 20 % (±4 %). Luck gave White 54 % \
         more."
    );
}
