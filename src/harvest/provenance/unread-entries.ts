import { ownUuid } from '#sources/own-uuid.ts';
import type { EntryKeys } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** What follows the key of an entry in the keys of its occurrences, or of rows that share a title. */
const CONTINUATION = /\/| (?:\/ |\d{4}-\d\d-\d\d)/g;

/** What follows it in the keys of its occurrences only. */
const OCCURRENCE = /\/\d{8}(?:T\d{6}Z?)?$/;

/** Entries of a source that could not be read, or not whole. They are there, so their talks have not vanished. */
export class UnreadEntries {
  readonly #identity: Identity;
  readonly #keys = new Set<string>();
  readonly #slugs = new Set<string>();
  /** Keys and slugs of those that must not be published. */
  readonly #withheld = new Set<string>();
  /** Keys of those whose parts must not be published either. */
  readonly #withheldWhole = new Set<string>();
  #hasUnknown = false;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** Whether one of them may be any talk of the source. */
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

  /** Whether a talk is known to be one of them. @param key what the source called it; `''` when unknown */
  has(slug: string, key = ''): boolean {
    if (this.#slugs.has(slug) || this.#keys.has(key)) return true;
    if (this.#keys.size === 0) return false;
    for (const { index } of key.matchAll(CONTINUATION)) if (this.#keys.has(key.slice(0, index))) return true;
    return false;
  }

  /** Whether a talk is certainly one of them, or a part or time of one, and must not be published. */
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
