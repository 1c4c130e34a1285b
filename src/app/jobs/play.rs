//! Jobs with a thread of their own: games in play, and files that are followed.

use super::{JobContext, JobFn, JobId, JobKind, JobUpdate, Jobs};
use kifu_study::arena::{Contestant, GameSpec, LiveEvent, LiveOptions, MatchRules, play_live};
use kifu_study::failure::{Failure, FailureKind};
use std::thread::{Builder, JoinHandle};

/// A game to be played.
pub struct PlayRequest {
    /// The rules of the game.
    pub rules: MatchRules,
    /// The first and the second player.
    pub contestants: [Contestant; 2],
    /// The seed and the opening.
    pub game_spec: GameSpec,
    /// The handle by which the game is directed, and what was played before.
    pub options: LiveOptions,
}

/// The threads of the games in play, each with the handle that stops it.
#[derive(Default)]
pub(super) struct PlayThreads(Vec<(kifu_study::arena::LiveControl, JoinHandle<()>)>);

impl PlayThreads {
    /// Starts a thread. Without a thread no game is played, which the job reports.
    fn start(&mut self, control: kifu_study::arena::LiveControl, context: JobContext, work: JobFn) {
        self.0.retain(|(_, thread)| !thread.is_finished());
        let failed = context.clone();
        let thread = Builder::new().name("kifu playing".to_owned());
        match thread.spawn(move || super::worker_pool::run_job(&context, work)) {
            Ok(thread) => self.0.push((control, thread)),
            Err(error) => {
                let failure = Failure::new(FailureKind::Internal, error.to_string());
                failed.send(JobUpdate::Failed(failure));
            }
        }
    }

    /// Stops all games and waits until their programs have ended.
    pub fn stop_all(&mut self) {
        for (control, _) in &self.0 {
            control.stop();
        }
        for (_, thread) in self.0.drain(..) {
            // Panics in jobs are caught, so the thread does not panic.
            let _ = thread.join();
        }
    }
}

impl Jobs {
    /// Plays a game: [`JobUpdate::GameStep`] for each step and [`JobUpdate::GameOver`] at its end.
    /// It ends at once when its control is stopped.
    pub fn play(&mut self, request: PlayRequest) -> JobId {
        let (id, context) = self.register(JobKind::Play);
        let control = request.options.control.clone();
        let work = move |context: &JobContext| play(request, context);
        self.play_threads.start(control, context, Box::new(work));
        id
    }
}

impl Jobs {
    /// Starts a job that follows a file in a separate thread.
    pub(super) fn start_following(&mut self, work: JobFn) -> JobId {
        let (id, context) = self.register(JobKind::Follow);
        let failed = context.clone();
        let thread = Builder::new().name("kifu following".to_owned());
        match thread.spawn(move || super::worker_pool::run_job(&context, work)) {
            Ok(thread) => self.follow_threads.add(id, thread),
            Err(error) => {
                let failure = Failure::new(FailureKind::Internal, error.to_string());
                failed.send(JobUpdate::Failed(failure));
            }
        }
        id
    }
}

fn play(request: PlayRequest, context: &JobContext) -> Result<(), Failure> {
    let [first, second] = &request.contestants;
    let report = |event: LiveEvent| context.send(JobUpdate::GameStep(event));
    let played = play_live(
        &request.rules,
        [first, second],
        &request.game_spec,
        request.options,
        Box::new(report),
    )?;
    context.send(JobUpdate::GameOver(played.map(Box::new)));
    Ok(())
}
