//! Tests that a cluster with real PostgreSQL and NATS survives faults and upgrades.
//!
//! Scripted clients play at many tables through a load balancer. One test kills and suspends nodes,
//! the bus and the database, and cuts connections. The other upgrades all nodes one after the other.
//! Every acknowledged step must be in the record exactly once, and all viewers of a game must have
//! seen the same steps.
//!
//! By default the tests are small. `ORRERY_CLUSTER=full` plays at 150 tables and injects faults for
//! a minute. `ORRERY_CLUSTER_SEED` sets another seed.
#![cfg(unix)]

mod balancer;
mod faults;
mod node;
mod run_settings;
mod site;
mod table;
mod takeover;
mod watcher;
#[allow(dead_code, reason = "other tests use the rest of this module")]
mod world;

use run_settings::RunSettings;
use site::Site;
use std::sync::Arc;
use world::World;

#[tokio::test(flavor = "multi_thread")]
async fn faults_neither_lose_nor_repeat_acknowledged_steps() {
    let settings = RunSettings::from_env();
    println!("{settings:?}; another seed: ORRERY_CLUSTER_SEED=2");
    let mut site = Site::start();
    let world = Arc::new(World::new(site.balancer.address));
    let tables = table::start_all(&world, settings);
    world.wait_until_playing(settings.tables).await;
    let counts = faults::inject_faults(&mut site, &world, settings).await;
    world.end_faults();
    let games = table::finish(&world, tables).await;
    println!("{counts}");
    println!("{games} games, {world}");
    println!("{}", world.takeovers());
    assert_eq!(site.logged_errors(), "", "a node logged an error");
    assert!(world.resent() > 0, "no fault occurred between a message and its acknowledgement");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rolling_upgrade_loses_no_message() {
    let settings = RunSettings::from_env();
    let mut site = Site::start();
    let world = Arc::new(World::new(site.balancer.address));
    let tables = table::start_all(&world, settings);
    world.wait_until_playing(settings.tables).await;
    for index in 0..site::NODE_COUNT {
        world.wait_for_acknowledgements(settings.tables).await;
        assert_eq!(
            site.metric(index, "orrery_tables_taken_total").await,
            0,
            "a node took over a table that was not released"
        );
        site.upgrade(index);
    }
    world.wait_for_acknowledgements(settings.tables).await;
    world.end_faults();
    let games = table::finish(&world, tables).await;
    println!("{games} games, {world}");
    println!("{}", world.longest_pause());
    assert_eq!(site.logged_errors(), "", "a node logged an error");
    for index in 0..site::NODE_COUNT {
        assert_eq!(
            site.metric(index, "orrery_tables_taken_total").await,
            0,
            "a node took over a table that was not released"
        );
    }
}
