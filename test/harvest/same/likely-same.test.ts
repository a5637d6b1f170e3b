import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { DuplicateCandidates } from '#harvest/merge/duplicate-candidates.ts';
import type { ComparedTalk } from '#harvest/merge/compared-talk.ts';
import { nameKey } from '#harvest/merge/likely-names.ts';
import { RUNS } from '../../support/property-runs.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

let made = 0;

/** Parses `17:00 title | place | speakers`. Without the time, the talk lasts all day. */
function talk(text: string, fields: Partial<ComparedTalk> = {}): ComparedTalk {
  const [, time, rest = ''] = /^(\d\d:\d\d)? ?(.*)$/.exec(text) ?? [];
  const [title = '', place = '', people = ''] = rest.split('|').map((part) => part.trim());
  const start = `2026-12-01T${time ?? '00:00'}:00Z`;
  const end = time === undefined ? '2026-12-02T00:00:00Z' : `2026-12-01T${time}:00Z`;
  const speakers = people.split(';').map((name) => name.trim());
  return { slug: slugOf(++made), title, start, end, isCancelled: false, places: [place], people: speakers, ...fields };
}

/** Why the talks are duplicate candidates; '' if they are not. */
function why(a: string, b: string): string {
  const found = new DuplicateCandidates(() => true);
  const [first, second] = [talk(a), talk(b)].sort((x, y) => (x.start < y.start ? -1 : 1));
  assert.ok(first !== undefined && second !== undefined);
  assert.deepEqual(found.add(first), []);
  return found
    .add(second)
    .map((pair) => pair.why.join(', '))
    .join(' & ');
}

describe('two talks are duplicate candidates', () => {
  const ALIKE: readonly (readonly [string, string, string])[] = [
    ['17:00 On the mosses of Wales', '17:00 ON THE MOSSES — of Wales!', 'same start, same title'],
    ['17:00 Über Moose in Wäldern', '17:00 Seminar: uber Moose Waldern', 'same start, same title'],
    [
      '17:00 Jane Doe: Mosses, ferns, bogs',
      '17:00 Mosses, ferns, bogs | | Doe, Jane',
      'same start, same title, same speaker',
    ],
    ['17:00 Mosses | Room L3', '17:00 Mosses | L3, Mathematical Institute', 'same start, same title, same place'],
    [
      '17:00 New light on old mosses | L3',
      '17:00 Light on old mosses, and ferns | L3',
      'same start, similar title, same place',
    ],
    ['17:00 TBA | | Prof Jane Doe', '17:00 Mosses | L3 | JANE DOE', 'same start, same speaker'],
    ['17:00 Mosses of Wales today', '17:10 Mosses of Wales today', '10 minutes apart, same title'],
    [' Mosses of Wales today', '09:30 Mosses of Wales today', 'same day, same title'],
    ['17:00 Мхи Уэльса сегодня', '17:00 мхи уэльса сегодня', 'same start, same title'],
  ];
  for (const [a, b, expected] of ALIKE) it(`${a} / ${b}`, () => assert.equal(why(a, b), expected));
});

describe('two talks are not duplicate candidates', () => {
  const DIFFERENT: readonly (readonly [string, string])[] = [
    ['17:00 Mosses of Wales today', '17:16 Mosses of Wales today'],
    ['17:00 Mosses of Wales today | L3', '17:00 Mosses of Wales today | Sherrington library'],
    ['17:00 Journal club', '17:00 Journal club'],
    ['17:00 Journal club | L3', '17:00 Journal club | L4'],
    ['17:00 Seminar | L3', '17:00 Seminar | L3'],
    ['17:00 TBA', '17:00 TBA'],
    ['17:00 Mosses | L3', '17:00 Sums | L3'],
    ['17:00 Mosses | L3 | Jane Doe', '17:10 Sums | L3 | Jane Doe'],
    ['17:00 | | ', '17:00 | | '],
  ];
  for (const [a, b] of DIFFERENT) it(`${a} / ${b}`, () => assert.equal(why(a, b), ''));

  it('if both are cancelled or the filter excludes the pair', () => {
    const cancelled = new DuplicateCandidates(() => true);
    for (let i = 0; i < 2; i++)
      assert.deepEqual(cancelled.add(talk('17:00 Mosses of Wales today', { isCancelled: true })), []);
    const ofOne = new DuplicateCandidates((a, b) => a.source !== b.source);
    for (let i = 0; i < 2; i++) assert.deepEqual(ofOne.add(talk('17:00 Mosses of Wales today', { source: 'a' })), []);
  });
});

test('a talk with a UUID of its own is proposed as the one to keep', () => {
  const found = new DuplicateCandidates(() => true);
  const own = 'c0ffee00-0000-4000-8000-000000000001';
  found.add(talk('17:00 Mosses of Wales today', { slug: 'a0ffee00-0000-5000-8000-000000000001' }));
  const [pair] = found.add(talk('17:00 Mosses of Wales today', { slug: own }));
  assert.equal(pair?.keep.slug, own);
});

test('DuplicateCandidates finds as many pairs as comparing every talk with every other', () => {
  const word = fc.constantFrom('moss', 'fern', 'bog', 'peat', 'reed', 'of');
  const any = fc.record({
    minutes: fc.integer({ min: 0, max: 3000 }),
    days: fc.constantFrom(0, 0, 0, 1),
    title: fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')),
    place: fc.constantFrom('', 'L3', 'L4'),
    people: fc.constantFrom([], ['Jane Doe'], ['Ann Other']),
  });
  fc.assert(
    fc.property(fc.array(any, { maxLength: 25 }), (given) => {
      const talks = given
        .map(({ minutes, days, title, place, people }): ComparedTalk => {
          const at =
            Date.parse('2026-12-01T00:00:00Z') + (days === 1 ? Math.floor(minutes / 1440) * 1440 : minutes) * 60_000;
          const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;
          return {
            ...talk(`17:00 ${title}`),
            start: time(at),
            end: time(at + days * 86_400_000),
            places: [place],
            people,
          };
        })
        .sort((a, b) => (a.start < b.start ? -1 : 1));
      const found = new DuplicateCandidates(() => true);
      const pairs = talks.flatMap((each) => found.add(each)).length;
      let expected = 0;
      for (const [index, first] of talks.entries()) {
        for (const second of talks.slice(index + 1)) {
          const alone = new DuplicateCandidates(() => true);
          alone.add(first);
          expected += alone.add(second).length;
        }
      }
      assert.equal(pairs, expected);
    }),
    { numRuns: RUNS.slow },
  );
});

test('talks that share their start and title are compared with a limited number of others', () => {
  const found = new DuplicateCandidates(() => true);
  let pairs = 0;
  for (let i = 0; i < 3000; i++) pairs += found.add(talk('17:00 Mosses of Wales today')).length;
  assert.ok(pairs > 3000 && pairs <= 3000 * 300, String(pairs));
});

test('nameKey ignores case, accents and punctuation, and for people also word order and titles', () => {
  assert.equal(nameKey('person', 'Prof. Jane  Doe'), nameKey('person', 'DOE, Jané'));
  assert.notEqual(nameKey('person', 'An Li'), nameKey('person', 'Li'));
  assert.equal(nameKey('series', 'Optics & light'), nameKey('series', 'optics — LIGHT'));
  assert.notEqual(nameKey('series', 'Optics'), nameKey('place', 'Optics'));
  assert.equal(nameKey('place', '…'), '');
});
