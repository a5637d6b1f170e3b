import { createHash } from 'node:crypto';
import { wordsOf } from '#catalogue/folding.ts';
import { untitledName } from '#catalogue/personal-titles.ts';
import { isPlaceId, type PlaceId } from '#catalogue/place.ts';
import { isSlug, type Slug } from '#catalogue/slug.ts';
import { isTopicUri, type TopicUri } from '#catalogue/topic.ts';
import type {
  SourceCollection,
  SourcePerson,
  SourcePlace,
  SourceSeries,
  SourceTalk,
  SourceTopic,
} from '#sources/source-talk.ts';
import type { ForgottenPeople } from '../forget/forgotten-people.ts';
import { NOTHING_SAME, type SameLines } from '../reading/same-lines.ts';
import { RememberedKeys } from './remembered-keys.ts';

/**
 * Makes the identifiers of a source's records, the same at every import and on every machine. A source's own
 * identifiers are kept if they have the right form; others are UUIDs of version 5 (RFC 9562, 5.5) of the source's
 * name and key.
 */
export class Identity {
  readonly source: string;
  /** A hash of the name, since the address of a source may be secret. */
  readonly #name: Slug;
  readonly #namespace: Buffer;
  #keys: RememberedKeys | undefined;
  /** Keys of people, by slug: what the store has, and what this import adds. */
  #peopleBefore: ReadonlyMap<Slug, string> = new Map();
  readonly #people = new Map<Slug, string>();
  /** People in the store by key. */
  #otherForms: ReadonlyMap<string, Slug> = new Map();
  readonly #firsts = new Set<Slug>();
  #forgotten: ForgottenPeople | undefined;
  /** The last talk: each is requested several times in a row. */
  #last: { readonly key: string; readonly slug: Slug } | undefined;

  constructor(source: string) {
    this.source = source;
    this.#name = sourceNamespace(source);
    this.#namespace = uuidBytes(this.#name);
  }

  talk({ slug, key }: Pick<SourceTalk, 'slug' | 'key'>): Slug {
    if (slug !== null && isSlug(slug)) return slug;
    return this.#keys === undefined ? this.#talkNamed(key, 0) : this.#keys.slugOf(key);
  }

  /** Uses the keys by slug that the store has of talks and people. */
  remember(
    { owns, people }: Readonly<Record<'owns' | 'people', ReadonlyMap<Slug, string>>>,
    same: SameLines = NOTHING_SAME,
    forgotten?: ForgottenPeople,
  ): void {
    this.#forgotten = forgotten;
    this.#keys = new RememberedKeys(owns, same, (key, attempt) => this.#talkNamed(key, attempt));
    this.#peopleBefore = people;
    this.#otherForms = new Map([...people].map(([slug, key]) => [key, slug]));
  }

  /** Gives a talk another key. */
  changeKey(slug: Slug, key: string): void {
    this.#keys?.change(slug, key);
  }

  /** The slug made from a key, ignoring changed keys. */
  firstSlug(key: string): Slug {
    return this.#talkNamed(key, 0);
  }

  /**
   * People may share an e-mail address, such as that of an office: it identifies them together with the name. Somebody
   * keeps the slug when the source adds or drops the address; the key in their provenance is the slug of the other form.
   * A forgotten person has no provenance: their own slugs tell.
   */
  person({ slug, key, name, email }: SourcePerson): Slug {
    if ((slug !== undefined && isSlug(slug)) || (key !== undefined && key !== email?.toLowerCase()))
      return this.#slug(slug, `person ${key}`);
    const called = folded(untitledName(name));
    const ofName = (): Slug => this.#slug(undefined, `person ${called}`);
    if (key === undefined) return this.#withoutAddress(ofName());
    const addressed = this.#slug(undefined, `person ${key} ${called.split(' ').sort().join(' ')}`);
    return this.#withAddress({ slug: addressed, email: key }, ofName);
  }

  /** The key in the provenance of a person; `''`: none. */
  keyOfPerson(slug: Slug): string {
    return this.#people.get(slug) ?? this.#peopleBefore.get(slug) ?? '';
  }

  #withoutAddress(slug: Slug): Slug {
    if (this.#peopleBefore.has(slug) || this.#forgotten?.find(slug) !== undefined) return slug;
    return this.#otherForms.get(slug) ?? slug;
  }

  #withAddress(person: { readonly slug: Slug; readonly email: string }, ofName: () => Slug): Slug {
    const { slug } = person;
    if (this.#people.has(slug) || this.keyOfPerson(slug) !== '') return slug;
    const named = ofName();
    if (this.#forgotten?.addAddress(named, person) === true) return slug;
    const key = this.keyOfPerson(named);
    if (this.#peopleBefore.has(named) && !this.#peopleBefore.has(slug) && (key === '' || key === slug)) {
      this.#people.set(named, slug);
      return named;
    }
    // Of several people of this name, the first is meant if the source names one without an address.
    const isFirst = !this.#peopleBefore.has(named) && !this.#otherForms.has(named) && !this.#firsts.has(named);
    this.#people.set(slug, isFirst ? named : '');
    this.#firsts.add(named);
    return slug;
  }

  series({ slug, key, title }: SourceSeries): Slug {
    return this.#slug(slug, `series ${key ?? folded(title)}`);
  }

  /** `source:` and the first 63 bits of a UUID in decimal, the most that a place identifier may have. */
  place({ id, key, name }: SourcePlace): PlaceId {
    if (id !== undefined && isPlaceId(id)) return id;
    const digest = uuidBytes(namedUuid(this.#namespace, `place ${key ?? folded(name)}`));
    return `source:${digest.readBigUInt64BE() >> 1n}`;
  }

  /** A topic without a URI gets one that resolves nowhere: no host ever ends in `.invalid` (RFC 6761, 6.4). */
  topic(topic: SourceTopic): TopicUri {
    const called: string = topic.uri ?? topic.label;
    if (topic.uri !== undefined && isTopicUri(called)) return called;
    const name = folded(called);
    return `https://topics.invalid/${this.#name}/${encodeURIComponent(name)}`;
  }

  collection({ slug }: Pick<SourceCollection, 'slug'>): Slug {
    return this.#slug(slug, `collection ${slug}`);
  }

  #talkNamed(key: string, attempt: number): Slug {
    if (attempt > 0) return namedUuid(this.#namespace, `${key} again ${attempt}`);
    if (this.#last?.key !== key) this.#last = { key, slug: namedUuid(this.#namespace, key) };
    return this.#last.slug;
  }

  #slug(own: string | undefined, name: string): Slug {
    return own !== undefined && isSlug(own) ? own : namedUuid(this.#namespace, name);
  }
}

/** A name without case, accents and punctuation; unchanged if nothing would be left. */
function folded(name: string): string {
  return wordsOf(name).join(' ') || name.trim().replace(/\p{Cs}/gu, '\ufffd');
}

/** Where the fields of a UUID are in its digits (RFC 9562, 4). */
const UUID_FIELDS = [
  [0, 8],
  [8, 12],
  [12, 16],
  [16, 20],
  [20, 32],
] as const;
/** Slugs are written into this buffer to get flat strings, not concatenations: an import keeps every slug in memory. */
const FORM = Buffer.alloc(36, '-');

/** The UUID of version 5 (RFC 9562, 5.5) of a name in a namespace. */
function namedUuid(namespace: Uint8Array, name: string): Slug {
  const digest = createHash('sha1').update(namespace).update(name).digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = digest.toString('hex', 0, 16);
  let at = 0;
  for (const [begin, end] of UUID_FIELDS) {
    FORM.write(hex.slice(begin, end), at, 'latin1');
    at += end - begin + 1;
  }
  return FORM.toString('latin1');
}

function uuidBytes(uuid: Slug): Buffer {
  return Buffer.from(uuid.replaceAll('-', ''), 'hex');
}

/** Namespace of all UUIDs that Lectern makes from names in sources. Must not change, or every slug would change. */
const LECTERN = uuidBytes('5b0c6d4e-3a1f-5d27-9c55-7e0a4be1f6d2');

/** The namespace of a source. It does not reveal the source's name, which may be a secret address. */
function sourceNamespace(source: string): Slug {
  return namedUuid(LECTERN, source);
}
