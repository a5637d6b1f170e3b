import type { Store } from '#store/store.ts';
import { nameInTitle } from './brought-talks.ts';
import type { NotedSource } from './brought-talks.ts';
import { Identity } from './identity.ts';
import { noteOf } from './note-slug.ts';
import { oneByOne } from '../sync/one-by-one.ts';

/**
 * The other sources that a catalogue is kept in step with. Where sources keep UUIDs of their own, and one is part of another,
 * both bring the same talk: it is told by the one that stands first, so that the end is the same whichever was read last.
 */
export interface Neighbours {
  /** Those that stand before it, and are looked at. */
  readonly before: readonly NotedSource[];
  readonly all: readonly NotedSource[];
}

export function sourceNamed(name: string): NotedSource {
  return { name, notes: new Identity(name).notes };
}

/** A source that the catalogue has notes of. */
export interface FoundSource extends NotedSource {
  /** False: somebody has given its notes another title, and that is the name here. */
  readonly isNamed: boolean;
}

/** All of them. @throws StoreUnavailable */
export async function sourcesIn(store: Pick<Store, 'changes'>): Promise<readonly FoundSource[]> {
  const found = new Map<string, FoundSource>();
  const changes = await store.changes(null);
  try {
    for await (const { type, key, name: title } of oneByOne(changes.entities)) {
      const note = type === 'collection' ? noteOf(key) : undefined;
      const isOfTalks = note?.part === 0 && (note.kind === 'brought' || note.kind === 'also');
      if (!isOfTalks || found.get(note.source)?.isNamed === true) continue;
      const name = nameInTitle(title, note.source);
      found.set(note.source, { notes: note.source, name: name ?? title, isNamed: name !== undefined });
    }
  } finally {
    changes.close();
  }
  return [...found.values()];
}
