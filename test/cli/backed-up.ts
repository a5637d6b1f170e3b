import Database from 'better-sqlite3';
import { openStore } from '#store/open.ts';
import { NEVER_RUN, type SeenContent } from '#store/source-states.ts';

import type { FreshDatabase } from '../support/db/fresh-database.ts';

export const on = (address: string): string[] => ['--database', address];

export function talkTable({ address }: FreshDatabase): string {
  return address.startsWith('sqlite:') ? 'talk' : 'lectern.talk';
}

export function damage(file: string): void {
  const db = new Database(file);
  db.exec('UPDATE talk SET updated = updated + 1');
  db.close();
}

/** The state of a source that has been read, and need not be read again while its content is the same. */

export const SEEN: SeenContent = {
  ...{ at: '2026-11-24T10:00:00Z', settings: '0'.repeat(64), content: '1'.repeat(64) },
  ...{ etag: '"2"', lastModified: null },
};

export async function setSource(
  address: string,
  name: string,
  kind: string,
  seen: SeenContent | null = null,
): Promise<void> {
  const store = await openStore(address, { mode: 'write' });
  const claim = { token: 't', by: 'test', until: new Date(Date.now() + 60_000) };
  await store.sources.claim(name, claim, new Date());
  await store.sources.settle(name, 't', { ...NEVER_RUN, kind, seen });
  await store.close();
}

export async function sourceKinds(address: string): Promise<unknown> {
  const store = await openStore(address, { mode: 'read' });
  const sources = await store.sources.list();
  await store.close();
  return sources.map(({ name, state, claim }) => [name, claim === undefined ? (state?.kind ?? null) : 'claimed']);
}
