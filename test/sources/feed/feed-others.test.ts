import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readFeed } from '#sources/feed/feed.ts';
import { answerOf, withoutPython } from '../../support/process/python.ts';
import { readSource } from '../../support/sources/read-source.ts';

const READERS = 'feedparser, dateutil';
const withoutReaders = withoutPython(READERS);

/** `[key, title, address, start, end, place, description]` of every item. */
const SCRIPT = `
import json, sys
import feedparser
from dateutil import parser, tz

feedparser.SANITIZE_HTML = 0
feedparser.RESOLVE_RELATIVE_URIS = 0

def utc(text):
    return parser.parse(text).astimezone(tz.UTC).strftime('%Y-%m-%dT%H:%M:%SZ')

def row(e):
    return [e.id, e.title, e.link, utc(e.ev_startdate), utc(e.ev_enddate), e.ev_location, e.summary]

print(json.dumps([row(e) for e in feedparser.parse(sys.stdin.buffer.read()).entries]))
`;

const EV = 'xmlns:ev="http://purl.org/rss/1.0/modules/event/"';
const FRAMES = {
  'RSS 2.0': [`<rss version="2.0" ${EV}><channel>`, '</channel></rss>'],
  'RSS 1.0': [
    `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${EV}>`,
    '</rdf:RDF>',
  ],
  Atom: [`<feed xmlns="http://www.w3.org/2005/Atom" ${EV}>`, '</feed>'],
} as const;

type Kind = keyof typeof FRAMES;

interface Item {
  readonly id: string;
  readonly title: string;
  readonly start: string;
  readonly end: string;
  readonly place: string;
}

function itemOf(kind: Kind, { id, title, start, end, place }: Item): string {
  const link = `https://example.org/${id}`;
  const event = `<ev:startdate>${start}</ev:startdate><ev:enddate>${end}</ev:enddate><ev:location>${place}</ev:location>`;
  const text = `<title>${title}</title>${event}`;
  if (kind === 'RSS 2.0') {
    const guid = `<guid isPermaLink="false">urn:x:${id}</guid>`;
    return `<item>${text}<link>${link}</link>${guid}<description>Of ${title}</description></item>`;
  }
  if (kind === 'RSS 1.0') {
    return `<item rdf:about="urn:x:${id}">${text}<link>${link}</link><description>Of ${title}</description></item>`;
  }
  return `<entry><id>urn:x:${id}</id>${text}<link href="${link}"/><summary>Of ${title}</summary></entry>`;
}

/** Words in several scripts, with XML escapes. */
const words = fc
  .array(fc.constantFrom('moss', 'Mooß', '苔', 'R&amp;D', '2 &lt; 3', '«пух»', '&#x1D11E;', 'a b'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '));
const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
const offsets = fc.constantFrom(0, 3600, -5 * 3600, 19_800);

function written(at: number, offset: number): string {
  const wall = new Date((at + offset) * 1000).toISOString().slice(0, 19);
  const sign = offset < 0 ? '-' : '+';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 3600), (Math.abs(offset) % 3600) / 60];
  return `${wall}${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

const item = fc
  .record({ title: words, place: words, at: seconds, length: fc.integer({ min: 0, max: 90_000 }), offset: offsets })
  .map(({ title, place, at, length, offset }) => ({
    title,
    place,
    start: written(at, offset),
    end: written(at + length, 0),
  }));

describe('feed items', { skip: withoutReaders }, () => {
  for (const kind of ['RSS 2.0', 'RSS 1.0', 'Atom'] as const) {
    it(`of ${kind} match those that feedparser finds`, async () => {
      const items = fc.sample(item, 200).map((made, at) => itemOf(kind, { ...made, id: String(at) }));
      const feed = `<?xml version="1.0"?>${FRAMES[kind][0]}${items.join('\n')}${FRAMES[kind][1]}`;
      const { talks, problems } = await readSource(readFeed, feed);
      const expected = answerOf(READERS, ['-c', SCRIPT], feed);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        talks.map(({ key, title, url, start, end, location, description }) => [
          key,
          title,
          url,
          start,
          end,
          location,
          description,
        ]),
        expected,
      );
      assert.equal(talks.length, 200);
    });
  }
});
