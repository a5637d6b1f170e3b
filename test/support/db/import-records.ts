import { Buffer } from 'node:buffer';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import { streamInput } from '#sources/file-input.ts';
import { openStore } from '#store/open.ts';
import type { WireRecord } from '../catalogue/wire-records.ts';

/** The time of the import, which records without `updated` get. */
const NOW = new Date('2020-02-02T02:02:02Z');

/** Imports records as `lectern import` does; throws if they have problems. @returns the version of the store then */
export async function importRecords(
  database: string,
  records: readonly WireRecord[],
  choices: { readonly replace?: boolean } = {},
): Promise<number> {
  return importText(database, records.map((record) => `${JSON.stringify(record)}\n`).join(''), choices);
}

/** Imports a catalogue file. @returns the version of the store then */
export async function importText(
  database: string,
  text: string,
  { replace = false }: { readonly replace?: boolean } = {},
): Promise<number> {
  const store = await openStore(database, { mode: 'write' });
  try {
    const input = streamInput('records.ndjson', chunks([Buffer.from(text)]));
    const report = await importCatalogue(store, { inputs: [input], replace, now: NOW });
    if (!report.ok) throw new Error(`the records have problems: ${JSON.stringify(report.problems, null, 1)}`);
    return (await store.state()).version;
  } finally {
    await store.close();
  }
}

async function* chunks(buffers: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* buffers;
}
