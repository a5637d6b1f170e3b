/** Lists of talks, the search page and the home page. */
export const SEARCH = `
ol.talks > .talk { display: grid; grid-template-columns: 8.5rem minmax(0, 1fr); gap: 0.1rem 1.5rem; }
.talk-when { color: var(--quiet); font-variant-numeric: tabular-nums; padding-block-start: 0.1rem; }
.talk-day { display: block; }
.talk-day .comma { display: none; }
ol.by-day .talk-day, .home ol.talks .talk-day { display: none; }
ol.by-day .talk-when, .home .talk-when { color: var(--text); font-weight: 600; }
ol.by-day .talk-end, .home .talk-end { color: var(--quiet); font-weight: 400; }
.talk-title { font: 600 1.15rem/1.3 var(--serif); }
.talk-title a { color: var(--text); text-decoration-color: var(--edge); }
.talk-title a:hover { color: var(--accent); }
.talk-title s { text-decoration-color: var(--alarm); }
.talk-title .flag { display: inline-block; font: 600 0.8125rem/1.4 var(--sans); border: 1px solid currentColor; border-radius: 3px; padding: 0 0.4rem; vertical-align: 0.1em; }
.talk-title .flag:not(.cancelled, .preparation) { color: var(--quiet); font-weight: 400; }
.talk-who a { color: var(--text); text-decoration-color: var(--line); }
.talk-where, .talk-series { color: var(--quiet); font-size: 0.9375rem; }
.talk-series a { color: inherit; text-decoration-color: var(--line); }
.talk-note { color: var(--alarm); font-size: 0.9375rem; }
.day { max-inline-size: calc(var(--measure) + 12rem); }
.day > h3 { border-block-end: 2px solid var(--text); margin: 2rem 0 0; padding-block-end: 0.3rem; }
.day:first-child > h3 { margin-block-start: 0.5rem; }
.day > ol.talks { border-block-start: 0; }
.day-name { color: var(--accent); margin-inline-end: 0.35rem; }
@media (min-width: 48rem) {
  body:not(.home) ol.talks:not(.by-day) > .talk { grid-template-columns: 11.5rem minmax(0, 1fr); }
}
@media (max-width: 34rem) {
  ol.talks > .talk { grid-template-columns: minmax(0, 1fr); }
  .talk-day { display: inline; }
  .talk-day .comma { display: inline; }
}
.search-form { background: var(--panel); border: 1px solid var(--line); border-radius: 4px; padding: 1rem clamp(0.75rem, 3vw, 1.25rem); margin-block: 1rem; }
.search-words, .search-dates, .search-fields { display: flex; flex-wrap: wrap; gap: 0.75rem 1.25rem; align-items: flex-start; }
.search-form .field { margin: 0; display: flex; flex-direction: column; gap: 0.2rem; min-inline-size: 0; }
.search-form .field-words { flex: 1 1 16rem; }
.search-words button { margin-block-start: 1.8rem; }
.search-dates { margin-block-start: 0.75rem; }
@media (max-width: 34rem) {
  .search-words button { margin-block-start: 0; }
  .search-dates { gap: 0.75rem; }
  .search-dates .field { flex: 1 1 9rem; }
  .search-dates input { inline-size: 100%; }
}
.search-form label { font-weight: 600; font-size: 0.9375rem; }
.search-form .field-box { flex-direction: row; align-items: center; gap: 0.5rem; min-block-size: 2.75rem; align-self: flex-end; }
.search-form .field-box label { font-weight: 400; }
.search-form .hint { color: var(--quiet); font-size: 0.875rem; max-inline-size: 32rem; }
.search-form .fault { color: var(--alarm); font-size: 0.9375rem; font-weight: 600; max-inline-size: 32rem; }
.search-form [aria-invalid] { border: 2px solid var(--alarm); }
.search-more { margin-block-start: 0.75rem; }
.search-more summary { cursor: pointer; color: var(--accent); padding-block: 0.4rem; inline-size: fit-content; }
.search-fields { padding-block: 0.5rem 0.25rem; }
.faults { white-space: normal; border-color: var(--alarm); }
.faults h2 { margin-block-start: 0; }
.shortcuts [aria-current], .order [aria-current] { color: var(--text); font-weight: 600; text-decoration-color: var(--mark); text-decoration-thickness: 3px; }
.chip-all { display: inline-block; padding: 0.2rem 0.4rem; }
.search-columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem 3rem; align-items: start; }
.results-head { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; align-items: baseline; }
.results-head h2 { margin-block: 1rem 0; }
.results-head h2 .quiet { font: 400 1rem/1.2 var(--sans); }
.results-head ul, .results-head p { margin: 0; }
.facets { border-block-start: 1px solid var(--line); }
.facets:focus { outline: none; }
.facet ul, ul.ways { list-style: none; margin: 0; padding: 0; }
.facet h3 { font: 600 0.9375rem/1.3 var(--sans); margin: 1.25rem 0 0.25rem; }
.facet li { break-inside: avoid; }
.facet li :is(a, button) { display: flex; inline-size: 100%; justify-content: space-between; gap: 0.75rem; padding-block: 0.2rem; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
.facet li :is(a, button):hover bdi { text-decoration: underline; }
.facet li .chosen { font-weight: 600; border-inline-start: 3px solid var(--mark); padding-inline-start: 0.5rem; }
.facet li.depth-1 { padding-inline-start: 0.9rem; }
.facet li.depth-2 { padding-inline-start: 1.8rem; }
.facet li.depth-3 { padding-inline-start: 2.7rem; }
.facet li.depth-4 { padding-inline-start: 3.6rem; }
.facet li.depth-5 { padding-inline-start: 4.5rem; }
.facet p { margin: 0.25rem 0; font-size: 0.9375rem; }
.count { flex: none; white-space: nowrap; color: var(--quiet); font-size: 0.9375rem; font-weight: 400; font-variant-numeric: tabular-nums; }
ul.ways li { padding-block: 0.25rem; }
.empty h3 { margin-block-start: 1rem; }
.search-page .pager ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.elsewhere { margin-block-start: 3rem; border-block-start: 1px solid var(--line); }
@media (min-width: 60rem) {
  .search-columns { grid-template-columns: minmax(0, 1fr) 18rem; }
  .facets { border-block-start: 0; border-inline-start: 1px solid var(--line); padding-inline-start: 1.5rem; }
  .facets > h2 { margin-block-start: 1rem; }
  .to-filters { display: none; }
}
.home .search-form, .error .search-form { max-inline-size: calc(var(--measure) + 12rem); }
.home-talks .all { font-weight: 600; }
.ways-in, .programs { border-block-start: 1px solid var(--line); margin-block-start: 3rem; }
.programs { margin-block-start: 2rem; }
@media (forced-colors: active) {
  .chip, .search-form [aria-invalid] { border: 2px solid; }
  .facet li .chosen { border-inline-start-color: Highlight; }
}
@media print {
  .facets, .shortcuts, .to-filters, .order, .elsewhere, .ways-in, .programs, .home .lead { display: none; }
  .search-columns { display: block; }
}
`;
