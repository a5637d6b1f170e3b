import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isTimestamp } from '#catalogue/timestamp.ts';
import { readFeed } from '#sources/feed/feed.ts';
import type { SourceReader } from '#sources/source-format.ts';
import { readScheduleJson } from '#sources/schedule/schedule-json.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import { readTalksCam } from '#sources/talks-cam.ts';
import { RUNS } from '../support/property-runs.ts';
import { READ_OPTIONS, readSource } from '../support/sources/read-source.ts';

interface Sample {
  readonly read: SourceReader;
  readonly root: string;
  /** A valid document with at least one talk. */
  readonly document: string;
}

const SCHEDULE_JSON = {
  schedule: {
    conference: {
      acronym: 'moss26',
      title: 'Moss 2026',
      time_zone_name: 'Europe/Berlin',
      day_change: '04:00',
      days: [
        {
          date: '2026-11-20',
          day_start: '2026-11-20T06:00:00+01:00',
          rooms: { Hall: [{ id: 1, guid: 'g', start: '23:00', duration: '1:30', title: 'x', persons: [{ id: 0, name: 'J' }] }] },
        },
      ],
    },
  },
}; // oxfmt-ignore

const SUBMISSION = `{"results":[{"code":"ABC","title":{"en":"x"},"content_locale":"en","speakers":[{"code":"J","name":"J"}],
  "slots":[{"start":"2026-11-20T10:00:00Z","end":"2026-11-20T11:00:00Z","room":{"en":"Hall"}}]}]}`;

const SAMPLES: Readonly<Record<string, Sample>> = {
  'schedule-xml': {
    read: readScheduleXml,
    root: 'schedule',
    document: `<?xml version="1.0" encoding="utf-8"?><schedule><conference><title>M</title><acronym>m</acronym>
      <time_zone_name>Europe/Berlin</time_zone_name><day_change>04:00</day_change></conference><day date="2026-11-20">
      <room name="Hall"><event guid="g" id="1"><start>03:00</start><duration>1:30</duration><title>x &amp; y</title>
      <persons><person id="1">J</person></persons></event></room></day></schedule>`,
  },
  'talks-cam': {
    read: readTalksCam,
    root: 'list',
    document: `<list><id>1</id><name>n</name><talk><id>2</id><title>x</title><speaker>J (A), K (B)</speaker>
      <start_time>Wed, 14 Oct 2026 16:15:00 +0100</start_time><end_time>Wed, 14 Oct 2026 17:15:00 +0100</end_time></talk></list>`,
  },
  'RSS feed': {
    read: readFeed,
    root: 'rss',
    document: `<rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><item><title>x &amp;amp; y</title>
      <guid>1</guid><link>https://example.org/</link><ev:startdate>2026-11-20</ev:startdate><ev:enddate>2026-11-21</ev:enddate>
      <ev:organizer>J &lt;j@example.org&gt;</ev:organizer><description>&lt;p&gt;</description></item></channel></rss>`,
  },
  'Atom feed': {
    read: readFeed,
    root: 'feed',
    document: `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:gd="urn:g"><entry><id>1</id><title type="html">x</title>
      <gd:when startTime="2026-11-20" endTime="2026-11-20T10:00:00"/><gd:when startTime="2026-11-21T10:00:00+14:00"/>
      <link href="/a"/><content type="xhtml"><div><p>y</p></div></content></entry></feed>`,
  },
  'schedule-json': { read: readScheduleJson, root: '', document: JSON.stringify(SCHEDULE_JSON, null, 1) },
  'schedule-json submissions': { read: readScheduleJson, root: '', document: SUBMISSION },
};

/** Text that a hostile or broken file may contain anywhere. */
const PIECES = [
  '', '0', '-1', '9999-12-31', '9999-12-31T23:59:59-14:00', '0001-01-01T00:00:00+14:00', '20261120', '24:00', '99:99:99', '999:999:9999',
  '31 Dec 9999 23:00 -0500', 'null', '{}', '[]', '"', '[[', '{"a":', '__proto__', 'constructor', '<', '>', '</', '/>', '&', '&amp;', '&#0;',
  '&#x1D11E;', '<![CDATA[', ']]>', '<!--', '-->', '<!DOCTYPE x>', '<?x?>', '\0', '\ud800', '\ufffe', 'é', '\n\n', ' '.repeat(300), '(('.repeat(200),
  'cancelled '.repeat(50), '<a '.repeat(200), '29aecfd7-2e44-4f49-ab86-29b5e0877325', 'Europe/Nowhere', 'javascript:alert(1)', 'http://[',
]; // oxfmt-ignore

/** The document with one to four parts replaced. */
function damaged(document: string): fc.Arbitrary<Buffer> {
  const edit = fc.record({
    at: fc.nat(document.length),
    length: fc.oneof(fc.constant(0), fc.nat(40), fc.nat(document.length)),
    piece: fc.constantFrom(...PIECES),
  });
  return fc.array(edit, { minLength: 1, maxLength: 4 }).map((edits) => {
    let text = document;
    for (const { at, length, piece } of edits) text = text.slice(0, at) + piece + text.slice(at + length);
    return Buffer.from(text);
  });
}

/** Reads the bytes and checks the form of every talk and problem. */
async function check(read: SourceReader, bytes: Buffer, size: number): Promise<void> {
  const { talks, problems } = await readSource(read, bytes, {}, size);
  for (const { key, start, end, line } of talks) {
    assert.ok(key !== '' && isTimestamp(start) && isTimestamp(end) && start <= end && line > 0);
  }
  for (const { code, what, hint, line } of problems) assert.ok(code !== '' && what !== '' && hint !== '' && line >= 0);
}

for (const [name, { read, root, document }] of Object.entries(SAMPLES)) {
  describe(`the ${name} reader`, () => {
    it('reads a valid document without problems', async () => {
      const { talks, problems } = await readSource(read, document);
      assert.deepEqual([talks.length > 0, problems], [true, []]);
    });

    it('returns talks or problems for any bytes without throwing', async () => {
      const anything = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
      await fc.assert(
        fc.asyncProperty(fc.oneof({ weight: 9, arbitrary: damaged(document) }, anything), fc.constantFrom(5, 65_536), (bytes, size) =>
          check(read, bytes, size),
        ),
        { numRuns: RUNS.usual },
      ); // oxfmt-ignore
    });

    it('returns talks or problems for a document truncated at any character', async () => {
      for (let end = 0; end < document.length; end++) await check(read, Buffer.from(document.slice(0, end)), 65_536);
    });

    if (root === '') return;

    const HOSTILE = [
      ['document-type', `<!DOCTYPE ${root} [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><${root}>&b;</${root}>`],
      ['document-type', `<!DOCTYPE ${root} [<!ENTITY a SYSTEM "file:///etc/passwd">]><${root}>&a;</${root}>`],
      ['bad-xml', `<${root}><x>&a;</x></${root}>`],
      ['too-deep', `<${root}>`.repeat(100_000)],
      ['too-deep', `<${root}>${'<x>'.repeat(100_000)}`],
      ['bad-encoding', Buffer.from(`<${root}><x>Mooß</x></${root}>`, 'latin1')],
      ['unknown-encoding', `<?xml version="1.0" encoding="klingon"?><${root}/>`],
      ['other-format', '<html><body/></html>'],
    ] as const;
    for (const [code, content] of HOSTILE) {
      it(`rejects ${content.toString('latin1').slice(0, 60)} as ${code}`, async () => {
        const { talks, problems } = await readSource(read, content);
        assert.deepEqual([talks, problems.map((problem) => problem.code)], [[], [code]]);
      });
    }

    it('stops reading an endless text within 8 MiB', async () => {
      let given = 0;
      async function* endless(): AsyncGenerator<Buffer> {
        yield Buffer.from(`<${root}><item><title>`);
        for (const chunk = Buffer.alloc(1024 * 1024, 'x'); ; given++) yield chunk;
      }
      const codes: string[] = [];
      for await (const { failure } of read({ name: 'file', address: '', chunks: endless() }, READ_OPTIONS)) {
        if (failure !== undefined) codes.push(failure.code);
      }
      assert.deepEqual([codes, given <= 8], [['too-large'], true]);
    });
  });
}
