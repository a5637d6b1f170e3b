import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFeed } from '#sources/feed/feed.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import type { ReadOptions, SourceBatch, SourceProblem } from '#sources/source-format.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import { labelledLines } from '#sources/speakers/labelled-lines.ts';
import { peopleNamedIn } from '#sources/speakers/named-people.ts';
import { withSpeakers } from '#sources/speakers/with-speakers.ts';
import { calendar, event } from '../../support/sources/import-calendars.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** The title and the description of a calendar entry. */
type Entry = readonly [title: string, description?: string];

/** Each talk as `speaker <affiliation> + speaker | title | series | where found`, with `-` if speakers are unset. */
async function spoken(entries: readonly Entry[], options: Partial<ReadOptions> = {}): Promise<readonly string[]> {
  const events = entries.map(([title, description], index) => {
    const lines = description === undefined ? [] : [`DESCRIPTION:${description.replaceAll('\n', String.raw`\n`)}`];
    return event(String(index), `202612${String(index + 1).padStart(2, '0')}`, title, ...lines);
  });
  const { talks, problems } = await readSource(readIcalendar, calendar(...events), options);
  assert.deepEqual(problems, []);
  return talks.map(({ speakers, title, series, speakersFrom, unsaid }) => {
    const names = speakers.map(({ name, bio }) => (bio === undefined ? name : `${name} <${bio}>`)).join(' + ');
    const found = unsaid.includes('speakers') ? '-' : names;
    return [found, title, series?.title, speakersFrom?.where].filter((part) => part !== undefined).join(' | ');
  });
}

async function one(...entry: Entry): Promise<string | undefined> {
  return (await spoken([entry]))[0];
}

/** Five entries of one form: the fewest from which a form is inferred. */
const FIRST: readonly Entry[] = [
  ['Ada Lovelace (London): On engines'],
  ['Emmy Noether (Göttingen): On rings'],
  ['Henri Poincaré (Paris): On stability'],
  ['Maria Agnesi (Bologna): On curves'],
  ['Carl Gauss (Göttingen): On primes'],
];
const LAST: readonly Entry[] = FIRST.map(([title]) => [title.replace(/^(.*?) \(.*\): (.*)$/, '$2 - $1')]);

describe('speakers after a label', () => {
  it('are read with their affiliation from English, German, French and Spanish labels', async () => {
    for (const [label, affiliation] of [
      ['Speaker', 'Affiliation'],
      ['Presenter', 'University'],
      ['Referentin', 'Institut'],
      ['Vortragender', 'Einrichtung'],
      ['Oratrice', 'Établissement'],
      ['Intervenant·e', 'Université'],
      ['Ponente', 'Institución'],
    ] as const) {
      const found = await one('On moss', `${label} : Ada Lovelace\n${affiliation}: Analytical Society\n\nAbout moss.`);
      assert.equal(found, `Ada Lovelace <Analytical Society> | On moss | “${label}:” in DESCRIPTION`);
    }
  });

  it('are split into people with titles, degrees and affiliations', async () => {
    for (const [written, expected] of [
      ['Prof. Dr. Ada Lovelace (University of X)', 'Prof. Dr. Ada Lovelace <University of X>'],
      ['Ada Lovelace, Oxford', 'Ada Lovelace <Oxford>'],
      ['Lovelace, Ada', 'Lovelace, Ada'],
      ['Ada Lovelace, PhD', 'Ada Lovelace, PhD'],
      ['Ada Lovelace (Oxford) and Emmy Noether (Göttingen)', 'Ada Lovelace <Oxford> + Emmy Noether <Göttingen>'],
      ['Ada Lovelace; Emmy Noether', 'Ada Lovelace + Emmy Noether'],
      ['Ada Lovelace (online)', 'Ada Lovelace'],
      ['Abdelsalam (Sumi) Helal (Bologna)', 'Abdelsalam (Sumi) Helal <Bologna>'],
      ['Oliver VANDEN EYNDE', 'Oliver VANDEN EYNDE'],
      ['이상우', '이상우'],
      ['Voltaire', 'Voltaire'],
    ]) {
      assert.equal(await one('On moss', `Speaker: ${written}`), `${expected} | On moss | “Speaker:” in DESCRIPTION`);
    }
  });

  it('are read from HTML, from Markdown and from the line below the label', async () => {
    const expected = 'Ada Lovelace | On moss';
    assert.equal(
      await one('On moss', '<b>Speaker:</b> Ada Lovelace<br>Moss.'),
      `${expected} | “Speaker:” in DESCRIPTION`,
    );
    assert.equal(await one('On moss', 'Speakers:\n\nAda Lovelace\nMoss.'), `${expected} | “Speakers:” in DESCRIPTION`);
    assert.equal(await one('On moss', '**Speaker:** Ada Lovelace'), `${expected} | “Speaker:” in DESCRIPTION`);
  });

  it('are empty if they are to be announced', async () => {
    for (const text of [
      'Speaker: TBA',
      'Speaker: to be announced',
      'Referent: N.N.',
      'Speaker:',
      'Speaker:\nTitle: Moss',
    ]) {
      assert.equal(await one('On moss', text), ' | On moss');
    }
  });

  it('stay unset if the text is not a name or the label differs', async () => {
    for (const text of [
      'Speaker: https://example.org/ada',
      'Speaker: GSS Organizers',
      'Speaker: LJK',
      'Speaker: see below',
      'Speaker biography: Ada Lovelace',
      'The speaker: Ada Lovelace',
      `Speaker:\n\n${'We meet the founders of the field. '.repeat(20)}`,
    ]) {
      assert.equal(await one('On moss', text), '- | On moss', text);
    }
  });

  it('let “Title:” replace an entry title that is a series or the speaker', async () => {
    const labels = 'Speaker: Ada Lovelace\nTitle: “On moss”\nAbstract: Moss.';
    const from = '“Speaker:” in DESCRIPTION';
    for (const series of ['Algebra Seminar', 'Seminar', 'Mathematisches Kolloquium', 'Séminaire d’analyse']) {
      assert.equal(await one(series, labels), `Ada Lovelace | On moss | ${series} | ${from}`);
    }
    for (const title of ['Ada Lovelace', 'Prof. Ada Lovelace (Oxford)']) {
      assert.equal(await one(title, labels), `Ada Lovelace | On moss | ${from}`);
    }
    assert.equal(await one('Ada Lovelace: On ferns', labels), `Ada Lovelace | On ferns | ${from}`);
    assert.equal(await one('The seminar as a form', labels), `Ada Lovelace | The seminar as a form | ${from}`);
    assert.equal(await one('Ada Lovelace', 'Speaker: Ada Lovelace\nTitle: TBA'), `Ada Lovelace |  | ${from}`);
  });

  it('are read from a label in the entry title, too', async () => {
    assert.equal(await one('Speaker: Ada Lovelace'), 'Ada Lovelace | Speaker: Ada Lovelace | a label in SUMMARY');
    assert.equal(
      await one('SPEAKER:  Ada Lovelace (Oxford)', 'Title: On moss'),
      'Ada Lovelace <Oxford> | On moss | a label in SUMMARY',
    );
    assert.equal(await one('Speaker: the new microphones'), '- | Speaker: the new microphones');
  });
});

describe('speakers in titles', () => {
  it('are read from the start if most titles start with a name', async () => {
    assert.deepEqual(
      await spoken([...FIRST, ['Grace Hopper: On “bugs”'], ['Jan de Vries (Delft) - On dykes - and dams']]),
      [
        'Ada Lovelace <London> | On engines | the head of SUMMARY',
        'Emmy Noether <Göttingen> | On rings | the head of SUMMARY',
        'Henri Poincaré <Paris> | On stability | the head of SUMMARY',
        'Maria Agnesi <Bologna> | On curves | the head of SUMMARY',
        'Carl Gauss <Göttingen> | On primes | the head of SUMMARY',
        'Grace Hopper | On “bugs” | the head of SUMMARY',
        'Jan de Vries <Delft> | On dykes - and dams | the head of SUMMARY',
      ],
    );
  });

  it('are read from the end if most titles end with a name', async () => {
    assert.deepEqual(await spoken([...LAST, ['Big Data: Moss - a survey – Grace Hopper (Yale)']]), [
      'Ada Lovelace | On engines | the end of SUMMARY',
      'Emmy Noether | On rings | the end of SUMMARY',
      'Henri Poincaré | On stability | the end of SUMMARY',
      'Maria Agnesi | On curves | the end of SUMMARY',
      'Carl Gauss | On primes | the end of SUMMARY',
      'Grace Hopper <Yale> | Big Data: Moss - a survey | the end of SUMMARY',
    ]);
  });

  it('are read if nearly all of a few titles have one form, with names that are in no list of common ones', async () => {
    const titles = ['Wenxin Hou: On lamps', 'Daodao Fuh: On fog', 'Yivo Quo: On tides', 'Zoltag Ruh: On salt'];
    assert.deepEqual(await spoken([...titles, 'Library Support: On software'].map((title) => [title])), [
      'Wenxin Hou | On lamps | the head of SUMMARY',
      'Daodao Fuh | On fog | the head of SUMMARY',
      'Yivo Quo | On tides | the head of SUMMARY',
      'Zoltag Ruh | On salt | the head of SUMMARY',
      '- | Library Support: On software',
    ]);
  });

  it('are read in the form of most titles if another is possible too', async () => {
    const [, , , , , both] = await spoken([...FIRST, ['Wenxin Fuh: On the engines by Ruh Zoltag – Mary Quo']]);
    assert.equal(both, 'Wenxin Fuh | On the engines by Ruh Zoltag – Mary Quo | the head of SUMMARY');
  });

  it('are read after “by” and from brackets if most titles have them there', async () => {
    const ends = (form: string): readonly Entry[] =>
      FIRST.map(([title]) => [title.replace(/^(.*?) \(.*\): (.*)$/, form)]);
    const [by, bracketed] = [await spoken(ends('$2 by $1')), await spoken(ends('$2 ($1)'))];
    assert.equal(by[0], 'Ada Lovelace | On engines | the end (“by …”) of SUMMARY');
    assert.equal(bracketed[0], 'Ada Lovelace | On engines | the end (in brackets) of SUMMARY');
  });

  it('are read after the name of a series, which becomes the series of the talk', async () => {
    const entries = FIRST.map(([title], index): Entry => [
      `Optics Seminar: ${index === 0 ? 'Ada Lovelace (London)' : title.replace(':', ' —')}`,
    ]);
    assert.deepEqual((await spoken(entries)).slice(0, 2), [
      'Ada Lovelace <London> | Optics Seminar: Ada Lovelace (London) | the whole of SUMMARY',
      'Emmy Noether <Göttingen> | On rings | Optics Seminar | the head of SUMMARY',
    ]);
  });

  it('are read from the whole title if most titles are names, with the title in the description', async () => {
    const entries = FIRST.map(([title]): Entry => {
      const [name = '', topic] = title.split(': ');
      return [name, `"${topic ?? ''}"`];
    });
    const found = await spoken([...entries, ['Grace Hopper (Yale)', 'Rules'], ['Easter Seminar']]);
    assert.equal(found[0], 'Ada Lovelace <London> | On engines | the whole of SUMMARY');
    assert.deepEqual(found.slice(5), [
      'Grace Hopper <Yale> | Grace Hopper (Yale) | the whole of SUMMARY',
      '- | Easter Seminar',
    ]);
  });

  it('are read after a status word such as CANCELLED', async () => {
    const events = [...FIRST, ['CANCELLED: Grace Hopper (Yale): On compilers'] as const].map(([title], index) =>
      event(String(index), `2026120${index + 1}`, title),
    );
    const { talks } = await readSource(readIcalendar, calendar(...events));
    const { title, status, speakers } = talks[5] ?? assert.fail();
    assert.deepEqual([title, status, speakers], ['On compilers', 'cancelled', [{ name: 'Grace Hopper', bio: 'Yale' }]]);
  });

  it('stay unset if a title names none or with --speakers-in-text ignore', async () => {
    const [, , , , , party, tba] = await spoken([...FIRST, ['Summer party'], ['Grace Hopper (Yale): TBA']]);
    assert.deepEqual([party, tba], ['- | Summer party', 'Grace Hopper <Yale> |  | the head of SUMMARY']);
    assert.deepEqual((await spoken(FIRST, { speakersInText: 'ignore' }))[0], '- | Ada Lovelace (London): On engines');
  });

  const same = (titles: readonly string[]): readonly Entry[] => titles.map((title) => [title]);
  const TRAPS: Readonly<Record<string, readonly Entry[]>> = {
    'only three entries': FIRST.slice(0, 3),
    'only four entries after a series name': FIRST.slice(0, 4).map(([title]) => [
      `Optics seminar: ${title.replace(/:.*/, '')}`,
    ]),
    'a minority of entries': [...FIRST, ...same(['On moss', 'On ferns', 'On fungi', 'On algae'])],
    'a repeated title': FIRST.slice(0, 1).flatMap((entry) => Array.from({ length: 9 }, () => entry)),
    'a timetable': same([
      'Linear Algebra (Lecture)',
      'Organic Chemistry (Lab)',
      'Operating Systems (Lecture)',
      'Machine Learning (Tutorial)',
      'Molecular Biology (Room 3)',
    ]),
    'words that are not names': same([
      'Moss Rhizoids (Oxford): One',
      'Lichen Thalli (Oxford): Two',
      'Peat Bogs (Oxford): Three',
      'Fungal Hyphae (Oxford): Four',
      'Fern Fronds (Oxford): Five',
    ]),
    fixtures: same([
      'Oxford United - Swindon Town',
      'Aston Villa - Port Vale',
      'Notts County - Crystal Palace',
      'West Ham - Leeds United',
      'Real Madrid - Aston Villa',
    ]),
    dashes: same([
      'Moss - an introduction',
      'Ferns - Part 2',
      'Seminar (Room 3)',
      'Deep Learning - Machine Vision',
      'Workshop – React Patterns',
    ]),
    'names without a topic or an affiliation': same([
      'Ada King',
      'Emma Smith',
      'Paul Martin',
      'Anna Weber',
      'Peter Long',
    ]),
    institutions: same([
      'University of Oxford: Open day',
      'Max Planck Institute: Visit',
      'Royal Society: Fellows',
      'Faculty Board: Minutes',
      'Student Union: Elections',
    ]),
  };
  for (const [what, entries] of Object.entries(TRAPS)) {
    it(`are not guessed from ${what}`, async () => {
      assert.deepEqual(
        await spoken(entries),
        entries.map(([title]) => `- | ${title}`),
      );
    });
  }
});

it('a feed yields speakers from its texts unless an item has a speaker element', async () => {
  const item = (id: number, content: string): string =>
    `<item><guid>${id}</guid><x:dtstart>20261201T170000Z</x:dtstart>${content}</item>`;
  const { talks, notes } = await readSource(
    readFeed,
    `<rss version="2.0" xmlns:x="urn:x"><channel>${item(1, '<title>On moss</title><description>&lt;p&gt;Speaker: Ada Lovelace&lt;/p&gt;&lt;p&gt;Moss&lt;/p&gt;</description>')}${item(2, '<title>On ferns</title><x:speaker>Emmy Noether</x:speaker><description>Speaker: TBA</description>')}</channel></rss>`,
  );
  assert.deepEqual(
    talks.map(({ speakers }) => speakers),
    [[{ name: 'Ada Lovelace' }], [{ name: 'Emmy Noether' }]],
  );
  assert.ok(
    notes.includes(
      '1 × speakers from “Speaker:” in description (--speakers-in-text; import with --explain speakers shows them)',
    ),
  );
});

const AT = '2026-11-20T12:00:00Z';
const BAD: SourceProblem = { code: 'bad-value', where: 'DTSTART', what: 'Not a time.', hint: 'Fix it.', line: 1 };

/** The number of batches that were read before each one was returned. */
async function readBefore(count: number, batch: (index: number) => SourceBatch): Promise<readonly number[]> {
  let read = 0;
  async function* batches(): AsyncGenerator<SourceBatch> {
    while (read < count) yield await Promise.resolve(batch(read++));
  }
  const came: number[] = [];
  const names = { title: 'SUMMARY', description: 'DESCRIPTION' };
  for await (const _ of withSpeakers(batches(), names, { mapping: new Map() })) came.push(read);
  return came;
}

describe('the detection of speakers in a calendar, while undecided', () => {
  it('returns problems as they come', async () => {
    assert.deepEqual(await readBefore(4, () => ({ talks: [], problems: [BAD] })), [1, 2, 3, 4]);
  });

  it('holds back talks up to a total size of all their fields and returns them before a failure', async () => {
    const location = 'x'.repeat(3 * 1024 * 1024);
    const talk = (index: number) => sourceTalk({ key: String(index), line: 1, start: AT, end: AT, location });
    assert.deepEqual(await readBefore(5, (index) => ({ talks: [talk(index)] })), [3, 3, 3, 4, 5]);
    const cutShort = (index: number): SourceBatch =>
      index === 0 ? { talks: [talk(index)] } : { talks: [], failure: BAD };
    assert.deepEqual(await readBefore(2, cutShort), [2, 2]);
  });
});

describe('speakers', () => {
  it('are read in linear time from a line with a long run of blanks', () => {
    const line = `Ada${' '.repeat(19_000)}Lovelace`;
    for (let talk = 0; talk < 1000; talk++) {
      assert.equal(labelledLines(`Speaker: **${line}** ${String(talk)}**`).speakers?.text, `${line}** ${String(talk)}`);
    }
  });

  it('are read in linear time from names with a long run of commas', () => {
    const name = `Ada${','.repeat(9_000)}Lovelace`;
    const names = Array.from({ length: 1000 }, () => peopleNamedIn(`${name},,`)[0]?.name);
    assert.deepEqual(new Set(names), new Set([name]));
  });
});
