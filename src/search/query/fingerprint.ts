import { createHash } from 'node:crypto';
import type { Question } from './question.ts';

/** Identifies the question that a change cursor belongs to, whatever its order and the size of its pages. */
export function fingerprintOf({
  window,
  page: _page,
  count: _count,
  order: _order,
  attributes,
  hosts,
  collections,
  excluded,
  ...others
}: Question): string {
  // Left out when unset, so that cursors issued before these filters existed stay valid.
  const filters = {
    ...others,
    ...(attributes === undefined ? {} : { attributes }),
    ...(hosts.length === 0 ? {} : { hosts }),
    ...(collections.length === 0 ? {} : { collections }),
    ...(excluded === undefined ? {} : { excluded }),
  };
  // JSON has no infinities.
  const ends = [window.from, window.to].map(String);
  const asked = [ends, Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))];
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url').slice(0, 16);
}
