import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readTalksCam } from '#sources/talks-cam.ts';
import { readSource } from '../support/sources/read-source.ts';

/** The elements that the talks.cam template writes, in its order. All values are invented. */
const TALK = {
  id: '8231',
  title: 'On moss',
  abstract: 'Of *moss*, and\n\n# bogs\n# ferns',
  speaker: 'Jane Doe (University of Exeter)',
  venue: 'Hall, West Site',
  special_message: '',
  url: 'http://talks.example.org/talk/index/8231',
  start_time: 'Wed, 14 Oct 2026 16:15:00 +0100',
  end_time: 'Wed, 14 Oct 2026 17:15:00 +0100',
  series: 'Botany seminars',
  created_at: 'Mon, 07 Sep 2026 10:48:08 +0100',
  updated_at: 'Tue, 29 Sep 2026 09:00:30 +0100',
};

function list(...talks: readonly Record<string, string>[]): string {
  const elements = talks.map((talk) =>
    Object.entries(talk)
      .map(([name, text]) => (text === '' ? `      <${name}/>` : `      <${name}>${text}</${name}>`))
      .join('\n'),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<list>
  <id>5243</id>
  <name>Botany</name>
  <details>All of it</details>
  <url>http://talks.example.org/show/index/5243</url>
  ${elements.map((inside) => `<talk>\n${inside}\n    </talk>`).join('\n  ')}
</list>
`;
}

async function talkOf(changes: Record<string, string> = {}): Promise<SourceTalk> {
  const { talks, problems } = await readSource(readTalksCam, list({ ...TALK, ...changes }));
  assert.deepEqual(problems, []);
  const [talk] = talks;
  assert.ok(talk !== undefined);
  return talk;
}

describe('the talks.cam reader', () => {
  it('recognises a list by its root element and content', () => {
    assert.equal(sourceFormatOf(list(TALK))?.name, 'talks-cam');
    assert.equal(sourceFormatOf(list())?.name, 'talks-cam');
    for (const other of ['<list><item/></list>', '<lists><talk>', '<talks><talk>']) {
      assert.notEqual(sourceFormatOf(other)?.name, 'talks-cam', other);
    }
  });

  it('yields a talk with all supported fields', async () => {
    const talk = await talkOf({ special_message: 'Note the room', organiser: 'John Moss' });
    const { key, slug, line, title, start, end, clock, description, status, updated, url, venue } = talk;
    assert.deepEqual(
      { key, slug, line, title, start, end, clock, description, status, updated, url, venue },
      {
        key: '8231',
        slug: null,
        line: 7,
        title: 'On moss',
        start: '2026-10-14T15:15:00Z',
        end: '2026-10-14T16:15:00Z',
        clock: 'moment',
        description: TALK.abstract,
        status: 'published',
        updated: '2026-09-29T08:00:30Z',
        url: TALK.url,
        venue: { name: 'Hall, West Site' },
      },
    );
    assert.deepEqual(talk.speakers, [{ name: 'Jane Doe', bio: 'University of Exeter' }]);
    assert.deepEqual(
      [talk.organisers, talk.series, talk.specialMessage],
      [[{ name: 'John Moss' }], { title: 'Botany seminars' }, 'Note the room'],
    );
  });

  const TIMES = [
    ['Wed, 14 Oct 2026 16:15:00 +0000', '2026-10-14T15:15:00Z floating', ['1 × at +0000 although Europe/London has another offset then: read as local time']],
    ['Wed, 18 Nov 2026 16:15:00 +0000', '2026-11-18T16:15:00Z moment', []],
    ['Wed, 14 Oct 2026 16:15:00 +0200', '2026-10-14T14:15:00Z moment', []],
    ['Wed, 14 Oct 2026 16:15:00 GMT', '2026-10-14T16:15:00Z moment', []],
    ['Wed, 14 Oct 2026 16:15:00', '2026-10-14T15:15:00Z floating', ['1 × without a time zone: read in Europe/London (--time-zone)']],
    ['2026-10-14T16:15:00Z', '2026-10-14T16:15:00Z moment', []],
  ] as const; // oxfmt-ignore
  for (const [time, expected, said] of TIMES) {
    it(`yields ${expected} for the time ${time}`, async () => {
      const { talks, notes } = await readSource(readTalksCam, list({ ...TALK, start_time: time, end_time: time }));
      assert.deepEqual(
        talks.map(({ start, end, clock }) => [`${start} ${clock}`, start === end]),
        [[expected, true]],
      );
      assert.deepEqual(notes, said);
    });
  }

  it('decodes HTML entities in names and titles but not in abstracts', async () => {
    const amp = '&amp;amp;';
    const talk = await talkOf({ title: `R${amp}D`, speaker: `A${amp}B`, venue: `C${amp}D`, abstract: `E${amp}F` });
    assert.deepEqual(
      [talk.title, talk.speakers[0]?.name, talk.venue?.name, talk.description],
      ['R&D', 'A&B', 'C&D', 'E&amp;F'],
    );
  });

  const SPEAKERS = [
    ['Xavier de Luna, Umea University (Sweden)', [{ name: 'Xavier de Luna', bio: 'Umea University (Sweden)' }]],
    ['Jane Doe, University of Exeter', [{ name: 'Jane Doe', bio: 'University of Exeter' }]],
    ['Jane Doe', [{ name: 'Jane Doe' }]],
    [
      'Jane Doe (Exeter), John Moss (Oslo) and A. B. (Bath)',
      [
        { name: 'Jane Doe', bio: 'Exeter' },
        { name: 'John Moss', bio: 'Oslo' },
        { name: 'A. B.', bio: 'Bath' },
      ],
    ],
    ['Jane Doe and John Moss', [{ name: 'Jane Doe' }, { name: 'John Moss' }]],
    ['Speaker to be confirmed', []],
    ['TBC', []],
    ['', []],
  ] as const;
  for (const [speaker, expected] of SPEAKERS) {
    it(`splits ${JSON.stringify(speaker)} into ${expected.length} speakers`, async () => {
      assert.deepEqual((await talkOf({ speaker })).speakers, expected);
    });
  }

  const MESSAGES = [
    ['This talk has been canceled/deleted', 'cancelled'],
    ['CANCELLED due to illness', 'cancelled'],
    ["** Today's seminar is cancelled **", 'cancelled'],
    ['Last week was cancelled', 'published'],
    ['Not cancelled', 'published'],
  ] as const;
  for (const [message, status] of MESSAGES) {
    it(`marks a talk as ${status} for the message “${message}”`, async () => {
      const talk = await talkOf({ special_message: message });
      assert.deepEqual([talk.status, talk.specialMessage], [status, message]);
    });
  }

  it('omits an empty series and a venue to be confirmed', async () => {
    const talk = await talkOf({ venue: 'Venue to be confirmed', series: '' });
    assert.deepEqual([talk.venue, talk.series], [null, null]);
  });

  it('reports talks without a valid start or an id and reads the next one', async () => {
    const bad = [
      { ...TALK, start_time: '' },
      { ...TALK, start_time: 'Wed, 31 Feb 2026 16:15:00 +0000' },
      { ...TALK, id: '', url: '' },
    ];
    const { talks, problems } = await readSource(readTalksCam, list(...bad, { ...TALK, end_time: '' }));
    assert.deepEqual(
      problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
      [
        '7 start_time: "On moss" has no start.',
        '24 start_time: "Wed, 31 Feb 2026 16:15:00 +0000" is not a valid time.',
        '41 id: The talk has neither id nor url.',
      ],
    );
    assert.deepEqual(
      talks.map(({ line, start, end }) => [line, start, end]),
      [[58, '2026-10-14T15:15:00Z', '2026-10-14T15:15:00Z']],
    );
  });

  it('notes the error that a list reports', async () => {
    const { notes } = await readSource(readTalksCam, list(TALK).replace('<talk>', '<error>No such date</error><talk>'));
    assert.deepEqual(notes, ['1 × the list says "No such date"']);
  });

  it('reads a document that is a single talk', async () => {
    const { talks, problems } = await readSource(readTalksCam, list(TALK).replace(/^[^]*(?=<talk>)|<\/list>/g, ''));
    assert.deepEqual([talks.map(({ key }) => key), problems], [['8231'], []]);
  });
});
