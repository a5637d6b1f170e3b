/** Lists by name, trees of places, and the pages of what lists talks. */
export const LISTS = `
.browse-kinds ul, .letters ul { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; }
.browse-kinds ul { gap: 0 1.5rem; border-block-end: 1px solid var(--line); margin-block-end: 1rem; }
.browse-kinds a { display: inline-block; padding-block: 0.5rem; color: var(--text); text-decoration: none; }
.browse-kinds a:hover { text-decoration: underline; }
.browse-kinds [aria-current='page'] { color: var(--accent); font-weight: 600; box-shadow: inset 0 -2px var(--mark); }
.letters ul { gap: 0.25rem; margin-block-end: 1rem; }
.letters a { display: inline-block; min-inline-size: 2.75rem; padding: 0.35rem 0.5rem; text-align: center; text-decoration: none; border: 1px solid transparent; border-radius: 3px; }
.letters a:hover { border-color: var(--edge); }
.letters [aria-current='page'] { border-color: var(--accent); font-weight: 600; }
ul.names { list-style: none; margin: 0; padding: 0; columns: 20rem auto; column-gap: 2.5rem; }
ul.names > li { break-inside: avoid; padding-block: 0.4rem; border-block-end: 1px solid var(--line); overflow-wrap: anywhere; }
ul.names .counts { white-space: nowrap; font-size: 0.9375rem; }
ul.tree { columns: auto; max-inline-size: var(--measure); }
ul.tree ul { list-style: none; margin: 0.25rem 0; padding-inline-start: 1.25rem; border-inline-start: 2px solid var(--line); }
ul.tree ul li { padding-block: 0.25rem; }
ul.tree p { margin: 0.25rem 0; padding-inline-start: 1.25rem; }
.inside ul.names { columns: 16rem auto; }
@media (forced-colors: active) {
  .browse-kinds [aria-current='page'], .letters [aria-current='page'] { text-decoration: underline; text-decoration-thickness: 3px; }
}
@media print {
  .browse-kinds, .letters { display: none; }
}
`;
