import { ownUuid } from '#sources/own-uuid.ts';
import type { EntryKeys } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** Separator after the key of an entry in keys of its occurrences, or of rows that share a title. */
const CONTINUATION = /\/| (?:\/ |\d{4}-\d\d-\d\d)/g;

/** Suffix in keys of occurrences only. */
const OCCURRENCE = /\/\d{8}(?:T\d{6}Z?)?$/;

/** Entries of a source that could not be read, or only in part. They exist, so their talks are not gone. */
export class UnreadEntries {
  readonly #identity: Identity;
  readonly #keys = new Set<string>();
  readonly #slugs = new Set<string>();
  /** Keys and slugs of entries that must not be published. */
  readonly #withheld = new Set<string>();
  /** Keys of entries whose parts must not be published either. */
  readonly #withheldWhole = new Set<string>();
  #hasUnknown = false;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** Whether an unread entry may be any talk of the source. */
  get hasUnknown(): boolean {
    return this.#hasUnknown;
  }

  add(entry: EntryKeys): void {
    const keys = keysOf(entry);
    if (keys.length === 0) this.#hasUnknown = true;
    for (const key of keys) {
      this.#keys.add(key);
      this.#slugs.add(this.#slugOf(key));
    }
  }

  addWithheld(entry: EntryKeys): void {
    this.add(entry);
    for (const key of keysOf(entry)) this.#withheld.add(key).add(this.#slugOf(key));
    if (entry.hasParts === true && entry.key !== undefined) this.#withheldWhole.add(entry.key);
  }

  addTalk(talk: SourceTalk): void {
    this.#slugs.add(this.#identity.talk(talk));
  }

  /** Whether a talk is known to be an unread entry. @param key its key; `''` when unknown */
  has(slug: string, key = ''): boolean {
    if (this.#slugs.has(slug) || this.#keys.has(key)) return true;
    if (this.#keys.size === 0) return false;
    for (const { index } of key.matchAll(CONTINUATION)) if (this.#keys.has(key.slice(0, index))) return true;
    return false;
  }

  /** Whether a talk is certainly an entry that must not be published, or a part or occurrence of one. */
  isWithheld(slug: string, key: string): boolean {
    const isOne = [slug, key, key.replace(OCCURRENCE, '')].some((one) => this.#withheld.has(one));
    return isOne || (this.#withheldWhole.size > 0 && this.#withheldWhole.has(key.split('/', 1)[0] ?? ''));
  }

  #slugOf(key: string): string {
    return this.#identity.talk({ slug: ownUuid(key) ?? null, key });
  }
}

function keysOf({ key = '', mayBe = [key] }: EntryKeys): string[] {
  return mayBe.filter((one) => one !== '');
}
