import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { CORRECTIONS_SCHEMA, readCorrectionsFile, talkNamed } from '#harvest/corrections/corrections-file.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

const ONE = slugOf(1);
const isValid = new Ajv({ strict: false }).compile(CORRECTIONS_SCHEMA);

function read(text: string) {
  return readCorrectionsFile({ path: 'c.yaml', text, zone: 'Europe/Berlin' });
}

/** `line where: what hint` of each problem. The editor schema must reject the file, too, unless `isBeyondSchema`. */
function problemsIn(text: string, { isBeyondSchema = false } = {}): string[] {
  const file = read(text);
  assert.equal(isValid(parse(text)), isBeyondSchema, text);
  return file.ok ? [] : file.problems.map(({ line, where, what, hint }) => `${String(line)} ${where}: ${what} ${hint}`);
}

const of = (...lines: readonly string[]): string =>
  `corrections:\n  - talk: ${ONE}\n${lines.map((line) => `    ${line}\n`).join('')}`;

describe('a corrections file', () => {
  it('sets fields of every type and may be empty', () => {
    const text = of(
      ...['title: On moss', 'start: 2027-07-18 17:00', 'end: 2027-07-18T18:30+02:00', 'venue: place:1', "room: '12'"],
      ...[
        'online_url: https://example.org/',
        'description:',
        'special_message: Boots',
        'cancelled: false',
        'hidden: true',
      ],
      ...['was: { title: Moss, start: 2027-01-18T17:00:00Z, venue: null, cancelled: true }'],
    );
    assert.ok(isValid(parse(text)), JSON.stringify(isValid.errors));
    const fields = {
      ...{ title: 'On moss', start: '2027-07-18T15:00:00Z', end: '2027-07-18T16:30:00Z', venue: 'place:1' },
      ...{ locationDetails: '12', onlineUrl: 'https://example.org/', description: '', specialMessage: 'Boots' },
      ...{ cancelled: false, hidden: true },
    };
    const was = { title: 'Moss', start: '2027-01-18T17:00:00Z', venue: null, cancelled: true };
    assert.deepEqual(read(text), { ok: true, corrections: [{ slug: ONE, line: 2, fields, was }] });
    for (const none of ['corrections: []', 'corrections:\n']) {
      assert.deepEqual(read(none), { ok: true, corrections: [] });
      assert.ok(isValid(parse(none)));
    }
  });

  it('reports all problems at once with line and hint', () => {
    assert.deepEqual(
      problemsIn(of('titel: Moss', 'room: 12', 'hidden: yes', 'end: noon', 'venue: L3', 'online_url: x')),
      [
        '3 corrections[0].titel: There is no field "titel". Did you mean title? There are talk, title, start, end, venue, room, online_url, description, special_message, cancelled, hidden, featured, was.',
        '4 corrections[0].room: 12 is not text. Put it between quotes.',
        '5 corrections[0].hidden: "yes" is not true or false. Write true or false.',
        '6 corrections[0].end: "noon" is not a valid time. Write date and time: 2027-01-18 17:00, or 2027-01-18T17:00:00Z; or the date alone for all day.',
        '7 corrections[0].venue: "L3" is not the identifier of a place. Write one of the catalogue, such as place:23232534; null for no venue. A room without a record goes into room.',
        '8 corrections[0].online_url: "x" is not a valid address. Write the full address, including https://.',
      ],
    );
    assert.deepEqual(problemsIn(of('was: { hidden: true }', 'title: x')), [
      '3 corrections[0].was.hidden: hidden is not corrected. Delete this line, or correct it above.',
      '3 corrections[0].was.hidden: There is no field "hidden". There are title, start, end, venue, room, online_url, description, special_message, cancelled.',
    ]);
    assert.deepEqual(problemsIn(of('was: 7', 'title: x')), [
      '3 corrections[0].was: 7 is not a list of fields. Write fields and values below it.',
    ]);
    assert.deepEqual(problemsIn(of()), [
      '2 corrections[0]: Nothing of this talk is corrected. Add title, start, end, venue, room, online_url, description, special_message, cancelled, hidden, featured, or delete the talk.',
    ]);
    assert.deepEqual(problemsIn('corrections:\n  - title: x\n  - 7\n'), [
      '2 corrections[0]: There is no talk. Write talk: and its slug, or the address of its page.',
      '3 corrections[1]: 7 is not a correction. Write corrections: and below it a list of them, each begun with "- talk: …".',
    ]);
    const write = 'Write corrections: and below it a list of them, each begun with "- talk: …".';
    assert.deepEqual(problemsIn('[]'), [`1 : Not a corrections file. ${write}`]);
    assert.deepEqual(problemsIn('# nothing\n'), [`1 : Not a corrections file. ${write}`]);
    assert.deepEqual(problemsIn('correction: []'), [
      '1 correction: There is no field "correction". Did you mean corrections? There are corrections.',
      `1 : There are no corrections. ${write}`,
    ]);
    assert.deepEqual(problemsIn('corrections: all'), [`1 corrections: "all" is not a list. ${write}`]);
    assert.deepEqual(problemsIn(of(`title: ${'x'.repeat(20_001)}`)), [
      '3 corrections[0].title: It has more than 10000 characters. Shorten it.',
    ]);
    assert.deepEqual(problemsIn(of(`room: ${'x'.repeat(20_001)}`)), [
      '3 corrections[0].room: It has more than 20000 characters. Shorten it.',
    ]);
  });

  it('accepts values under was that would be invalid as corrections', () => {
    const room = 'x'.repeat(20_001);
    const text = of(
      ...['start: 2027-07-18 17:00', 'end: 2027-07-18 18:00', 'online_url: https://example.org/', 'room: L3'],
      ...['was:', '  start: 2027-01-18T17:00:00Z', '  end: 2027-01-11T18:00:00Z', '  online_url: see our website'],
      `  room: ${room}`,
    );
    assert.ok(isValid(parse(text)), JSON.stringify(isValid.errors));
    const was = { start: '2027-01-18T17:00:00Z', end: '2027-01-11T18:00:00Z', onlineUrl: 'see our website' };
    const file = read(text);
    assert.deepEqual(file.ok && file.corrections[0]?.was, { ...was, locationDetails: room });
  });

  it('reports problems that the schema cannot detect', () => {
    const beyond = { isBeyondSchema: true };
    assert.deepEqual(problemsIn(of('title: "a\\0b"', 'room: "\\ud83d"'), beyond), [
      '3 corrections[0].title: "a\\u0000b" contains a NUL, or half of a surrogate pair. Remove it.',
      '4 corrections[0].room: "\\ud83d" contains a NUL, or half of a surrogate pair. Remove it.',
    ]);
    assert.deepEqual(problemsIn(`${of('title: x')}  - talk: ${ONE}\n    hidden: true\n`, beyond), [
      `4 corrections[1].talk: Duplicate talk ${ONE}: first corrected on line 2. Write all corrections of a talk in one place.`,
    ]);
    assert.deepEqual(problemsIn('corrections:\n  - talk: moss\n    hidden: true\n', beyond), [
      '2 corrections[0].talk: "moss" is not a talk. Write its slug, or the address of its page.',
    ]);
    assert.deepEqual(problemsIn(of('start: 2027-01-18 17:00', 'end: 2027-01-18 16:00'), beyond), [
      '4 corrections[0].end: It ends before it starts. Correct one of the two times.',
    ]);
    assert.deepEqual(problemsIn(of('start: 2027-02-30 17:00'), beyond), [
      '3 corrections[0].start: "2027-02-30 17:00" is not a valid time. Write date and time: 2027-01-18 17:00, or 2027-01-18T17:00:00Z; or the date alone for all day.',
    ]);
    assert.deepEqual(problemsIn(of('title: x', 'was: { room: L3 }'), beyond), [
      '4 corrections[0].was.room: room is not corrected. Delete this line, or correct it above.',
    ]);
  });

  it('is refused if it is not YAML or its aliases expand too far', () => {
    const broken = read('corrections:\n  - talk: [\n');
    assert.ok(!broken.ok);
    assert.deepEqual([broken.problems[0]?.code, broken.problems[0]?.line], ['bad-yaml', 3]);
    const bomb = Array.from(
      { length: 12 },
      (_, i) => `a${String(i)}: &a${String(i)} [${'*a'.concat(String(i - 1), ', ').repeat(i === 0 ? 0 : 9)}]`,
    );
    assert.ok(!read(`${bomb.join('\n')}\ncorrections: []`).ok);
  });

  it('has the schema in deploy/corrections.schema.json, which accepts the example', async () => {
    const shipped: unknown = JSON.parse(await readFile('deploy/corrections.schema.json', 'utf8'));
    assert.deepEqual(
      shipped,
      CORRECTIONS_SCHEMA,
      'Regenerate it: node test/harvest/corrections/write-corrections-schema.ts',
    );
    const example = await readFile('deploy/corrections.yaml', 'utf8');
    assert.ok(isValid(parse(example)));
    const file = read(example);
    assert.ok(file.ok);
    assert.equal(file.corrections.length, 3);
  });
});

describe('a talk in a corrections file', () => {
  it('is named by its slug or by one of its addresses', () => {
    for (const text of [
      ONE,
      ONE.toUpperCase(),
      ` ${ONE} `,
      `https://t.example/x/talks/${ONE}`,
      `/talks/id/${ONE}?lang=de#top`,
      `https://t.example/api/talks/${ONE}.ics`,
    ]) {
      assert.equal(talkNamed(text), ONE, text);
    }
    for (const text of ['', 'moss', `${ONE}0`, `https://t.example/series/${ONE}`, ONE.slice(1)]) {
      assert.equal(talkNamed(text), undefined, text);
    }
  });
});
