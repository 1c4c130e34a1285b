//! Reviews of a game: they are shown, saved and browsed, and undoing leaves them alone.

use super::sample_games::book;
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

/// A game of first legal moves, as somebody played it.
fn played(id: &str, plies: usize) -> Record {
    let book = book(id);
    let setup = book.bench_setup();
    let mut table = book.start(&setup).expect("a start");
    let mut tokens: Vec<String> = Vec::new();
    while tokens.len() < plies + book.info().lead_in {
        let deal = table.chance_outcomes().into_iter().next();
        let token = match deal {
            Some(deal) if tokens.len() < book.info().lead_in => book.lead_in_token(&deal),
            Some(deal) => {
                let mut dealt = table.fork();
                dealt
                    .apply_chance(&book.lead_in_token(&deal))
                    .expect("luck deals");
                let mv = dealt.legal_moves().swap_remove(0);
                book.with_chance(&mv, &deal).expect("a whole token")
            }
            None => match table.legal_moves().into_iter().next() {
                Some(mv) => mv,
                None => break,
            },
        };
        table.play(&token).expect("a legal move");
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

fn reviewed(id: &str, plies: usize) -> Record {
    let mut record = played(id, plies);
    let plan = ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(300), 1));
    let count = u32::try_from(plies).expect("few plies");
    let stop = AtomicBool::new(false);
    review::review(
        &mut record,
        book(id),
        count,
        plan,
        (1, 16),
        &stop,
        &mut |_, _| {},
    )
    .expect("a review");
    record
}

/// Says of a ply that it lost a won game.
pub fn blunder(best: &str, played: &str) -> Vec<Evaluation> {
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

pub fn study(record: Record) -> OpenGame {
    let book = book(&record.game);
    OpenGame::new(record, book).expect("a game")
}

/// A game of Clobber in which the third ply was a blunder, opened.
pub fn with_a_blunder() -> (AppState, String, String) {
    let mut state = AppState::default();
    let record = played("clobber", 8);
    let mut table = book("clobber").start(&Setup::default()).expect("a start");
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    for token in &tokens[..2] {
        table.play(token).expect("legal");
    }
    let best = table
        .legal_moves()
        .into_iter()
        .find(|mv| *mv != tokens[2])
        .expect("another move");
    state.open_record(record, Vec::new(), None);
    let study = state.open_game_mut().expect("a game");
    assert!(study.set_evaluations(3, &tokens[2], blunder(&best, &tokens[2])));
    (state, best, tokens[2].clone())
}

pub fn act(state: &mut AppState, action: Action) {
    let _ = state.perform(action);
}

#[test]
fn a_review_is_shown_and_saved_for_every_game() {
    for game in CATALOGUE {
        let record = reviewed(game.id(), 6);
        let opened = study(record.clone());
        assert!(!opened.review_summary().is_empty(), "{}", game.id());
        assert!(
            opened.review_summary().first_win_probability(0).is_some(),
            "{}",
            game.id()
        );

        // The same, told ply by ply to the game without a review.
        let mut told = study(played(game.id(), 6));
        let tokens: Vec<String> = record
            .tokens()
            .skip(game.info().lead_in)
            .map(str::to_owned)
            .collect();
        for (ply, note) in &record.notes {
            let token = &tokens[*ply as usize - 1];
            assert!(told.set_evaluations(*ply, token, note.evals.clone()));
        }
        assert!(told.is_changed());
        let mut written = told.to_record();
        let mut wanted = record;
        // A record that was judged says so.
        for record in [&mut written, &mut wanted] {
            record.result = None;
        }
        assert_eq!(write_ron(&written), write_ron(&wanted), "{}", game.id());
        let again = study(read_ron(&write_ron(&written)).expect("a record"));
        assert_eq!(again.review_summary().plies, opened.review_summary().plies);
    }
}

#[test]
fn of_a_ply_that_is_another_by_now_nothing_is_kept() {
    let mut study = study(played("zuniq", 6));
    assert!(!study.set_evaluations(2, "A1h!", blunder("A1h", "A1v")));
    assert!(!study.set_evaluations(0, "A1h", Vec::new()));
    assert!(!study.set_evaluations(400, "A1h", Vec::new()));
    assert!(!study.is_changed());
}

#[test]
fn undoing_takes_back_what_a_person_did_and_leaves_what_engines_think() {
    let (mut state, _, token) = with_a_blunder();
    let study = state.open_game_mut().expect("a game");
    study.navigate(Navigation::Ply(3));
    study.set_comment("oh");
    study.set_evaluations(3, &token, blunder("b2b3", &token));
    assert!(study.undo());
    assert_eq!(study.note().expect("a note").comment, "");
    assert_eq!(study.note().expect("a note").evals[0].lines.len(), 2);
    assert!(study.redo());
    assert_eq!(study.note().expect("a note").comment, "oh");
    assert_eq!(study.note().expect("a note").evals[0].lines[0].pv, "b2b3");
}

#[test]
fn a_review_that_was_saved_is_no_change() {
    let (mut state, _, token) = with_a_blunder();
    let study = state.open_game_mut().expect("a game");
    assert!(study.is_changed());
    let revision = study.revision();
    // What comes while the file is written is not in it.
    study.set_evaluations(3, &token, blunder("b2b3", &token));
    study.mark_saved(revision);
    assert!(study.is_changed());
    study.mark_saved(study.revision());
    assert!(!study.is_changed());
}

#[test]
fn from_mistake_to_mistake_and_no_further() {
    let (mut state, ..) = with_a_blunder();
    act(&mut state, Action::Navigate(Navigation::KeyMoment(true)));
    assert_eq!(state.open_game().expect("a game").ply(), 3);
    act(&mut state, Action::Navigate(Navigation::KeyMoment(true)));
    assert_eq!(state.open_game().expect("a game").ply(), 3);
    assert!(state.perform(Action::Navigate(Navigation::Last)).is_empty());
    let shown = state.perform(Action::Navigate(Navigation::KeyMoment(false)));
    assert!(
        matches!(shown[..], [Effect::RevealPane(Pane::Review)]),
        "why it was one"
    );
    assert_eq!(state.open_game().expect("a game").ply(), 3);
    let record = state.open_game().expect("a game").to_record();
    assert_eq!(record.notes[&3].glyph, Some(Glyph::Blunder));
}

#[test]
fn the_jurys_plies_are_no_mistakes_and_a_persons_sign_stays() {
    let (mut state, ..) = with_a_blunder();
    let study = state.open_game_mut().expect("a game");
    study.navigate(Navigation::Ply(3));
    study.toggle_glyph(Some(Glyph::Interesting));
    assert_eq!(study.to_record().notes[&3].glyph, Some(Glyph::Interesting));
}

#[test]
fn a_line_is_shown_without_being_played_and_played_it_is_a_variation() {
    let (mut state, best, _) = with_a_blunder();
    act(&mut state, Action::Navigate(Navigation::Ply(2)));
    let study = state.open_game().expect("a game");
    let from = study.node();
    let lines = study.tree().preorder().len();
    let ahead = Continuation {
        from,
        moves: vec![best.clone(), "no move".to_owned()],
    };
    act(
        &mut state,
        Action::Engine(EngineAction::PeekLine(Some(ahead.clone()))),
    );
    let study = state.open_game().expect("a game");
    let (tokens, table) = study
        .try_continuation(from, &ahead.moves, None)
        .expect("a line");
    assert_eq!(tokens, [best.as_str()]);
    assert_ne!(table.position(), study.state().position());
    assert_eq!(study.tree().preorder().len(), lines);

    act(&mut state, Action::Navigate(Navigation::Last));
    act(
        &mut state,
        Action::Engine(EngineAction::PlayContinuation(ahead)),
    );
    let study = state.open_game().expect("a game");
    assert_eq!(state.peeked_line, None);
    assert_eq!(study.tree().token(study.node()), best);
    assert_eq!(study.tree().parent(study.node()), Some(from));
    assert!(!study.tree().is_on_main_line(study.node()));
}

#[test]
fn a_line_in_box_has_the_tile_that_was_dealt() {
    let record = played("box", 4);
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    let mut study = study(record);
    study.navigate(Navigation::Ply(1));
    let book = study.game();
    let deal = book.chance_of(&tokens[2]).expect("a deal");
    let mut table = study.state().fork();
    table.apply_chance(&tokens[2]).expect("dealt");
    let other = table.legal_moves().pop().expect("a move");
    let moves = [other.clone(), other.clone()];
    let (line, _) = study
        .try_continuation(study.node(), &moves, None)
        .expect("a line");
    // What luck deals after it nobody knows.
    assert_eq!(line, [book.with_chance(&other, &deal).expect("a token")]);
}

fn thought(lines: &[(&str, f64)], is_done: bool) -> AnalysisUpdate {
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
    }
}

#[test]
fn a_lesson_takes_the_best_move_and_any_that_is_as_good() {
    let (mut state, best, token) = with_a_blunder();
    act(
        &mut state,
        Action::Engine(EngineAction::StartExercise(None)),
    );
    assert_eq!(state.open_game().expect("a game").ply(), 2);
    assert!(state.is_exercise_position_shown());
    let lines = state.open_game().expect("a game").tree().preorder().len();

    act(&mut state, Action::Input(InputAction::PlayMove(token)));
    assert_eq!(
        state.exercise.as_ref().expect("a lesson").tried[0].1,
        ExerciseVerdict::PlayedInGame
    );
    assert!(state.is_exercise_position_shown());

    // A move that the review did not look at: the engine is asked, with that move in its lines.
    let table = state.open_game().expect("a game").state().fork();
    let other = table
        .legal_moves()
        .into_iter()
        .find(|mv| {
            *mv != best
                && state
                    .exercise
                    .as_ref()
                    .is_some_and(|learn| learn.tried[0].0 != *mv)
        })
        .expect("a third move");
    act(
        &mut state,
        Action::Input(InputAction::PlayMove(other.clone())),
    );
    let subject = state.analysis_subject().expect("a question");
    assert_eq!(subject.include.as_deref(), Some(&*other));
    let job = kifu_app::jobs::JobId(7);
    state.live_analysis.pending = Some((job, subject));
    state.on_analysis_update(job, thought(&[("x", 0.9), (&other, 0.5)], false));
    assert!(!state.exercise.as_ref().expect("a lesson").is_solved());
    state.on_analysis_update(job, thought(&[("x", 0.9), (&other, 0.5)], true));
    let tried = &state.exercise.as_ref().expect("a lesson").tried;
    assert_eq!(tried[1], (other, ExerciseVerdict::Loses(0.4)));
    assert_eq!(state.analysis_subject(), None);

    act(&mut state, Action::Input(InputAction::PlayMove(best)));
    let learn = state.exercise.clone().expect("a lesson");
    assert_eq!(learn.tried[2].1, ExerciseVerdict::Best);
    assert_eq!((learn.solved_count(), learn.is_answer_shown), (1, true));
    // Nothing of it is in the game.
    assert_eq!(
        state.open_game().expect("a game").tree().preorder().len(),
        lines
    );
    act(&mut state, Action::Exercise(ExerciseAction::Next));
    assert_eq!(
        state
            .exercise
            .as_ref()
            .and_then(kifu_app::state::Exercise::current_ply),
        None
    );
    act(&mut state, Action::Exercise(ExerciseAction::EndExercise));
    assert_eq!(state.exercise, None);
}

#[test]
fn where_nobody_erred_there_is_no_lesson() {
    let mut state = AppState::default();
    state.open_record(played("clobber", 4), Vec::new(), None);
    act(
        &mut state,
        Action::Engine(EngineAction::StartExercise(Some(Player::First))),
    );
    assert_eq!(state.exercise, None);
    assert_eq!(state.messages.len(), 1);
}

#[test]
fn the_engine_is_asked_about_what_is_shown_or_stays() {
    let mut state = AppState::default();
    state.open_record(played("clobber", 6), Vec::new(), None);
    assert_eq!(state.analysis_subject(), None);
    act(&mut state, Action::Engine(EngineAction::ToggleEngine));
    let first = state.analysis_subject().expect("a question");
    assert_eq!(first.ply, 0);
    assert!(first.include.is_some());
    act(&mut state, Action::Engine(EngineAction::ToggleEngineLock));
    act(&mut state, Action::Navigate(Navigation::Steps(2)));
    assert_eq!(state.analysis_subject(), Some(first));
    act(&mut state, Action::Engine(EngineAction::ToggleEngineLock));
    assert_eq!(state.analysis_subject().expect("a question").ply, 2);
    act(&mut state, Action::Engine(EngineAction::ChangeLines(1)));
    assert_eq!(state.analysis_subject().expect("a question").line_count, 4);
    assert_eq!(
        state.analysis_subject().expect("a question").thread_count,
        1
    );
    act(&mut state, Action::Engine(EngineAction::ChangeThreads(-1)));
    act(
        &mut state,
        Action::Engine(EngineAction::ChangeThreads(1000)),
    );
    let threads = state.analysis_subject().expect("a question").thread_count;
    assert_eq!(threads, usize::from(max_threads()));
    // At the end of the log nothing was played.
    act(&mut state, Action::Navigate(Navigation::Last));
    assert_eq!(state.analysis_subject().expect("a question").include, None);
    act(&mut state, Action::Engine(EngineAction::ToggleEngine));
    assert_eq!(state.analysis_subject(), None);
}

#[test]
fn in_box_the_engine_knows_the_tile_of_the_game_or_the_one_that_is_chosen() {
    let mut state = AppState::default();
    state.open_record(played("box", 4), Vec::new(), None);
    act(&mut state, Action::Engine(EngineAction::ToggleEngine));
    let of_the_game = state.analysis_subject().expect("a question");
    assert!(of_the_game.include.is_some());
    let deals = state.open_game().expect("a game").state().chance_outcomes();
    let other = deals.last().expect("a deal").clone();
    act(&mut state, Action::Input(InputAction::ChooseChance(other)));
    let chosen = state.analysis_subject().expect("a question");
    assert_ne!(chosen.position, of_the_game.position);
    assert_eq!(chosen.include, None);
}

#[test]
fn news_of_a_review_go_to_the_game_they_are_about() {
    let mut state = AppState::default();
    let record = reviewed("clobber", 6);
    state.open_record(played("clobber", 6), Vec::new(), None);
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
    let looked = ReviewedPly {
        ply: *ply,
        token,
        evals: note.evals.clone(),
        done_plies: 1,
        total_plies: 6,
    };
    // The current ply does not change.
    act(&mut state, Action::Navigate(Navigation::Ply(4)));
    state.on_ply_reviewed(kifu_app::jobs::JobId(99), looked.clone());
    assert!(
        state
            .open_game()
            .expect("a game")
            .review_summary()
            .is_empty()
    );
    state.on_ply_reviewed(job, looked);
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
fn who_wants_no_spoilers_is_told_of_what_he_has_seen() {
    let mut state = AppState::default();
    state.open_record(played("clobber", 6), Vec::new(), None);
    assert_eq!(state.last_visible_ply(), u32::MAX);
    act(&mut state, Action::Engine(EngineAction::ToggleSpoilerFree));
    assert_eq!(state.last_visible_ply(), 0);
    act(&mut state, Action::Navigate(Navigation::Steps(3)));
    act(&mut state, Action::Navigate(Navigation::First));
    assert_eq!(state.last_visible_ply(), 3);
    act(&mut state, Action::Navigate(Navigation::Last));
    assert_eq!(state.last_visible_ply(), u32::MAX);
}

#[test]
fn what_a_failure_cost_is_kept_with_the_act_that_failed() {
    let record = crate::common::unreviewed_record("turn-right-illegal");
    let book = book(&record.game);
    let plies = u32::try_from(record.tokens().count()).expect("few plies");
    let mut known = study(record.clone());
    let mut found = record;
    let plan = ReviewPlan::new(ReviewBudget::first_pass(SearchLimit::Nodes(20), 1));
    let stop = AtomicBool::new(false);
    review::review(
        &mut found,
        book,
        plies,
        plan,
        (1, 16),
        &stop,
        &mut |_, _| {},
    )
    .expect("a review");
    let evals = found.notes[&(plies + 1)].evals.clone();
    assert!(known.set_evaluations(plies + 1, "", evals.clone()));
    assert!(known.review_summary().failed_positions[0].value.is_some());
    let written = known.to_record();
    assert_eq!(written.notes[&(plies + 1)].evals, evals);
    let again = study(written);
    assert_eq!(
        again.review_summary().failed_positions,
        known.review_summary().failed_positions
    );
}
