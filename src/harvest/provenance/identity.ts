import { createHash } from 'node:crypto';
import type { PlaceId } from '#catalogue/place.ts';
import { isPlaceId } from '#catalogue/place.ts';
import { isSlug } from '#catalogue/slug.ts';
import type { Slug } from '#catalogue/slug.ts';
import { isTopicUri } from '#catalogue/topic.ts';
import type { TopicUri } from '#catalogue/topic.ts';
import type {
  SourceCollection,
  SourcePerson,
  SourcePlace,
  SourceSeries,
  SourceTalk,
  SourceTopic,
} from '#sources/source-talk.ts';
import { wordsOf } from '#store/words.ts';
import { noteOf, noteSource, noteSlug } from './note-slug.ts';

/** Of everything that Lectern names after what a source calls it. Never to be changed: every slug would be another. */
const LECTERN = bytesOf('5b0c6d4e-3a1f-5d27-9c55-7e0a4be1f6d2');

/**
 * What the things of a source are called in the catalogue: the same thing has the same identifier at every import, on every
 * machine. Identifiers that the source has in our own forms are kept; the others are UUIDs of version 5 (RFC 9562, 5.5) of
 * the source's name and what the source calls the thing.
 */
export class Identity {
  readonly source: string;
  /** What the slugs of its notes begin with. */
  readonly notes: string;
  /** Says of no source, whose address may be a secret, what it is. */
  readonly #name: Slug;
  readonly #namespace: Buffer;

  constructor(source: string) {
    this.source = source;
    this.#name = uuid(LECTERN, source);
    this.#namespace = bytesOf(this.#name);
    this.notes = noteSource(this.#namespace);
  }

  talk({ slug, key }: Pick<SourceTalk, 'slug' | 'key'>): Slug {
    return this.#slug(slug ?? undefined, key);
  }

  person({ slug, key, name }: SourcePerson): Slug {
    return this.#slug(slug, `person ${key ?? folded(name)}`);
  }

  series({ slug, key, title }: SourceSeries): Slug {
    return this.#slug(slug, `series ${key ?? folded(title)}`);
  }

  /** `source:` and the first 63 bits of a UUID in digits, since that is what a place identifier may hold. */
  place({ id, key, name }: SourcePlace): PlaceId {
    if (id !== undefined && isPlaceId(id)) return id;
    const digest = bytesOf(uuid(this.#namespace, `place ${key ?? folded(name)}`));
    return `source:${digest.readBigUInt64BE() >> 1n}`;
  }

  /** A topic without a URI gets one that leads nowhere: no host will ever end in `.invalid` (RFC 6761, 6.4). */
  topic(topic: SourceTopic): TopicUri {
    const called: string = topic.uri ?? topic.label;
    if (topic.uri !== undefined && isTopicUri(called)) return called;
    const name = folded(called);
    return `https://topics.invalid/${this.#name}/${encodeURIComponent(name)}`;
  }

  /** Its own, unless that is one of ours: another Lectern notes what it brings as this one does. */
  collection({ slug }: Pick<SourceCollection, 'slug'>): Slug {
    return this.#slug(noteOf(slug) === undefined ? slug : undefined, `collection ${slug}`);
  }

  /** The collection, never published, that says which talks are this source's; a large source has several. */
  brought(part: number): Slug {
    return noteSlug({ source: this.notes, kind: 'brought', part });
  }

  /** The same of talks that it has too, under other names, and that are another source's. */
  also(part: number): Slug {
    return noteSlug({ source: this.notes, kind: 'also', part });
  }

  /** The same of collections: which of them are this source's. */
  lists(): Slug {
    return noteSlug({ source: this.notes, kind: 'lists', part: 0 });
  }

  #slug(own: string | undefined, name: string): Slug {
    return own !== undefined && isSlug(own) ? own : uuid(this.#namespace, name);
  }
}

/** A name as one compares it: without case, accents and punctuation. One that is nothing else is compared as it is. */
function folded(name: string): string {
  return wordsOf(name).join(' ') || wellFormed(name.trim());
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}

function uuid(namespace: Buffer, name: string): Slug {
  const digest = createHash('sha1').update(namespace).update(name).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  let at = 0;
  for (const [begin, end] of FIELDS) {
    FORM.write(hex.slice(begin, end), at, 'latin1');
    at += end - begin + 1;
  }
  return FORM.toString('latin1');
}

/** Where its fields are in its digits (RFC 9562, 4). */
const FIELDS = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const;
/** Written here, it is one text and not a tree of its parts: an import holds every slug. */
const FORM = Buffer.alloc(36, '-');

function bytesOf(slug: Slug): Buffer {
  return Buffer.from(slug.replaceAll('-', ''), 'hex');
}
