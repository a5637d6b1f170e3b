import type { EmbedLayout } from '#search/query/embed-question.ts';
import type { Theme } from '#search/query/calendar-question.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { CalendarTalk } from '../calendar/calendar-talks.ts';
import type { MonthContent } from '../calendar/calendar-month.ts';

/** A list of talks on another site. */
export interface EmbedContent {
  readonly layout: Exclude<EmbedLayout, 'month'>;
  readonly theme: Theme;
  /** Names of what the talks belong to: a department, a series, …; empty for all talks. */
  readonly subjects: readonly string[];
  /** What it asks for that is not known here; its author is told if the list is empty. */
  readonly unknown: readonly NamedValue[];
  /** The talks on this page of the list. */
  readonly talks: readonly CalendarTalk[];
  readonly total: number;
  /** Page number, from 1; may be past the last page. */
  readonly page: number;
  readonly pages: number;
  /** Whether to link to the previous and next page. */
  readonly paging: boolean;
  /** The search, as a canonical query. */
  readonly asked: readonly NamedValue[];
  /** The parameters that change how it looks. */
  readonly look: readonly NamedValue[];
}

/** A list of talks on another site, as a month of days. */
export interface EmbeddedMonth
  extends
    Pick<EmbedContent, 'theme' | 'subjects' | 'unknown' | 'paging' | 'asked' | 'look'>,
    Omit<MonthContent, 'places'> {
  readonly layout: 'month';
}
