//! The specification of a bot on the command line or in a match file.

use crate::common::shared_args;
use kifu_core::contract::unprintable_chars;
use kifu_core::search::{Clock, Level, Resources};
use kifu_study::arena::{CommandSpec, Contestant, ContestantKind};
use kifu_study::failure::Failure;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A bot as specified; an empty or zero field is not specified.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct BotSpec {
    /// The name of the bot.
    pub name: String,
    /// The command line of a program.
    pub cmd: String,
    /// Whether the bot is the built-in player.
    pub builtin: bool,
    /// The protocol that the program speaks: `contest`, `gtp` or `ugi`.
    pub proto: String,
    /// The working directory of the program.
    pub dir: String,
    /// The environment variables to set for the program.
    pub env: BTreeMap<String, String>,
    /// The clock, in place of that of the contest.
    #[serde(alias = "time")]
    pub clock: String,
    /// The memory limit in megabytes.
    pub memory: u64,
    /// The level of the built-in player.
    pub level: String,
    /// The number of nodes that the built-in player searches for a move.
    pub nodes: Option<u64>,
    /// The number of threads of the built-in player.
    pub threads: u64,
    /// The random seed of the built-in player.
    pub seed: u64,
}

/// The default memory of the built-in player, in megabytes.
const DEFAULT_MEMORY_MB: usize = 64;
/// The maximum memory limit of a program, in megabytes: an exabyte, which no machine has and every
/// shell can express in kilobytes.
const MAX_MEMORY_LIMIT_MB: u64 = 1 << 40;

/// Returns the failure for an error in a specification.
fn bot_error(text: &str, why: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("bot `{text}`: {why}"))
        .hint("for example --bot \"name=A,cmd=./bot --fast,clock=10s\" or --bot builtin")
}

/// Returns the hint to quote a value that was split at a comma.
fn quote_hint(key: &str, value: &str, rest: &str) -> String {
    let quote = if value.contains('\'') || rest.contains('\'') {
        '"'
    } else {
        '\''
    };
    format!("quote a value that contains a comma: {key}={quote}{value},{rest}{quote}")
}

impl BotSpec {
    /// Returns the contestant of a program that is asked in recorded games.
    ///
    /// # Errors
    ///
    /// Fails with the part of the command or protocol that is wrong.
    pub fn asked(
        cmd: &str,
        proto: Option<&str>,
        clock: Option<Clock>,
    ) -> Result<Contestant, Failure> {
        let bot = Self {
            name: "the bot".to_owned(),
            cmd: cmd.to_owned(),
            proto: proto.unwrap_or_default().to_owned(),
            ..Self::default()
        };
        Ok(Contestant {
            clock,
            ..bot.contestant()?
        })
    }

    /// Parses a specification: `bot = part *("," part)`, `part = key "=" value / "builtin"`. A value
    /// with commas is quoted. A bare command is a specification, too.
    ///
    /// # Errors
    ///
    /// Fails with the text of the specification and the key or value that is wrong.
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let mut bot = Self::default();
        let parts = split_at_commas(text);
        let mut keys = BTreeSet::new();
        for (index, part) in parts.iter().enumerate() {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let name = match key.trim() {
                "time" => "clock",
                name => name,
            };
            if name != "env" && !keys.insert(name) {
                return Err(bot_error(
                    text,
                    format!("expected each key once, found `{name}` again"),
                ));
            }
            let number = || {
                value.parse::<u64>().map_err(|_| {
                    bot_error(
                        text,
                        format!("expected a number after `{key}=`, found `{value}`"),
                    )
                })
            };
            let positive = || match number()? {
                0 => {
                    let why = format!("expected at least 1 after `{key}=`, found 0");
                    let hint = format!("leave `{key}=` out for the default");
                    Err(bot_error(text, why).hint(hint))
                }
                number => Ok(number),
            };
            match (key.trim(), value) {
                ("builtin", "") => bot.builtin = true,
                ("name", _) => value.clone_into(&mut bot.name),
                ("cmd", _) => value.clone_into(&mut bot.cmd),
                ("proto", _) => value.clone_into(&mut bot.proto),
                ("dir", _) => value.clone_into(&mut bot.dir),
                ("clock" | "time", _) => value.clone_into(&mut bot.clock),
                ("memory", _) => bot.memory = positive()?,
                ("level", _) => value.clone_into(&mut bot.level),
                ("nodes", _) => bot.nodes = Some(number()?),
                ("threads", _) => bot.threads = positive()?,
                ("seed", _) => bot.seed = number()?,
                ("env", _) => {
                    let (key, value) = value.split_once('=').ok_or_else(|| {
                        bot_error(text, format!("expected env=KEY=VALUE, found `{part}`"))
                    })?;
                    if bot.env.insert(key.to_owned(), value.to_owned()).is_some() {
                        let why = format!("expected each variable once, found `{key}` again");
                        return Err(bot_error(text, why));
                    }
                }
                _ => {
                    let keys = "name, cmd, builtin, proto, dir, env, clock, memory, level, nodes, \
                                threads or seed";
                    let failure = bot_error(text, format!("expected {keys}, found `{part}`"));
                    let before = index.checked_sub(1).and_then(|index| parts.get(index));
                    return Err(match before.and_then(|before| before.split_once('=')) {
                        Some((key, value)) => failure.hint(quote_hint(key, value, part)),
                        None => failure,
                    });
                }
            }
        }
        Ok(bot)
    }

    /// Returns the bot as a contestant of a match.
    ///
    /// # Errors
    ///
    /// Fails if keys contradict each other or a value has no meaning.
    pub fn contestant(&self) -> Result<Contestant, Failure> {
        let shown = if self.name.is_empty() {
            &self.cmd
        } else {
            &self.name
        };
        let clock = match self.clock.as_str() {
            "" => None,
            // A comma separates the parts of the bot, so that a clock is written with `/` here.
            time => Some(
                shared_args::parse_clock(&time.replace('/', ","))
                    .map_err(|why| bot_error(shown, why))?,
            ),
        };
        let kind = match (self.builtin, self.cmd.is_empty()) {
            (true, true) => ContestantKind::Builtin {
                level: self.level(shown)?,
                nodes: self.nodes,
                resources: self.resources(shown)?,
                seed: self.seed,
            },
            (false, false) if !self.level.is_empty() => {
                return Err(bot_error(
                    shown,
                    "expected level= only with builtin, found it with cmd=",
                ));
            }
            (false, false) => self.program(shown)?,
            (true, false) => return Err(bot_error(shown, "expected cmd= or builtin, found both")),
            (false, true) => {
                return Err(bot_error(shown, "expected cmd= or builtin, found neither"));
            }
        };
        if self
            .env
            .keys()
            .any(|key| key.is_empty() || key.contains('='))
        {
            let why = "expected the name of an environment variable in env=KEY=VALUE, found none";
            return Err(bot_error(shown, why));
        }
        let name = self.display_name();
        if !is_distinct_name(&name) {
            let found = name.escape_debug();
            let why = format!("expected a name without invisible characters, found `{found}`");
            return Err(bot_error(shown, why).hint("give another name with name="));
        }
        Ok(Contestant { name, kind, clock })
    }

    /// Returns the memory and the threads of the built-in player.
    fn resources(&self, shown: &str) -> Result<Resources, Failure> {
        let given = |number: u64, otherwise| match number {
            0 => otherwise,
            number => usize::try_from(number).unwrap_or(usize::MAX),
        };
        let threads = given(self.threads, 1);
        if threads > Resources::MAX_THREADS {
            let most = Resources::MAX_THREADS;
            let why = format!("expected at most {most} threads, found {threads}");
            return Err(bot_error(shown, why));
        }
        Ok(Resources::new(given(self.memory, DEFAULT_MEMORY_MB)).threads(threads))
    }

    /// Returns the level of the built-in player.
    fn level(&self, shown: &str) -> Result<Level, Failure> {
        match self.level.as_str() {
            "" => Ok(Level::Engine),
            level => level
                .parse()
                .map_err(|why| bot_error(shown, format!("level: {why}"))),
        }
    }

    /// Returns the program to run.
    fn program(&self, shown: &str) -> Result<ContestantKind, Failure> {
        let command = CommandSpec::parse(&self.cmd)
            .ok_or_else(|| bot_error(shown, "expected a command, found an unclosed quote"))?;
        if self.memory > MAX_MEMORY_LIMIT_MB {
            let (most, found) = (MAX_MEMORY_LIMIT_MB, self.memory);
            let why = format!("expected a memory limit of at most {most} MB, found {found}");
            return Err(bot_error(shown, why));
        }
        let start = CommandSpec {
            argv: command.argv,
            working_dir: (!self.dir.is_empty()).then(|| self.dir.clone().into()),
            env: self.env.clone().into_iter().collect(),
            memory_limit_mb: (self.memory > 0).then_some(self.memory),
        };
        match self.proto.as_str() {
            "" => Ok(ContestantKind::of_command(start)),
            "contest" => Ok(ContestantKind::Contest(start)),
            "gtp" => Ok(ContestantKind::Gtp(start)),
            "ugi" => Ok(ContestantKind::Ugi(start)),
            other => Err(bot_error(
                shown,
                format!("expected proto=contest, proto=gtp or proto=ugi, found `{other}`"),
            )),
        }
    }

    /// Returns the name of the bot, or else that of its program.
    fn display_name(&self) -> String {
        if !self.name.is_empty() {
            return self.name.clone();
        }
        if self.builtin {
            let level = match self.level.as_str() {
                "" => "builtin",
                level => level,
            };
            return match self.nodes {
                Some(nodes) => format!("{level}-{nodes}"),
                None => level.to_owned(),
            };
        }
        let command = CommandSpec::parse(&self.cmd).unwrap_or_default();
        command.program_name()
    }
}

/// Reports whether a name looks like no other: it has no characters that show nothing or only a
/// blank, but for blanks within it.
fn is_distinct_name(name: &str) -> bool {
    let is_blank = |c: char| c.is_whitespace() && c != ' ';
    unprintable_chars(name).next().is_none() && !name.contains(is_blank) && name.trim() == name
}

/// Splits a text at commas outside of quotes; quotes around a whole value are dropped.
fn split_at_commas(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (None, ',') => {
                parts.push(String::new());
                continue;
            }
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(c);
        }
    }
    for part in &mut parts {
        if let Some((key, value)) = part.split_once('=') {
            let inner = ['"', '\''].iter().find_map(|quote| {
                let inner = value.strip_prefix(*quote)?.strip_suffix(*quote)?;
                (!inner.contains(*quote)).then_some(inner)
            });
            if let Some(inner) = inner {
                *part = format!("{key}={inner}");
            }
        }
    }
    parts
}
