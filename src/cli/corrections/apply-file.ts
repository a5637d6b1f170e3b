import { NoCatalogue } from '#store/store.ts';
import type { Store } from '#store/store.ts';
import type { Host } from '../host.ts';
import { unmetLines } from '../reports/correction-report.ts';
import { printable, problemReport } from '../reports/report.ts';
import type { Settings } from '../settings/settings.ts';
import { correctionsAt, validCorrectionsAt } from './corrections-file.ts';

/**
 * Applies the file of --corrections before an import, which then respects it. Problems are printed
 * and the previous corrections stay in effect: an import does not wait for someone to fix a typo.
 * Does nothing if there is no catalogue yet; call it again when there is. Returns how many talks
 * are corrected; undefined if nothing was done.
 *
 * @throws StoreUnavailable; the signal's reason when that is aborted during a wait for another import
 */
export async function applyFile(
  store: Store,
  { corrections: path, timeZone }: Pick<Settings, 'corrections' | 'timeZone'>,
  { stderr }: Pick<Host, 'stderr'>,
  signal?: AbortSignal,
): Promise<number | undefined> {
  if (path === null) return undefined;
  const read = await correctionsAt(path, { timeZone });
  if (read.ok === false) {
    stderr.write(`${problemReport(read.problems, 0)}The previous corrections stay in effect.\n`);
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
  const { changed, corrections } = await applyCorrections(store, read.corrections, {
    now: new Date(),
    signal,
    reread: () => validCorrectionsAt(path, { timeZone }),
  });
  const missing = await withMissingVenue(store, changed);
  stderr.write(
    unmetLines(changed, missing)
      .map((line) => `${printable(line)}\n`)
      .join(''),
  );
  return corrections.length;
}
