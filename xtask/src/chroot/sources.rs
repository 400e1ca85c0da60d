//! Derives the package sources of a Debian release from the host's sources.

use crate::TaskResult;

/// The archives of a release that apt uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Archives {
    /// Only the release itself, as it was published.
    Published,
    /// Also its updates and its security archive.
    All,
}

/// A package source: one line of `sources.list`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// Options like `signed-by=FILE`.
    pub options: Vec<String>,
    /// Address of the archive.
    pub uri: String,
    /// Suite of the archive, for example `bookworm-updates`.
    pub suite: String,
    /// Components of the archive, for example `main`.
    pub components: Vec<String>,
}

impl Source {
    /// Returns the line for `sources.list`.
    #[must_use]
    pub fn line(&self) -> String {
        let options = match self.options.as_slice() {
            [] => String::new(),
            options => format!("[{}] ", options.join(" ")),
        };
        format!("deb {options}{} {} {}\n", self.uri, self.suite, self.components.join(" "))
    }

    /// Returns the value of an option like `signed-by`.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find_map(|option| option.strip_prefix(name)?.strip_prefix('='))
    }
}

/// Returns the sources of a release, derived from the sources of the host.
///
/// `names` are the host's release and the wanted one, which replaces it in each source. Sources that
/// are not archives of Debian are left out.
///
/// # Errors
///
/// If the host has no source for its own release.
pub fn for_release(
    host: &[Source],
    names: (&str, &str),
    archives: Archives,
) -> TaskResult<Vec<Source>> {
    let (host_release, release) = names;
    let wanted: &[&str] = match archives {
        Archives::Published => &[""],
        Archives::All => &["", "-updates", "-security"],
    };
    let is_main = |it: &&Source| it.components.iter().any(|component| component == "main");
    let rename = |it: &Source| {
        let archive = it.suite.strip_prefix(host_release);
        let archive = archive.filter(|archive| wanted.contains(archive))?;
        Some(Source { suite: format!("{release}{archive}"), ..it.clone() })
    };
    let sources: Vec<Source> = host.iter().filter(is_main).filter_map(rename).collect();
    match sources.is_empty() {
        true => {
            Err(format!("apt's sources on this machine name no archive {host_release} with main"))
        }
        false => Ok(sources),
    }
}

/// Parses a `.list` file: one source per line.
#[must_use]
pub fn parse_list(text: &str) -> Vec<Source> {
    let lines = text.lines().filter_map(|line| line.trim().strip_prefix("deb "));
    lines.filter_map(|line| parse_line(line.trim())).collect()
}

fn parse_line(line: &str) -> Option<Source> {
    let (options, rest) = match line.strip_prefix('[') {
        Some(rest) => rest.split_once(']')?,
        None => ("", line),
    };
    let mut words = rest.split_whitespace().map(str::to_owned);
    let (uri, suite) = (words.next()?, words.next()?);
    let options = options.split_whitespace().map(str::to_owned).collect();
    Some(Source { options, uri, suite, components: words.collect() })
}

/// Parses a `.sources` file: stanzas of fields (deb822).
#[must_use]
pub fn parse_stanzas(text: &str) -> Vec<Source> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let text = lines.map(str::trim_end).collect::<Vec<_>>().join("\n");
    text.split("\n\n").flat_map(parse_stanza).collect()
}

fn parse_stanza(stanza: &str) -> Vec<Source> {
    let fields: Vec<(String, &str)> = stanza
        .lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.trim().to_lowercase(), value.trim()))
        .collect();
    let words = |name: &str| -> Vec<String> {
        let value = fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| *value);
        value.split_whitespace().map(str::to_owned).collect()
    };
    if words("enabled") == ["no"] || !words("types").iter().any(|kind| kind == "deb") {
        return Vec::new();
    }
    let options = fields.iter().filter_map(|(name, value)| option(name, value)).collect();
    let template = Source {
        options,
        uri: String::new(),
        suite: String::new(),
        components: words("components"),
    };
    let (uris, suites) = (words("uris"), words("suites"));
    let pairs = uris.iter().flat_map(|uri| suites.iter().map(move |suite| (uri, suite)));
    pairs
        .map(|(uri, suite)| Source { uri: uri.clone(), suite: suite.clone(), ..template.clone() })
        .collect()
}

/// Converts a field of a stanza to an option in `sources.list`; some have another name there.
fn option(name: &str, value: &str) -> Option<String> {
    let name = match name {
        "types" | "uris" | "suites" | "components" | "enabled" | "x-repolib-name" => return None,
        "architectures" => "arch",
        "languages" => "lang",
        name => name,
    };
    Some(format!("{name}={}", value.split_whitespace().collect::<Vec<_>>().join(",")))
}
