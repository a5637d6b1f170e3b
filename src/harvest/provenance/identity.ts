import { namedUuid, sourceNamespace, uuidBytes } from '#catalogue/named-uuid.ts';
import type { PlaceId } from '#catalogue/place.ts';
import { isPlaceId } from '#catalogue/place.ts';
import { isProvenanceNote, noteSource } from '#catalogue/provenance-notes.ts';
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
import { NOTHING_SAME } from '../reading/same-lines.ts';
import type { SameLines } from '../reading/same-lines.ts';
import { RememberedKeys } from './remembered-keys.ts';

/**
 * What the things of a source are called in the catalogue: the same thing has the same identifier at every import, on every
 * machine. Identifiers that the source has in our own forms are kept; the others are UUIDs of version 5 (RFC 9562, 5.5) of
 * the source's name and what the source calls the thing.
 */
export class Identity {
  readonly source: string;
  /** What its provenance may be under where old notes did not tell its name. */
  readonly nameless: string;
  /** Says of no source, whose address may be a secret, what it is. */
  readonly #name: Slug;
  readonly #namespace: Buffer;
  #keys: RememberedKeys | undefined;
  /** The talk that was asked for last: each is asked for several times in a row. */
  #last: { readonly key: string; readonly slug: Slug } | undefined;

  constructor(source: string) {
    this.source = source;
    this.nameless = noteSource(source);
    this.#name = sourceNamespace(source);
    this.#namespace = uuidBytes(this.#name);
  }

  talk({ slug, key }: Pick<SourceTalk, 'slug' | 'key'>): Slug {
    if (slug !== null && isSlug(slug)) return slug;
    return this.#keys === undefined ? this.#talkNamed(key, 0) : this.#keys.slugOf(key);
  }

  /** Takes what the catalogue has of its talks into account: keys, by slug. */
  remember(owns: ReadonlyMap<Slug, string>, same: SameLines = NOTHING_SAME): void {
    this.#keys = new RememberedKeys(owns, same, (key, attempt) => this.#talkNamed(key, attempt));
  }

  /** A talk has another key from now on. */
  changeKey(slug: Slug, key: string): void {
    this.#keys?.change(slug, key);
  }

  /** The slug that a key led to first. */
  firstSlug(key: string): Slug {
    return this.#talkNamed(key, 0);
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
    const digest = uuidBytes(namedUuid(this.#namespace, `place ${key ?? folded(name)}`));
    return `source:${digest.readBigUInt64BE() >> 1n}`;
  }

  /** A topic without a URI gets one that leads nowhere: no host will ever end in `.invalid` (RFC 6761, 6.4). */
  topic(topic: SourceTopic): TopicUri {
    const called: string = topic.uri ?? topic.label;
    if (topic.uri !== undefined && isTopicUri(called)) return called;
    const name = folded(called);
    return `https://topics.invalid/${this.#name}/${encodeURIComponent(name)}`;
  }

  /** Its own, unless a catalogue file that has it would be taken for one with old notes of provenance. */
  collection({ slug }: Pick<SourceCollection, 'slug'>): Slug {
    return this.#slug(isProvenanceNote({ slug }) ? undefined : slug, `collection ${slug}`);
  }

  /** Whether provenance that is under this name is the source's. */
  isCalled(name: string): boolean {
    return name === this.source || name === this.nameless;
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

/** A name as one compares it: without case, accents and punctuation. One that is nothing else is compared as it is. */
function folded(name: string): string {
  return wordsOf(name).join(' ') || wellFormed(name.trim());
}

function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd');
}
