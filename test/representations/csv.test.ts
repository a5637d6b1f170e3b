import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { csv } from '#representations/feeds/csv-feed.ts';
import { proseText } from '#representations/prose-text.ts';
import { cleaned } from '#representations/feeds/feed-text.ts';
import { cancelledTalk, documents, plainTalk } from '../support/render/feed-documents.ts';
import { hostileFeedTalks } from '../support/hostile/hostile-feed.ts';
import { askPython, withoutPython } from '../support/process/python.ts';

const written = documents(csv);

const HEADER =
  'start,end,time_zone,status,title,speakers,series,venue,room,address,online,department,topics,audience,booking,' +
  'booking_address,booking_email,cost,special_message,hosts,organisers,contact,page,start_utc,end_utc,updated_utc,slug,' +
  'description,recording,slides,paper_link,live_stream,materials,image,image_alt,all_day';

/** A talk with only a cost, which is followed by four empty cells and the address of its page. */
function costing(cost: string): DatedTalk {
  return { ...plainTalk, talk: { ...plainTalk.talk, cost } };
}

describe('a CSV table', () => {
  it('has a row for each talk, with columns for people before those for programs', () => {
    assert.equal(
      written([cancelledTalk, plainTalk]).toString(),
      [
        `\ufeff${HEADER}`,
        '2015-10-06 11:00,2015-10-06 12:30,Europe/London,cancelled,"Moss ""in the dark"": β < γ?",Ada Núñez,' +
          'Plants & people,Glass House,Seminar room,1 Garden Lane,https://live.example.org/moss,Department of Botany,' +
          'Moss,Public,Recommended,https://book.example.org/?a=1&b=2,book@example.org,£5,The lift is broken,Bo Host,' +
          'Cy Organiser,moss@example.org,https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/,' +
          '2015-10-06T10:00:00Z,2015-10-06T11:30:00Z,2015-09-01T08:07:06Z,52360e07-9b8b-477d-8bc7-8a25995e5ef8,' +
          '"On moss.\n\nAnd on ferns;\nboth green.",,,,,,,,',
        '2015-07-31 09:05,2015-07-31 09:05,Europe/London,published,Untold,,,,,,,,,,,,,,,,,,' +
          'https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/,' +
          '2015-07-31T08:05:00Z,2015-07-31T08:05:00Z,2015-07-01T00:00:00Z,88ba512b-8ac1-4191-a86e-340f8f3fed1d,,,,,,,,,',
        '',
      ].join('\r\n'),
    );
  });

  it('is only its header if it has no talks', () => {
    assert.equal(written([]).toString(), `\ufeff${HEADER}\r\n`);
  });

  it('marks a cancelled talk in its title with cancelled=title', () => {
    const table = documents(csv, { cancelled: 'title' })([cancelledTalk]).toString();
    assert.ok(table.includes(',cancelled,"Cancelled: Moss ""in the dark"": β < γ?",'));
  });

  it('is written without excessive backtracking for runs of U+FEFF', () => {
    const feffs = '\ufeff'.repeat(40);
    assert.ok(written([costing(`1;${feffs}2`)]).includes(`1;${feffs}2`));
    assert.ok(written([costing(`1;${feffs}=2`)]).includes(`1;${feffs}'=2`));
  });

  it('has an apostrophe only before text that a spreadsheet would evaluate', () => {
    const cells = [
      ['=1+1', `"'=1+1"`],
      ['+44 1865', `"'+44 1865"`],
      ['-5', `"'-5"`],
      ['@SUM(A1)', `"'@SUM(A1)"`],
      ['  =1', `"  '=1"`],
      ['\t=1', `" '=1"`],
      ['\u200b=1', `"\u200b'=1"`],
      ['"=1', `"""'=1"`],
      ['＝1＋1', `"'＝1＋1"`],
      ['free;=1', `"free;'=1"`],
      ["'=1", `"'=1"`],
      ['a=b', 'a=b'],
      ['5-6', '5-6'],
      ['a, b', '"a, b"'],
    ];
    for (const [cost = '', cell = ''] of cells) {
      const table = written([costing(cost)]).toString();
      assert.ok(table.includes(`,,,,${cell},,,,,https://`), `${cell} is not in ${table}`);
    }
    assert.ok(
      written([costing('x\r\r\n=1')])
        .toString()
        .includes(`,"x\n\n'=1",`),
    );
  });
});

/** The text of a cell, by an independent rule: it loses only control characters and gains only apostrophes. */
function said(text: string): string {
  return cleaned(text).replaceAll('\t', ' ').replaceAll("'", '');
}

function checkRows(rows: readonly (readonly string[])[], talks: readonly DatedTalk[]): void {
  assert.equal(rows.length, talks.length + 1);
  const [names = [], ...cells] = rows;
  assert.equal(names.join(','), HEADER);
  cells.forEach((row, at) => {
    const talk = talks[at]?.talk;
    assert.ok(talk !== undefined && row.length === names.length);
    const cell = (name: string): string => (row[names.indexOf(name)] ?? '').replaceAll("'", '');
    assert.deepEqual(
      [cell('slug'), cell('room'), cell('cost'), cell('special_message'), cell('online'), cell('description')],
      [
        talk.slug,
        talk.locationDetails,
        talk.cost,
        talk.specialMessage,
        talk.onlineUrl,
        proseText(talk.description),
      ].map(said),
    );
  });
}

/** A cell that a spreadsheet evaluates. */
const LIVE = /^[\s\p{Cf}"]*[=+\-@＝＋－＠]/u;

const READ = `
import csv, io, json, sys
csv.field_size_limit(10**9)
tables = json.load(sys.stdin)
rows = lambda text, separator: list(csv.reader(io.StringIO(text, newline=''), delimiter=separator))
json.dump([[rows(text, separator) for separator in ',;\\t'] for text in tables], sys.stdout)
`;

function isRows(value: unknown): value is string[][] {
  return (
    Array.isArray(value) && value.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'))
  );
}

function isTables(value: unknown): value is string[][][][] {
  return Array.isArray(value) && value.every((table) => Array.isArray(table) && table.every(isRows));
}

/** Generated once for all programs. */
const LISTS = fc.sample(hostileFeedTalks, 150);
const TABLES = LISTS.map((talks) => written(talks).toString().slice(1));

describe('arbitrary text in a CSV table', () => {
  it(
    'stays in its cell in Python and is never a formula with any separator',
    {
      skip: withoutPython('csv'),
    },
    () => {
      const tables = askPython('csv', READ, TABLES);
      assert.ok(isTables(tables));
      tables.forEach((readings, at) => {
        checkRows(readings[0] ?? [], LISTS[at] ?? []);
        for (const cell of readings.flat(2)) assert.doesNotMatch(cell, LIVE);
      });
    },
  );

  it('stays in its cell in csv-parse', () => {
    LISTS.forEach((talks, at) => {
      const rows: unknown = parse(TABLES[at] ?? '', { record_delimiter: '\r\n' });
      assert.ok(isRows(rows));
      checkRows(rows, talks);
    });
  });
});
