import { recordLine } from '#representations/catalogue-file-writer.ts';
import { dayNumber } from '#sample/calendar.ts';
import { sampleCatalogue } from '#sample/sample-catalogue.ts';
import { openStore } from '#store/open.ts';
import { importText } from './import-records.ts';

/** The output of `lectern sample --today 2026-03-27`. */
export function sampleText({ seed = 1, talks = 40 }: { readonly seed?: number; readonly talks?: number } = {}): string {
  const today = dayNumber('2026-03-27') ?? 0;
  return [...sampleCatalogue({ seed, today, talks })].map(recordLine).join('');
}

/** Imports the sample catalogue and returns all records of the database. */
export async function importSample(database: string, seed = 1): Promise<string> {
  await importText(database, sampleText({ seed }));
  return catalogueText(database);
}

/** The output of `lectern export`, except for empty catalogues and those with forgotten people. */
export async function catalogueText(database: string): Promise<string> {
  const store = await openStore(database, { mode: 'read' });
  try {
    let text = '';
    for await (const record of store.records()) text += recordLine(record);
    return text;
  } finally {
    await store.close();
  }
}
