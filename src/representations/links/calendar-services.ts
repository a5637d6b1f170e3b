import type { Timestamp } from '#catalogue/timestamp.ts';

/** Ways to follow a calendar by one click, of a document's absolute address. */
export interface Subscriptions {
  /** For programs on the reader's own machine: Apple's, Thunderbird. */
  readonly webcal: string;
  readonly google: string;
  readonly outlook: string;
  /** Outlook of those who have it by their work or school. */
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

export interface Addition {
  readonly title: string;
  readonly start: Timestamp;
  readonly end: Timestamp;
  readonly location: string;
  /** Absolute address of the talk's page, which tells the rest and whatever changes. */
  readonly page: string;
}

/** Ways to put one talk into a calendar on the web, as it is now. */
export function additions({ title, start, end, location, page }: Addition): Omit<Subscriptions, 'webcal'> {
  const [text, where] = [cut(title), cut(location)];
  const dates = [start, end].map((time) => time.replace(/[-:]/g, '')).join('/');
  const compose = queryOf({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: text,
    startdt: start,
    enddt: end,
    location: where,
    body: page,
  });
  return {
    google: `https://calendar.google.com/calendar/render${queryOf({ action: 'TEMPLATE', text, dates, location: where, details: page })}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose${compose}`,
    office: `https://outlook.office.com/calendar/0/deeplink/compose${compose}`,
  };
}

/** Addresses of more than some 2,000 characters are refused here and there. */
const LONGEST_TEXT = 300;

function cut(text: string): string {
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1).replace(/\p{Surrogate}$/u, '')}…` : text;
}

function queryOf(values: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(values).filter(([, value]) => value !== '');
  // Slashes and colons too: the value may be an address.
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`;
}
