//! Three nodes, PostgreSQL and NATS, each on a machine of its own, as network namespaces: packets
//! between them are lost, in one direction or both, or take long, and at last everything restarts at
//! once. What was acknowledged must be in the records exactly once, and everybody must have seen the
//! same games. It needs root.
#![cfg(target_os = "linux")]

mod balancer;
#[path = "../crash/check.rs"]
mod check;
mod client;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod extent;
mod links;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod node;
mod player;
mod relay;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod site;
mod table;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod takeover;
mod watcher;
#[allow(dead_code, reason = "the cluster test needs more of it")]
mod world;

use extent::Extent;
use links::Wires;
use orrery_services::network;
use std::sync::Arc;
use std::time::Duration;
use world::World;

/// How many tables are played at.
const TABLES: u64 = 24;

#[test]
fn whatever_the_network_loses_nothing_acknowledged_is_lost_or_doubled() {
    network::isolate().unwrap_or_else(|problem| panic!("{problem}"));
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(play());
}

async fn play() {
    let extent = Extent { tables: TABLES, faults: Duration::ZERO, ..Extent::chosen() };
    println!("{extent:?}; another seed: ORRERY_CLUSTER_SEED=2");
    let (mut site, wires) = Wires::start();
    let world = Arc::new(World::new(site.balancer.address));
    let tables = table::everywhere(&world, extent);
    world.wait_until_playing(extent.tables).await;
    links::fail(&mut site, &wires, extent.seed, || world.wait_for_more(TABLES)).await;
    world.calm();
    let games = table::finish(tables).await;
    println!("{games} games, {world}");
    println!("{}", world.longest_pause());
    assert_eq!(site.complaints(), "", "no node has anything to complain about");
    assert!(world.repeated() > 0, "no fault came between message and answer");
}
