import type { AskedDays } from '#search/query/window.ts';
import type { NamedValue } from '#search/query/request.ts';

/** What the search page needs of a query, valid or not. */
export interface SearchContent {
  /** As in PageSearch; the given parameters if the query is malformed. */
  readonly asked: readonly NamedValue[];
  /** The display name of a parameter's value; the value itself if it has none. */
  readonly nameOf: (parameter: string, value: string) => string;
  /** The default and maximum number of talks on a page. */
  readonly counts: { readonly usual: number; readonly most: number };
}

/** The results of a query. */
export interface FoundContent extends SearchContent {
  readonly days: AskedDays;
  /** Month of today or of the requested day that is nearest to today: `yyyy-mm`. */
  readonly month: string;
  readonly total: number;
  /** Talks on this page. */
  readonly shown: number;
  /** Talks on this page that began before the first requested day and go on; not part of the total. */
  readonly goingOn: number;
  /** Page number, from 1. Pages may be smaller than requested, and so there may be more of them. */
  readonly page: number;
  /** Talks per page. */
  readonly count: number;
  /** How many talks of this page come before the requested ones and are not shown. */
  readonly skipped: number;
  /** The query of neighbouring pages: `asked` with that count. */
  readonly turned: readonly NamedValue[];
  /** Records whose names contain the searched words, the best match first. */
  readonly names: readonly FoundName[];
  readonly facets: readonly FacetGroup[];
  readonly attributes: readonly AttributeRow[];
  /** If nothing was found: broader queries that do find talks. */
  readonly ways: readonly Way[];
  readonly shortcuts: readonly Shortcut[];
  /** The name of the present term, or of the next one; undefined if there is none. */
  readonly term: string | undefined;
  /** Whether results are ordered by relevance. */
  readonly isRanked: boolean;
  /** Whether the latest talk is first. */
  readonly isLatestFirst: boolean;
  /** Whether the query is about past days, at least in part. */
  readonly reach: 'past' | 'both' | 'upcoming';
}

/** A record with a page of its own whose name matches. */
export interface FoundName {
  readonly type: 'person' | 'series' | 'department' | 'venue' | 'topic' | 'collection';
  readonly key: string;
  readonly name: string;
  /** Distinguishes people of the same name: see personName. */
  readonly affiliation?: string;
  /** How many of its talks start today or later; undefined for collections. */
  readonly upcoming?: number;
}

export interface FacetGroup {
  readonly group: 'departments' | 'series' | 'topics' | 'venues' | 'speakers';
  readonly parameter: string;
  readonly values: readonly FacetRow[];
  /** Whether there may be more values. */
  readonly hasMore?: boolean;
  /** Set if the page shows all values of the facet, or those found by name. */
  readonly whole?: WholeFacet | undefined;
}

export interface WholeFacet {
  /** How many values there are. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  /** The text that was typed to find values; `''` for none. */
  readonly find: string;
}

/** A choice of status, attendance and so on. */
export interface AttributeRow {
  readonly parameter: string;
  readonly value: string;
  readonly count: number;
  readonly isAsked: boolean;
}

/** A value of a facet, and how many results have it. */
export interface FacetRow {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly isAsked: boolean;
  /** Depth in the tree of values, from 0. */
  readonly depth?: number;
}

/** A broader query: what it leaves out, and how many talks it finds. */
export interface Way {
  readonly kind: 'without' | 'withoutWords' | 'beginning' | 'always' | 'onwards' | 'swapped';
  /** The removed value of a way of kind `without`. */
  readonly left?: NamedValue;
  /** For `withoutWords` the removed words, for `beginning` the prefix. */
  readonly words?: string;
  readonly changes: Readonly<Record<string, string | null>>;
  readonly total: number;
}

/** A frequently used period, as values of `from` and `to`. */
export interface Shortcut {
  readonly name: 'today' | 'tomorrow' | 'thisWeek' | 'weekend' | 'nextWeek' | 'next30' | 'upcoming' | 'past' | 'always';
  readonly from: string | null;
  readonly to: string | null;
}

/** An invalid value. */
export interface Fault {
  readonly parameter: string;
  /** As in Problem. */
  readonly code: string;
}
