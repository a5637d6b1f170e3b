/** The page of one talk: a bill of what one has to know to come, and then the rest. */
export const TALK = `
body.talk .page-header { max-inline-size: 56rem; }
.kicker { font-weight: 600; margin: 0 0 0.5rem; }
.kicker a { text-decoration: none; }
.kicker a:hover { text-decoration: underline; }
dl.speakers { margin: 0.5rem 0 1rem; font: 1.3rem/1.35 var(--serif); }
dl.speakers dd { margin: 0.25rem 0; overflow-wrap: anywhere; }
dl.speakers a { color: var(--text); }
.speakers .bio { display: block; font: 1rem/1.45 var(--sans); color: var(--quiet); }
.over { border-inline-start: 0.35rem solid var(--line); padding-inline-start: 0.75rem; }
body.talk .notice.cancelled, body.talk .notice.preparation { font-size: 1.25rem; margin-block: 0 1rem; max-inline-size: none; }
dl.bill {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr));
  gap: 1.25rem 2.5rem;
  margin: 1.5rem 0;
  padding-block: 1.25rem;
  border-block: 2px solid var(--text);
}
dl.bill > div { min-inline-size: 0; }
dl.bill dt { font-size: 0.875rem; font-weight: 600; letter-spacing: 0.06em; text-transform: uppercase; color: var(--quiet); }
dl.bill dd { margin: 0.15rem 0 0; overflow-wrap: anywhere; }
dl.bill dd > span { display: block; }
dl.bill .day, dl.bill .place { font: 600 1.2rem/1.3 var(--serif); }
dl.bill .hours { font: 600 1.6rem/1.25 var(--serif); font-variant-numeric: tabular-nums lining-nums; }
dl.bill .own-time { min-block-size: 1.55em; color: var(--text); }
dl.bill .button { margin-block: 0.35rem; }
.bill ul.choices { flex-direction: column; gap: 0; margin: 0; }
.bill ul.choices a { padding-block: 0.1rem; }
.columns > .abstract > h2 { margin-block-start: 0; }
.aside h2 { font-size: 1.2rem; margin-block-start: 2rem; }
body.talk .abstract { max-inline-size: var(--measure); }
@media (min-width: 62rem) {
  .columns:has(> .abstract) { display: grid; grid-template-columns: minmax(0, 1fr) 21rem; gap: 0 4rem; align-items: start; margin-block-start: 2rem; }
  .columns:has(> .abstract) > .aside > :first-child { margin-block-start: 0; }
  .columns:has(> .abstract) dl.facts > div { grid-template-columns: minmax(0, 1fr); }
}
body.talk .abstract .prose { font-size: 1.125rem; line-height: 1.6; }
.beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 0 3rem; margin-block: 2.5rem; }
.beside > h2 { grid-column: 1 / -1; margin-block: 0 0.25rem; }
.beside h3 { font: 600 0.9375rem/1.3 var(--sans); color: var(--quiet); margin: 0.5rem 0 0.4rem; }
body.talk .beside ol.talks.talks > .talk { grid-template-columns: minmax(0, 1fr); }
.beside .talk-day, .beside .talk-day .comma { display: inline; }
.share-row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; max-inline-size: var(--measure); min-block-size: 2.75rem; }
.share-row label { flex: 1 0 100%; }
.share-row input { flex: 1 0 100%; min-inline-size: 0; font-size: 0.9375rem; }
@media (scripting: enabled) { .share-row [data-do='copy'][hidden] { display: inline-block !important; visibility: hidden; } }
.share [role='status'] { min-block-size: 1.55em; margin-block: 0.25rem; }
.printed-address { display: none; }
`;
