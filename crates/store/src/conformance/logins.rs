//! Conformance tests of devices and recovery codes.

use super::{device, hash, person};
use crate::{Device, Identity, Login, RecoveryRow, Store, StoreError};

/// Checks that a store finds an identity by each of its secrets, but not by a removed one.
pub async fn identities_are_found_by_their_secrets(store: &dyn Store) {
    let who = person("secret-person");
    store.add_identity(who.clone(), device("s1")).await.expect("an identity is added");
    let login = Login { identity: who.clone(), device: device("s1") };
    assert_eq!(store.login(hash("s1")).await, Ok(Some(login)));
    assert_eq!(store.login(hash("no such")).await, Ok(None));
    store.add_device(&who.id, device("s2")).await.expect("a second device");
    assert!(
        store.add_device("nobody", device("s3")).await.is_err(),
        "an unknown identity got a device"
    );
    store.remove_device(hash("s1")).await.expect("the first device is removed");
    assert_eq!(store.login(hash("s1")).await, Ok(None));
    store.rename(&who.id, "Bea").await.expect("another name");
    let renamed = Identity { name: "Bea".to_owned(), ..who };
    let login = Login { identity: renamed, device: device("s2") };
    assert_eq!(store.login(hash("s2")).await, Ok(Some(login)));
    assert_eq!(store.rename("nobody", "x").await, Err(StoreError::Missing));
}

/// Checks that a store lists devices with all details, the most recently used first.
///
/// Devices with unknown times come last.
pub async fn devices_are_listed_by_their_last_use(store: &dyn Store) {
    let who = person("devices-person");
    let bare = Device { secret: hash("v1"), label: None, created: None, used: None };
    store.add_identity(who.clone(), bare.clone()).await.expect("an identity is added");
    store.add_device(&who.id, device("v2")).await.expect("a second device");
    store.add_device(&who.id, device("v3")).await.expect("a third device");
    store.use_device(hash("v3"), 777).await.expect("it is used");
    store.use_device(hash("no such"), 777).await.expect("an unknown device is not an error");
    let used = Device { used: Some(777), ..device("v3") };
    assert_eq!(store.devices(&who.id).await, Ok(vec![used, device("v2"), bare]));
    assert_eq!(store.devices("nobody").await, Ok(Vec::new()));
}

/// Checks that a store can invalidate all secrets of an identity at once, and no others.
pub async fn all_devices_of_an_identity_are_replaced_at_once(store: &dyn Store) {
    let (who, other) = (person("replaced-person"), person("other-person"));
    store.add_identity(who.clone(), device("a1")).await.expect("an identity is added");
    store.add_device(&who.id, device("a2")).await.expect("a second device");
    store.add_identity(other, device("b1")).await.expect("an identity is added");
    let gone = store.replace_devices(&who.id, Some(device("a3"))).await;
    assert_eq!(sorted(gone), [hash("a1"), hash("a2")]);
    assert_eq!(store.devices(&who.id).await, Ok(vec![device("a3")]));
    let secrets = ["a1", "a3", "b1", "no such"].map(hash).to_vec();
    assert_eq!(sorted(store.valid_secrets(secrets).await), [hash("a3"), hash("b1")]);
    assert_eq!(store.replace_devices(&who.id, None).await, Ok(vec![hash("a3")]));
    assert_eq!(store.devices(&who.id).await, Ok(Vec::new()));
}

fn sorted(hashes: Result<Vec<crate::Hash>, StoreError>) -> Vec<crate::Hash> {
    let mut hashes = hashes.expect("hashes");
    hashes.sort_unstable();
    hashes
}

/// Checks that only the last recovery code of an identity is valid.
pub async fn recovery_codes_are_valid_until_replaced(store: &dyn Store) {
    let who = person("recovery-person");
    store.add_identity(who.clone(), device("r")).await.expect("an identity is added");
    assert_eq!(store.recovery(&who.id).await, Ok(RecoveryRow::default()));
    store.set_recovery(&who.id, hash("code1")).await.expect("a code");
    store.set_recovery(&who.id, hash("code2")).await.expect("another code");
    assert_eq!(store.recovery(&who.id).await, Ok(RecoveryRow { is_set: true, next_from: None }));
    assert_eq!(store.identity_by_recovery(hash("code1"), 0).await, Ok(None));
    assert_eq!(store.identity_by_recovery(hash("code2"), 0).await, Ok(Some(who)));
    assert_eq!(store.recovery("nobody").await, Err(StoreError::Missing));
    assert_eq!(store.set_recovery("nobody", hash("x")).await, Err(StoreError::Missing));
}

/// Checks that a planned recovery code takes effect at its time.
///
/// Until then, the previous code is valid.
pub async fn planned_recovery_codes_take_effect_at_their_time(store: &dyn Store) {
    let who = person("planned-person");
    store.add_identity(who.clone(), device("p")).await.expect("an identity is added");
    store.set_recovery(&who.id, hash("now")).await.expect("a code");
    store.plan_recovery(&who.id, hash("next"), 100, 10).await.expect("the next code");
    let planned = RecoveryRow { is_set: true, next_from: Some(100) };
    assert_eq!(store.recovery(&who.id).await, Ok(planned));
    let in_force = async |code, now| {
        store.identity_by_recovery(hash(code), now).await == Ok(Some(who.clone()))
    };
    assert!(in_force("now", 99).await && !in_force("next", 99).await);
    assert!(!in_force("now", 100).await && in_force("next", 100).await);
    store.plan_recovery(&who.id, hash("third"), 300, 200).await.expect("one more");
    assert!(
        !in_force("now", 299).await && in_force("next", 299).await,
        "the second code was replaced too early"
    );
    store.cancel_recovery(&who.id, 250).await.expect("it is cancelled");
    assert!(in_force("next", 999).await && !in_force("third", 999).await);
    store.plan_recovery(&who.id, hash("fourth"), 400, 300).await.expect("one more");
    store.cancel_recovery(&who.id, 400).await.expect("a late request changes nothing");
    assert!(in_force("fourth", 400).await, "a code in force was cancelled");
    store.plan_recovery(&who.id, hash("fifth"), 500, 450).await.expect("one more");
    store.set_recovery(&who.id, hash("sixth")).await.expect("a code in force at once");
    assert!(in_force("sixth", 999).await && !in_force("fifth", 999).await);
}
