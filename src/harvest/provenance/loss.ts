import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { HeldReading } from '#store/source-states.ts';
import { acceptCommand, type Acceptance } from '../reading/source-name.ts';
import { isToCome, type Gone } from './gone-talks.ts';
import type { KnownProvenance } from './known-provenance.ts';

/** How many talks a source may lose at once. */
export interface LossLimits {
  /** True: a source without talks is accepted, and all its talks count as gone. */
  readonly allowEmpty?: boolean | undefined;
  /** Percentage of its upcoming talks. Undefined: the import is by hand, and there is no limit. */
  readonly maxLoss?: number | undefined;
  /** What the operator accepts of this reading, for messages. */
  readonly accepted?: readonly Acceptance[];
}

/** A reading that is not applied, because the source has lost too many talks. */
export interface Loss extends HeldReading {
  /** Whether the source has no talks at all. */
  readonly isEmpty: boolean;
}

/** Percentage of a source's upcoming talks that it may lose at once, unless the operator says otherwise. */
export const MAX_LOSS = 100 / 3;

/** So many talks may always go: a third of a small source is no sign of a fault. */
const ALWAYS_ALLOWED = 5;

interface LosingSource {
  /** What the store knew of it before this reading. */
  readonly before: Pick<KnownProvenance, 'owns'>;
  readonly talksOf: (slugs: ReadonlySet<Slug>) => AsyncIterable<TalkRecord>;
  /** Whether it has no talks at all. */
  readonly isEmpty: boolean;
  readonly now: Timestamp;
}

/** Whether what is gone from a source is too much to be applied. Undefined: it is not. */
export async function lossOf(gone: Gone, source: LosingSource, limits: LossLimits = {}): Promise<Loss | undefined> {
  // A source with only upcoming talks is rightly empty once its last talk is over.
  const isEnding = gone.talks.some(({ fate }) => fate === 'cancelled' || fate === 'removed');
  if (!isEnding) return undefined;
  const isEmpty = source.isEmpty && limits.allowEmpty !== true;
  if (!isEmpty && (limits.maxLoss === undefined || gone.missing <= ALWAYS_ALLOWED)) return undefined;
  const loss = { missing: gone.missing, of: await upcomingOf(source), isEmpty };
  return isEmpty || loss.missing * 100 > loss.of * (limits.maxLoss ?? 100) ? loss : undefined;
}

/** How many upcoming talks it had, without cancelled ones. */
async function upcomingOf({ before: { owns }, talksOf, now }: LosingSource): Promise<number> {
  let count = 0;
  for await (const talk of talksOf(new Set(owns.keys()))) if (isToCome(talk, now)) count++;
  return count;
}

/** A loss is far more likely a fault of the source than the end of so many talks. */
export function lossProblem(
  { source, file }: { readonly source: string; readonly file: string },
  { owns }: Pick<KnownProvenance, 'owns'>,
  { missing, of, isEmpty }: Loss,
  limits: LossLimits = {},
): LocatedProblem {
  const isByHand = limits.maxLoss === undefined;
  const accept = isByHand
    ? 'lectern import once with --allow-empty'
    : acceptCommand(source, [...(limits.accepted ?? []), 'loss']);
  return {
    code: isEmpty ? 'empty-source' : 'held-reading',
    where: '',
    what: isEmpty
      ? `It has no talks, but ${owns.size} came from ${source} before.`
      : `${missing} of its ${of} upcoming talks are missing. Nothing from this reading is applied.`,
    hint: isEmpty
      ? `Check the source, or use --gone keep. If all of them should go, run ${accept}.`
      : `Check the source. If they should go, run ${accept}.`,
    file,
    line: 0,
  };
}
