import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { frabJson } from '#representations/schedule/frab-json.ts';
import { frabXml } from '#representations/schedule/frab-xml.ts';
import { rss } from '#representations/feeds/rss.ts';
import { csv } from '#representations/feeds/csv-feed.ts';
import { jscalendar } from '#representations/calendar/jscalendar-feed.ts';
import { readJscalendar } from '#sources/calendar-json/jscalendar.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readFeed } from '#sources/feed/feed.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import type { SourceReader } from '#sources/source-format.ts';
import { readScheduleJson } from '#sources/schedule/schedule-json.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import { recordedTalk } from '../support/catalogue/talk-details.ts';
import { documents, movedTalk, plainTalk, wholeDocuments } from '../support/render/feed-documents.ts';
import { hostileFeedTalks } from '../support/hostile/hostile-feed.ts';
import { RUNS } from '../support/property-runs.ts';
import { readSource } from '../support/sources/read-source.ts';

interface Kind {
  readonly format: string;
  readonly write: (talks: readonly DatedTalk[]) => Buffer;
  readonly read: SourceReader;
  /** The precision of end times, in seconds. */
  readonly step: number;
}

const KINDS: readonly Kind[] = [
  { format: 'schedule-xml', write: wholeDocuments(frabXml), read: readScheduleXml, step: 60 },
  { format: 'schedule-json', write: wholeDocuments(frabJson), read: readScheduleJson, step: 1 },
  { format: 'feed', write: documents(rss), read: readFeed, step: 1 },
];

for (const { format, write, read, step } of KINDS) {
  describe(`a ${format} document written by Lectern`, () => {
    it('is recognised and read back with the same slugs and starts', async () => {
      const talks = [movedTalk, plainTalk];
      const bytes = write(talks);
      assert.equal(sourceFormatOf(bytes.toString())?.name, format);
      const { talks: found, problems } = await readSource(read, bytes);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        found.map(({ slug, start, title }) => [slug, start, title.length > 0]).sort(),
        talks.map(({ talk }) => [talk.slug, talk.start, true]).sort(),
      );
    });

    it('is read back with the same times, even with hostile text in its talks', async () => {
      await fc.assert(
        fc.asyncProperty(hostileFeedTalks, async (talks) => {
          const { talks: found, problems } = await readSource(read, write(talks));
          assert.deepEqual(problems, []);
          const ends = new Map(found.map(({ slug, start, end }) => [slug, [start, end]]));
          assert.equal(found.length, talks.length);
          for (const { talk } of talks) {
            const [start = '', end = ''] = ends.get(talk.slug) ?? [];
            assert.equal(start, talk.start);
            assert.ok(Math.abs(secondsOf(end) - secondsOf(talk.end)) < step, `${end} is not ${talk.end}`);
          }
        }),
        { numRuns: RUNS.usual },
      );
    });
  });
}

for (const { format, write, read } of [
  ...KINDS.filter(({ format }) => format !== 'feed'),
  { format: 'csv', write: documents(csv), read: readCsv },
  { format: 'jscalendar', write: documents(jscalendar), read: readJscalendar },
]) {
  it(`the materials and image of a talk survive a round trip through ${format}`, async () => {
    const image = { url: 'moss.jpg', alt: '' };
    const { materials } = recordedTalk.talk;
    const bytes = write([{ ...recordedTalk, talk: { ...recordedTalk.talk, image } }]);
    const { talks } = await readSource(read, bytes);
    const byAddress = (one: { url: string }, other: { url: string }): number => (one.url < other.url ? -1 : 1);
    assert.deepEqual(talks[0]?.materials.toSorted(byAddress), [...materials].sort(byAddress));
    assert.deepEqual(talks[0].image, { url: 'https://talks.example.org/images/moss.jpg', alt: '' });
  });
}

it('descriptions in HTML are the same in a table of Lectern and in that of a catalogue that has imported it', async () => {
  const written = (description: string): Buffer =>
    documents(csv)([{ ...plainTalk, talk: { ...plainTalk.talk, description } }]);
  for (const html of [
    '<p>On <b>moss</b> &amp; <a href="https://example.org/">ferns</a></p><ul><li>one</li><li>two</li></ul>',
    '<p>Use &lt;b&gt;bold&lt;/b&gt; and &amp;lt; in &lt;p&gt;</p>',
    'a < b, R&amp;D &amp;amp; Co',
    '<pre>=1+1\n  +2</pre>',
  ]) {
    const table = written(html);
    const { talks } = await readSource(readCsv, table);
    assert.equal(written(talks[0]?.description ?? '').toString(), table.toString(), html);
  }
});
