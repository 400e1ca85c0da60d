//! The OpenAPI document.
//!
//! Most of it comes from the annotations of the handlers. This module adds security schemes, links,
//! and the error responses that an operation can have.

use super::{App, api_router};
use axum::extract::State;
use axum::http::StatusCode;
use utoipa::openapi::link::LinkBuilder;
use utoipa::openapi::path::{Operation, ParameterIn};
use utoipa::openapi::schema::{AdditionalProperties, Schema};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Content, OpenApi, PathItem, Ref, RefOr, Response};

/// Links from operations that return a table to operations that can follow.
const LINKS: [(&str, &[&str]); 5] = [
    ("tables-create", &["tables-read", "tables-sit", "tables-start", "tables-archive"]),
    ("tables-sit", &["tables-sit", "tables-rise", "tables-start"]),
    ("tables-start", &["tables-view", "tables-record", "tables-resign"]),
    ("tables-resign", &["tables-rematch", "tables-record", "tables-archive"]),
    ("tables-rematch", &["tables-read"]),
];

/// Enum schemas that must refuse additional properties. For structs, the derive macro does this.
const CLOSED_SCHEMAS: [&str; 3] = ["ClockSetting", "Sit", "TimeoutPolicy"];

fn deny_extra_fields(schema: &mut RefOr<Schema>) {
    let RefOr::T(Schema::OneOf(forms)) = schema else { return };
    for form in &mut forms.items {
        if let RefOr::T(Schema::Object(object)) = form {
            object.additional_properties = Some(Box::new(AdditionalProperties::FreeForm(false)));
        }
    }
}

/// Serves the OpenAPI document.
pub(super) async fn serve(State(app): State<App>) -> ([(&'static str, &'static str); 1], String) {
    ([("content-type", "application/json")], app.document.to_string())
}

/// Completes the document that was generated from the annotations.
pub(super) fn complete(document: &mut OpenApi) {
    let components = document.components.get_or_insert_default();
    let cookie =
        ApiKeyValue::with_description("orrery", "The session cookie, set by `POST /api/me`.");
    components.add_security_scheme("guest", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
    let mut token = Http::new(HttpAuthScheme::Bearer);
    token.description = Some("The token of a bot account.".to_owned());
    components.add_security_scheme("program", SecurityScheme::Http(token));
    let closed =
        components.schemas.iter_mut().filter(|(name, _)| CLOSED_SCHEMAS.contains(&name.as_str()));
    closed.for_each(|(_, schema)| deny_extra_fields(schema));
    for (path, item) in &mut document.paths.paths {
        for (method, operation) in operations(item) {
            qualify_operation_id(operation);
            add_error_responses(path, method, operation);
            add_links(operation);
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = (&'static str, &mut Operation)> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    let all = [("get", get), ("put", put), ("post", post), ("delete", delete), ("patch", patch)];
    all.into_iter().filter_map(|(method, operation)| Some((method, operation.as_mut()?)))
}

/// Adds the tag to the operation id, because handlers of different modules have the same names.
fn qualify_operation_id(operation: &mut Operation) {
    let tag = operation.tags.iter().flatten().next().cloned().unwrap_or_default();
    let name = operation.operation_id.take().unwrap_or_default();
    operation.operation_id = Some(format!("{tag}-{}", name.replace('_', "-")));
}

/// Adds the error responses that follow from the parameters and the body of an operation.
fn add_error_responses(path: &str, method: &str, operation: &mut Operation) {
    let parameters = operation.parameters.iter().flatten();
    let locations: Vec<ParameterIn> = parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(parameter) => Some(parameter.parameter_in.clone()),
            RefOr::Ref(_) => None,
        })
        .collect();
    let has = |location| locations.contains(&location);
    let body = operation.request_body.is_some();
    let all = [
        (StatusCode::BAD_REQUEST, body || has(ParameterIn::Query)),
        (StatusCode::UNAUTHORIZED, operation.security.is_some()),
        (StatusCode::FORBIDDEN, method != "get"),
        (StatusCode::NOT_FOUND, has(ParameterIn::Path)),
        (StatusCode::GONE, path.starts_with("/api/tables/{")),
        (StatusCode::PAYLOAD_TOO_LARGE, body),
        (StatusCode::TOO_MANY_REQUESTS, true),
        (StatusCode::SERVICE_UNAVAILABLE, path.starts_with("/api/")),
    ];
    for (status, _) in all.into_iter().filter(|(_, is_possible)| *is_possible) {
        let status = (status.as_str().to_owned(), status.canonical_reason().unwrap_or_default());
        operation.responses.responses.entry(status.0).or_insert_with(|| error_response(status.1));
    }
}

fn error_response(reason: &str) -> RefOr<Response> {
    let body = Content::new(Some(Ref::from_schema_name("FaultAnswer")));
    let mut response = Response::new(reason);
    response.content.insert("application/json".to_owned(), RefOr::T(body));
    RefOr::T(response)
}

fn add_links(operation: &mut Operation) {
    let id = operation.operation_id.as_deref().unwrap_or_default();
    let to = LINKS.iter().find(|(from, _)| *from == id).map(|(_, to)| *to);
    let (to, field) = match id {
        "me-add-bot" => (["me-delete-bot"].as_slice(), "id"),
        _ => (to.unwrap_or_default(), "table"),
    };
    for response in operation.responses.responses.values_mut().take(1) {
        let RefOr::T(response) = response else { continue };
        for next in to {
            let link = LinkBuilder::new().operation_id(*next);
            let link = link.parameter("id", format!("$response.body#/{field}")).build();
            response.links.insert((*next).to_owned(), RefOr::T(link));
        }
    }
}

/// Builds the router and its document.
pub(super) fn build() -> (axum::Router<App>, OpenApi) {
    let (router, mut document) = api_router().split_for_parts();
    complete(&mut document);
    (router, document)
}

#[cfg(test)]
mod tests {
    use super::{CLOSED_SCHEMAS, build};
    use std::collections::HashSet;

    #[test]
    fn variants_refuse_unknown_fields() {
        let document = serde_json::to_value(build().1).expect("it can be written");
        for name in CLOSED_SCHEMAS {
            let forms = &document["components"]["schemas"][name]["oneOf"];
            let forms = forms.as_array().expect("variants");
            assert!(forms.iter().all(|form| form["additionalProperties"] == false), "{name}");
        }
    }

    #[test]
    fn operation_ids_are_unique_and_links_have_targets() {
        let document = serde_json::to_value(build().1).expect("it can be written");
        let paths = document["paths"].as_object().expect("paths");
        let operations: Vec<_> =
            paths.values().flat_map(|item| item.as_object().expect("an item").values()).collect();
        let ids: HashSet<_> =
            operations.iter().map(|it| it["operationId"].as_str().expect("an id")).collect();
        assert_eq!(ids.len(), operations.len());
        let links = operations.iter().flat_map(|it| it["responses"].as_object().expect("answers"));
        let links = links.filter_map(|(_, answer)| answer["links"].as_object());
        let targets: Vec<_> =
            links.flat_map(|links| links.values()).map(|link| &link["operationId"]).collect();
        assert_eq!(targets.len(), 15);
        assert!(targets.iter().all(|id| ids.contains(id.as_str().expect("an id"))), "{targets:?}");
    }

    /// Collects all references below a value.
    fn references(value: &serde_json::Value, found: &mut Vec<String>) {
        match value {
            serde_json::Value::Object(fields) => {
                found.extend(fields.get("$ref").and_then(|it| it.as_str()).map(str::to_owned));
                fields.values().for_each(|inner| references(inner, found));
            }
            serde_json::Value::Array(items) => items.iter().for_each(|it| references(it, found)),
            _ => {}
        }
    }

    #[test]
    fn all_references_resolve() {
        let document = serde_json::to_value(build().1).expect("it can be written");
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 100);
        for reference in found {
            let path = reference.trim_start_matches('#');
            assert!(document.pointer(path).is_some(), "{reference} is missing");
        }
    }

    #[test]
    fn operations_document_their_errors() {
        let document = serde_json::to_value(build().1).expect("it can be written");
        let answers = |path: &str, method: &str| {
            let all = document["paths"][path][method]["responses"].as_object().expect("answers");
            all.keys().cloned().collect::<Vec<_>>()
        };
        assert_eq!(answers("/api/me", "get"), ["200", "401", "429", "503"]);
        let create = ["201", "400", "401", "403", "404", "413", "422", "429", "503"];
        assert_eq!(answers("/api/tables", "post"), create);
    }
}
