/** What tests hand to a page runs in a browser. */
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
