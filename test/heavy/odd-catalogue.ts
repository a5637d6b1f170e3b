import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
} from '../support/catalogue/wire-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';

/** Texts that databases may store, compare or return differently. */
const TEXTS = [
  'plain',
  '',
  ' led and followed by spaces ',
  '\ttabs\tand\r\nlines\n\nof\rall kinds\u0085\u2028',
  'It\'s "quoted" `so` $1 $$ ? :name %s \\N \\. \\\\ \\t',
  'NULL',
  '\\N',
  '\\.',
  '{"a":[1,2]}',
  '\u0001\u0008\u000b\u001f\u007f\u0080\ufffe\uffff\ufeff',
  'e\u0301 é Å Å ﬁ ß ẞ İ ı',
  'שלום עליכם 日本語 \u{1F331}\u{1F469}\u200D\u{1F52C}',
  '-- no comment; DROP TABLE talk; /* none */',
  'long '.repeat(5_000),
  '0123456789'.repeat(300),
];

/** In an order that no collation gives. Some collations consider some of them equal. */
const NAMES = [
  'zebra',
  'Zebra',
  'ZEBRA',
  'a b',
  'ab',
  'a-b',
  'A.B',
  'ä',
  'z',
  'ae',
  'æ',
  '10',
  '9',
  '9a',
  'résumé',
  'resume',
];

const MOMENTS = [
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00Z',
  '1582-10-10T12:00:00Z',
  '1900-02-28T23:59:59Z',
  '1969-12-31T23:59:59Z',
  '1970-01-01T00:00:00Z',
  '2026-03-29T00:59:59Z',
  '2026-03-29T01:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-10-25T01:30:00Z',
  '2038-01-19T03:14:08Z',
  '9999-12-31T22:59:59Z',
];

const DEGREES: readonly (readonly [number, number])[] = [
  [0, 0],
  [-0, 1e-7],
  [90, -180],
  [-89.999999999999, 179.99999999999997],
  [51.7520209, -1.2577263],
  [0.1, 0.30000000000000004],
];

const ALL_TEXTS = {
  description: TEXTS[3],
  location_details: TEXTS[4],
  audience: TEXTS[9],
  booking_required: TEXTS[7],
  cost: TEXTS[6],
  special_message: TEXTS[10],
};

/** A catalogue of edge cases, to be imported together with another. Its slugs are those of `slugOf` from 0xd000. */
export function oddCatalogue(): readonly WireRecord[] {
  const people = NAMES.map((name, n) => person(slugOf(0xd100 + n), { name, bio: TEXTS[n % TEXTS.length] }));
  const places = NAMES.map((name, n) => organisation(`${['b', 'bb', 'a'][n % 3] ?? ''}:${7 * n}`, { name }));
  const venues = DEGREES.map(([latitude, longitude], n) => venue(`oxpoints:${n * n * 7}`, { latitude, longitude }));
  const topics = NAMES.map((label, n) =>
    topic(`http://topics.example.org/${n % 2 === 0 ? 'T' : 't'}/${n}?q=%C3%A9`, { label }),
  );
  const lists = TEXTS.slice(0, 12).map((text, n) =>
    series(slugOf(0xd200 + n), { title: `S ${text}`, description: text }),
  );
  const ofMoments = MOMENTS.map((start, n) =>
    talk(slugOf(0xd300 + n), start, { end: start, venue: `oxpoints:${(n % DEGREES.length) ** 2 * 7}` }),
  );
  const ofTexts = TEXTS.map((text, n) =>
    talk(slugOf(0xd400 + n), '2026-03-27T12:00:00Z', {
      ...ALL_TEXTS,
      title: `T${text.slice(0, 400)}`,
      description: text,
      series: slugOf(0xd200 + (n % 12)),
      // Unsorted lists, whose order must be kept.
      speakers: NAMES.map((_, m) => slugOf(0xd100 + ((m * 7 + n) % NAMES.length))).slice(0, n),
      topics: topics
        .map(({ uri }) => uri)
        .slice(n % 5, 5 + (n % 7))
        .reverse(),
    }),
  );
  const slugs = ofTexts.map(({ slug }) => slug).reverse();
  return [
    ...people,
    ...places,
    ...venues,
    ...topics,
    ...lists,
    ...ofMoments,
    ...ofTexts,
    collection(slugOf(0xd500), { title: 'Odd', talks: slugs, series: lists.map(({ slug }) => slug).slice(3) }),
  ];
}
