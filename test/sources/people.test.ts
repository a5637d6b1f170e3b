import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { peopleIn } from '#sources/people.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import type { SourcePerson } from '#sources/source-talk.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readRows } from '#sources/table/rows.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { readSource } from '../support/sources/read-source.ts';

function shown(people: readonly SourcePerson[]): readonly string[] {
  return people.map(({ name, bio }) => (bio === undefined || bio === '' ? name : `${name} (${bio})`));
}

/** Texts, and the people that they name, with affiliations in brackets. */
const TEXTS: readonly (readonly [text: string, people: readonly string[]])[] = [
  ['Ada Lovelace', ['Ada Lovelace']],
  ['Ada Lovelace; Bo Ray', ['Ada Lovelace', 'Bo Ray']],
  ['Ada Lovelace and Bo Ray', ['Ada Lovelace', 'Bo Ray']],
  ['Ada Lovelace, Bo van der Ray, Cy Day and Di Foss', ['Ada Lovelace', 'Bo van der Ray', 'Cy Day', 'Di Foss']],
  ['Ada Lovelace, Bo Ray, and Cy Day', ['Ada Lovelace', 'Bo Ray', 'Cy Day']],
  ['Ada Lovelace & Bo Ray', ['Ada Lovelace', 'Bo Ray']],
  ['Ada Lovelace und Bo Ray', ['Ada Lovelace', 'Bo Ray']],
  ['Lovelace and Ray', ['Lovelace', 'Ray']],
  ['Lovelace, Ada', ['Lovelace, Ada']],
  ['Lovelace, Ada; Ray, Bo', ['Lovelace, Ada', 'Ray, Bo']],
  ['José Ortega y Gasset', ['José Ortega y Gasset']],
  ['Ada Lovelace, Jr., Bo Ray', ['Ada Lovelace, Jr.', 'Bo Ray']],
  ['Ada Lovelace, University of Oxford', ['Ada Lovelace (University of Oxford)']],
  ['Ada Lovelace, Department of Physics and Astronomy', ['Ada Lovelace (Department of Physics and Astronomy)']],
  ['Ada Lovelace (Oxford, and London) and Bo Ray (Bath)', ['Ada Lovelace (Oxford, and London)', 'Bo Ray (Bath)']],
  ['Speaker: Ada Lovelace', ['Ada Lovelace']],
  ['Search and Development Team', ['Search and Development Team']],
  ['TBA', []],
  ['Various speakers', []],
  ['; ;', []],
  ['Ada Lovelace / Bo Ray', ['Ada Lovelace', 'Bo Ray']],
  ['Ada Lovelace/Bo Ray', ['Ada Lovelace', 'Bo Ray']],
  ['Jane Smith – George Jones', ['Jane Smith', 'George Jones']],
  ['Ada Lovelace – Postdoc – ABCD', ['Ada Lovelace (Postdoc – ABCD)']],
  ['Zoé Marchand- ABCD', ['Zoé Marchand (ABCD)']],
  ['Ada Lovelace / ABCD', ['Ada Lovelace (ABCD)']],
  ['Maria Silva - Lopez', ['Maria Silva - Lopez']],
  ['Jean-Luc Roc', ['Jean-Luc Roc']],
  ['Jean-Luc Roc, ', ['Jean-Luc Roc']],
  ['Prof. Ada Lovelace, KCB FRS', ['Prof. Ada Lovelace, KCB FRS']],
  ['Prof X, KCB FRS', ['Prof X, KCB FRS']],
  ['Ada Lovelace, PhD, and Bo Ray, Ph. D., FRS', ['Ada Lovelace, PhD', 'Bo Ray, Ph. D., FRS']],
  ['Ada Lovelace (she/her)', ['Ada Lovelace']],
  ['AC/DC', ['AC/DC']],
  ['Jane Doe and Bo Meng', ['Jane Doe', 'Bo Meng']],
  ['Li Na, Jane Meng', ['Li Na', 'Jane Meng']],
  ['John Cooper, Reader in Botany', ['John Cooper, Reader in Botany']],
];

const FORMS = 'Modular forms and the theta operator of a curve';

describe('a sentence in place of a speaker', () => {
  const GROUP = 'Students of the Faculty of Modern Languages';
  for (const [title, speaker, ...expected] of [
    ['', FORMS, FORMS, [], ''],
    ['Ada Lovelace', FORMS, FORMS, ['Ada Lovelace'], ''],
    ['Katz, Chapter 2', FORMS, 'Katz, Chapter 2', [], FORMS],
    ['On moss', GROUP, 'On moss', [GROUP], ''],
  ] as const)
    it(`is the title, or part of the description: ${title} by ${speaker}`, async () => {
      const { talks } = await readSource(readCsv, `date,title,speaker\n2026-12-01,"${title}",${speaker}\n`);
      assert.deepEqual(
        talks.map((talk) => [talk.title, talk.speakers.map(({ name }) => name), talk.description]),
        [expected],
      );
    });
});

describe('a text that names people', () => {
  for (const [text, people] of TEXTS) {
    it(`${JSON.stringify(text)} names ${people.length}`, () => {
      assert.deepEqual(shown(peopleIn(text)), people);
    });
  }

  it('is not split at commas if it is one of a list', () => {
    assert.deepEqual(peopleIn(['Ada Lovelace', 'Lovelace, Ada']), [
      { name: 'Ada Lovelace' },
      { name: 'Lovelace, Ada' },
    ]);
  });
});

/** The speakers of all talks of a table. */
async function speakersOf(...cells: readonly string[]): Promise<readonly (readonly string[])[]> {
  const rows = cells.map((cell, at) => `2026-10-${at + 10},Talk ${at},"${cell}"`);
  const { talks } = await readSource(readCsv, ['date,title,speaker', ...rows, ''].join('\n'));
  return talks.map(({ speakers }) => shown(speakers));
}

describe('a word after a name and a comma', () => {
  it('is a person or an affiliation where names are written with the given name first', async () => {
    assert.deepEqual(await speakersOf('Jane Skinner, Chris (Acme)', 'Ada Lovelace', 'Bo Ray', 'Zoé Marchand, Acme'), [
      ['Jane Skinner', 'Chris (Acme)'],
      ['Ada Lovelace'],
      ['Bo Ray'],
      ['Zoé Marchand (Acme)'],
    ]);
  });

  it('is a given name where other family names come first', async () => {
    assert.deepEqual(await speakersOf('Quay Marsh, Chris (Acme)', 'Lovelace, Ada', 'Bo Ray', 'Zoé Marchand'), [
      ['Quay Marsh, Chris (Acme)'],
      ['Lovelace, Ada'],
      ['Bo Ray'],
      ['Zoé Marchand'],
    ]);
  });
});

describe('the order of the names of a source', () => {
  const NAMES = ['Jane Doe', 'Mary Major', 'Bo Ray', 'Ada Fenn'];
  const COOPER = 'John Cooper, Reader in Botany';
  const read = async (...cells: readonly string[]): Promise<string> => {
    const rows = cells.map((name, at) => `{"title":"Talk ${at}","date":"2026-10-27 17:00","speaker":"${name}"}`);
    const { talks } = await readSource(readRows, `[${rows.join(',')}]`);
    return talks.flatMap(({ speakers }) => shown(speakers)).find((name) => name.startsWith('John Cooper')) ?? '';
  };

  it('is the same for the last talk as for the first', async () => {
    const many = Array.from({ length: 220 }, (_, at) => NAMES[at % NAMES.length] ?? '');
    assert.equal(await read(COOPER, ...many), 'John Cooper (Reader in Botany)');
    assert.equal(await read(...many, COOPER), 'John Cooper (Reader in Botany)');
    assert.equal(await read(...many, 'Lovelace, Ada', COOPER), 'John Cooper (Reader in Botany)');
  });

  it('takes no time that grows with the square of a name', () => {
    const names = Array.from({ length: 200 }, (_, at) => `a${'-'.repeat(9900)}${at}`);
    const before = process.cpuUsage().user;
    assert.equal(peopleIn(names).length, 200);
    assert.ok(process.cpuUsage().user - before < 3_000_000);
  });
});

describe('people in one name', () => {
  const linked = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: 'On moss',
    startDate: '2026-10-27T17:00Z',
  };
  const both = ['Ada Lovelace', 'Bo Ray'];

  it('are told apart in calendars, lists and linked data alike', async () => {
    const name = 'Ada Lovelace / Bo Ray';
    const found = [
      await readSource(readIcalendar, calendar(event('moss', '20261027', 'On moss', `DESCRIPTION:Speaker: ${name}`))),
      await readSource(readRows, JSON.stringify([{ title: 'On moss', date: '2026-10-27 17:00', speaker: name }])),
      await readSource(readSchemaOrg, JSON.stringify({ ...linked, performer: { '@type': 'Person', name } })),
    ];
    assert.deepEqual(
      found.map(({ talks }) => shown(talks[0]?.speakers ?? [])),
      [both, both, both],
    );
  });

  it('stay together if the source has an identifier for them, or if they are an organiser', async () => {
    const performer = { '@type': 'Person', '@id': 'https://example.org/people/7', name: 'Ada Lovelace / Bo Ray' };
    const organizer = { '@type': 'Person', name: 'Arts & Culture' };
    const { talks } = await readSource(readSchemaOrg, JSON.stringify({ ...linked, performer, organizer }));
    assert.deepEqual(shown(talks[0]?.speakers ?? []), ['Ada Lovelace / Bo Ray']);
    assert.deepEqual(shown(talks[0]?.organisers ?? []), ['Arts & Culture']);
  });
});
