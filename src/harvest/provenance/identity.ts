import { namedUuid, sourceNamespace, uuidBytes } from '#catalogue/named-uuid.ts';
import { untitledName } from '#catalogue/personal-titles.ts';
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
import { wordsOf } from '#catalogue/folding.ts';
import { NOTHING_SAME } from '../reading/same-lines.ts';
import type { SameLines } from '../reading/same-lines.ts';
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

  /** Uses the keys by slug that the store has of the talks. */
  remember(owns: ReadonlyMap<Slug, string>, same: SameLines = NOTHING_SAME): void {
    this.#keys = new RememberedKeys(owns, same, (key, attempt) => this.#talkNamed(key, attempt));
  }

  /** Gives a talk another key. */
  changeKey(slug: Slug, key: string): void {
    this.#keys?.change(slug, key);
  }

  /** The slug made from a key, ignoring changed keys. */
  firstSlug(key: string): Slug {
    return this.#talkNamed(key, 0);
  }

  /** People may share an address, such as that of an office: it identifies them together with the name. */
  person({ slug, key, name, email }: SourcePerson): Slug {
    const called = folded(untitledName(name));
    const isAddress = key !== undefined && key === email?.toLowerCase();
    return this.#slug(slug, `person ${isAddress ? `${key} ${called.split(' ').sort().join(' ')}` : (key ?? called)}`);
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
  return wordsOf(name).join(' ') || wellFormed(name.trim());
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
