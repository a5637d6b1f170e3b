import type { DatedTalk, TalkDetails } from '#catalogue/talk-details.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { Feed, FeedHead, FeedOptions } from '#representations/feeds/feed-format.ts';
import { icalendar } from '#representations/calendar/icalendar-feed.ts';
import { jcal } from '#representations/calendar/jcal-feed.ts';
import { jscalendar } from '#representations/calendar/jscalendar-feed.ts';
import { assemble, type Publication } from '#representations/representation.ts';
import { publication } from '../support/catalogue/publication.ts';
import { bareTalk, richTalk, series } from '../support/catalogue/talk-details.ts';

/** The calendar after one event of a story. */
export interface Step {
  /** The name of its files, without the extension. */
  readonly name: string;
  readonly publication: Publication;
  readonly options: FeedOptions;
  readonly head: FeedHead;
  readonly talks: readonly DatedTalk[];
  /** What python3-icalendar (4.0.3) misreads; null if it reads the calendar correctly. */
  readonly misread: string | null;
}

interface Story {
  /** The name of its folder. */
  readonly name: string;
  readonly steps: readonly Step[];
}

/** The formats that each step is written in, by file extension. */
export const FORMATS: Readonly<Record<string, (publication: Publication, options: FeedOptions) => Feed>> = {
  ics: icalendar,
  jcal,
  jscal: jscalendar,
};

export function document(step: Step, format: string): Buffer {
  const create = FORMATS[format];
  if (create === undefined) throw new Error(`no format ${format}`);
  const feed = create(step.publication, step.options);
  return assemble(
    feed.frame(step.head),
    step.talks.map((details) => feed.entry(details)),
  );
}

const TITLE: FeedOptions = { cancelled: 'title', alarm: null };

/** Nothing that the talks refer to changes after them. */
function step(name: string, records: readonly TalkDetails[], more: Partial<Step> = {}): Step {
  const talks = records.map((details) => ({ ...details, changed: details.talk.updated }));
  return { name, publication, options: TITLE, head: headOf(talks), talks, misread: null, ...more };
}

function headOf(talks: readonly TalkDetails[]): FeedHead {
  const starts = talks.map(({ talk }) => talk.start).sort();
  const ends = talks.map(({ talk }) => talk.end).sort();
  const [first] = starts;
  const last = ends.at(-1);
  return {
    kind: 'series',
    title: series.title,
    description: series.description,
    self: `${publication.baseUrl}/api/series/${series.slug}.ics`,
    page: `${publication.baseUrl}/talks/series/id/${series.slug}`,
    updated:
      talks
        .map(({ talk }) => talk.updated)
        .sort()
        .at(-1) ?? null,
    span: first === undefined || last === undefined ? null : { first, last },
    size: talks.length,
  };
}

/** A talk after an edit, with the history that the store would keep. */
function edited(
  before: TalkDetails,
  updated: Timestamp,
  change: Partial<TalkDetails['talk']>,
  more: Partial<TalkDetails> = {},
): TalkDetails {
  const talk = { ...before.talk, ...change, updated };
  const isMoved = talk.start !== before.talk.start;
  const counts =
    isMoved || talk.end !== before.talk.end || talk.venue !== before.talk.venue || talk.status !== before.talk.status;
  const history = {
    created: before.history.created,
    sequence: before.history.sequence + (counts ? 1 : 0),
    previousStart: isMoved ? before.talk.start : before.history.previousStart,
  };
  return { ...before, ...more, talk, history };
}

/** A talk whose slug is derived from its start. */
function talkAt(start: Timestamp, end: Timestamp, more: Partial<TalkDetails['talk']> = {}): TalkDetails {
  const slug = `00000000-0000-4000-8000-${start.replace(/\D/g, '').slice(0, 12)}`;
  return {
    ...bareTalk,
    talk: { ...bareTalk.talk, slug, start, end, updated: '2026-09-01T08:00:00Z', ...more },
    history: { created: '2026-09-01T08:00:00Z', sequence: 0, previousStart: null },
  };
}

function lifeOfATalk(): Story {
  const announced: TalkDetails = {
    ...richTalk,
    talk: {
      ...richTalk.talk,
      title: 'Moss in the dark',
      status: 'published',
      specialMessage: '',
      start: '2026-10-20T16:00:00Z',
      end: '2026-10-20T17:00:00Z',
      updated: '2026-09-01T08:00:00Z',
    },
    history: { created: '2026-09-01T08:00:00Z', sequence: 0, previousStart: null },
  };
  const moved = edited(announced, '2026-09-14T10:15:00Z', {
    start: '2026-10-27T17:00:00Z',
    end: '2026-10-27T18:00:00Z',
  });
  const renamed = edited(moved, '2026-09-20T09:00:00Z', { title: 'Moss, in the dark; and ferns' });
  const venue = {
    ...richTalk.venue,
    type: 'place',
    id: 'place:1002',
    kind: 'venue',
    name: 'Palm House',
    address: '2 Garden Lane',
    parent: null,
    latitude: 51.75099,
    longitude: -1.24889,
    accessibility: '',
  } as const;
  const elsewhere = edited(
    renamed,
    '2026-10-01T12:00:00Z',
    { venue: venue.id, locationDetails: 'Upper gallery' },
    { venue },
  );
  const cancelled = edited(elsewhere, '2026-10-20T07:30:00Z', {
    status: 'cancelled',
    specialMessage: 'The speaker is ill.',
  });
  const restored = edited(cancelled, '2026-10-21T11:00:00Z', {
    status: 'published',
    specialMessage: 'It takes place after all.',
  });
  return {
    name: 'life-of-a-talk',
    steps: [
      step('1-announced', [announced]),
      step('2-moved-across-a-clock-change', [moved]),
      step('3-renamed', [renamed]),
      step('4-another-room', [elsewhere]),
      step('5-cancelled', [cancelled]),
      step('5-cancelled-by-status-with-alarm', [cancelled, talkAt('2026-11-03T17:00:00Z', '2026-11-03T18:00:00Z')], {
        options: { cancelled: 'status', alarm: 15 },
      }),
      step('6-restored', [restored]),
    ],
  };
}

function clocks(): Story {
  const over = talkAt('2026-06-30T22:30:00Z', '2026-07-01T00:30:00Z', { title: 'Moths by lamplight' });
  const spring = talkAt('2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', {
    title: 'An hour from half past twelve to half past two',
  });
  const firstHalf = talkAt('2026-10-25T00:30:00Z', '2026-10-25T03:00:00Z', {
    title: 'Begins when it is half past one for the first time',
  });
  const secondHalf = talkAt('2026-10-25T01:30:00Z', '2026-10-25T03:00:00Z', {
    title: 'Begins when it is half past one for the second time',
  });
  const instant = talkAt('2026-05-05T11:00:00Z', '2026-05-05T11:00:00Z', { title: 'Takes no time' });
  const old = talkAt('1936-05-05T16:00:00Z', '1936-05-05T17:00:00Z', { title: 'Before the table' });
  const distant = talkAt('2051-07-05T16:00:00Z', '2051-07-05T17:00:00Z', { title: 'After the table' });
  const morocco = { ...publication, timeZone: 'Africa/Casablanca' };
  const beforeRamadan = talkAt('2024-03-08T17:00:00Z', '2024-03-08T18:00:00Z', { title: 'Before Ramadan' });
  const inRamadan = talkAt('2024-03-12T17:00:00Z', '2024-03-12T18:00:00Z', { title: 'In Ramadan' });
  return {
    name: 'clocks',
    steps: [
      step('over-midnight', [over]),
      step('over-the-hour-that-is-left-out', [spring]),
      step('in-the-hour-that-comes-twice', [firstHalf, secondHalf]),
      step('taking-no-time', [instant]),
      step('long-ago-and-far-ahead', [old, distant]),
      step('in-utc', [over], { publication: { ...publication, timeZone: 'Etc/UTC' } }),
      step('in-morocco', [beforeRamadan, inRamadan], { publication: morocco }),
      step('in-melbourne', [over, instant], { publication: { ...publication, timeZone: 'Australia/Melbourne' } }),
      step('in-kolkata', [over], { publication: { ...publication, timeZone: 'Asia/Kolkata' } }),
    ],
  };
}

function hostileText(): Story {
  const controls = [
    'a\r\nATTENDEE:mailto:evil@example.org\rBEGIN:VALARM\nEND:VEVENT',
    '\u2028X-EVIL:1\u2029\u0085X-EVIL:2\x0b\x0c\x1cX-EVIL:3',
    'tab\there, "quotes"; ^ \0\x01\x7f\ud800 👩🏽‍🔬🇬🇧 e\u0301',
    '\u202eright to left\u202c שלום 日本語のとても長い題名です日本語のとても長い題名です',
  ].join('|');
  const backslashes = String.raw`\n \\n \N \, \; \" back\slash ^n ^' ^^ %5C`;
  return {
    name: 'hostile-text',
    steps: [
      hostile('controls', controls, null),
      hostile('backslashes', backslashes, 'takes an escaped backslash before n for a line end, and decodes %5C'),
    ],
  };
}

function hostile(name: string, evil: string, misread: string | null): Step {
  const talk: TalkDetails = {
    ...richTalk,
    talk: {
      ...talkAt('2026-10-20T16:00:00Z', '2026-10-20T17:00:00Z').talk,
      uid: `uid ${evil}`,
      title: `title ${evil}`,
      description: `description ${evil}`,
      locationDetails: `room ${evil}`,
      organiserEmail: 'evil@example.org\r\nX-EVIL:4',
      specialMessage: `special ${evil}`,
      audience: `audience ${evil}`,
      bookingUrl: `javascript:${evil}`,
      bookingEmail: evil,
      cost: evil,
      onlineUrl: 'https://user@live.example.org/a b\\c"d\r\ne?q=\u2028;,^`{|}é#%zz',
    },
    history: { created: '2026-09-01T08:00:00Z', sequence: 0, previousStart: null },
    topics: [{ type: 'topic', uri: 'http://topics.example.org/1', label: `topic, ${evil}` }],
    speakers: richTalk.speakers.map((person) => ({ ...person, name: `name ${evil}`, bio: evil })),
  };
  const organised: TalkDetails = {
    ...talk,
    talk: { ...talk.talk, uid: '', organiserEmail: "o'x+%&?@example.org" },
    organisingDepartment: { ...(richTalk.organisingDepartment ?? fail()), name: `department ${evil}` },
  };
  const around = {
    title: `calendar ${evil}`,
    description: evil,
    self: `https://talks.example.org/a?b=${evil}`,
    page: `https://talks.example.org/${evil}`,
  };
  const head = { ...headOf([talk]), ...around };
  return step(name, [talk, organised], { head, misread });
}

function fail(): never {
  throw new Error('the example has a department');
}

function nothing(): Story {
  return {
    name: 'nothing',
    steps: [step('no-talks', []), step('no-talks-in-utc', [], { publication: { ...publication, timeZone: 'UTC' } })],
  };
}

function oxtalks(): Story {
  const kept = talkAt('2026-10-20T16:00:00Z', '2026-10-20T17:00:00Z', {
    uid: 'kept-from-elsewhere@calendar.example.net',
  });
  const own = talkAt('2026-10-21T16:00:00Z', '2026-10-21T17:00:00Z');
  return {
    name: 'uids',
    steps: [
      step('by-slug', [kept, own]),
      step('as-oxtalks', [kept, own], { publication: { ...publication, uidForm: 'oxtalks' } }),
    ],
  };
}

export const STORIES: readonly Story[] = [lifeOfATalk(), clocks(), hostileText(), nothing(), oxtalks()];
