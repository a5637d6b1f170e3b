import { RECORD_KINDS, recordKey } from '#catalogue/record.ts';
import type { CatalogueRecord, FileRecord, RecordKind } from '#catalogue/record.ts';
import type { EntityType } from '../entity-type.ts';
import { provenanceFrom } from '../provenance.ts';
import { entityFrom } from '../stored-entity.ts';
import type { Ask, Connection } from './connection.ts';
import { IS_STORED, entityColumns, storedEntity } from './entity.ts';
import { allProvenance } from './provenance.ts';
import { BEGIN_READING } from './schema.ts';
import { removedTalksAfter, talksAfter } from './talk.ts';

/** Records per batch. */
const BATCH = 500;

/** Every record of one state, in the order of an export. @param lastType the last type to read */
export async function* recordsOf(
  connection: Connection,
  lastType: FileRecord['type'] | undefined,
): AsyncGenerator<FileRecord> {
  const ask: Ask = (text, values = []) => connection.patiently(text, values);
  await ask(BEGIN_READING);
  for (const kind of RECORD_KINDS) {
    for (let last: string | undefined; ;) {
      const records = await recordsAfter(ask, kind, last);
      yield* records;
      const end = records.at(-1);
      if (end === undefined || records.length < BATCH) break;
      last = recordKey(end);
    }
    if (kind === lastType) return;
  }
  for await (const rows of allProvenance(ask)) yield* rows.map(provenanceFrom);
}

async function recordsAfter(ask: Ask, kind: RecordKind, last: string | undefined): Promise<CatalogueRecord[]> {
  if (kind === 'removed_talk') return removedTalksAfter(ask, last, BATCH);
  if (kind !== 'talk') return entitiesAfter(ask, kind, last ?? '');
  const talks = await talksAfter(ask, last, BATCH);
  return talks.map(({ talk, history }) => ({ ...talk, history }));
}

async function entitiesAfter(ask: Ask, type: EntityType, last: string): Promise<CatalogueRecord[]> {
  const text = `
    SELECT ${entityColumns(type).join(', ')} FROM lectern.${type}
    WHERE ${IS_STORED} AND key > $1 ORDER BY key LIMIT ${BATCH}`;
  const rows = await ask(text, [last]);
  return rows.map((cells) => entityFrom(type, storedEntity(cells)));
}
