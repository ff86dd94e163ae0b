//! `kumalak conformance serve`: the other end of a check.

use std::io;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use kumalak_env::conformance::{LibraryImplementation, Mistake, MistakenImplementation, serve};

use crate::commands::shared_args::RulesArgs;
use crate::exit::Finish;

/// Answer the commands of a check, as an example of the program that is checked
#[derive(Args)]
#[command(
    long_about = "Answer the commands of a check on stdin, one line each: start, position FEN, play PIT and quit. It shows \
                  what a program has to say to be checked. With --mistake it breaks one rule, to show how a check reports it.",
    after_help = "EXAMPLES:\n  \
                  kumalak conformance serve\n  \
                  kumalak conformance serve --rules bestemshe\n  \
                  kumalak conformance serve --mistake same-number-tuzdik"
)]
pub(super) struct ServeArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Break a rule in this way
    #[arg(long, hide_possible_values = true, value_parser = mistake_parser())]
    mistake: Option<Mistake>,
}

fn mistake_parser() -> impl TypedValueParser<Value = Mistake> {
    PossibleValuesParser::new(Mistake::ALL.map(Mistake::name)).map(|name| {
        let named = Mistake::ALL.into_iter().find(|mistake| mistake.name() == name);
        named.expect("only names of mistakes are possible")
    })
}

/// Runs the command.
pub(super) fn run(args: &ServeArgs) -> anyhow::Result<Finish> {
    let rules = args.rules.rules();
    let (input, output) = (io::stdin().lock(), io::stdout().lock());
    match args.mistake {
        None => serve(&rules, &mut LibraryImplementation::new(rules), input, output)?,
        mistake => serve(
            &rules,
            &mut MistakenImplementation::new(rules, mistake),
            input,
            output,
        )?,
    }
    Ok(Finish::Done)
}
