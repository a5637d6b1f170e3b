import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { readInto } from '#harvest/reading/catalogue-reading.ts';
import type { Taker } from '#harvest/reading/catalogue-reading.ts';
import { fileInput } from '#sources/file-input.ts';
import type { Input } from '#sources/file-input.ts';
import { SOURCE_FORMAT_NAMES, sourceFormatOf } from '#sources/source-formats.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { noRealFiles, realFile, realFiles } from '../support/sources/real-files.ts';

/** Stands for a file of unknown format. */
const NONE = 'none';

/** The format of every real file, and the codes of its problems, each once. */
const FILES: Readonly<Record<string, Readonly<Record<string, readonly [format: string, ...problems: string[]]>>>> = {
  csv: {
    'ias-talks.csv': ['csv', 'no-date'],
    'iswc2016-papers.csv': ['csv'],
    'iswc2016-talks.csv': ['csv', 'no-such-column'],
    'lawrence-talks.csv': ['csv', 'no-such-column'],
    'scalasyd-talks.csv': ['csv', 'no-such-column'],
    'tess-events-nci.csv': ['csv'],
  },
  ics: {
    'bostonarea-number-theory.ics': ['icalendar'],
    'discourse-no-dtend.ics': ['icalendar'],
    'fablab-cottbus-icalcreator.ics': ['icalendar'],
    'google-machbar.ics': ['icalendar'],
    'google-outlook-mix.ics': ['icalendar', 'bad-value'],
    'london-ai-events.ics': ['icalendar'],
    'mozilla-calendar1.ics': ['icalendar'],
    'outlook-2007-linefolds.ics': ['icalendar'],
    'outlook-2010.ics': ['icalendar'],
    'pawsey-cfd-seminar.ics': ['icalendar'],
    'seminars-icspy.ics': ['icalendar'],
  },
  indico: {
    'cern-event-845525.json': ['indico'],
    'doc-0.json': ['indico'],
    'doc-1.json': ['indico'],
    'doc-3.json': ['indico'],
    'doc-4.json': ['indico', 'not-events'],
    'doc-5.json': ['indico', 'not-events'],
    'doc-6.json': ['indico', 'not-events'],
  },
  jsonld: {
    'eventbrite-ardc-2.json': ['eventbrite'],
    'ols-relative-id.json': ['schema-org', 'no-events'],
    'schemaorg-event-examples.txt': ['schema-org', 'bad-value'],
    'songkick-tour-dates.html': ['schema-org'],
    'songkick-tovestyrke.html': ['schema-org'],
  },
  pyvideo: { 'pyvideo-shared.ndjson.gz': ['catalogue'] },
  schedule: {
    '31c3.xml': ['schedule-xml'],
    '35c3-everything.xml': ['schedule-xml'],
    '35c3-workshops.json': ['schedule-json'],
    'pyconfr-2024.json': ['schedule-json'],
  },
  seminars: {
    'beantheory-past.yaml': ['rows'],
    'beantheory-upcoming.yaml': ['rows'],
    'researchseminars-schema.md': [NONE, 'unknown-format'],
  },
};

interface ReadFile {
  readonly format: string;
  readonly records: number;
  readonly problems: readonly LocatedProblem[];
  /** How many notes the reader adds. */
  readonly notes: number;
}

/** Reads a file as `lectern import` does and discards the records. */
async function readFile(input: Input): Promise<ReadFile> {
  const changeProvenance = () => Promise.resolve();
  const taker: Taker = { put: () => Promise.resolve([]), changeProvenance, refuse: () => undefined };
  const additions = { department: null, topics: [] };
  const sources = { read: READ_OPTIONS, additions, gone: 'keep' } as const;
  const { records, found, sources: read } = await readInto(taker, [input], { sources });
  found.addAll(read.skipped);
  found.addAll(read.mended);
  const isUnknown = found.problems.some(({ code }) => code === 'unknown-format');
  const format = read.files[0]?.format.name ?? (isUnknown ? NONE : 'catalogue');
  return { format, records, problems: found.problems, notes: read.files[0]?.notes.length ?? 0 };
}

describe('every real file', { skip: noRealFiles('ics') }, () => {
  it('is listed in this test', () => {
    const kinds = Object.keys(FILES).sort();
    assert.deepEqual(
      Object.fromEntries(kinds.map((kind) => [kind, realFiles(kind)])),
      Object.fromEntries(kinds.map((kind) => [kind, Object.keys(FILES[kind] ?? {}).sort()])),
    );
    assert.deepEqual(
      // `reports` has small inputs that were written down from reports, not files of other systems.
      realFiles('.').filter((name) => !name.endsWith('.md') && name !== 'reports'),
      kinds,
    );
  });

  for (const [kind, files] of Object.entries(FILES)) {
    for (const [name, [expected, ...codes]] of Object.entries(files)) {
      it(`${kind}/${name} is ${codes.length > 0 ? 'read with problems' : 'read'} as ${expected}`, async () => {
        const { format, records, problems, notes } = await readFile(fileInput(realFile(kind, name)));
        assert.deepEqual([format, [...new Set(problems.map(({ code }) => code))]], [expected, codes]);
        assert.ok(records + problems.length + notes > 0, 'no records, problems or notes');
        for (const { what, hint } of problems) assert.ok(what.length > 10 && hint.length > 10, `${what} ${hint}`);
      });
    }
  }
});

describe('the source formats', () => {
  it('close a file of unknown format', async () => {
    let isOpen = false;
    async function* chunks(): AsyncGenerator<Buffer> {
      isOpen = true;
      try {
        for (;;) yield await Promise.resolve(Buffer.from('of no format\n'));
      } finally {
        isOpen = false;
      }
    }
    const { problems } = await readFile({ name: 'x', size: () => Promise.resolve(undefined), chunks });
    assert.deepEqual([problems.map(({ code }) => code), isOpen], [['unknown-format'], false]);
  });

  it('have unique names and do not match other kinds of files', () => {
    assert.equal(new Set(SOURCE_FORMAT_NAMES).size, SOURCE_FORMAT_NAMES.length);
    for (const head of ['%PDF-1.7', 'GIF89a', 'PK\u0003\u0004', '# Minutes\n\nOf moss.', '{\\rtf1 x}', 'BEGIN:VCARD']) {
      assert.equal(sourceFormatOf(head)?.name, undefined, head);
    }
  });
});
