import { NoCatalogue } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import { unmetLines } from '../reports/correction-report.ts';
import { printable, problemReport } from '../reports/report.ts';
import type { Settings } from '../settings/settings.ts';
import { correctionsAt } from './corrections-file.ts';

/**
 * Puts the file of --corrections in force before an import, which then keeps to it. Problems are printed, and what was in force
 * stays so: an import does not wait for somebody to correct a typing error. Where there is no catalogue yet nothing is done, so
 * it is to be called again when there is. Returns how many talks are corrected; undefined where nothing was done.
 * @throws StoreUnavailable
 */
export async function applyFile(
  store: Store,
  { corrections: path, timeZone }: Pick<Settings, 'corrections' | 'timeZone'>,
): Promise<number | undefined> {
  if (path === null) return undefined;
  const read = await correctionsAt(path, { timeZone });
  if (read.ok === false) {
    process.stderr.write(`${problemReport(read.problems, 0)}The corrections before stay in force.\n`);
  }
  if (read.ok !== true) return undefined;
  const { applyCorrections } = await import('#harvest/corrections/apply-corrections.ts');
  try {
    await store.state();
  } catch (error) {
    if (error instanceof NoCatalogue) return undefined;
    throw error;
  }
  const { withMissingVenue } = await import('#harvest/corrections/corrected-records.ts');
  const { changed, corrections } = await applyCorrections(store, read.corrections, { now: new Date() });
  const missing = await withMissingVenue(store, changed);
  process.stderr.write(
    unmetLines(changed, missing)
      .map((line) => `${printable(line)}\n`)
      .join(''),
  );
  return corrections.length;
}
