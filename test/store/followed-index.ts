import type { ChangesSince } from '#store/store.ts';
import { allOf } from './batches.ts';

/** The content of an index that follows changes: number → entry, as comparable text. */
export class FollowedIndex {
  readonly #entries = new Map<string, string>();

  static async from(changes: ChangesSince): Promise<FollowedIndex> {
    const index = new FollowedIndex();
    await index.apply(changes);
    return index;
  }

  async apply(changes: ChangesSince): Promise<void> {
    if (changes.complete) this.#entries.clear();
    for (const { type, number, key, name, kind, isPublic, parent, version } of await allOf(changes.entities)) {
      const told = JSON.stringify([key, name, kind, isPublic, parent, version]);
      this.#entries.set(`${type} ${number}`, told);
    }
    for (const { number, slug, start, updated, status, version, refs } of await allOf(changes.talks)) {
      this.#entries.set(
        `talk ${number}`,
        `${Buffer.from(slug).toString('hex')} ${start} ${updated} ${status} ${version} ${refs.join(',')}`,
      );
    }
    for (const record of await allOf(changes.removed)) {
      const key = `${record.type} ${record.number}`;
      if (record.type !== 'talk') this.#entries.delete(key);
      else this.#entries.set(key, `${Buffer.from(record.slug).toString('hex')} gone ${record.version}`);
    }
  }

  get entries(): [string, string][] {
    return [...this.#entries].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}
