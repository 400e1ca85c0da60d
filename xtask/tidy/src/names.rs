//! Finds the names that Rust code defines.

use proc_macro2::TokenTree;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, Macro, Signature, Variant};

/// Returns the names of functions, types, constants, modules and enum variants.
///
/// Includes the first argument in calls of macros that the file defines, as in `index!(Ship, 4)`.
#[must_use]
pub fn defined(text: &str) -> BTreeSet<String> {
    let mut names = Names::default();
    visit(text, &mut names);
    let Names { mut defined, macros, calls } = names;
    let calls = calls.into_iter().filter(|(name, _)| macros.contains(name));
    defined.extend(calls.map(|(_, first)| first));
    defined
}

/// Returns the names of the functions with the attribute `#[test]`.
#[must_use]
pub fn tests(text: &str) -> Vec<String> {
    let mut tests = Tests::default();
    visit(text, &mut tests);
    tests.0
}

/// Returns the file names, without `.rs`, of the modules that a file declares with `mod name;`.
#[must_use]
pub fn modules(text: &str) -> BTreeSet<String> {
    let mut modules = Modules::default();
    visit(text, &mut modules);
    modules.0
}

/// Visits a file if it is valid Rust.
fn visit(text: &str, visitor: &mut impl for<'a> Visit<'a>) {
    if let Ok(file) = syn::parse_file(text) {
        visitor.visit_file(&file);
    }
}

#[derive(Default)]
struct Names {
    defined: BTreeSet<String>,
    /// The macros that the file defines.
    macros: BTreeSet<String>,
    /// Macros that the file calls, and the first name in their arguments.
    calls: Vec<(String, String)>,
}

impl Names {
    fn add(&mut self, name: &Ident) {
        self.defined.insert(name.to_string());
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_item(&mut self, item: &'a Item) {
        match item {
            Item::Const(item) => self.add(&item.ident),
            Item::Enum(item) => self.add(&item.ident),
            Item::Mod(item) => self.add(&item.ident),
            Item::Static(item) => self.add(&item.ident),
            Item::Struct(item) => self.add(&item.ident),
            Item::Trait(item) => self.add(&item.ident),
            Item::Type(item) => self.add(&item.ident),
            Item::Macro(item) => {
                self.macros.extend(item.ident.as_ref().map(Ident::to_string));
            }
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_signature(&mut self, function: &'a Signature) {
        self.add(&function.ident);
        visit::visit_signature(self, function);
    }

    fn visit_impl_item_const(&mut self, item: &'a syn::ImplItemConst) {
        self.add(&item.ident);
        visit::visit_impl_item_const(self, item);
    }

    fn visit_variant(&mut self, variant: &'a Variant) {
        self.add(&variant.ident);
        visit::visit_variant(self, variant);
    }

    fn visit_macro(&mut self, call: &'a Macro) {
        let first = call.tokens.clone().into_iter().find_map(|token| match token {
            TokenTree::Ident(name) => Some(name.to_string()),
            _ => None,
        });
        self.calls.extend(call.path.get_ident().map(Ident::to_string).zip(first));
    }
}

#[derive(Default)]
struct Tests(Vec<String>);

impl<'a> Visit<'a> for Tests {
    fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
        if function.attrs.iter().any(|attribute| attribute.path().is_ident("test")) {
            self.0.push(function.sig.ident.to_string());
        }
        visit::visit_item_fn(self, function);
    }
}

#[derive(Default)]
struct Modules(BTreeSet<String>);

impl<'a> Visit<'a> for Modules {
    fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
        if module.content.is_none() {
            let path = module.attrs.iter().find_map(path_of);
            self.0.insert(path.unwrap_or_else(|| module.ident.to_string()));
        }
        visit::visit_item_mod(self, module);
    }
}

/// Returns the name of the file in `#[path = "folder/name.rs"]`.
fn path_of(attribute: &Attribute) -> Option<String> {
    let syn::Meta::NameValue(value) = &attribute.meta else { return None };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) = &value.value else {
        return None;
    };
    let path = path.value();
    let name = path.rsplit('/').next()?.trim_end_matches(".rs").to_owned();
    value.path.is_ident("path").then_some(name)
}
