import type { EmbedLayout } from '#search/query/embed-question.ts';
import type { Theme } from '#search/query/display-question.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { CalendarTalk } from '../calendar/calendar-talks.ts';
import type { MonthContent } from '../calendar/calendar-month.ts';

/** A list of talks on another site. */
export interface EmbedContent {
  readonly layout: Exclude<EmbedLayout, 'month'>;
  readonly theme: Theme;
  /** What the talks are of: names of a department, a series, …; empty for all talks. */
  readonly subjects: readonly string[];
  /** On this page of the list. */
  readonly talks: readonly CalendarTalk[];
  readonly total: number;
  /** From 1; may be past the last. */
  readonly page: number;
  readonly pages: number;
  /** Whether there are links to the pages before and after. */
  readonly paging: boolean;
  /** The search, as a canonical query. */
  readonly asked: readonly NamedValue[];
  /** How it looks, as a query. */
  readonly look: readonly NamedValue[];
}

/** The same as a month of days. */
export interface EmbeddedMonth
  extends Pick<EmbedContent, 'theme' | 'subjects' | 'paging' | 'asked' | 'look'>, Omit<MonthContent, 'places'> {
  readonly layout: 'month';
}
