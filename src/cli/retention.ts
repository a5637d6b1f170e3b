import { keptSince } from '#harvest/retention/past-talks.ts';
import type { RetentionRequest } from '#harvest/retention/remove-past-talks.ts';
import type { Store } from '#store/store.ts';
import { counted } from './reports/report.ts';
import type { Settings } from './settings/settings.ts';

/** The cut-off of --keep-past-talks: an import leaves out talks that ended before. */
export function importLimit(
  { keepPastTalks }: Pick<Settings, 'keepPastTalks'>,
  now: Date,
): { readonly keptSince?: string } {
  return keepPastTalks === null ? {} : { keptSince: keptSince(keepPastTalks, now) };
}

/** Reports how many talks an import left out; '' for none. */
export function pastLine(count: number): string {
  return count === 0 ? '' : `Left out ${counted(count, 'talk')} that ended before the limit of --keep-past-talks.\n`;
}

/**
 * Removes the talks that --keep-past-talks no longer keeps. Returns a line that reports it, or ''.
 *
 * @throws StoreUnavailable
 */
export async function retire(
  store: Store,
  settings: Pick<Settings, 'keepPastTalks'>,
  request: Pick<RetentionRequest, 'now' | 'dryRun' | 'signal'>,
): Promise<string> {
  const { keptSince: before } = importLimit(settings, request.now);
  if (before === undefined) return '';
  const { removePastTalks } = await import('#harvest/retention/remove-past-talks.ts');
  const count = await removePastTalks(store, { ...request, before });
  if (count === 0) return '';
  return `Removed ${counted(count, 'talk')} that ended before ${before} (--keep-past-talks).\n`;
}
