import { isMap, isSeq, parseDocument, type Document, type YAMLMap, type YAMLSeq } from 'yaml';
import {
  CORRECTED_FIELDS,
  correctionKey,
  isOwnField,
  type CorrectedField,
  type CorrectedFields,
} from '#catalogue/correction.ts';
import type { Slug } from '#catalogue/slug.ts';
import { timeText } from './corrected-times.ts';
import { talkNamed } from './corrections-file.ts';

const HEAD = `# Corrections, which override sources. Written by lectern hide, cancel, edit and feature; you can edit it, too.
corrections: []
`;

/** Changes to the correction of one talk. */
export interface CorrectionEdit {
  readonly slug: Slug;
  /** For the comment of a new correction. */
  readonly title: string;
  readonly set: CorrectedFields;
  /** The values of the source. */
  readonly was: CorrectedFields;
  /** Fields to correct no longer. */
  readonly unset: readonly CorrectedField[];
  /** IANA zone of times. */
  readonly zone: string;
}

/**
 * Edits a correction in the text of a corrections file. Everything else stays, with comments and order.
 * @param text a valid corrections file; undefined: no file yet
 */
export function editedCorrections(text: string | undefined, edit: CorrectionEdit): string {
  const document = parseDocument(text ?? HEAD, { version: '1.2' });
  const list = listIn(document);
  const index = list.items.findIndex((item) => isMap(item) && talkOf(item) === edit.slug);
  const found: unknown = list.items[index];
  const correction = isMap(found) ? found : document.createNode({ talk: edit.slug });
  if (!isMap(found)) {
    const talk = correction.get('talk', true);
    if (talk !== undefined) talk.comment = ` ${commentOf(edit.title)}`;
  }
  change(document, correction, edit);
  const isNothing = correction.items.every(({ key }) => ['talk', 'was'].includes(String(key)));
  if (isNothing && index >= 0) list.delete(index);
  else if (!isNothing && index < 0) list.add(correction);
  if (list.items.length > 0) list.flow = false;
  return document.toString({ lineWidth: 0 });
}

function listIn(document: Document): YAMLSeq {
  const list: unknown = document.get('corrections', true);
  if (isSeq(list)) return list;
  const made = document.createNode([]);
  document.set('corrections', made);
  return made;
}

function talkOf(correction: YAMLMap): Slug | undefined {
  const talk: unknown = correction.get('talk');
  return typeof talk === 'string' ? talkNamed(talk) : undefined;
}

/** The title, shortened and on one line. */
function commentOf(title: string): string {
  const line = title.replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 80)}…` : line;
}

function change(document: Document, correction: YAMLMap, { set, was, unset, zone }: CorrectionEdit): void {
  const before: unknown = correction.get('was', true);
  const values = isMap(before) ? before : document.createNode({});
  for (const field of unset) {
    correction.delete(correctionKey(field));
    values.delete(correctionKey(field));
  }
  // Keeps `was` last.
  correction.delete('was');
  for (const field of CORRECTED_FIELDS) {
    if (set[field] === undefined) continue;
    correction.set(correctionKey(field), written(field, set[field], zone));
    if (!isOwnField(field) && was[field] !== undefined) {
      values.set(correctionKey(field), written(field, was[field], zone));
    }
  }
  if (values.items.length > 0) correction.set('was', values);
}

function written(field: CorrectedField, value: string | boolean | null, zone: string): string | boolean | null {
  return (field === 'start' || field === 'end') && typeof value === 'string' ? timeText(value, zone) : value;
}
