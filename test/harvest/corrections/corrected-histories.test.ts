import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { correctable, withCorrections } from '#catalogue/correction.ts';
import type { CorrectedFields } from '#catalogue/correction.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { applyCorrections } from '#harvest/corrections/apply-corrections.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import type { Store } from '#store/store.ts';
import { RUNS } from '../../support/property-runs.ts';
import { calendar, event, importOptics, talksIn } from '../../support/sources/import-calendars.ts';
import { storeOf } from '../../support/db/open-stores.ts';

/** A talk in the source. */
interface Said {
  readonly title: string;
  readonly day: number;
  readonly room: string;
  readonly isCancelled: boolean;
}

/** An entry for each of three talks; null if the source lacks the talk or the file does not correct it. */
type Step =
  | { readonly kind: 'import'; readonly said: readonly (Said | null)[] }
  | { readonly kind: 'correct'; readonly file: readonly (CorrectedFields | null)[] };

/** The keys of the talks. Titles and rooms end with them, so that no two talks are alike. */
const KEYS = ['moss', 'fern', 'lichen'];
const SLUGS = KEYS.map((key) => new Identity('optics').talk({ key, slug: null }));
const HOUR = 3_600;
const FIRST = Date.UTC(2026, 11, 1, 17) / 1000;
/** Keeps the source from being empty. */
const OTHER = event('other', '20270101', 'Other');

const said = fc.record<Said>({
  title: fc.constantFrom('Moss', 'Mosses', 'Old moss'),
  day: fc.nat(5),
  room: fc.constantFrom('L3', 'L4'),
  isCancelled: fc.boolean(),
});
const corrected = fc
  .record<Partial<Record<keyof CorrectedFields, unknown>>>(
    {
      title: fc.constantFrom('Moss moss', 'Mosses'),
      start: fc.nat(140).map((hours) => timestampOf(FIRST + hours * HOUR)),
      locationDetails: fc.constantFrom('L4 moss', 'L5'),
      cancelled: fc.boolean(),
      hidden: fc.constant(true),
    },
    { requiredKeys: [], noNullPrototype: true },
  )
  .filter((fields) => Object.keys(fields).length > 0)
  .map((fields) => fields as CorrectedFields);
const three = <T>(one: fc.Arbitrary<T>) => fc.tuple(fc.option(one), fc.option(one), fc.option(one));
const step: fc.Arbitrary<Step> = fc.oneof(
  three(said).map((all) => ({ kind: 'import', said: all }) as const),
  three(corrected).map((file) => ({ kind: 'correct', file }) as const),
);

function secondsOf({ day }: Said, number: number): number {
  return FIRST + (day * 24 + number) * HOUR;
}

function eventOf(talk: Said, number: number): string {
  const start = secondsOf(talk, number);
  const [begin = '', end = ''] = [start, start + HOUR].map((time) => timestampOf(time).replaceAll(/[-:]/g, ''));
  const status = `STATUS:${talk.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`;
  const key = KEYS[number] ?? '';
  return event(key, begin, `${talk.title} ${key}`, `DTEND:${end}`, `LOCATION:${talk.room} ${key}`, status);
}

async function take(store: Store, one: Step, now: Date): Promise<void> {
  if (one.kind === 'import') {
    const events = one.said.flatMap((talk, number) => (talk === null ? [] : eventOf(talk, number)));
    assert.ok((await importOptics(store, calendar(OTHER, ...events), { now, sources: { gone: 'remove' } })).ok);
    return;
  }
  const written = one.file.flatMap((fields, number) =>
    fields === null ? [] : [{ slug: SLUGS[number] ?? '', line: 1, fields, was: {} }],
  );
  await applyCorrections(store, written, { now });
}

/** Checks that the store has the current talks of the source with the current corrections. */
async function assertCorrected(
  store: Store,
  source: readonly (Said | null)[],
  file: readonly (CorrectedFields | null)[],
): Promise<void> {
  const shown = new Map((await talksIn(store)).map((talk) => [talk.slug, talk]));
  const known = new Map((await store.corrections.all()).map((each) => [each.slug, each]));
  for (const [number, slug] of SLUGS.entries()) {
    const key = KEYS[number] ?? '';
    const [talk, fields, there] = [source[number] ?? null, file[number] ?? null, shown.get(slug)];
    assert.deepEqual(known.get(slug)?.fields, fields ?? undefined);
    if (talk === null || fields?.hidden === true) {
      assert.equal(there, undefined);
      continue;
    }
    assert.ok(there);
    const own = known.get(slug)?.source ?? there;
    assert.deepEqual(
      [own.title, own.start, own.locationDetails, own.status === 'cancelled'],
      [`${talk.title} ${key}`, timestampOf(secondsOf(talk, number)), `${talk.room} ${key}`, talk.isCancelled],
    );
    assert.deepEqual(correctable(there), correctable(withCorrections(own, fields ?? {})));
  }
}

it('the catalogue has the current source values with the current corrections after any history', async (t) => {
  const store = await storeOf(t);
  let minutes = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const now = (): Date => new Date(Date.UTC(2026, 10, 20, 0, minutes++));
      // Removes the talks and corrections of the run before.
      await take(store, { kind: 'import', said: [] }, now());
      await take(store, { kind: 'correct', file: [] }, now());
      let [source, file]: [readonly (Said | null)[], readonly (CorrectedFields | null)[]] = [[], []];
      for (const one of steps) {
        await take(store, one, now());
        if (one.kind === 'import') source = one.said;
        else file = one.file;
        await assertCorrected(store, source, file);
      }
    }),
    { numRuns: RUNS.slowest },
  );
});
