import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IntegrityChecker, NO_EXISTING_RECORDS } from '#catalogue/integrity-checker.ts';
import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import { aCollection, aPerson, aPlace, aSeries, aTalk, aTopic } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

function inFile(file: string, records: readonly CatalogueRecord[]): LocatedRecord[] {
  return records.map((record, index) => ({ record, file, line: index + 1 }));
}

test('references get the numbers of their records, whether those come before or after', () => {
  const talk = aTalk(slugOf(1), {
    series: slugOf(2),
    organisingDepartment: 'place:1',
    topics: ['http://t.example.org/a', 'http://t.example.org/b'],
    speakers: [slugOf(3)],
    hosts: [slugOf(4)],
    organisers: [slugOf(3)],
  });
  const checker = new IntegrityChecker(NO_EXISTING_RECORDS, false);
  const records = [
    aTopic('http://t.example.org/b'),
    talk,
    aPlace('place:1'),
    aSeries(slugOf(2)),
    aPerson(slugOf(3)),
    aPerson(slugOf(4)),
    aTopic('http://t.example.org/a'),
  ];
  const entries = inFile('a', records).map((located) => checker.enter(located));
  assert.deepEqual(entries, [
    { number: 1, references: [] },
    { number: 1, references: [1, 0, 1, 2, 2, 1, 1, 1, 2, 1] },
    { number: 1, references: [0] },
    { number: 1, references: [] },
    { number: 1, references: [] },
    { number: 2, references: [] },
    { number: 2, references: [] },
  ]);
  assert.deepEqual([...checker.problems()], []);
});

test('every broken reference is reported with its line, field and target', () => {
  const checker = new IntegrityChecker(NO_EXISTING_RECORDS, true);
  const talk = aTalk(slugOf(1), { venue: 'place:7', speakers: [slugOf(3), slugOf(4)] });
  const list = aCollection(slugOf(8), { talks: [slugOf(1), slugOf(2)], organisingDepartments: ['place:7'] });
  for (const located of [...inFile('a', [talk]), ...inFile('b', [aPerson(slugOf(3)), list])]) checker.enter(located);
  assert.deepEqual(
    [...checker.problems()].map(({ file, line, where, what }) => `${file}:${line} ${where}: ${what}`),
    [
      'a:1 venue: There is no place "place:7" in the files.',
      `a:1 speakers: There is no person "${slugOf(4)}" in the files.`,
      `b:2 talks: There is no talk "${slugOf(2)}" in the files.`,
      'b:2 organising_departments: There is no place "place:7" in the files.',
    ],
  );
});

test('a duplicate record is reported with the file and line of the first', () => {
  const checker = new IntegrityChecker(NO_EXISTING_RECORDS, false);
  const records = [
    ...inFile('a', [aPlace('place:1')]),
    ...inFile('b', [aTopic('http://t.example.org/'), aPlace('place:1')]),
  ];
  assert.deepEqual(checker.enter(records[0] ?? assert.fail()), { number: 1, references: [0] });
  checker.enter(records[1] ?? assert.fail());
  assert.deepEqual(checker.enter(records[2] ?? assert.fail()), {
    code: 'duplicate-record',
    where: 'id',
    what: 'Duplicate place "place:1": first defined on line 1 of a.',
    hint: 'Keep one of the two, or give one another identifier.',
    file: 'b',
    line: 2,
  });
});

test('a talk and a person may have the same slug', () => {
  const checker = new IntegrityChecker(NO_EXISTING_RECORDS, false);
  const entries = inFile('a', [aTalk(slugOf(1)), aPerson(slugOf(1))]).map((located) => checker.enter(located));
  assert.equal(
    entries.some((entry) => 'code' in entry),
    false,
  );
});

test('a cycle of places is reported for each of them, shortened if it is long', () => {
  const checker = new IntegrityChecker(NO_EXISTING_RECORDS, false);
  const circle = Array.from({ length: 20 }, (_, index) =>
    aPlace(`place:${index}`, { parent: `place:${(index + 1) % 20}` }),
  );
  for (const located of inFile('a', [...circle, aPlace('place:99', { parent: 'place:3' })])) checker.enter(located);
  const problems = [...checker.problems()];
  assert.deepEqual(
    problems.map(({ line }) => line).sort((a, b) => a - b),
    circle.map((_, index) => index + 1),
  );
  const first = ['place:0', 'place:1', 'place:2', 'place:3', 'place:4', 'place:5', 'place:6', '…', 'place:0'];
  assert.equal(problems[0]?.what, `The place is its own ancestor: ${first.join(' → ')}.`);
});
