//! Reviews of a game: they are shown, saved and browsed, and undoing leaves them alone.

use super::sample_games::catalogue_game;
use kifu_app::jobs::{AnalysisUpdate, ReviewedPly};
use kifu_app::open_game::{Navigation, OpenGame};
use kifu_app::state::{
    Action, AppState, Continuation, Effect, EngineAction, ExerciseAction, ExerciseVerdict,
    InputAction, Pane, max_threads,
};
use kifu_core::contract::{Player, Proven, Setup};
use kifu_core::games::CATALOGUE;
use kifu_core::record::{EvalBudget, EvalLine, Evaluation, Glyph, Record, read_ron, write_ron};
use kifu_core::search::{Coverage, SearchLine, SearchResult, Value};
use kifu_study::review::{self, ReviewBudget, ReviewPlan, SearchLimit};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Returns a game between two named players in which each move is the first legal one.
fn played_record(id: &str, plies: usize) -> Record {
    let game = catalogue_game(id);
    let setup = game.bench_setup();
    let mut state = game.start(&setup).expect("a start");
    let mut tokens: Vec<String> = Vec::new();
    while tokens.len() < plies + game.info().lead_in {
        let deal = state.chance_outcomes().into_iter().next();
        let token = match deal {
            Some(deal) if tokens.len() < game.info().lead_in => game.lead_in_token(&deal),
            Some(deal) => {
                let mut dealt = state.fork();
                dealt
                    .apply_chance(&game.lead_in_token(&deal))
                    .expect("a legal chance outcome");
                let mv = dealt.legal_moves().swap_remove(0);
                game.with_chance(&mv, &deal).expect("a whole token")
            }
            None => match state.legal_moves().into_iter().next() {
                Some(mv) => mv,
                None => break,
            },
        };
        state.play(&token).expect("a legal move");
        tokens.push(token);
    }
    let mut record = Record {
        game: id.to_owned(),
        setup,
        moves: tokens.join(" "),
        ..Record::default()
    };
    record.players.0.name = "A".to_owned();
    record.players.1.name = "B".to_owned();
    record.source.format = "moves".to_owned();
    record
}

fn reviewed_record(id: &str, plies: usize) -> Record {
    let mut record = played_record(id, plies);
    let plan = ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(300), 1));
    let count = u32::try_from(plies).expect("few plies");
    let stop = AtomicBool::new(false);
    review::review(
        &mut record,
        catalogue_game(id),
        count,
        plan,
        (1, 16),
        &stop,
        &mut |_, _| {},
    )
    .expect("a review");
    record
}

/// Returns an evaluation in which the played move loses a won game.
pub fn blunder_evaluations(best: &str, played: &str) -> Vec<Evaluation> {
    let line = |pv: &str, proven: Proven| EvalLine {
        proven: Some(proven),
        win: Some(proven.win()),
        points: None,
        nodes: 1,
        pv: pv.to_owned(),
    };
    vec![Evaluation {
        engine: "oracle 1".to_owned(),
        budget: Some(EvalBudget::Nodes(1)),
        seed: Some(1),
        lines: vec![line(best, Proven::Win), line(played, Proven::Loss)],
        ..Evaluation::default()
    }]
}

pub fn open(record: Record) -> OpenGame {
    let game = catalogue_game(&record.game);
    OpenGame::new(record, game).expect("a game")
}

/// Returns an open game of Clobber whose third ply is a blunder, with its best and played moves.
pub fn game_with_blunder() -> (AppState, String, String) {
    let mut state = AppState::default();
    let record = played_record("clobber", 8);
    let mut position = catalogue_game("clobber")
        .start(&Setup::default())
        .expect("a start");
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    for token in &tokens[..2] {
        position.play(token).expect("legal");
    }
    let best = position
        .legal_moves()
        .into_iter()
        .find(|mv| *mv != tokens[2])
        .expect("another move");
    state.open_record(record, Vec::new(), None);
    let open_game = state.open_game_mut().expect("a game");
    assert!(open_game.set_evaluations(3, &tokens[2], blunder_evaluations(&best, &tokens[2])));
    (state, best, tokens[2].clone())
}

pub fn perform(state: &mut AppState, action: Action) {
    let _ = state.perform(action);
}

#[test]
fn evaluations_for_other_move_or_missing_ply_are_rejected() {
    let mut open_game = open(played_record("zuniq", 6));
    assert!(!open_game.set_evaluations(2, "A1h!", blunder_evaluations("A1h", "A1v")));
    assert!(!open_game.set_evaluations(0, "A1h", Vec::new()));
    assert!(!open_game.set_evaluations(400, "A1h", Vec::new()));
    assert!(!open_game.is_changed());
}

#[test]
fn undo_reverts_comment_and_keeps_evaluations() {
    let (mut state, _, token) = game_with_blunder();
    let open_game = state.open_game_mut().expect("a game");
    open_game.navigate(Navigation::Ply(3));
    open_game.set_comment("oh");
    open_game.set_evaluations(3, &token, blunder_evaluations("b2b3", &token));
    assert!(open_game.undo());
    assert_eq!(open_game.note().expect("a note").comment, "");
    assert_eq!(open_game.note().expect("a note").evals[0].lines.len(), 2);
    assert!(open_game.redo());
    assert_eq!(open_game.note().expect("a note").comment, "oh");
    assert_eq!(
        open_game.note().expect("a note").evals[0].lines[0].pv,
        "b2b3"
    );
}

#[test]
fn evaluations_count_as_change_until_saved() {
    let (mut state, _, token) = game_with_blunder();
    let open_game = state.open_game_mut().expect("a game");
    assert!(open_game.is_changed());
    let revision = open_game.revision();
    // Evaluations that arrive while the file is written are not saved.
    open_game.set_evaluations(3, &token, blunder_evaluations("b2b3", &token));
    open_game.mark_saved(revision);
    assert!(open_game.is_changed());
    open_game.mark_saved(open_game.revision());
    assert!(!open_game.is_changed());
}

#[test]
fn key_moment_navigation_stops_at_last_mistake() {
    let (mut state, ..) = game_with_blunder();
    perform(&mut state, Action::Navigate(Navigation::KeyMoment(true)));
    assert_eq!(state.open_game().expect("a game").ply(), 3);
    perform(&mut state, Action::Navigate(Navigation::KeyMoment(true)));
    assert_eq!(state.open_game().expect("a game").ply(), 3);
    assert!(state.perform(Action::Navigate(Navigation::Last)).is_empty());
    let shown = state.perform(Action::Navigate(Navigation::KeyMoment(false)));
    assert!(
        matches!(shown[..], [Effect::RevealPane(Pane::Review)]),
        "the review pane is not revealed"
    );
    assert_eq!(state.open_game().expect("a game").ply(), 3);
    let record = state.open_game().expect("a game").to_record();
    assert_eq!(record.notes[&3].glyph, Some(Glyph::Blunder));
}

#[test]
fn glyph_set_by_user_overrides_glyph_of_review() {
    let (mut state, ..) = game_with_blunder();
    let open_game = state.open_game_mut().expect("a game");
    open_game.navigate(Navigation::Ply(3));
    open_game.toggle_glyph(Some(Glyph::Interesting));
    assert_eq!(
        open_game.to_record().notes[&3].glyph,
        Some(Glyph::Interesting)
    );
}

#[test]
fn peeked_line_leaves_tree_unchanged_and_played_line_is_variation() {
    let (mut state, best, _) = game_with_blunder();
    perform(&mut state, Action::Navigate(Navigation::Ply(2)));
    let open_game = state.open_game().expect("a game");
    let from = open_game.node();
    let lines = open_game.tree().preorder().len();
    let ahead = Continuation {
        from,
        moves: vec![best.clone(), "no move".to_owned()],
    };
    perform(
        &mut state,
        Action::Engine(EngineAction::PeekLine(Some(ahead.clone()))),
    );
    let open_game = state.open_game().expect("a game");
    let (tokens, position) = open_game
        .try_continuation(from, &ahead.moves, None)
        .expect("a line");
    assert_eq!(tokens, [best.as_str()]);
    assert_ne!(position.position(), open_game.state().position());
    assert_eq!(open_game.tree().preorder().len(), lines);

    perform(&mut state, Action::Navigate(Navigation::Last));
    perform(
        &mut state,
        Action::Engine(EngineAction::PlayContinuation(ahead)),
    );
    let open_game = state.open_game().expect("a game");
    assert_eq!(state.peeked_line, None);
    assert_eq!(open_game.tree().token(open_game.node()), best);
    assert_eq!(open_game.tree().parent(open_game.node()), Some(from));
    assert!(!open_game.tree().is_on_main_line(open_game.node()));
}

#[test]
fn box_continuation_uses_dealt_tile() {
    let record = played_record("box", 4);
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    let mut open_game = open(record);
    open_game.navigate(Navigation::Ply(1));
    let game = open_game.game();
    let deal = game.chance_of(&tokens[2]).expect("a deal");
    let mut position = open_game.state().fork();
    position.apply_chance(&tokens[2]).expect("dealt");
    let other = position.legal_moves().pop().expect("a move");
    let moves = [other.clone(), other.clone()];
    let (line, _) = open_game
        .try_continuation(open_game.node(), &moves, None)
        .expect("a line");
    // The line ends here, because the next tile is unknown.
    assert_eq!(line, [game.with_chance(&other, &deal).expect("a token")]);
}

pub fn analysis_update(lines: &[(&str, f64)], is_done: bool) -> AnalysisUpdate {
    let line = |(mv, win): &(&str, f64)| SearchLine {
        mv: (*mv).to_owned(),
        value: Value::estimate(*win, None),
        visits: 100,
        depth: 2,
        pv: vec![(*mv).to_owned()],
    };
    AnalysisUpdate {
        result: SearchResult {
            value: Value::estimate(lines[0].1, None),
            lines: lines.iter().map(line).collect(),
            nodes: 200,
            coverage: Coverage::AllMoves,
        },
        engine_name: "oracle 1".to_owned(),
        elapsed: Duration::from_millis(10),
        is_done,
        bot: None,
    }
}

#[test]
fn exercise_judges_played_best_and_unreviewed_moves() {
    let (mut state, best, token) = game_with_blunder();
    perform(
        &mut state,
        Action::Engine(EngineAction::StartExercise(None)),
    );
    assert_eq!(state.open_game().expect("a game").ply(), 2);
    assert!(state.is_exercise_position_shown());
    let lines = state.open_game().expect("a game").tree().preorder().len();

    perform(&mut state, Action::Input(InputAction::PlayMove(token)));
    assert_eq!(
        state.exercise().expect("an exercise").tried[0].1,
        ExerciseVerdict::PlayedInGame
    );
    assert!(state.is_exercise_position_shown());

    // For a move without an evaluation the engine is asked to include that move in its lines.
    let position = state.open_game().expect("a game").state().fork();
    let other = position
        .legal_moves()
        .into_iter()
        .find(|mv| {
            *mv != best
                && state
                    .exercise()
                    .is_some_and(|exercise| exercise.tried[0].0 != *mv)
        })
        .expect("a third move");
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove(other.clone())),
    );
    let subject = state.analysis_subject().expect("a question");
    assert_eq!(subject.include.as_deref(), Some(&*other));
    let job = kifu_app::jobs::JobId(7);
    state.live_analysis.pending = Some((job, subject));
    state.on_analysis_update(job, analysis_update(&[("x", 0.9), (&other, 0.5)], false));
    assert!(!state.exercise().expect("an exercise").is_solved());
    state.on_analysis_update(job, analysis_update(&[("x", 0.9), (&other, 0.5)], true));
    let tried = &state.exercise().expect("an exercise").tried;
    assert_eq!(tried[1], (other, ExerciseVerdict::Loses(0.4)));
    assert_eq!(state.analysis_subject(), None);

    perform(&mut state, Action::Input(InputAction::PlayMove(best)));
    let exercise = state.exercise().cloned().expect("an exercise");
    assert_eq!(exercise.tried[2].1, ExerciseVerdict::Best);
    assert_eq!(
        (exercise.solved_count(), exercise.is_answer_shown),
        (1, true)
    );
    // The exercise adds nothing to the tree of the game.
    assert_eq!(
        state.open_game().expect("a game").tree().preorder().len(),
        lines
    );
    perform(&mut state, Action::Exercise(ExerciseAction::Next));
    assert_eq!(
        state
            .exercise()
            .and_then(kifu_app::state::Exercise::current_ply),
        None
    );
    perform(&mut state, Action::Exercise(ExerciseAction::EndExercise));
    assert_eq!(state.exercise(), None);
}

#[test]
fn exercise_does_not_start_without_mistakes() {
    let mut state = AppState::default();
    state.open_record(played_record("clobber", 4), Vec::new(), None);
    perform(
        &mut state,
        Action::Engine(EngineAction::StartExercise(Some(Player::First))),
    );
    assert_eq!(state.exercise(), None);
    assert_eq!(state.messages.len(), 1);
}

#[test]
fn engine_analyses_shown_position_unless_locked() {
    let mut state = AppState::default();
    state.open_record(played_record("clobber", 6), Vec::new(), None);
    assert_eq!(state.analysis_subject(), None);
    perform(&mut state, Action::Engine(EngineAction::ToggleEngine));
    let first = state.analysis_subject().expect("a question");
    assert_eq!(first.ply, 0);
    assert!(first.include.is_some());
    perform(&mut state, Action::Engine(EngineAction::ToggleEngineLock));
    perform(&mut state, Action::Navigate(Navigation::Steps(2)));
    assert_eq!(state.analysis_subject(), Some(first));
    perform(&mut state, Action::Engine(EngineAction::ToggleEngineLock));
    assert_eq!(state.analysis_subject().expect("a question").ply, 2);
    perform(&mut state, Action::Engine(EngineAction::ChangeLines(1)));
    assert_eq!(state.analysis_subject().expect("a question").line_count, 4);
    assert_eq!(
        state.analysis_subject().expect("a question").thread_count,
        1
    );
    perform(&mut state, Action::Engine(EngineAction::ChangeThreads(-1)));
    perform(
        &mut state,
        Action::Engine(EngineAction::ChangeThreads(1000)),
    );
    let threads = state.analysis_subject().expect("a question").thread_count;
    assert_eq!(threads, usize::from(max_threads()));
    // At the end of the game there is no played move to include.
    perform(&mut state, Action::Navigate(Navigation::Last));
    assert_eq!(state.analysis_subject().expect("a question").include, None);
    perform(&mut state, Action::Engine(EngineAction::ToggleEngine));
    assert_eq!(state.analysis_subject(), None);
}

#[test]
fn engine_analyses_box_with_game_tile_or_chosen_one() {
    let mut state = AppState::default();
    state.open_record(played_record("box", 4), Vec::new(), None);
    perform(&mut state, Action::Engine(EngineAction::ToggleEngine));
    let with_game_tile = state.analysis_subject().expect("a question");
    assert!(with_game_tile.include.is_some());
    let deals = state.open_game().expect("a game").state().chance_outcomes();
    let other = deals.last().expect("a deal").clone();
    perform(&mut state, Action::Input(InputAction::ChooseChance(other)));
    let with_chosen_tile = state.analysis_subject().expect("a question");
    assert_ne!(with_chosen_tile.position, with_game_tile.position);
    assert_eq!(with_chosen_tile.include, None);
}

#[test]
fn review_results_go_to_the_tab_of_their_job() {
    let mut state = AppState::default();
    let record = reviewed_record("clobber", 6);
    state.open_record(played_record("clobber", 6), Vec::new(), None);
    let job = kifu_app::jobs::JobId(3);
    let tab = state.tabs[0].id;
    state
        .running_reviews
        .push(kifu_app::state::RunningReview::new(tab, job));
    let (ply, note) = record.notes.iter().next().expect("a note");
    let token = record
        .tokens()
        .nth(*ply as usize - 1)
        .expect("a token")
        .to_owned();
    let reviewed_ply = ReviewedPly {
        ply: *ply,
        token,
        evals: note.evals.clone(),
        done_plies: 1,
        total_plies: 6,
    };
    // The current ply must not change.
    perform(&mut state, Action::Navigate(Navigation::Ply(4)));
    state.on_ply_reviewed(kifu_app::jobs::JobId(99), reviewed_ply.clone());
    assert!(
        state
            .open_game()
            .expect("a game")
            .review_summary()
            .is_empty()
    );
    state.on_ply_reviewed(job, reviewed_ply);
    assert_eq!(
        state
            .open_game()
            .expect("a game")
            .review_summary()
            .plies
            .len(),
        1
    );
    assert_eq!(state.open_game().expect("a game").ply(), 4);
    assert_eq!(state.running_review().expect("a review").done_plies, 1);
    state.on_review_ended(job);
    assert!(state.running_review().is_none());
}

#[test]
fn spoiler_free_mode_reveals_only_plies_already_seen() {
    let mut state = AppState::default();
    state.open_record(played_record("clobber", 6), Vec::new(), None);
    assert_eq!(state.last_visible_ply(), u32::MAX);
    perform(&mut state, Action::Engine(EngineAction::ToggleSpoilerFree));
    assert_eq!(state.last_visible_ply(), 0);
    perform(&mut state, Action::Navigate(Navigation::Steps(3)));
    perform(&mut state, Action::Navigate(Navigation::First));
    assert_eq!(state.last_visible_ply(), 3);
    perform(&mut state, Action::Navigate(Navigation::Last));
    assert_eq!(state.last_visible_ply(), u32::MAX);
}

#[test]
fn evaluation_of_failed_position_is_saved_with_illegal_move() {
    let record = crate::common::unreviewed_record("turn-right-illegal");
    let game = catalogue_game(&record.game);
    let plies = u32::try_from(record.tokens().count()).expect("few plies");
    let mut open_game = open(record.clone());
    let mut reviewed = record;
    let plan = ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(20), 1));
    let stop = AtomicBool::new(false);
    review::review(
        &mut reviewed,
        game,
        plies,
        plan,
        (1, 16),
        &stop,
        &mut |_, _| {},
    )
    .expect("a review");
    let evals = reviewed.notes[&(plies + 1)].evals.clone();
    assert!(open_game.set_evaluations(plies + 1, "", evals.clone()));
    assert!(
        open_game.review_summary().failed_positions[0]
            .value
            .is_some()
    );
    let written = open_game.to_record();
    assert_eq!(written.notes[&(plies + 1)].evals, evals);
    let again = open(written);
    assert_eq!(
        again.review_summary().failed_positions,
        open_game.review_summary().failed_positions
    );
}

mod slow {
    use super::*;

    #[test]
    fn review_of_every_game_is_shown_and_saved() {
        for game in CATALOGUE {
            let record = reviewed_record(game.id(), 6);
            let opened = open(record.clone());
            assert!(!opened.review_summary().is_empty(), "{}", game.id());
            assert!(
                opened.review_summary().first_win_probability(0).is_some(),
                "{}",
                game.id()
            );

            // The same evaluations, added ply by ply to the game without a review.
            let mut annotated = open(played_record(game.id(), 6));
            let tokens: Vec<String> = record
                .tokens()
                .skip(game.info().lead_in)
                .map(str::to_owned)
                .collect();
            for (ply, note) in &record.notes {
                let token = &tokens[*ply as usize - 1];
                assert!(annotated.set_evaluations(*ply, token, note.evals.clone()));
            }
            assert!(annotated.is_changed());
            let mut written = annotated.to_record();
            let mut expected = record;
            // Only an adjudicated record has a result.
            for record in [&mut written, &mut expected] {
                record.result = None;
            }
            assert_eq!(write_ron(&written), write_ron(&expected), "{}", game.id());
            let again = open(read_ron(&write_ron(&written)).expect("a record"));
            assert_eq!(again.review_summary().plies, opened.review_summary().plies);
        }
    }
}
