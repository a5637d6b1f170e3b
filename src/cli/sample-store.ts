import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { calendarIn } from '#search/query/calendar-date.ts';
import { SAMPLE_TALKS, sampleCatalogue } from '#sample/sample-catalogue.ts';
import { LOGO, sampleDrawings } from '#sample/sample-pictures.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import { makeTemporaryStore, type TemporaryStore, withStore } from './with-store.ts';

/** A temporary store with the sample, and beside it the logo and the pictures of its university. */
interface SampleStore extends TemporaryStore {
  readonly logo: string;
  /** Their folder. */
  readonly pictures: string;
}

/** Creates the sample catalogue of the given day. */
export async function makeSampleStore(timeZone: string, now: Date): Promise<SampleStore> {
  const store = await makeTemporaryStore('sample');
  try {
    await importSample(store, timeZone, now);
    const [logo, pictures] = [join(store.folder, 'logo.svg'), join(store.folder, 'pictures')];
    await writeFile(logo, LOGO);
    await mkdir(pictures);
    for (const [name, png] of sampleDrawings()) await writeFile(join(pictures, name), png);
    return { ...store, logo, pictures };
  } catch (error) {
    await store.remove();
    throw error;
  }
}

function importSample({ database }: TemporaryStore, timeZone: string, now: Date): Promise<void> {
  return withStore(database, 'write', async (store) => {
    const records = sampleCatalogue({
      seed: 1,
      today: calendarIn(timeZone).dayAt(now),
      talks: SAMPLE_TALKS,
      hasPictures: true,
    });
    const located: LocatedRecord[] = [...records].map((record, i) => ({ record, file: 'sample', line: i + 1 }));
    const started = await store.beginImport({ replace: true, now });
    await started.put(located);
    const outcome = await started.finish();
    if (!outcome.ok) throw new Error(`The sample has problems: ${JSON.stringify(outcome.problems.slice(0, 3))}`);
  });
}
