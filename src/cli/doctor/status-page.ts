import type { Finding } from './finding.ts';

const STYLE = `
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color-scheme: light dark; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: start; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8886; overflow-wrap: anywhere; }
.problem td:first-child { font-weight: bold; text-decoration: underline; }
.warning td:first-child { font-weight: bold; }
.hint { display: block; }
`;

/** The findings as a page for operators, worst first. */
export function statusPage(findings: readonly Finding[], now: Date): string {
  const order = ['problem', 'warning', 'skipped', 'ok'];
  const sorted = findings.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level));
  const [worst = 'ok'] = sorted.map(({ level }) => level);
  const title = {
    problem: 'There are problems',
    warning: 'There are warnings',
    skipped: 'All is well',
    ok: 'All is well',
  }[worst];
  const rows = sorted.map(({ level, about, what, hint }) => {
    const todo = hint === undefined ? '' : `<span class="hint">→ ${escaped(hint)}</span>`;
    return `<tr class="${level}"><td>${level}</td><th scope="row">${escaped(about)}</th><td>${escaped(what)}${todo}</td></tr>`;
  });
  return (
    `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${title} – Lectern</title><style>${STYLE}</style></head><body><h1>${title}</h1>` +
    `<p>Checked by <code>lectern doctor</code> at ${now.toISOString()}.</p>` +
    `<table><thead><tr><th scope="col">Level</th><th scope="col">About</th><th scope="col">Found</th></tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></body></html>\n`
  );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
