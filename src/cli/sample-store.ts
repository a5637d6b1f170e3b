import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calendarIn } from '#search/query/calendar-date.ts';
import { SAMPLE_TALKS, sampleCatalogue } from '#sample/sample.ts';
import type { LocatedRecord } from '#store/store.ts';
import { withStore } from './with-store.ts';

export interface SampleStore {
  readonly database: string;
  /** Of the database, for other temporary files. */
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Makes a store with the sample catalogue of that day, in the system's folder for temporary files. */
export async function makeSampleStore(timeZone: string, now: Date): Promise<SampleStore> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-sample-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const database = `sqlite:${join(folder, 'sample.db')}`;
  try {
    await fill(database, timeZone, now);
  } catch (error) {
    await remove();
    throw error;
  }
  return { database, folder, remove };
}

function fill(database: string, timeZone: string, now: Date): Promise<void> {
  return withStore(database, 'write', async (store) => {
    const records = sampleCatalogue({ seed: 1, today: calendarIn(timeZone).dayAt(now), talks: SAMPLE_TALKS });
    const located: LocatedRecord[] = [...records].map((record, i) => ({ record, file: 'sample', line: i + 1 }));
    const started = await store.beginImport({ replace: true, now });
    await started.put(located);
    const outcome = await started.finish();
    if (!outcome.ok) throw new Error(`The sample has problems: ${JSON.stringify(outcome.problems.slice(0, 3))}`);
  });
}
