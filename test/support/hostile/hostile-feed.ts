import fc from 'fast-check';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { hostileTalk, hostileText } from './hostile-text.ts';
import { movedTalk } from '../render/feed-documents.ts';

/** Pieces that have broken software that writes feeds, tables or Markdown. */
const PIECES = [
  ...['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://evil.example")', '＝1', '＠x', '\t=1', '\r=1', ' =1', ';=1'],
  ...['\u202e', '\u2067', '\u2069', '\u202c', '\u200f', '\ufeff', '\u200b', '\u00a0'],
  ...['</script><script>', '<!--', ']]>', '<![CDATA[', '<b onclick=x>', '&lt;img src=x onerror=x&gt;', '&#60;'],
  ...['# h', '## h ##', '> q', '- l', '+ l', '* l', '1. l', '2) l', '---', '===', '***', '~~~', '```js', '    code'],
  ...['[a](https://evil.example)', '![a](x)', '[a]: https://evil.example', '<https://evil.example>', '| a | b |'],
  ...[
    'https://evil.example/x',
    'www.evil.example',
    'evil.com',
    'a@evil.example',
    '//evil.com',
    'mailto:a@evil.example',
  ],
  ...['*a*', '_a_', '**a**', '`a`', '~a~', '\\', '\\*', '&copy;', ': d', 'a\\\nb', 'a  \nb', '<br>', '<!DOCTYPE x>'],
  ...['x'.repeat(400), '語'.repeat(200), '\u0301'.repeat(700), `https://long.example/${'y'.repeat(400)}`],
  ...['\n', '\n\n', '\r\n', '\r', ' ', '\u2028', '\0', '\x85', '\ud83c', '\udf31'],
];

/** Any text, often with syntax of feeds, tables or Markdown. */
export const hostileFeedText: fc.Arbitrary<string> = fc.oneof(
  hostileText,
  fc
    .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...PIECES) }, fc.string()), { maxLength: 8 })
    .map((pieces) => pieces.join('')),
);

/** A talk in which every text is hostile. */
export const hostileFeedTalk: fc.Arbitrary<DatedTalk> = fc
  .record({
    details: hostileTalk,
    texts: fc.array(hostileFeedText, { minLength: 10, maxLength: 10 }),
    slug: fc.uuid(),
    minutes: fc.integer({ min: 0, max: 20_000 }),
  })
  .map(({ details, texts, slug, minutes }) => {
    const text = (at: number): string => texts[at] ?? '';
    const start = Date.parse(movedTalk.talk.start) + minutes * 60_000;
    const at = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}Z`;
    return {
      ...details,
      history: movedTalk.history,
      talk: {
        ...details.talk,
        uid: '',
        slug,
        start: at(start),
        end: at(start + minutes * 60_000),
        title: text(0),
        description: text(1),
        locationDetails: text(2),
        bookingUrl: text(3),
        cost: text(4),
        specialMessage: text(5),
        onlineUrl: text(6),
        audience: text(7),
      },
      series: details.series && { ...details.series, title: text(8) },
      speakers: details.speakers.map((person) => ({ ...person, name: `N${text(9)}` })),
    };
  });

/** Lists of distinct hostile talks. */
export const hostileFeedTalks = fc.uniqueArray(hostileFeedTalk, { maxLength: 4, selector: ({ talk }) => talk.slug });
