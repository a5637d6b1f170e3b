import { createHash } from 'node:crypto';
import type { Slug } from '#catalogue/slug.ts';

/**
 * Slugs of the collections in which Lectern notes what sources bring. They are told from those of other collections by what
 * they are, so that nobody can hide one by giving it another title: UUIDs of version 8 (RFC 9562, 5.8), whose first half
 * is of the source, and whose last digits are MARK, a digit for the kind and three for the part.
 */
const MARK = '1ec7e42a';

/** Talks that a source has brought, that it has too; collections that it has brought; talks cancelled because it no longer had them. */
export const TALK_NOTES = ['brought', 'also'] as const;
export const NOTE_KINDS = [...TALK_NOTES, 'lists', 'cancelled'] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];
export type TalkNoteKind = (typeof TALK_NOTES)[number];

export interface Note {
  /** The same of all notes of a source, and of no other's. */
  readonly source: string;
  readonly kind: NoteKind;
  /** From 0. */
  readonly part: number;
}

const NOTE = new RegExp(`^([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3})-${MARK}([0-3])([0-9a-f]{3})$`);
const MOST_PARTS = 4096;

/** What all notes of a source begin with. @param namespace the bytes of the source's own namespace */
export function noteSource(namespace: Uint8Array): string {
  const digits = createHash('sha1').update(namespace).update('notes').digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(15), 16) & 3);
  return [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`, variant + digits.slice(16, 19)].join(
    '-',
  );
}

/** Undefined of every other collection. */
export function noteOf(slug: Slug): Note | undefined {
  const [, source, digit, part] = NOTE.exec(slug) ?? [];
  const kind = NOTE_KINDS[Number(digit)];
  if (source === undefined || part === undefined || kind === undefined) return undefined;
  return { source, kind, part: Number.parseInt(part, 16) };
}

export function noteSlug({ source, kind, part }: Note): Slug {
  if (part >= MOST_PARTS) throw new Error(`A source has brought more talks than ${MOST_PARTS} collections hold`);
  return `${source}-${MARK}${String(NOTE_KINDS.indexOf(kind))}${part.toString(16).padStart(3, '0')}`;
}
