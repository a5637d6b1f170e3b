import { createHash } from 'node:crypto';

const content = `:root {
  color-scheme: light dark;
  --text: light-dark(#1b1b1f, #e9e8ee);
  --quiet: light-dark(#55555f, #a9a8b4);
  --ground: light-dark(#ffffff, #17171b);
  --panel: light-dark(#f3f2f7, #222229);
  --line: light-dark(#d5d3de, #3a3a45);
  --link: light-dark(#1a4fb4, #9dbcff);
  --alarm: light-dark(#9b1c1c, #ffb3b3);
  --alarm-ground: light-dark(#fdecec, #3a1c1f);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--text);
  font: 1.0625rem/1.55 system-ui, sans-serif;
}
body > header, main, body > footer { max-width: 46rem; margin: 0 auto; padding: 1rem 1.25rem; }
body > header { border-bottom: 1px solid var(--line); }
body > footer { border-top: 1px solid var(--line); color: var(--quiet); font-size: 0.9375rem; margin-top: 2rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
a { color: var(--link); text-underline-offset: 0.15em; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul.choices { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--ground); padding: 0.5rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1.25rem 0 0.75rem; overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 2rem 0 0.5rem; overflow-wrap: anywhere; }
h3 { font-size: 1.1rem; line-height: 1.35; margin: 1.25rem 0 0.25rem; overflow-wrap: anywhere; }
h4 { font-size: 1rem; margin: 1rem 0 0.25rem; }
p { margin: 0.5rem 0; overflow-wrap: anywhere; }
.text p { white-space: pre-line; }
.quiet { color: var(--quiet); }
.notice { border-inline-start: 0.35rem solid var(--line); background: var(--panel); padding: 0.6rem 0.9rem; white-space: pre-line; }
.notice.cancelled, .notice.preparation { border-color: var(--alarm); background: var(--alarm-ground); color: var(--alarm); font-weight: 700; }
.flag { color: var(--alarm); font-weight: 700; }
.cancelled-title { text-decoration: line-through; }
dl.facts > div { display: grid; grid-template-columns: 8.5rem 1fr; gap: 0 1rem; padding: 0.35rem 0; border-bottom: 1px solid var(--line); }
dl.facts dt { font-weight: 600; }
dl.facts dd { margin: 0; overflow-wrap: anywhere; }
ol.talks { list-style: none; margin: 0; padding: 0; }
ol.talks > li { border-bottom: 1px solid var(--line); padding: 0.25rem 0 0.75rem; }
ol.talks h3 { margin-top: 0.5rem; }
ol.talks p { margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9375rem; }
caption { text-align: start; font-weight: 600; padding: 0.5rem 0; }
th, td { text-align: start; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid var(--line); }
td p { margin: 0; }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--panel); padding: 0.75rem; overflow-x: auto; max-height: 30rem; }
@media (max-width: 32rem) { dl.facts > div { grid-template-columns: 1fr; } }
`;

/** The one stylesheet. Its name changes with what it says, so that it can be cached for good. */
export const STYLESHEET = {
  name: `lectern-${createHash('sha256').update(content).digest('hex').slice(0, 12)}.css`,
  content,
  contentType: 'text/css; charset=utf-8',
} as const;
