import type { Problem, Result } from '#catalogue/problem.ts';
import { calendarIn } from './calendar-date.ts';
import type { Operation } from './parameter.ts';
import { PARAMETER } from './parameters.ts';
import { readFilters, readOrder, type Filters, type ParsedRequest, type SearchRules } from './question.ts';
import { readWindow, type Window } from './window.ts';
import { RequestParameters, type NamedValue } from './request.ts';
import type { CancelledForm } from './value-forms.ts';

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
  /** What was asked, as a canonical query. */
  readonly asked: readonly NamedValue[];
}

/** What a feed is for; calendars can have alarms. */
export type FeedUse = 'calendar' | 'data';

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
const DAYS_BACK = 365;

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
  const isWindowed = operation !== 'feed';
  const usual = isWindowed ? { from: -DAYS_BACK, ongoing: true } : { ongoing: false };
  const { window, deprecatedDate, dependsOn } = readWindow(request, rules, now, usual);
  const calendar = calendarIn(rules.timeZone);
  const today = calendar.dayAt(now);
  const count = request.one(PARAMETER.count);
  const page = request.one(PARAMETER.page);
  const isWhole = count === undefined && !request.has(PARAMETER.page);
  // Calendar programs never ask for a next page, and delete what is missing.
  const isUnlimited = isWhole && use === 'calendar';
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
    cut: {
      count: isUnlimited ? Infinity : (count ?? rules.maximumCount),
      page: isUnlimited || (isWhole && isWindowed && !request.has(PARAMETER.from)) ? null : (page ?? 1),
      today: calendar.startOfDay(today),
    },
    ...shown,
    deprecatedDate,
    dependsOn,
    asked: request.asked,
    ignored,
  });
}

/** How each talk is shown. */
function readShown(request: RequestParameters, rules: SearchRules): Pick<ParsedFeed, 'cancelled' | 'alarm'> {
  const cancelled = request.one(PARAMETER.cancelled) ?? 'title';
  const alarm = request.one(PARAMETER.alarm) ?? rules.alarm ?? 0;
  return { cancelled, alarm: alarm === 0 ? null : alarm };
}
