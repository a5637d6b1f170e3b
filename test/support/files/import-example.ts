import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { streamInput } from '#sources/file-input.ts';
import { openStore } from '#store/open.ts';
import { recordsOf } from '../db/import-into.ts';
import { freshSqlite } from '../db/fresh-database.ts';
import { READ_OPTIONS } from '../sources/read-source.ts';
import type { ExampleFile } from './example-files.ts';

/** The outcome of importing files into an empty catalogue with default settings. */
export interface Outcome {
  /** Report of the last import. */
  readonly report: ImportReport;
  /** All records of the catalogue afterwards. */
  readonly records: readonly CatalogueRecord[];
}

const NOW = new Date(READ_OPTIONS.now);

/** Always imports into SQLite, because formats do not depend on the engine. */
export async function importExample({ imports }: Pick<ExampleFile, 'imports'>): Promise<Outcome> {
  const database = await freshSqlite();
  try {
    const store = await openStore(database.address, { mode: 'write' });
    try {
      let report: ImportReport | undefined;
      for (const files of imports) {
        const inputs = files.map((path) => streamInput(basename(path), one(readFileSync(path))));
        const source = imports.length > 1 || files.length > 1 ? { source: 'example' } : {};
        const sources = {
          read: READ_OPTIONS,
          additions: { department: null, topics: [] },
          gone: 'keep' as const,
          ...source,
        };
        report = await importCatalogue(store, { inputs, replace: false, now: NOW, sources });
      }
      if (report === undefined) throw new Error('nothing to import');
      const isThere = report.ok || imports.length > 1;
      return { report, records: isThere ? await recordsOf(store) : [] };
    } finally {
      await store.close();
    }
  } finally {
    await database.remove();
  }
}

async function* one(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
