import type { AskedDays } from '#search/query/question.ts';
import type { NamedValue } from '#search/query/request.ts';

/** What the search page is told of a question, whether or not it could be understood. */
export interface SearchContent {
  /** As of PageSearch; of a question that is malformed, what was given. */
  readonly asked: readonly NamedValue[];
  /** How the value of a parameter is called; itself where it has no name. */
  readonly nameOf: (parameter: string, value: string) => string;
  /** How many talks a page may show, and shows where nobody says. */
  readonly counts: { readonly usual: number; readonly most: number };
}

/** What a question found. */
export interface FoundContent extends SearchContent {
  readonly days: AskedDays;
  readonly total: number;
  /** Talks on this page. */
  readonly shown: number;
  /** From 1, of pages that can be shown: there may be more of them than were asked for, with fewer talks each. */
  readonly page: number;
  /** Talks on each of these. */
  readonly count: number;
  /** How many of this one stand before what was asked for, and are not shown. */
  readonly skipped: number;
  /** What the pages beside this one are asked for by: `asked` with that count. */
  readonly turned: readonly NamedValue[];
  readonly facets: readonly FacetGroup[];
  /** Where nothing was found: how many talks a lesser question would find, by its address. */
  readonly ways: readonly Way[];
  readonly shortcuts: readonly Shortcut[];
  /** By words that were asked for, the best first. */
  readonly isRanked: boolean;
}

export interface FacetGroup {
  readonly group: 'departments' | 'series' | 'topics' | 'venues' | 'speakers';
  readonly parameter: string;
  readonly values: readonly FacetRow[];
}

/** A value and how many talks have it, in a question that is otherwise the same. */
export interface FacetRow {
  readonly key: string;
  readonly name: string;
  readonly count: number;
  readonly isAsked: boolean;
  /** How deep it stands under others of the list; from 0. */
  readonly depth?: number;
}

/** A lesser question: what it leaves out, and how many talks it finds. */
export interface Way {
  readonly kind: 'without' | 'withoutWords' | 'beginning' | 'always' | 'onwards';
  /** Of `without`. */
  readonly left?: NamedValue;
  /** Of `withoutWords` those that are left out, of `beginning` what a word begins with. */
  readonly words?: string;
  readonly changes: Readonly<Record<string, string | null>>;
  readonly total: number;
}

/** Days that are often asked for, as values of `from` and `to`. */
export interface Shortcut {
  readonly name: 'today' | 'thisWeek' | 'next30' | 'upcoming' | 'past' | 'always';
  readonly from: string | null;
  readonly to: string | null;
}

/** A value that could not be understood. */
export interface Fault {
  readonly parameter: string;
  /** As of Problem. */
  readonly code: string;
}
