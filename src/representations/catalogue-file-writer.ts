import { byName } from '#catalogue/field.ts';
import { isObject, membersOf } from '#catalogue/json-object.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import { byKind, FIELDS, isEmpty } from '#catalogue/record.ts';
import type { CatalogueRecord, FileRecord } from '#catalogue/record.ts';

/** A record as a line of a catalogue file (docs/reference/catalogue-file.md), with its line feed: equal records are equal lines. */
export function recordLine(record: FileRecord): string {
  return `${JSON.stringify(record.type === 'provenance' ? wireOfProvenance(record) : wireOf(record))}\n`;
}

/** Copies take values several times as quickly as an object that is empty. */
const BLANK = byKind((type) => byName(['type', ...FIELDS[type].map(({ wire }) => wire)], () => undefined));

function wireOf(record: CatalogueRecord): object {
  const values = membersOf(record);
  const wire: Record<string, unknown> = { ...BLANK[record.type], type: record.type };
  for (const field of FIELDS[record.type]) {
    const value = values[field.name];
    if (field.isOptional === true && isEmpty(field, value)) continue;
    wire[field.wire] = field.kind === 'image' || field.kind === 'materials' ? withoutEmptyTexts(value) : value;
  }
  if (!('history' in record) || record.history === null) return wire;
  const { created, sequence, previousStart } = record.history;
  return Object.assign(wire, { created, sequence, previous_start: previousStart ?? undefined });
}

/** Of pictures and materials. */
function withoutEmptyTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyTexts);
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, text]) => text !== '')) : value;
}

function wireOfProvenance({ type, source, of, slug, relation, cancelled, key }: Provenance): object {
  return { type, source, [of]: slug, relation, cancelled: cancelled || undefined, key: key || undefined };
}
