/** What pages are put together of. */
export const PARTS = `
.page-header { margin-block-end: 1.5rem; }
.crumbs ol { display: flex; flex-wrap: wrap; list-style: none; margin: 0 0 0.75rem; padding: 0; font-size: 0.9375rem; }
.crumbs li::after { content: '/'; color: var(--edge); padding-inline: 0.5rem; }
.crumbs li:last-child::after { content: none; }
.crumbs a { color: var(--quiet); }
ul.choices { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; list-style: none; margin: 0.5rem 0; padding: 0; }
ul.choices a { display: inline-block; padding-block: 0.25rem; }
.notice { border-inline-start: 0.35rem solid var(--mark); background: var(--panel); padding: 0.7rem 1rem; white-space: pre-line; max-inline-size: var(--measure); }
.notice.cancelled, .notice.preparation { border-color: var(--alarm); background: var(--alarm-ground); color: var(--alarm); font-weight: 700; }
.flag { color: var(--alarm); font-weight: 700; margin: 0; }
.cancelled-title { text-decoration: line-through; text-decoration-thickness: 2px; }
dl.facts { margin: 1.25rem 0; max-inline-size: var(--measure); border-block-start: 1px solid var(--line); }
dl.facts > div { display: grid; grid-template-columns: 9rem minmax(0, 1fr); gap: 0 1rem; padding-block: 0.5rem; border-block-end: 1px solid var(--line); }
dl.facts dt { color: var(--quiet); font-size: 0.9375rem; overflow-wrap: anywhere; hyphens: auto; }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl.facts > div { grid-template-columns: minmax(0, 1fr); } }
ol.talks { list-style: none; margin: 0; padding: 0; border-block-start: 1px solid var(--line); max-inline-size: calc(var(--measure) + 12rem); }
ol.talks > li { border-block-end: 1px solid var(--line); padding-block: 0.85rem; }
ol.talks p { margin: 0; }
ul.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; margin: 0.75rem 0; padding: 0; }
.chip { display: inline-block; background: var(--panel); border: 1px solid var(--edge); border-radius: 1rem; padding: 0.2rem 0.8rem; color: var(--text); text-decoration: none; overflow-wrap: anywhere; }
button.chip { min-block-size: 0; font-weight: 400; text-align: start; }
/* They do what links do, where these would be too long. */
.facet button, .ways button, table.calendar button { background: none; border: 0; border-radius: 0; padding: 0; min-block-size: 1.5rem; font-weight: 400; text-align: start; text-decoration: underline; }
.chip:hover { text-decoration: line-through; }
.pager ul { display: grid; grid-template-columns: 1fr auto 1fr; gap: 1rem; align-items: center; list-style: none; margin: 1.5rem 0; padding: 0; }
.pager li:last-child { text-align: end; }
.pager a { display: inline-block; padding-block: 0.5rem; font-weight: 600; }
.empty { border: 1px dashed var(--edge); padding: 1.5rem; max-inline-size: var(--measure); margin-block: 1rem; }
.empty-title { font: 600 1.2rem/1.3 var(--serif); margin-block-start: 0; }
.wide td, .wide th, .wide code { overflow-wrap: anywhere; }
@media (min-width: 56rem) { .wide th, .wide td:nth-child(-n + 2), .wide td:first-child code { overflow-wrap: break-word; } }
@media (max-width: 40rem) { .wide { font-size: 0.875rem; } .wide th, .wide td { padding-inline-end: 0.4rem; } }
.text p { white-space: pre-line; max-inline-size: var(--measure); }
`;
