import type { LocatedProblem } from '#catalogue/problem.js';
import type { LocatedRecord } from '#catalogue/record.js';
import { timestampOf } from '#catalogue/timestamp.js';
import type { Store, StoreImport } from '#store/store.js';
import { NOTHING_BROUGHT, broughtTalks, collectionsOf } from './brought-talks.js';
import type { BroughtTalks } from './brought-talks.js';
import { NOTHING_GONE, goneTalks } from './gone-talks.js';
import type { Gone, GonePolicy } from './gone-talks.js';
import type { Reading } from './reading.js';
import type { SourceReading, SourceSummary } from './source-reading.js';

interface Settling {
  /** True: what the files do not name goes in any case. */
  readonly replace: boolean;
  readonly now: Date;
  readonly sources?: { readonly gone: GonePolicy };
}

/**
 * When all has been read: finds what has vanished from each source since it was last imported, does with it what the policy
 * says, and notes what the source has brought.
 */
export async function settleSources(
  store: Pick<Store, 'collection' | 'records'>,
  started: Pick<StoreImport, 'intoEmpty' | 'put' | 'refuse'>,
  { found, sources }: Reading,
  settling: Settling,
): Promise<SourceSummary[]> {
  const summaries: SourceSummary[] = [];
  for (const source of sources.bySource.values()) {
    const isAlone = started.intoEmpty || settling.replace;
    const before = isAlone ? NOTHING_BROUGHT : await broughtTalks(store, source.identity);
    const gone = await goneOf(store, source, before, settling);
    if (gone === 'everything') {
      started.refuse([]);
      found.add([everythingGone(source, before)]);
      continue;
    }
    const slugs = new Set([...before.slugs, ...source.records.slugs]);
    for (const slug of gone.forgotten) slugs.delete(slug);
    if (slugs.size > 0 || before.collections.length > 0) {
      const noted = collectionsOf(source.identity, slugs, before);
      const records = [
        ...gone.records,
        ...noted.map((record): LocatedRecord => ({ record, file: source.file, line: 1 })),
      ];
      found.add(await started.put(records));
    }
    summaries.push({ source: source.identity.source, gone: gone.talks });
  }
  return summaries;
}

async function goneOf(
  store: Pick<Store, 'records'>,
  { records, hasSkipped, file }: SourceReading,
  { slugs }: BroughtTalks,
  { sources, now }: Settling,
): Promise<Gone | 'everything'> {
  const there = new Set(records.slugs);
  const missing = new Set([...slugs].filter((slug) => !there.has(slug)));
  if (missing.size === 0) return NOTHING_GONE;
  const policy = hasSkipped ? 'keep' : (sources?.gone ?? 'keep');
  if (there.size === 0 && policy !== 'keep') return 'everything';
  const moment = timestampOf(Math.floor(now.getTime() / 1000));
  return goneTalks(store.records(), missing, { policy, now: moment, file });
}

/** An empty calendar is far more often a fault at the source than a department that has given up. */
function everythingGone({ identity, file }: SourceReading, { slugs }: BroughtTalks): LocatedProblem {
  return {
    code: 'empty-source',
    where: '',
    what: `There is no talk in it, and ${slugs.size} have come from ${identity.source} before.`,
    hint: 'If that is right, import a catalogue file with a removed_talk for each; else look at the source, or say --gone keep.',
    file,
    line: 0,
  };
}
