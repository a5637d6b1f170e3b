import type { Slug } from '#catalogue/slug.js';
import type { Store } from '#store/store.js';
import { notedTalks } from './brought-talks.js';
import { Identity } from './identity.js';

/**
 * The other sources that a catalogue is kept in step with. Where sources keep UUIDs of their own, and one is part of another,
 * both bring the same talk: it is told by the one that stands first, so that the end is the same whichever was read last.
 */
export interface Neighbours {
  /** Names of those that stand before it, and are looked at. */
  readonly before: readonly string[];
  /** Names of all of them. */
  readonly all: readonly string[];
}

export const NO_NEIGHBOURS: Neighbours = { before: [], all: [] };

/** Of the sources of these names, one that has brought a talk, by the talk. @throws StoreUnavailable */
export async function broughtBy(
  store: Pick<Store, 'collection'>,
  names: readonly string[],
): Promise<ReadonlyMap<Slug, string>> {
  const sources = new Map<Slug, string>();
  for (const name of names) {
    const { slugs } = await notedTalks(store, new Identity(name), 'brought');
    for (const slug of slugs) if (!sources.has(slug)) sources.set(slug, name);
  }
  return sources;
}
