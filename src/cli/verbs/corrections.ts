import { EXIT_STATUS } from '../exit-status.ts';
import { correctionsAt } from '../corrections/corrections-file.ts';
import { missingVenue, standingLines } from '../reports/correction-report.ts';
import { counted, printable, problemReport } from '../reports/report.ts';
import { withStore } from '../with-store.ts';
import type { Verb } from './verb.ts';

export const correctionsVerb: Verb = {
  name: 'corrections',
  summary: 'List the corrections in effect, and what their sources say now.',
  details:
    'For each corrected talk, shows what is corrected, whether the source now says the same (so that the line can be removed), whether the source has changed since the correction, and whether the talk still exists. Changes nothing. With a corrections file, shows its line numbers; problems in it are listed on standard error.',
  examples: ['lectern corrections', 'lectern corrections --corrections /etc/lectern/corrections.yaml'],
  arguments: {},
  settings: ['database', 'timeZone', 'corrections'],
  options: [],
  run: async ({ settings, host }) => {
    const { corrections: path, timeZone, database } = settings;
    const read = path === null ? undefined : await correctionsAt(path, settings);
    const lines = new Map<string, number>(
      read?.ok === true ? read.corrections.map(({ slug, line }) => [slug, line]) : [],
    );
    const { withMissingVenue } = await import('#harvest/corrections/corrected-records.ts');
    const { corrections, missing } = await withStore(database, 'read', async (store) => {
      const all = await store.corrections.all();
      return { corrections: all, missing: await withMissingVenue(store, all) };
    });
    const lineOf = (slug: string): number => lines.get(slug) ?? Infinity;
    for (const correction of corrections.toSorted((a, b) => compare(lineOf(a.slug), lineOf(b.slug)))) {
      const line = lines.get(correction.slug);
      const place = line === undefined || path === null ? '' : `${path}:${String(line)}: `;
      const [head = '', ...rest] = standingLines(correction, timeZone);
      host.stdout.write([`${place}${head}`, ...rest].map((text) => `${printable(text)}\n`).join(''));
    }
    host.stdout.write(missing.map((each) => `${printable(missingVenue(each))}\n`).join(''));
    host.stdout.write(`${counted(corrections.length, 'talk')} corrected.\n`);
    if (read?.ok !== false) return EXIT_STATUS.fine.status;
    host.stderr.write(
      `${problemReport(read.problems, 0)}The corrections above stay in effect until these are fixed.\n`,
    );
    return EXIT_STATUS.failed.status;
  },
};

/** Those whose line is unknown come last. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
