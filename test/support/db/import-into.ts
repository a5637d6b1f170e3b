import type { Provenance } from '#catalogue/provenance.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Store } from '#store/store.ts';
import type { ImportOutcome, ProvenanceChange } from '#store/store-import.ts';

export const NOW = new Date('2020-02-02T02:02:02Z');

interface Choices {
  readonly replace?: boolean;
  readonly now?: Date;
  readonly dryRun?: boolean;
  readonly provenance?: ProvenanceChange;
}

/** Imports records as the lines of a file named `given`. */
export async function importInto(
  store: Store,
  records: readonly CatalogueRecord[],
  { replace = false, now = NOW, dryRun = false, provenance = {} }: Choices = {},
): Promise<ImportOutcome> {
  const started = await store.beginImport({ replace, now, dryRun });
  try {
    const problems = await started.put(records.map((record, index) => ({ record, file: 'given', line: index + 1 })));
    await started.changeProvenance(provenance);
    const outcome = await started.finish();
    return outcome.ok ? outcome : { ...outcome, problems: [...problems, ...outcome.problems] };
  } finally {
    await started.abandon();
  }
}

/** Every record of a store, in the store's order. */
export async function recordsOf(store: Store): Promise<CatalogueRecord[]> {
  const records: CatalogueRecord[] = [];
  for await (const record of store.records()) if (record.type !== 'provenance') records.push(record);
  return records;
}

/** All provenance of a store, in the store's order. */
export async function provenanceIn(store: Store): Promise<Provenance[]> {
  const rows: Provenance[] = [];
  for await (const record of store.records()) if (record.type === 'provenance') rows.push(record);
  return rows;
}
