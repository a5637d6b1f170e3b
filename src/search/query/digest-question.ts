import type { Result } from '#catalogue/problem.ts';
import { calendarIn, type Day } from './calendar-date.ts';
import {
  among,
  dividedQuery,
  type IgnoredParameter,
  type NamedValue,
  otherValue,
  RequestParameters,
} from './request.ts';
import { readQuestion } from './question.ts';
import type { Question, SearchRules } from './question.ts';
import { FROM_TODAY, readWindow, type DependsOn } from './window.ts';

/** Formats of a digest: HTML for mail, plain text, or a whole message with both. */
export const DIGEST_FORMATS = ['html', 'txt', 'eml'] as const;
export type DigestFormat = (typeof DIGEST_FORMATS)[number];

/** A mail digest of upcoming talks: a search over some days, from today unless it has a `from`. */
export interface DigestQuestion {
  readonly question: Question;
  /** The first and the last day. */
  readonly from: Day;
  readonly to: Day;
  readonly format: DigestFormat;
  /** The search as a canonical query, without its days. */
  readonly asked: readonly NamedValue[];
  readonly deprecatedDate: boolean;
  readonly dependsOn: DependsOn;
  readonly ignored: readonly IgnoredParameter[];
}

/** Days of a digest without `to` or `days`. */
const DAYS = 7;
const MAX_DAYS = 92;
const DAYS_FORM = {
  read: (text: string): number | undefined => {
    const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
    return days >= 1 && days <= MAX_DAYS ? days : undefined;
  },
  hint: `Write a number of days from 1 to ${String(MAX_DAYS)}.`,
};

/** The most talks in a digest: mail clients clip longer messages. */
const MAX_TALKS = 100;

/** Parameters of digests that searches do not have. */
const OTHERS: readonly string[] = ['days', 'format', 'lang'];

/** Parameters of searches that are left out of the canonical query. */
const NOT_IN_MAIL: readonly string[] = [
  'facets',
  'updated_since',
  'alarm',
  'strict',
  'page',
  'count',
  'from',
  'to',
  'ongoing',
];

/**
 * Reads the query of a digest.
 * @param languages allowed values of `lang`
 * @returns the digest, or all problems at once, with the parameter's name as `where`
 */
export function parseDigest(
  query: string,
  rules: SearchRules,
  now: Date,
  languages: readonly string[],
): Result<DigestQuestion> {
  const { search, given } = dividedQuery(query, (name) => OTHERS.includes(name));
  const request = new RequestParameters(search, 'search', rules, true);
  const { window, days: asked, deprecatedDate, dependsOn } = readWindow(request, rules, now, FROM_TODAY);
  const calendar = calendarIn(rules.timeZone);
  const others = { given, problems: request.problems };
  const days = otherValue(others, 'days', DAYS_FORM);
  const format = otherValue(others, 'format', among(DIGEST_FORMATS)) ?? 'html';
  otherValue(others, 'lang', among(languages));
  if (days !== undefined && asked.to !== undefined) request.problems.push(DAYS_AND_END);
  const from = asked.from ?? calendar.dayAt(now);
  const to = asked.to ?? from + (days ?? DAYS) - 1;
  const end = asked.to === undefined ? calendar.startOfDay(to + 1) : window.to;
  const question = readQuestion(request, rules, { ...window, to: end });
  const isCounted = request.asked.some(({ name }) => name === 'count');
  return request.result({
    question: { ...question, page: 1, count: isCounted ? Math.min(question.count, MAX_TALKS) : MAX_TALKS },
    from,
    to,
    format,
    asked: request.asked.filter(({ name }) => !NOT_IN_MAIL.includes(name)),
    deprecatedDate,
    dependsOn,
    ignored: request.ignored(),
  });
}

const DAYS_AND_END = {
  code: 'conflicting-parameters',
  where: 'days',
  what: 'The last day is given by `to` already.',
  hint: 'Give one of the two.',
};
