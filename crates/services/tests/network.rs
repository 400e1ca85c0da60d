//! Tests of the isolated networks: dropped packets and additional addresses. They need root.
#![cfg(target_os = "linux")]

use orrery_services::network::{Machine, Network, add_addresses, isolate};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::time::Duration;

#[test]
fn packets_are_lost_in_one_direction_only() {
    isolate().expect("a network namespace");
    let mut network = Network::new().expect("a bridge");
    let [a, b] = [(); 2].map(|()| network.add_machine().expect("a machine"));
    let socket = |machine: &Machine| {
        let socket = machine.run(|| UdpSocket::bind((machine.address(), 7000)));
        let socket = socket.expect("a socket");
        socket.set_read_timeout(Some(Duration::from_millis(500))).expect("a timeout");
        socket
    };
    let (at_a, at_b) = (socket(&a), socket(&b));
    let arrives = |from: &UdpSocket, to: &UdpSocket| {
        from.send_to(b"x", to.local_addr().expect("an address")).expect("it is sent");
        to.recv(&mut [0; 8]).is_ok()
    };
    assert!(arrives(&at_a, &at_b) && arrives(&at_b, &at_a));
    a.drop_packets_to(&b).expect("packets are dropped");
    assert!(!arrives(&at_a, &at_b) && arrives(&at_b, &at_a));
    a.deliver_packets_to(&b).expect("packets are delivered");
    assert!(arrives(&at_a, &at_b) && arrives(&at_b, &at_a));
}

#[test]
fn loopback_can_have_additional_addresses() {
    isolate().expect("a network namespace");
    let address = Ipv4Addr::new(192, 0, 2, 77);
    assert!(TcpListener::bind((address, 0)).is_err());
    add_addresses("192.0.2.0/24").expect("addresses");
    assert!(TcpListener::bind((address, 0)).is_ok());
}
