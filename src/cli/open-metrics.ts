import type { Finding } from './doctor/finding.ts';
import type { Logger } from 'pino';
import type { MetricsServer } from '#server/ops/metrics-server.ts';
import type { Settings } from './settings/settings.ts';

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

interface Told {
  /** In the Prometheus text format. */
  readonly metrics: () => string | Promise<string>;
  readonly doctor: () => Promise<readonly Finding[]>;
}

/** Undefined if metrics are off, or their address cannot be listened on. */
export async function openMetrics(
  { metrics: address, statusToken }: Pick<Settings, 'metrics' | 'statusToken'>,
  { metrics, doctor }: Told,
  log: Logger,
): Promise<MetricsServer | undefined> {
  if (address === null) return undefined;
  const { MetricsServer: Opened } = await import('#server/ops/metrics-server.ts');
  const status = async (accept: string): Promise<{ contentType: string; body: string }> => {
    const findings = await doctor();
    return accept.includes('application/json')
      ? { contentType: 'application/json', body: `${JSON.stringify(findings, null, 2)}\n` }
      : { contentType: 'text/html; charset=utf-8', body: statusPage(findings, new Date()) };
  };
  return Opened.open(address, { metrics, status, statusToken }, log);
}
