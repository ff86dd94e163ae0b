//! Matches and tournaments that the program plays and keeps: what `arena`, `tournament` and `ladder` share.

mod adjudication_arg;
mod folder;
mod kind;
mod match_args;
mod opening_spec;
mod pair_log;
mod plan;
mod play;
mod save;

pub(crate) use folder::{MatchFolder, begin, resume};
pub(crate) use kind::MatchKind;
pub(crate) use match_args::{FolderArgs, MatchArgs, say_how_to_go_on};
pub(crate) use plan::{MatchPlan, PlannedPlayer};
pub(crate) use play::{Played, play_plan};
pub(crate) use save::{check_target, save_games};
