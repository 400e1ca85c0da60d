//! Tests of the project's commands.

#[path = "checks/ci.rs"]
mod ci;
#[path = "checks/deny.rs"]
mod deny;
#[path = "checks/fresh.rs"]
mod fresh;
#[path = "checks/packages.rs"]
mod packages;
#[path = "checks/quick.rs"]
mod quick;
#[path = "checks/tools.rs"]
mod tools;
