//! Tests that a cluster survives network partitions; needs root.
//!
//! Three nodes, PostgreSQL and NATS each run in their own network namespace. The test drops packets
//! in one direction or both, delays packets, and restarts everything at once. Every acknowledged
//! step must be in the record exactly once, and all viewers of a game must have seen the same
//! steps.
#![cfg(target_os = "linux")]

mod balancer;
mod links;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod node;
mod relay;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod run_settings;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod site;
mod table;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod takeover;
mod watcher;
#[allow(dead_code, reason = "only the cluster test uses all of this module")]
mod world;

use links::SiteNetwork;
use orrery_services::network;
use run_settings::RunSettings;
use std::sync::Arc;
use std::time::Duration;
use world::World;

/// Number of tables.
const TABLES: u64 = 24;

#[test]
fn network_faults_neither_lose_nor_repeat_acknowledged_steps() {
    network::isolate().unwrap_or_else(|problem| panic!("{problem}"));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(play());
}

async fn play() {
    let settings =
        RunSettings { tables: TABLES, fault_time: Duration::ZERO, ..RunSettings::from_env() };
    println!("{settings:?}; another seed: ORRERY_CLUSTER_SEED=2");
    let (mut site, network) = SiteNetwork::start();
    let world = Arc::new(World::new(site.balancer.address));
    let tables = table::start_all(&world, settings);
    world.wait_until_playing(settings.tables).await;
    links::inject_faults(&mut site, &network, settings.seed, || {
        world.wait_for_acknowledgements(TABLES)
    })
    .await;
    world.end_faults();
    let games = table::finish(&world, tables).await;
    println!("{games} games, {world}");
    println!("{}", world.longest_pause());
    assert_eq!(site.logged_errors(), "", "a node logged an error");
    assert!(world.resent() > 0, "no fault occurred between a message and its acknowledgement");
}
