//! Tests of release packages and Debian roots that do not build anything.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use xtask::chroot::sources::{Archives, Source, for_release, parse_list, parse_stanzas};
use xtask::chroot::{children_ticks, is_passed_on};
use xtask::dist::{
    Component, cyclonedx, document, exec_start, is_licence, man_pages, newest_glibc,
    npm_components, packaged_unit, reachable, unit_environment,
};
use xtask::http;

const UNIT: &str = include_str!("../../../packaging/orrery.service");
const STANZAS: &str = "\
Types: deb
# an old mirror
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates bookworm-backports
Components: main
Signed-By: /usr/share/keyrings/debian.gpg

Types: deb
URIs: http://mirror.example/other
Suites: bookworm
Components: stable

Enabled: no
Types: deb
URIs: http://mirror.example/off
Suites: bookworm
Components: main
";

fn lines(sources: &[Source]) -> Vec<String> {
    sources.iter().map(Source::line).collect()
}

#[test]
fn the_packaged_unit_runs_the_packaged_program_as_the_system_user() {
    let unit = packaged_unit(UNIT).expect("a unit");
    let start = exec_start(&unit).expect("a command");
    assert_eq!(start, ["/usr/bin/orrery", "serve", "--config", "/etc/orrery.toml"]);
    assert!(unit.contains("\nUser=orrery\nGroup=orrery\n") && !unit.contains("DynamicUser"));
    let data = ("ORRERY_DATA".to_owned(), "/var/lib/orrery".to_owned());
    assert_eq!(unit_environment(&unit), [data]);
    assert!(
        packaged_unit("[Service]\nDynamicUser=yes\n").is_err(),
        "a unit without ExecStart was accepted"
    );
}

#[test]
fn the_packaged_unit_lets_the_server_lower_priorities() {
    let unit = packaged_unit(UNIT).expect("a unit");
    let filters = unit.lines().filter_map(|line| line.strip_prefix("SystemCallFilter="));
    // systemd applies the filters in order, and `@resources` contains `setpriority`.
    let filters: Vec<&str> = filters.skip_while(|it| !it.contains("@resources")).collect();
    assert_eq!(filters, ["~@privileged @resources", "setpriority"]);
}

#[test]
fn the_newest_glibc_is_read_from_the_needed_versions() {
    let printed = "Version needs section '.gnu.version_r' contains 2 entries:
  0x0010:   Name: GLIBC_2.2.5  Flags: none  Version: 7
  0x0020:   Name: GLIBC_2.34  Flags: none  Version: 5
  0x0030:   Name: GLIBC_2.9  Flags: none  Version: 4
  0x0040:   Name: GCC_4.2.0  Flags: none  Version: 3\n";
    assert_eq!(newest_glibc(printed), Some(34));
    assert_eq!(newest_glibc("No version information found in this file.\n"), None);
}

#[test]
fn a_manual_page_lists_the_pages_of_its_subcommands() {
    let page =
        ".SH SUBCOMMANDS\n.TP\norrery\\-deck(1)\nChecks\n.TP\norrery\\-help(1)\nsee man(1)\n";
    assert_eq!(man_pages(page, "orrery"), ["orrery-deck"]);
    assert_eq!(man_pages("orrery\\-deck\\-check(1)\n", "orrery-deck"), ["orrery-deck-check"]);
}

#[test]
fn the_sbom_lists_runtime_dependencies_only() {
    let dep = |id: &str, kind: Value| json!({"pkg": id, "dep_kinds": [{"kind": kind}]});
    let metadata = json!({
        "packages": [{"id": "own", "name": "orrery"}, {"id": "a", "name": "a"}],
        "resolve": {"nodes": [
            {"id": "own", "deps": [dep("a", Value::Null), dep("test", json!("dev"))]},
            {"id": "a", "deps": [dep("b", Value::Null), dep("cc", json!("build"))]},
            {"id": "b", "deps": [dep("a", Value::Null)]},
        ]},
    });
    let found: Vec<String> = reachable(&metadata, "orrery").expect("ids").into_iter().collect();
    assert_eq!(found, ["a", "b", "own"]);
    assert!(reachable(&metadata, "missing").is_err());
}

#[test]
fn bundled_packages_have_the_versions_of_the_lock_file() {
    let lock = json!({"packages": {"node_modules/@a/b": {"version": "1.2.3", "license": "MIT"}}});
    let found = npm_components(&json!(["@a/b"]), &lock).expect("components");
    let component = &found["pkg:npm/%40a/b@1.2.3"];
    assert_eq!(component["licenses"], json!([{"expression": "MIT"}]));
    assert!(
        npm_components(&json!(["c"]), &lock).is_err(),
        "a package outside the lock file was accepted"
    );
    let sbom =
        cyclonedx("0.1.0", "2026-01-01T00:00:00Z", BTreeMap::from([("x".to_owned(), json!(1))]));
    assert_eq!(sbom["components"], json!([1]));
    assert_eq!(sbom["metadata"]["component"]["version"], "0.1.0");
}

#[test]
fn sources_of_a_release_are_derived_from_those_of_the_host() {
    let all = for_release(&parse_stanzas(STANZAS), ("bookworm", "trixie"), Archives::All);
    let option = "[signed-by=/usr/share/keyrings/debian.gpg] http://mirror.example/debian";
    let wanted =
        [format!("deb {option} trixie main\n"), format!("deb {option} trixie-updates main\n")];
    assert_eq!(lines(&all.expect("sources")), wanted);
    assert!(for_release(&[], ("bookworm", "trixie"), Archives::All).is_err());
}

#[test]
fn published_archives_exclude_updates() {
    let list = "deb [arch=amd64] http://a/debian bookworm main contrib\n\
                deb http://a/security bookworm-security main\n# deb http://b/ bookworm main\n";
    let host = parse_list(list);
    assert_eq!(host.len(), 2);
    let published = for_release(&host, ("bookworm", "bookworm"), Archives::Published);
    let published = published.expect("a source");
    assert_eq!(lines(&published), ["deb [arch=amd64] http://a/debian bookworm main contrib\n"]);
    assert_eq!(published[0].option("arch"), Some("amd64"));
}

#[test]
fn only_network_settings_are_passed_on() {
    for name in
        ["http_proxy", "HTTPS_PROXY", "PIP_INDEX_URL", "npm_config_registry", "SSL_CERT_FILE"]
    {
        assert!(is_passed_on(name), "{name}");
    }
    for name in [
        "PATH",
        "CARGO_TARGET_DIR",
        "RUSTUP_TOOLCHAIN",
        "CARGO_REGISTRIES_A_TOKEN",
        "npm_config__auth",
    ] {
        assert!(!is_passed_on(name), "{name}");
    }
}

#[test]
fn the_cpu_time_of_children_is_read_after_a_name_with_spaces() {
    let stat = "7 (a b) c) S 1 7 7 0 -1 0 0 0 0 0 11 12 300 45 20 0";
    assert!((children_ticks(stat) - 345.0).abs() < f64::EPSILON);
}

#[test]
fn a_response_has_status_headers_and_body() {
    let response = http::parse("HTTP/1.0 201 Created\r\nSet-Cookie: a=b; Path=/\r\n\r\n{}");
    let response = response.expect("a response");
    assert_eq!((response.status, response.body.as_str()), (201, "{}"));
    assert_eq!(response.header("set-cookie"), Some("a=b; Path=/"));
    assert!(http::parse("garbage").is_none());
}

#[test]
fn packages_carry_the_licence_text_of_every_component_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let component = |name: &str, text: &str| {
        let folder = folder.path().join(name);
        std::fs::create_dir(&folder).expect("a folder");
        std::fs::write(folder.join("LICENSE-MIT"), text).expect("a file");
        std::fs::write(folder.join("license.rs"), "fn source() {}").expect("a file");
        Component { name: format!("{name} 1.0.0"), licence: "MIT".to_owned(), folder }
    };
    let components = BTreeSet::from([
        component("a", "Text of A and C\n"),
        component("b", "Text of B"),
        component("c", "Text of A and C"),
    ]);
    let text = document(&components).expect("a document");
    assert!(text.contains("a 1.0.0: MIT\nb 1.0.0: MIT\nc 1.0.0: MIT\n"), "{text}");
    assert!(text.contains("a 1.0.0, c 1.0.0\n\nText of A and C\n"), "{text}");
    assert!(text.contains("b 1.0.0\n\nText of B\n"), "{text}");
    assert_eq!(text.matches("Text of").count(), 2, "{text}");
    assert!(!text.contains("fn source"), "{text}");
    let files = ["LICENSE", "COPYING.md", "Licence.txt", "NOTICE", "README.md", "lib.rs"];
    assert_eq!(files.map(is_licence), [true, true, true, true, false, false]);
}
