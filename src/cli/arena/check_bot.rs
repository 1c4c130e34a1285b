//! The command `kifu check-bot`, which checks that a bot follows its contest's protocol.

use super::super::Status;
use super::super::terminal::StdoutWriter;
use super::args;
use super::bot_spec::BotSpec;
use crate::common::text::{one_line, printable};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::{MovedBy, Note, Record};
use kifu_logs::formats::{ExchangedLine, exchanged_lines};
use kifu_study::arena::{
    AskMethod, CheckResult, CheckStatus, Contestant, check_bot, check_leading,
};
use kifu_study::failure::Failure;

/// The maximum number of dialogue lines shown before a fault; the first turn on the largest board
/// of Atari Go has 23.
const MAX_DIALOGUE_LINES: usize = 24;
/// The maximum number of lines shown of the bot's standard error.
const MAX_STDERR_LINES: usize = 12;

/// Runs the command.
pub(crate) fn run(args: &args::CheckBotArgs, status: &mut Status) -> Result<(), Failure> {
    let game = args.game.0;
    let mut bot = BotSpec {
        cmd: args.cmd.clone(),
        dir: args
            .dir
            .as_ref()
            .map_or(String::new(), |dir| dir.display().to_string()),
        proto: args.proto.clone().unwrap_or_default(),
        ..BotSpec::default()
    };
    "the bot".clone_into(&mut bot.name);
    let mut entrant = bot.contestant()?;
    entrant.clock = args.clock;
    let mut out = StdoutWriter::new();
    let mut worst = CheckStatus::Pass;
    let mut printed = Ok(());
    out.print(&format!(
        "{} ({}), `{}`\n\n",
        game.name(),
        game.info().contest,
        one_line(&args.cmd)
    ))?;
    out.flush()?;
    if args.lead {
        return lead(args, &entrant, &mut out, status);
    }
    check_bot(
        game,
        &entrant,
        args.games.max(1),
        args.grace_period,
        &mut |found| {
            worst = worst.max(found.status);
            let shown = out.print(&printable(&check_text(&found, game)));
            if printed.is_ok() {
                printed = shown.and_then(|()| out.flush());
            }
        },
    )?;
    printed?;
    out.print(match worst {
        CheckStatus::Pass => "\nThe bot follows the protocol.\n",
        CheckStatus::Warning => "\nThe bot can play, but see the lines marked `warn`.\n",
        CheckStatus::Fail => "\nThe bot would lose games: see the lines marked `FAIL`.\n",
    })?;
    if worst == CheckStatus::Fail {
        *status = Status::Findings;
    }
    out.flush()
}

/// The chapter on bots, which holds the lines that let a bot be led.
const BOTS_CHAPTER: &str = include_str!("../../docs/bots.md");

/// Returns the lines that let a bot be led in C++, Rust and Python, as the chapter on bots has them:
/// each language with its code.
fn lines_to_add() -> impl Iterator<Item = (&'static str, &'static str)> {
    let languages = [
        ("C++", "cpp"),
        ("Rust", "rust,ignore"),
        ("Python", "python"),
    ];
    languages.into_iter().filter_map(|(language, fence)| {
        let (_, rest) = BOTS_CHAPTER.split_once(&format!("```{fence}\n"))?;
        let (code, _) = rest.split_once("```")?;
        Some((language, code))
    })
}

/// Tests whether the bot can be led to positions of a game in progress.
fn lead(
    args: &args::CheckBotArgs,
    entrant: &Contestant,
    out: &mut StdoutWriter,
    status: &mut Status,
) -> Result<(), Failure> {
    let results = check_leading(args.game.0, entrant, args.grace_period)?;
    for result in &results {
        let mark = if result.can_be_led() { "pass" } else { "FAIL" };
        let mut text = format!(
            "{mark}  {}: {} of {} positions answered\n",
            result.method.name(),
            result.answered,
            result.positions
        );
        if let Some(problem) = &result.problem {
            text.push_str(&format!("      {}\n", one_line(problem)));
        }
        if let Some(difference) = &result.difference {
            text.push_str(&format!(
                "warn  it moves otherwise than in a game of its own: {}\n      help: unless its \
                 moves depend on chance or time, look how it plays the moves of the line: for both \
                 sides in turn, and in Box over the start tile\n",
                one_line(difference)
            ));
        }
        out.print(&printable(&text))?;
    }
    let way = results.iter().find(|result| result.can_be_led());
    out.print(&match way {
        Some(way) => format!(
            "\nThe bot can be led: kifu asks it in any position ({}).\n",
            way.method.name()
        ),
        None => "\nThe bot cannot be led.\n".to_owned(),
    })?;
    let opening = results
        .iter()
        .find(|one| one.method == AskMethod::OpeningLine);
    if opening.is_some_and(|opening| !opening.can_be_led()) {
        let needed = if way.is_some() {
            "A line `Opening` is needed only where the board does not show a ko."
        } else {
            "It needs to read a line `Opening` before `Start` or the opponent's first move."
        };
        out.print(&format!(
            "{needed} The lines to add, if they are not there already:\n"
        ))?;
        for (language, code) in lines_to_add() {
            out.print(&format!("\n{language}:\n\n{code}"))?;
        }
    }
    if way.is_none() {
        *status = Status::Findings;
    }
    out.flush()
}

/// Returns the text on one check.
fn check_text(found: &CheckResult, game: &dyn DynGame) -> String {
    let mark = match found.status {
        CheckStatus::Pass => "pass",
        CheckStatus::Warning => "warn",
        CheckStatus::Fail => "FAIL",
    };
    let mut text = format!("{mark}  {}: {}\n", found.title, one_line(&found.details));
    if let Some(hint) = &found.hint {
        text.push_str(&format!("      help: {}\n", one_line(hint)));
    }
    if let Some(played) = &found.game {
        text.push_str(&dialogue_excerpt(&played.0, played.1, game));
    }
    text
}

/// Returns the end of the dialogue and of the bot's standard error.
fn dialogue_excerpt(record: &Record, seat: Player, game: &dyn DynGame) -> String {
    let mut text = String::new();
    let lines = exchanged_lines(record, game, seat).unwrap_or_default();
    let by_jury = |note: &Note| note.by == Some(MovedBy::Jury);
    let jury_move = record.notes.iter().find(|(_, note)| by_jury(note));
    let token_count = record.tokens().count();
    let last_ply = (token_count + 1).saturating_sub(game.info().lead_in);
    let failed_at = jury_move.map_or(u32::try_from(last_ply).unwrap_or(u32::MAX), |(ply, _)| *ply);
    let note = record.notes.get(&failed_at);
    let attempt = record.attempt.as_ref().map(|attempt| attempt.raw.as_str());
    let refused = attempt.or_else(|| note.and_then(|note| note.raw.as_deref()));
    // What the bot wrote in that ply, or what the jury played instead, is not from before.
    let is_failed = |line: &ExchangedLine| {
        line.ply > Some(failed_at) || (!line.to_bot && line.ply == Some(failed_at))
    };
    let end = lines.iter().position(is_failed).unwrap_or(lines.len());
    let before = &lines[..end];
    text.push_str("      dialogue before it (`>` to the bot, `<` from the bot):\n");
    for line in before
        .iter()
        .skip(before.len().saturating_sub(MAX_DIALOGUE_LINES))
    {
        let mark = if line.to_bot { '>' } else { '<' };
        text.push_str(&format!("        {mark} {}\n", one_line(&line.text)));
    }
    if let Some(refused) = refused {
        text.push_str(&format!(
            "        < {}    (failed here)\n",
            one_line(refused)
        ));
    }
    if let Some(note) = note {
        let words: Vec<&str> = note.stderr.lines().collect();
        if !words.is_empty() {
            text.push_str("      standard error of the bot:\n");
        }
        for line in words
            .iter()
            .skip(words.len().saturating_sub(MAX_STDERR_LINES))
        {
            text.push_str(&format!("        ! {line}\n"));
        }
    }
    text
}
