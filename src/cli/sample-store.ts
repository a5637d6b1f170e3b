import { calendarIn } from '#search/query/calendar-date.ts';
import { SAMPLE_TALKS, sampleCatalogue } from '#sample/sample-catalogue.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import { makeTemporaryStore, type TemporaryStore } from './temporary-store.ts';
import { withStore } from './with-store.ts';

/** Creates a temporary store with the sample catalogue of the given day. */
export async function makeSampleStore(timeZone: string, now: Date): Promise<TemporaryStore> {
  const store = await makeTemporaryStore('sample');
  try {
    await importSample(store, timeZone, now);
  } catch (error) {
    await store.remove();
    throw error;
  }
  return store;
}

function importSample({ database }: TemporaryStore, timeZone: string, now: Date): Promise<void> {
  return withStore(database, 'write', async (store) => {
    const records = sampleCatalogue({ seed: 1, today: calendarIn(timeZone).dayAt(now), talks: SAMPLE_TALKS });
    const located: LocatedRecord[] = [...records].map((record, i) => ({ record, file: 'sample', line: i + 1 }));
    const started = await store.beginImport({ replace: true, now });
    await started.put(located);
    const outcome = await started.finish();
    if (!outcome.ok) throw new Error(`The sample has problems: ${JSON.stringify(outcome.problems.slice(0, 3))}`);
  });
}
