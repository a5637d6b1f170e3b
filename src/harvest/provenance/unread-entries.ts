import { ownUuid } from '#sources/own-uuid.ts';
import type { SourceProblem } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { Identity } from './identity.ts';

/** What follows the key of an entry in the keys of its occurrences, or of rows that share a title. */
const CONTINUATION = /\/| (?:\/ |\d{4}-\d\d-\d\d)/g;

/** Entries of a source that could not be read, or not whole. They are there, so their talks have not vanished. */
export class UnreadEntries {
  readonly #identity: Identity;
  readonly #keys = new Set<string>();
  readonly #slugs = new Set<string>();
  #hasUnknown = false;

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** Whether one of them may be any talk of the source. */
  get hasUnknown(): boolean {
    return this.#hasUnknown;
  }

  add({ key, mayBe = key === undefined ? [] : [key] }: Pick<SourceProblem, 'key' | 'mayBe'>): void {
    const keys = mayBe.filter((one) => one !== '');
    if (keys.length === 0) this.#hasUnknown = true;
    for (const one of keys) {
      this.#keys.add(one);
      this.#slugs.add(this.#identity.talk({ slug: ownUuid(one) ?? null, key: one }));
    }
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
}
