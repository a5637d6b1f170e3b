import type { Database } from 'better-sqlite3';
import { RECORD_KINDS } from '#catalogue/record.ts';
import type { FileRecord } from '#catalogue/record.ts';
import { entityReaders } from './entity.ts';
import { allProvenance } from './provenance.ts';
import { TalkReader, removedTalks } from './talk.ts';

/** Every record of one state, in the order of an export. @param last the last type to read */
export function* recordsOf(db: Database, last: FileRecord['type'] | undefined): Generator<FileRecord> {
  const entities = entityReaders(db);
  for (const kind of RECORD_KINDS) {
    if (kind === 'removed_talk') yield* removedTalks(db);
    else if (kind !== 'talk') yield* entities[kind].all();
    else for (const { talk, history } of new TalkReader(db, entities).all()) yield { ...talk, history };
    if (kind === last) return;
  }
  yield* allProvenance(db);
}
