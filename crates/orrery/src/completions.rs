//! `orrery completions` and `orrery man`: shell completions and manual pages.

use crate::output;
use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;

/// Print shell completions.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery completions bash > ~/.local/share/bash-completion/completions/orrery
  orrery completions zsh > ~/.zfunc/_orrery
  orrery completions fish > ~/.config/fish/completions/orrery.fish")]
pub(crate) struct Args {
    /// Print the completions for this shell.
    shell: Shell,
}

/// Print a manual page.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery man > orrery.1 && man ./orrery.1
  orrery man deck check | man -l -")]
pub(crate) struct ManArgs {
    /// Print the manual page of this command [default: the page of orrery itself].
    command: Vec<String>,
}

/// Prints the completions.
pub(crate) fn run(args: &Args, mut program: Command) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "orrery", &mut text);
    output::print(&String::from_utf8(text)?)?;
    Ok(())
}

/// Prints the manual page.
pub(crate) fn man(args: &ManArgs, mut program: Command) -> Result<()> {
    program.build();
    let mut found = &program;
    for word in args.command.iter().flat_map(|words| words.split('-')) {
        found = found.find_subcommand(word).with_context(|| {
            format!(
                "unknown command `{}`; `orrery --help` lists the commands",
                args.command.join(" ")
            )
        })?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(found.clone())
        .render(&mut page)
        .context("cannot render the manual page")?;
    output::print(&String::from_utf8(page)?)?;
    Ok(())
}
