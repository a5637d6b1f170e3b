import type { Result } from '#catalogue/problem.ts';
import { isPeriod } from '#harvest/retention/past-talks.ts';
import { canonicalHost } from '#sources/fetch/fetch-address.ts';
import { YEAR } from '#sources/source-format.ts';
import { bad } from './setting-values.ts';
import type { ReadValue } from './setting-values.ts';

/**
 * Hosts separated by commas, each a name or an address, optionally with a port: `talks.internal,
 * 10.0.0.7:8080, [::1]`.
 */
export function hostList(text: string, where: string): Result<ReadonlySet<string>> {
  const hosts = text
    .split(/[,\n]/)
    .map((host) => host.trim())
    .filter((host) => host !== '');
  const wrong = hosts.find((host) => canonicalHost(host) === undefined);
  if (wrong === undefined) return { ok: true, value: new Set(hosts.flatMap((host) => canonicalHost(host) ?? [])) };
  return bad(
    'bad-host',
    where,
    `${JSON.stringify(wrong.slice(0, 100))} is not a host.`,
    'Write names or addresses as in a URL, separated by commas: talks.internal, 10.0.0.7:8080, [::1].',
  );
}

/** A web or mail address at which those who run a source can reach the operator. */
export function contactAddress(text: string, where: string): Result<string> {
  if (/^(?:https?:\/\/|mailto:)?[\x21-\x7e]{3,200}$/.test(text) && /[@/]/.test(text) && !/[()<>\\]/.test(text)) {
    return { ok: true, value: text };
  }
  return bad(
    'bad-contact',
    where,
    `${JSON.stringify(text.slice(0, 100))} is not a mail or web address.`,
    'Write a mail address or a web address: talks@example.org.',
  );
}

/** `2026`, or `2026/27` for an academic year. */
export const year: ReadValue<string> = Object.assign(
  (text: string, where: string): Result<string> => {
    const [first = '', second] = text.split('/');
    const isNext = second === undefined || (Number(first) + 1) % 100 === Number(second);
    if (new RegExp(YEAR).test(text) && isNext) return { ok: true, value: text };
    const what = `${JSON.stringify(text.slice(0, 100))} is not a year.`;
    return bad('bad-year', where, what, 'Write a year from 1900 to 2099, or an academic year: 2026, 2026/27.');
  },
  { accepts: { type: ['integer', 'string'], minimum: 1900, maximum: 2099, pattern: YEAR } },
);

/** A number of days, months or years, up to a century. */
export function period(text: string, where: string): Result<string> {
  if (isPeriod(text)) return { ok: true, value: text };
  return bad(
    'bad-period',
    where,
    `${JSON.stringify(text.slice(0, 40))} is not a period of at most 100 years.`,
    'Write a number and d, m or y, for days, months or years: 5y.',
  );
}
