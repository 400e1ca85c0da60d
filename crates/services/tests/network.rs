//! Tests of the isolated networks: dropped packets and additional addresses. They need root.
#![cfg(target_os = "linux")]

use orrery_services::network::{Machine, Network, add_addresses, isolate};
use std::net::{Ipv4Addr, TcpListener, UdpSocket};
use std::time::Duration;

/// Time limit for a packet to arrive, generous because the machine may be busy.
const TIMEOUT: Duration = Duration::from_secs(60);

#[test]
fn packets_are_lost_in_one_direction_only() {
    isolate().expect("a network namespace");
    let mut network = Network::new().expect("a bridge");
    let [a, b] = [(); 2].map(|()| network.add_machine().expect("a machine"));
    let socket = |machine: &Machine| {
        let socket = machine.run(|| UdpSocket::bind((machine.address(), 7000)));
        let socket = socket.expect("a socket");
        socket.set_read_timeout(Some(TIMEOUT)).expect("a timeout");
        socket
    };
    let (at_a, at_b) = (socket(&a), socket(&b));
    let send = |from: &UdpSocket, to: &UdpSocket, packet: &[u8]| {
        from.send_to(packet, to.local_addr().expect("an address")).expect("it is sent");
    };
    let first_at = |socket: &UdpSocket| {
        let mut packet = [0; 8];
        let length = socket.recv(&mut packet).expect("a packet");
        packet[..length].to_vec()
    };
    send(&at_a, &at_b, b"there");
    send(&at_b, &at_a, b"back");
    assert_eq!((first_at(&at_b), first_at(&at_a)), (b"there".to_vec(), b"back".to_vec()));
    a.drop_packets_to(&b).expect("packets are dropped");
    send(&at_a, &at_b, b"lost");
    send(&at_b, &at_a, b"again");
    assert_eq!(first_at(&at_a), b"again");
    a.deliver_packets_to(&b).expect("packets are delivered");
    send(&at_a, &at_b, b"later");
    assert_eq!(first_at(&at_b), b"later", "packets arrive in order, and one was lost");
}

#[test]
fn loopback_can_have_additional_addresses() {
    isolate().expect("a network namespace");
    let address = Ipv4Addr::new(192, 0, 2, 77);
    assert!(TcpListener::bind((address, 0)).is_err());
    add_addresses("192.0.2.0/24").expect("addresses");
    assert!(TcpListener::bind((address, 0)).is_ok());
}
