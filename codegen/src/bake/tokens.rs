//! Parts of the output of `databake`.

use proc_macro2::{TokenStream, TokenTree};

pub(super) fn is_type(segment: &str) -> bool {
    segment.starts_with(|first: char| first.is_ascii_uppercase())
}

pub(super) fn literal_of(tokens: TokenStream) -> Option<(String, TokenStream)> {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let Some(TokenTree::Group(body)) = tokens.pop() else {
        return None;
    };
    Some((tokens.iter().map(ToString::to_string).collect(), body.stream()))
}

pub(super) fn items(tokens: TokenStream) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let items = tokens.split(is_comma).filter(|item| !item.is_empty());
    items.map(|item| item.iter().cloned().collect()).collect()
}

pub(super) fn fields(body: TokenStream) -> Vec<(String, TokenStream)> {
    let field = |item: TokenStream| {
        let mut tokens = item.into_iter();
        let name = tokens.next()?.to_string();
        Some((name, tokens.skip(1).collect()))
    };
    items(body).into_iter().filter_map(field).collect()
}

pub(super) fn plain(literal: &str) -> String {
    match literal.starts_with(|first: char| first.is_ascii_digit()) && !literal.starts_with("0x") {
        true => literal.split(['u', 'i', 'f']).next().unwrap_or(literal).to_owned(),
        false => literal.to_owned(),
    }
}
