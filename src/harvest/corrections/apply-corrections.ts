import { isDeepStrictEqual } from 'node:util';
import { CORRECTED_FIELDS, correctable, type CorrectedFields, type Correction } from '#catalogue/correction.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Store } from '#store/store.ts';
import { talkRecords } from '../stored-talks.ts';
import { correctedRecord, located, sourceRecord } from './corrected-records.ts';
import type { WrittenCorrection } from './corrections-file.ts';

interface ApplyRequest {
  readonly now: Date;
  /** True: a dry run, rolled back at the end. */
  readonly dryRun?: boolean;
  /** Called once if it has to wait for an import. */
  readonly onWait?: () => void;
  /** Ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Reads the file again after the wait: another process may have changed and applied it meanwhile. Undefined: it is now
   * missing or has problems, and nothing is applied.
   */
  readonly reread?: () => Promise<readonly WrittenCorrection[] | undefined>;
}

interface AppliedCorrections {
  /** New or changed corrections. */
  readonly changed: readonly Correction[];
  /** Former corrections, of talks that are as in their sources again. */
  readonly ended: readonly Correction[];
  /** All corrections in effect. */
  readonly corrections: readonly Correction[];
}

/**
 * Applies a corrections file to the catalogue, all or nothing. Talks that are no longer in the file become as in their
 * sources. @throws StoreUnavailable
 */
export async function applyCorrections(
  store: Store,
  written: readonly WrittenCorrection[],
  { now, dryRun = false, onWait, signal, reread }: ApplyRequest,
): Promise<AppliedCorrections> {
  const before = await store.corrections.all();
  if (isAsBefore(before, written)) return { changed: [], ended: [], corrections: before };
  const started = await store.beginImport({ replace: false, now, dryRun, onWait, signal });
  try {
    const wanted = reread === undefined ? written : await reread();
    if (wanted === undefined) return { changed: [], ended: [], corrections: await store.corrections.all() };
    // Read again: another import may have finished while this one waited.
    const plan = planOf(await store.corrections.all(), wanted, timestampOf(Math.floor(now.getTime() / 1000)));
    const talks = await talkRecords(store, plan.unknown);
    const changed = plan.changed.map((each) => withSource(each, talks));
    const problems = await started.put(await correctedRecords(store, { changed, ended: plan.ended }));
    await started.changeCorrections({ put: changed, forget: plan.ended.map(({ slug }) => slug) });
    const outcome = await started.finish();
    if (!outcome.ok)
      throw new Error(`Corrections have problems: ${JSON.stringify([...problems, ...outcome.problems])}`);
    const corrections = [...plan.kept, ...changed].sort((a, b) => (a.slug < b.slug ? -1 : 1));
    return { changed, ended: plan.ended, corrections };
  } finally {
    await started.abandon();
  }
}

async function correctedRecords(
  store: Store,
  { changed, ended }: Pick<AppliedCorrections, 'changed' | 'ended'>,
): Promise<LocatedRecord[]> {
  const records: LocatedRecord[] = [];
  const isPlace = async (id: string): Promise<boolean> => (await store.record('place', id)) !== undefined;
  for (const { source, ...correction } of changed) {
    // Records that the source referred to may have been removed since.
    const whole = source === null ? null : await sourceRecord(source, store);
    const record = await correctedRecord({ ...correction, source: whole }, isPlace);
    if (record !== undefined) records.push(located(record, records.length + 1));
  }
  for (const { source } of ended) {
    if (source !== null) records.push(located(await sourceRecord(source, store), records.length + 1));
  }
  return records;
}

interface Plan {
  readonly changed: readonly Correction[];
  readonly ended: readonly Correction[];
  readonly kept: readonly Correction[];
  /** Slugs of talks that were not corrected before. */
  readonly unknown: ReadonlySet<string>;
}

function planOf(before: readonly Correction[], written: readonly WrittenCorrection[], now: string): Plan {
  const known = new Map(before.map((correction) => [correction.slug, correction]));
  const wanted = new Set(written.map(({ slug }) => slug));
  const others = written.filter((each) => !isIn(known.get(each.slug), each));
  return {
    changed: others.map((each) => correctionOf(each, known.get(each.slug), now)),
    ended: before.filter(({ slug }) => !wanted.has(slug)),
    kept: before.filter(({ slug }) => wanted.has(slug) && others.every((other) => other.slug !== slug)),
    unknown: new Set(others.filter(({ slug }) => !known.has(slug)).map(({ slug }) => slug)),
  };
}

function isAsBefore(before: readonly Correction[], written: readonly WrittenCorrection[]): boolean {
  const known = new Map(before.map((correction) => [correction.slug, correction]));
  return before.length === written.length && written.every((each) => isIn(known.get(each.slug), each));
}

/** Whether a correction is in effect exactly as written. */
function isIn(known: Correction | undefined, { fields, was }: WrittenCorrection): boolean {
  return (
    known !== undefined &&
    isDeepStrictEqual(known.fields, fields) &&
    isDeepStrictEqual(known.was, { ...known.was, ...was })
  );
}

function correctionOf(written: WrittenCorrection, known: Correction | undefined, now: string): Correction {
  const { slug, fields, was } = written;
  const source = known?.source ?? null;
  const isStillHidden = fields.hidden === true && known?.fields.hidden === true;
  const since = isStillHidden ? known.since : now;
  return { slug, fields, was: { ...valuesBefore(fields, known, source), ...was }, source, since };
}

/** The source's values when fields are corrected; for unchanged corrections, those from when they were made. */
function valuesBefore(
  fields: CorrectedFields,
  known: Correction | undefined,
  source: TalkRecord | null,
): CorrectedFields {
  const said: CorrectedFields = source === null ? {} : correctable(source);
  return Object.fromEntries(
    CORRECTED_FIELDS.filter((field) => fields[field] !== undefined).flatMap((field) => {
      const isOld = known?.fields[field] === fields[field];
      const value = isOld && known?.was[field] !== undefined ? known.was[field] : said[field];
      return value === undefined ? [] : [[field, value] as const];
    }),
  );
}

function withSource(correction: Correction, talks: ReadonlyMap<string, TalkRecord>): Correction {
  const source = talks.get(correction.slug);
  if (correction.source !== null || source === undefined) return correction;
  return { ...correction, source, was: { ...valuesBefore(correction.fields, undefined, source), ...correction.was } };
}
