import type { Slug } from '#catalogue/slug.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { Alternate, Publication, SearchHead } from '../representation.ts';
import { queryString } from './links.ts';

/** What was asked a page at a time, and how much it found. */
interface SearchRun {
  /** The path that it was asked on: its links stay there. */
  readonly path: string;
  /** Every pair of the query, decoded, in the order in which they came. */
  readonly parameters: readonly NamedValue[];
  /** 1 and up. */
  readonly page: number;
  /** Talks per page. */
  readonly count: number;
  /** Matching talks on all pages. */
  readonly total: number;
  readonly alternates?: readonly Alternate[];
}

/** The links of a search: absolute, because widgets follow them from other origins, and with every parameter it was asked with. */
export function searchHead(publication: Publication, run: SearchRun): SearchHead {
  const at = publication.baseUrl + run.path;
  const lastPage = Math.ceil(run.total / run.count);
  const others = queryString(run.parameters.filter(({ name }) => name !== 'page'));
  const onPage = `${at}${others === '' ? '?' : `${others}&`}page=`;
  // From a page past the end, `prev` leads to the last page that has talks.
  const prev = Math.min(run.page - 1, lastPage);
  return {
    self: at + queryString(run.parameters),
    next: run.page < lastPage ? `${onPage}${String(run.page + 1)}` : null,
    prev: prev > 0 ? `${onPage}${String(prev)}` : null,
    total: run.total,
    ...(run.alternates === undefined ? {} : { alternates: run.alternates }),
  };
}

/** The links of a search for changes: `next` and `changes` continue from a cursor. */
export function changesHead(
  publication: Publication,
  run: Omit<SearchRun, 'page' | 'count'> & { readonly asked: readonly NamedValue[]; readonly cursor: string },
  found: { readonly removed: readonly Slug[]; readonly isLast: boolean },
): SearchHead {
  const at = publication.baseUrl + run.path;
  const others = run.parameters.filter(({ name }) => name !== 'updated_since');
  const later = at + queryString([...others, { name: 'updated_since', value: run.cursor }]);
  return {
    self: at + queryString(run.asked),
    next: found.isLast ? null : later,
    prev: null,
    total: run.total,
    ...(run.alternates === undefined ? {} : { alternates: run.alternates }),
    changes: { later, removed: found.removed },
  };
}
