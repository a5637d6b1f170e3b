import type { Problem, Result } from '#catalogue/problem.ts';
import { calendarIn } from './calendar-date.ts';
import { PARAMETER } from './parameters.ts';
import type { Operation } from './parameters.ts';
import { readFilters, readOrder } from './question.ts';
import type { Filters, ParsedRequest, SearchRules } from './question.ts';
import { FROM_TODAY, readWindow, type Window } from './window.ts';
import { RequestParameters } from './request.ts';
import type { NamedValue } from './request.ts';
import type { CancelledForm, DatesForm } from './value-forms.ts';

/** The parsed query of a feed of a search, or of anything else that lists talks. */
export interface ParsedFeed extends Omit<ParsedRequest, 'parameters'> {
  /** Filters of the search. */
  readonly filters: Filters;
  /** URI of the topic; `''` for other feeds. */
  readonly uri: string;
  readonly window: Window;
  readonly cut: Cut;
  readonly cancelled: CancelledForm;
  /** Minutes before each talk; null: no alarm. */
  readonly alarm: number | null;
  readonly dates: DatesForm;
  /** What was asked, as a canonical query. */
  readonly asked: readonly NamedValue[];
}

/** What a feed is for: calendars can have alarms; news are read as they come. */
export type FeedUse = 'calendar' | 'news' | 'data';

/** Which of the matching talks are in a feed. */
export interface Cut {
  /** Infinity for all of them. */
  readonly count: number;
  /**
   * From 1; null: the talks that matter most to a subscriber. If there are more than `count`, the oldest are left out
   * first, then those furthest in the future.
   */
  readonly page: number | null;
  /** When today began: seconds since 1970-01-01T00:00:00Z. */
  readonly today: number;
}

/** Clients delete talks that are no longer in a feed, so talks stay in it for a year. */
const FROM_LAST_YEAR = { from: -365, ongoing: true };

/** Readers of news keep what they have read; each entry that is new to them may be a mail. */
const NEWS_COUNT = 100;

/** Feeds have no changes: clients fetch the whole feed, and see from it which talks are gone. */
const CHANGES_AS_FEED: Problem = {
  code: 'not-in-this-format',
  where: PARAMETER.updatedSince.name,
  what: 'Changes are told in JSON and XML only.',
  hint: 'Leave it out, or ask for one of these.',
};

/** Reads the query of a feed. @param operation what the feed is of; `feed` for one talk */
export function parseFeed(
  query: string,
  { operation, use }: { readonly operation: Operation; readonly use: FeedUse },
  rules: SearchRules,
  now: Date,
): Result<ParsedFeed> {
  const request = new RequestParameters(query, operation, rules, true);
  const uri = request.one(PARAMETER.uri) ?? '';
  const usual = use === 'news' ? FROM_TODAY : FROM_LAST_YEAR;
  const { window, deprecatedDate, dependsOn } = readWindow(
    request,
    rules,
    now,
    operation === 'feed' ? undefined : usual,
  );
  const cut = readCut(request, use, rules, now);
  const filters = readFilters(request, rules);
  // A feed is always in order of date, but the parameter must still be valid.
  readOrder(request, filters);
  const shown = readShown(request, rules);
  if (request.has(PARAMETER.updatedSince)) request.problems.push(CHANGES_AS_FEED);
  const ignored = request.ignored();
  return request.result({
    filters,
    uri,
    window,
    cut,
    ...shown,
    deprecatedDate,
    dependsOn,
    asked: request.asked,
    ignored,
  });
}

function readCut(request: RequestParameters, use: FeedUse, rules: SearchRules, now: Date): Cut {
  const calendar = calendarIn(rules.timeZone);
  const today = calendar.startOfDay(calendar.dayAt(now));
  const count = request.one(PARAMETER.count);
  const page = request.one(PARAMETER.page);
  const isWhole = count === undefined && !request.has(PARAMETER.page);
  // Calendar programs never ask for a next page, and delete what is missing.
  if (isWhole && use === 'calendar') return { count: Infinity, page: null, today };
  const usualCount = use === 'news' ? Math.min(NEWS_COUNT, rules.maximumCount) : rules.maximumCount;
  const isOpen = isWhole && !request.has(PARAMETER.from);
  return { count: count ?? usualCount, page: isOpen ? null : (page ?? 1), today };
}

/** How each talk is shown. */
function readShown(request: RequestParameters, rules: SearchRules): Pick<ParsedFeed, 'cancelled' | 'alarm' | 'dates'> {
  const cancelled = request.one(PARAMETER.cancelled) ?? 'title';
  const alarm = request.one(PARAMETER.alarm) ?? rules.alarm ?? 0;
  const dates = request.one(PARAMETER.dates) ?? 'announced';
  return { cancelled, alarm: alarm === 0 ? null : alarm, dates };
}
