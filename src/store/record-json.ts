import { membersOf } from '#catalogue/json-object.ts';
import { byType, FIELDS, isEmpty } from '#catalogue/record.ts';
import type { CatalogueRecord, NamedField } from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Talk, TalkRecord, TalkReference } from '#catalogue/talk.ts';
import type { EntityOf, EntityType } from './entity-type.ts';

/** Stored JSON, as UTF-8. */
export type ExistingJson = Buffer;

/**
 * A record as stored: JSON of its own fields, without empty ones and without the identifier, which is a column. The
 * order of fields is fixed, so that equal records are equal text; and a field that a later version adds is empty in all
 * older records. A talk's references, UID and times are columns too, and of a removed talk everything is.
 */
export function recordJson(record: Exclude<CatalogueRecord, RemovedTalk>): string {
  const values = membersOf(record);
  const stored: Record<string, unknown> = {};
  for (const field of STORED[record.type]) {
    const value = values[field.name];
    if (!isEmpty(field, value)) stored[field.name] = value;
  }
  return JSON.stringify(stored);
}

const COLUMNS = ['uid', 'updated'];
// The text of older records must stay the same: of these fields, they have empty values too, and these are last.
const NEVER_EMPTY = ['title', 'public'];
const LAST = ['image', 'allDay'];

const STORED = byType((type): readonly NamedField[] =>
  FIELDS[type]
    .filter(({ kind }) => kind !== 'key' && !(type === 'talk' && kind.startsWith('reference')))
    .filter(({ name }) => !COLUMNS.includes(name))
    .map((field) => (NEVER_EMPTY.includes(field.name) ? { ...field, empty: undefined } : field))
    .toSorted((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name)),
);

const EMPTY = byType((type): object =>
  Object.fromEntries(STORED[type].flatMap(({ name, empty }) => (empty === undefined ? [] : [[name, empty]]))),
);

/* oxlint-disable typescript/no-unsafe-return --
   Only recordJson writes these columns, so they have the fields of the type. */
/** A record of a type other than talk. */
export function entityFromJson<Type extends EntityType>(type: Type, key: string, json: ExistingJson): EntityOf[Type] {
  const [identifier] = FIELDS[type];
  return { type, [identifier?.name ?? '']: key, ...EMPTY[type], ...JSON.parse(json.toString()) };
}

/** A talk's own fields; the caller adds its identifier and references. */
export function talkFieldsFrom(json: ExistingJson): Omit<Talk, 'type' | 'slug' | 'uid' | 'updated' | TalkReference> {
  return { ...EMPTY.talk, ...JSON.parse(json.toString()) };
}
/* oxlint-enable typescript/no-unsafe-return */

/** The name by which a search finds the talks that refer to a record; '' for a collection, which no talk refers to. */
export function nameOf(record: Exclude<CatalogueRecord, TalkRecord | RemovedTalk>): string {
  switch (record.type) {
    case 'place':
    case 'person':
      return record.name;
    case 'topic':
      return record.label;
    case 'series':
      return record.title;
    case 'collection':
      return '';
  }
}
