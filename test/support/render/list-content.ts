import type { ListContent } from '#pages/lists/list-page.ts';

/** The content of a page that lists `toCome` upcoming and `were` past talks. */
export function listContent<T>(record: T, toCome = 0, were = 0): ListContent<T> {
  return {
    record,
    list: {
      when: 'upcoming',
      page: 1,
      count: 20,
      upcoming: { total: toCome, shown: Math.min(20, toCome) },
      past: { total: were, shown: Math.min(5, were) },
    },
    nearest: [],
    month: '2015-07',
  };
}
