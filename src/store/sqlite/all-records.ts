import type { Database } from 'better-sqlite3';
import { RECORD_KINDS } from '#catalogue/record.ts';
import type { FileRecord } from '#catalogue/record.ts';
import { allEntities } from './entity.ts';
import { allProvenance } from './provenance.ts';
import { TalkReader, removedTalks } from './talk.ts';

/** Every record of one state, in the order of an export. @param last the last type to read */
export function* recordsOf(db: Database, last: FileRecord['type'] | undefined): Generator<FileRecord> {
  for (const kind of RECORD_KINDS) {
    if (kind === 'removed_talk') yield* removedTalks(db);
    else if (kind !== 'talk') yield* allEntities(db, kind);
    else for (const { talk, history } of new TalkReader(db).all()) yield { ...talk, history };
    if (kind === last) return;
  }
  yield* allProvenance(db);
}
