//! A report for continuous integration, in the XML that JUnit made usual.

use crate::common::text::{one_line, printable};
use kifu_study::suite::{AnswerVerdict, SuitePosition};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesStart, BytesText, Event};
use std::io;
use std::time::Duration;

/// A report with a test case for each position: a failure where the answer is wrong, skipped where
/// the bot was not asked.
pub(super) struct JunitReport {
    name: String,
    cases: Vec<JunitCase>,
}

struct JunitCase {
    name: String,
    class: String,
    verdict: Option<AnswerVerdict>,
    /// The result in words.
    text: String,
    elapsed: Duration,
}

impl JunitReport {
    /// Creates a report on a suite of this name.
    pub fn new(name: String) -> Self {
        Self {
            name,
            cases: Vec::new(),
        }
    }

    /// Adds a position with the verdict, `None` if the bot was not asked, and the result in words.
    pub fn add(
        &mut self,
        position: &SuitePosition,
        verdict: Option<AnswerVerdict>,
        text: &str,
        elapsed: Duration,
    ) {
        self.cases.push(JunitCase {
            name: position.id.clone(),
            class: format!("{}.{}", self.name, position.game),
            verdict,
            text: text.to_owned(),
            elapsed,
        });
    }

    /// Returns the report on a bot as XML.
    pub fn render(&self, bot: &str) -> String {
        let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
        // Nothing fails that is written to memory.
        let _ = self.write(bot, &mut xml);
        let mut text = String::from_utf8_lossy(&xml.into_inner()).into_owned();
        text.push('\n');
        text
    }

    fn write(&self, bot: &str, xml: &mut Writer<Vec<u8>>) -> io::Result<()> {
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let count = |is_one: fn(&Option<AnswerVerdict>) -> bool| {
            let cases = self.cases.iter().map(|case| &case.verdict);
            cases.filter(|verdict| is_one(verdict)).count().to_string()
        };
        let time: Duration = self.cases.iter().map(|case| case.elapsed).sum();
        let counts = [
            ("tests", self.cases.len().to_string()),
            (
                "failures",
                count(|verdict| verdict.is_some_and(AnswerVerdict::is_wrong)),
            ),
            ("errors", "0".to_owned()),
            ("skipped", count(Option::is_none)),
            ("time", seconds(time)),
        ];
        let mut suites = BytesStart::new("testsuites");
        suites.push_attribute(("name", &*clean(bot)));
        let mut suite = BytesStart::new("testsuite");
        suite.push_attribute(("name", &*clean(&self.name)));
        for (key, value) in &counts {
            suites.push_attribute((*key, value.as_str()));
            suite.push_attribute((*key, value.as_str()));
        }
        let [suites_end, suite_end] =
            [suites.to_end(), suite.to_end()].map(quick_xml::events::BytesEnd::into_owned);
        xml.write_event(Event::Start(suites))?;
        xml.write_event(Event::Start(suite))?;
        for case in &self.cases {
            case.write(xml)?;
        }
        xml.write_event(Event::End(suite_end))?;
        xml.write_event(Event::End(suites_end))
    }
}

impl JunitCase {
    fn write(&self, xml: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let mut case = BytesStart::new("testcase");
        case.push_attribute(("name", &*clean(&self.name)));
        case.push_attribute(("classname", &*clean(&self.class)));
        case.push_attribute(("time", &*seconds(self.elapsed)));
        let end = case.to_end().into_owned();
        xml.write_event(Event::Start(case))?;
        let text = clean(&self.text);
        match self.verdict {
            None => {
                let mut skipped = BytesStart::new("skipped");
                skipped.push_attribute(("message", &*text));
                xml.write_event(Event::Empty(skipped))?;
            }
            Some(verdict) if verdict.is_wrong() => {
                let mut failure = BytesStart::new("failure");
                failure.push_attribute(("message", &*text));
                failure.push_attribute(("type", verdict.text()));
                xml.write_event(Event::Empty(failure))?;
            }
            Some(_) => {
                let out = BytesStart::new("system-out");
                let end = out.to_end().into_owned();
                xml.write_event(Event::Start(out))?;
                xml.write_event(Event::Text(BytesText::new(&text)))?;
                xml.write_event(Event::End(end))?;
            }
        }
        xml.write_event(Event::End(end))
    }
}

/// Returns a text without what XML cannot hold.
fn clean(text: &str) -> String {
    one_line(&printable(text))
}

fn seconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64())
}
