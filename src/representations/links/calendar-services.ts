import type { Talk } from '#catalogue/talk.ts';
import { datesOf, zonedTimes } from '../formatted-time.ts';

/** Links to subscribe to a calendar with one click, given its absolute address. */
export interface Subscriptions {
  /** For programs on the reader's own machine: Apple Calendar, Thunderbird. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
  /** Outlook with a work or school account. */
  readonly office: string;
}

/** @param title what the reader's calendar calls it, where it can be told */
export function subscriptions(address: string, title: string): Subscriptions {
  const webcal = address.replace(/^https?:/, 'webcal:');
  const named = queryOf({ url: address, name: cut(title) });
  return {
    webcal,
    google: `https://calendar.google.com/calendar/render${queryOf({ cid: webcal })}`,
    outlook: `https://outlook.live.com/calendar/0/addfromweb${named}`,
    office: `https://outlook.office.com/calendar/0/addfromweb${named}`,
  };
}

interface Addition extends Pick<Talk, 'title' | 'start' | 'end' | 'allDay'> {
  /** The service's (an IANA name), in which an all-day talk has its dates. */
  readonly timeZone: string;
  readonly location: string;
  /** Absolute address of the talk's page, which tells the rest and whatever changes. */
  readonly page: string;
}

/** Links to add one talk, as it is now, to a web calendar. */
export function additions({ title, location, page, ...times }: Addition): Omit<Subscriptions, 'webcal'> {
  const [text, where] = [cut(title), cut(location)];
  // Of days, services take dates, the end exclusive.
  const [first, , after] = datesOf(times, zonedTimes(times.timeZone));
  const [start, end] = times.allDay ? [first, after] : [times.start, times.end];
  const dates = [start, end].map((time) => time.replace(/[-:]/g, '')).join('/');
  const compose = queryOf({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: text,
    startdt: start,
    enddt: end,
    allday: times.allDay ? 'true' : '',
    location: where,
    body: page,
  });
  return {
    google: `https://calendar.google.com/calendar/render${queryOf({ action: 'TEMPLATE', text, dates, location: where, details: page })}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose${compose}`,
    office: `https://outlook.office.com/calendar/0/deeplink/compose${compose}`,
  };
}

/** Some services refuse addresses of more than about 2,000 characters. */
const LONGEST_TEXT = 300;

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1).replace(/\p{Surrogate}$/u, '')}…` : text;
}

function queryOf(values: Readonly<Record<string, string>>): string {
  let query = '';
  for (const name in values) {
    const value = values[name] ?? '';
    // Slashes and colons too: the value may be an address.
    if (value !== '') query += `${query === '' ? '?' : '&'}${name}=${encodeURIComponent(value.toWellFormed())}`;
  }
  return query;
}
