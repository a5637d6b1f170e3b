import { RECORD_KINDS } from '#catalogue/record.ts';
import type { CatalogueRecord, FileRecord, RecordKind } from '#catalogue/record.ts';
import { DamageFound } from './damage.ts';
import { storedEntities } from './entities.ts';
import { provenanceFrom, storedProvenance } from './provenance.ts';
import { inBatches } from './sql.ts';
import type { Ask } from './sql.ts';
import { entityFrom } from './stored-entity.ts';
import type { StoredEntity, StoredTalkRow } from './stored-rows.ts';
import { REMOVED_TALKS, STORED_TALKS, removedTalk, talksOf } from './talks.ts';
import type { RemovedTalkRow } from './talks.ts';

/** Records per batch. */
const BATCH = 500;

/**
 * Every record, in the order of an export; `ask` must stay in one state. @param last the last type to read
 * @throws DamageFound
 */
export async function* recordsOf(ask: Ask, last: FileRecord['type'] | undefined): AsyncGenerator<FileRecord> {
  for (const kind of RECORD_KINDS) {
    for await (const records of recordsOfKind(ask, kind)) yield* records;
    if (kind === last) return;
  }
  for await (const rows of storedProvenance(ask)) yield* rows.map(provenanceFrom);
}

async function* recordsOfKind(ask: Ask, kind: RecordKind): AsyncGenerator<readonly CatalogueRecord[]> {
  if (kind === 'removed_talk') {
    const rows = bySlug<RemovedTalkRow>(ask, REMOVED_TALKS);
    for await (const batch of rows) yield batch.map(removedTalk);
  } else if (kind === 'talk') {
    for await (const batch of bySlug<StoredTalkRow>(ask, STORED_TALKS))
      yield (await talksOf(ask, batch)).map(({ talk, history }) => ({ ...talk, history }));
  } else {
    const text = `${storedEntities(kind)} AND key > $1 ORDER BY key`;
    const rows = inBatches<StoredEntity>(ask, { text, size: BATCH, first: [''], after: ({ key }) => [key] });
    for await (const batch of rows) yield batch.map((row) => entityFrom(kind, row));
  }
}

function bySlug<Row extends { readonly slug: Buffer }>(ask: Ask, rows: string): AsyncIterable<readonly Row[]> {
  let last: Buffer = Buffer.alloc(0);
  const after = ({ slug }: Row) => {
    // Without this check, damage could cause an endless loop.
    if (last.compare(slug) >= 0)
      throw new DamageFound({ what: 'the index of slugs is out of order.', record: undefined });
    last = slug;
    return [slug];
  };
  return inBatches<Row>(ask, { text: `${rows} AND slug > $1 ORDER BY slug`, size: BATCH, first: [last], after });
}
