import { createHash } from 'node:crypto';
import type { Collection } from './collection.ts';
import { sourceNamespace, uuidBytes } from './named-uuid.ts';
import { LONGEST_SOURCE_NAME } from './provenance.ts';
import type { Provenance } from './provenance.ts';
import { isSlug } from './slug.ts';
import type { Slug } from './slug.ts';

/*
 * Provenance used to be kept in private collections, “notes”. Older databases and catalogue files still hold them. The
 * slug of a note is a UUID of version 8: its first half identifies the source, the rest is a mark, a digit for the kind
 * of note, and three digits for the part of a note that did not fit into one collection.
 */
const NOTE = /^([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3})-1ec7e42a([0-3])[0-9a-f]{3}$/;
/** In the order of the digits. */
const KINDS = ['brought', 'also', 'lists', 'cancelled'] as const;
/** Titles as Lectern wrote them; those of further parts end with a number in brackets. */
const TITLES = [
  /^Talks from (.+)$/s,
  /^Talks that (.+) has too$/s,
  /^Talks cancelled because they vanished from (.+)$/s,
  /^Lists from (.+)$/s,
];
const PART = / \(\d+\)$/;
/** A line of the description of a note of collections: a slug, and a title for people. */
const LISTED = /^([0-9a-f-]{36})(?: .*)?$/gm;

export function isProvenanceNote({ slug }: Pick<Collection, 'slug'>): boolean {
  return NOTE.test(slug);
}

/** The first half of the slugs of a source's notes. */
export function noteSource(source: string): string {
  const namespace = uuidBytes(sourceNamespace(source));
  const digits = createHash('sha1').update(namespace).update('notes').digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(15), 16) & 3);
  const fields = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(12, 15)}`, variant + digits.slice(16, 19)];
  return fields.join('-');
}

type NoteKind = (typeof KINDS)[number];

interface SourceNotes {
  readonly titles: string[];
  readonly slugs: Readonly<Record<NoteKind, Set<Slug>>>;
}

/** Collects notes, and turns them into provenance rows. */
export class ProvenanceNotes {
  readonly #bySource = new Map<string, SourceNotes>();

  /** Ignores collections that are not notes. */
  add(note: Collection): void {
    const [, source, digit] = NOTE.exec(note.slug) ?? [];
    const kind = KINDS[Number(digit)];
    if (source === undefined || kind === undefined) return;
    const known = this.#bySource.get(source) ?? { titles: [], slugs: noSlugs() };
    this.#bySource.set(source, known);
    known.titles.push(note.title);
    const slugs = kind === 'lists' ? listedIn(note.description) : note.talks;
    for (const slug of slugs) known.slugs[kind].add(slug);
  }

  /**
   * If a source is not in `names` and somebody has changed the titles of all its notes, or if its name is too long for
   * rows, its rows get the first half of the notes' slugs as the source's name; `noteSource` finds them when the source
   * is imported again.
   */
  *rows(names: Iterable<string> = []): Generator<Provenance> {
    const known = new Map([...names].map((name) => [noteSource(name), name]));
    for (const [prefix, { titles, slugs }] of this.#bySource) {
      const source = known.get(prefix) ?? nameIn(titles, prefix) ?? prefix;
      const row = { type: 'provenance', source, of: 'talk', cancelled: false, key: '' } as const;
      for (const slug of slugs.brought) {
        yield { ...row, slug, relation: 'owns', cancelled: slugs.cancelled.has(slug) };
      }
      for (const slug of slugs.also) {
        if (!slugs.brought.has(slug)) yield { ...row, slug, relation: 'shares', cancelled: slugs.cancelled.has(slug) };
      }
      for (const slug of slugs.lists) yield { ...row, of: 'collection', slug, relation: 'owns' };
    }
  }
}

function noSlugs(): SourceNotes['slugs'] {
  return { brought: new Set(), also: new Set(), lists: new Set(), cancelled: new Set() };
}

function listedIn(description: string): Slug[] {
  return [...description.matchAll(LISTED)].flatMap(([, slug = '']) => (isSlug(slug) ? [slug] : []));
}

function nameIn(titles: readonly string[], prefix: string): string | undefined {
  const all = titles.flatMap((title) => [title, title.replace(PART, '')]);
  const names = all.flatMap((title) => TITLES.flatMap((form) => form.exec(title)?.[1] ?? []));
  return names.find((name) => name.length <= LONGEST_SOURCE_NAME && noteSource(name) === prefix);
}
