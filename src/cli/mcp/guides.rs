//! Texts for assistants: chapters of the documentation, and skills, which are short instructions for
//! a task.

/// A chapter of the documentation.
pub(super) struct Chapter {
    /// The name, which ends its address.
    pub name: &'static str,
    /// The subject in a few words.
    pub about: &'static str,
    /// The text, in Markdown.
    pub text: &'static str,
}

impl Chapter {
    /// Returns the address: `kifu://docs/bots`.
    pub fn uri(&self) -> String {
        format!("kifu://docs/{}", self.name)
    }
}

/// The chapters that are of use for questions about games and bots.
pub(super) const CHAPTERS: &[Chapter] = &[
    Chapter {
        name: "mcp",
        about: "These tools: what each answers, and what they may do",
        text: include_str!("../../docs/mcp.md"),
    },
    Chapter {
        name: "command_line",
        about: "Every command of kifu in depth",
        text: include_str!("../../docs/command_line.md"),
    },
    Chapter {
        name: "bots",
        about: "The contests' dialogues, answers, faults, clocks and levels of play",
        text: include_str!("../../docs/bots.md"),
    },
    Chapter {
        name: "engines",
        about: "What each engine does",
        text: include_str!("../../docs/engines.md"),
    },
    Chapter {
        name: "tables",
        about: "The columns of tables of games, with queries",
        text: include_str!("../../docs/tables.md"),
    },
    Chapter {
        name: "kaggle",
        about: "Episodes of Kaggle's arena, and what models said in them",
        text: include_str!("../../docs/kaggle.md"),
    },
];

/// A skill: instructions for a task, with a front matter that says when to use them.
pub(crate) struct Skill {
    /// The name, also that of its folder.
    pub name: &'static str,
    /// The text, in Markdown.
    pub text: &'static str,
}

impl Skill {
    /// Returns when to use it, from its front matter.
    pub fn description(&self) -> &'static str {
        let line = self
            .text
            .lines()
            .find_map(|line| line.strip_prefix("description: "));
        line.unwrap_or_default()
    }

    /// Returns the instructions without the front matter.
    pub fn body(&self) -> &'static str {
        let after = self
            .text
            .strip_prefix("---\n")
            .and_then(|rest| rest.split_once("\n---\n"));
        after.map_or(self.text, |(_, body)| body.trim_start())
    }
}

/// All skills.
pub(crate) const SKILLS: &[Skill] = &[
    Skill {
        name: "review-a-lost-game",
        text: include_str!("skills/review-a-lost-game.md"),
    },
    Skill {
        name: "is-my-bot-better",
        text: include_str!("skills/is-my-bot-better.md"),
    },
    Skill {
        name: "add-a-game",
        text: include_str!("skills/add-a-game.md"),
    },
];
