//! Several nodes of `orrery serve` behind a balancer, with a real PostgreSQL and a real NATS, while
//! scripted people play at many tables. First everything that can fail does: nodes, the bus and the
//! database are killed, processes stop and wake up as stale owners, connections are cut. Then all
//! nodes are upgraded one after the other. Whatever was acknowledged must be in the records exactly
//! once, and everybody must have seen the same games.
//!
//! It is small in the quick loop. `ORRERY_CLUSTER=full` plays at 150 tables through a minute of
//! faults, and `ORRERY_CLUSTER_SEED` chooses others.
#![cfg(unix)]

mod balancer;
#[path = "../crash/check.rs"]
mod check;
mod client;
mod extent;
mod faults;
mod node;
mod player;
mod site;
mod table;
mod takeover;
mod watcher;
#[allow(dead_code, reason = "other tests need more of it")]
mod world;

use extent::Extent;
use site::Site;
use std::sync::Arc;
use world::World;

#[tokio::test(flavor = "multi_thread")]
async fn whatever_fails_nothing_acknowledged_is_lost_or_doubled() {
    let extent = Extent::chosen();
    println!("{extent:?}; another seed: ORRERY_CLUSTER_SEED=2");
    let mut site = Site::start();
    let world = Arc::new(World::new(site.balancer.address));
    let tables = table::everywhere(&world, extent);
    world.wait_until_playing(extent.tables).await;
    let done = faults::strike(&mut site, &world, extent).await;
    world.calm();
    let games = table::finish(tables).await;
    println!("{done}");
    println!("{games} games, {world}");
    println!("{}", world.takeovers());
    assert_eq!(site.complaints(), "", "no node has anything to complain about");
    assert!(world.repeated() > 0, "no fault came between message and answer");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upgrade_of_all_nodes_refuses_nothing_that_is_not_taken_when_sent_again() {
    let extent = Extent::chosen();
    let mut site = Site::start();
    let world = Arc::new(World::new(site.balancer.address));
    let tables = table::everywhere(&world, extent);
    world.wait_until_playing(extent.tables).await;
    for place in 0..site::NODES {
        world.wait_for_more(extent.tables).await;
        assert_eq!(site.count(place, "orrery_tables_taken_total").await, 0, "it is handed over");
        site.upgrade(place);
    }
    world.wait_for_more(extent.tables).await;
    world.calm();
    let games = table::finish(tables).await;
    println!("{games} games, {world}");
    println!("{}", world.longest_pause());
    assert_eq!(site.complaints(), "", "no node has anything to complain about");
    for place in 0..site::NODES {
        assert_eq!(site.count(place, "orrery_tables_taken_total").await, 0, "it is handed over");
    }
}
