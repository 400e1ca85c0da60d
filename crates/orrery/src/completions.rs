//! `orrery completions` and `orrery man`: what shells and `man` want to know of the program.

use crate::output;
use anyhow::{Context, Result};
use clap::Command;
use clap_complete::Shell;

/// Prints the completions for a shell.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery completions bash > ~/.local/share/bash-completion/completions/orrery
  orrery completions zsh > ~/.zfunc/_orrery
  orrery completions fish > ~/.config/fish/completions/orrery.fish")]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// Prints a page of the manual.
#[derive(clap::Args, Clone, Debug)]
#[command(after_help = "EXAMPLES:
  orrery man > orrery.1 && man ./orrery.1
  orrery man deck check | man -l -")]
pub(crate) struct ManArgs {
    /// The command that the page is about; the whole program if none is named.
    command: Vec<String>,
}

/// Prints completions.
pub(crate) fn run(args: &Args, mut program: Command) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "orrery", &mut text);
    output::print(&String::from_utf8(text)?)?;
    Ok(())
}

/// Prints a page of the manual.
pub(crate) fn man(args: &ManArgs, mut program: Command) -> Result<()> {
    program.build();
    let mut found = &program;
    for word in args.command.iter().flat_map(|words| words.split('-')) {
        found = found
            .find_subcommand(word)
            .with_context(|| format!("there is no command `{}`", args.command.join(" ")))?;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(found.clone()).render(&mut page).context("cannot write the page")?;
    output::print(&String::from_utf8(page)?)?;
    Ok(())
}
