import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { CatalogueRecord } from '#catalogue/record.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import { BROWSE_TYPES, type BrowseType } from '#search/index/list-type.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { aPerson, aPlace, aSeries, aTalk, aTopic } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { indexOf } from './index-of.ts';

const NOW = Date.parse('2020-01-01T00:00:00Z') / 1000;
const PAST = '2015-01-01T00:00:00Z';
const TO_COME = '2025-01-01T00:00:00Z';

const person = (number: number, name: string) => aPerson(slugOf(number), { name });
const speaking = (number: number, start: string, ...speakers: number[]) =>
  aTalk(slugOf(100 + number), { start, speakers: speakers.map(slugOf) });

const RECORDS: readonly CatalogueRecord[] = [
  person(1, 'Ada Núñez'),
  person(2, 'Søren Østergård'),
  person(3, 'Nuno Álvares'),
  person(4, 'Maria del Nuñal Vega'),
  person(5, 'Klaus Groß'),
  person(6, '王小明'),
  person(7, 'Sam Moss'),
  person(8, 'Sam Mossop'),
  person(9, 'Jörg Müller'),
  person(10, 'Sinéad O’Connor'),
  person(11, 'Ann Suedmeier'),
  aPlace('place:1', { name: 'University' }),
  aPlace('place:2', { name: 'Department of Mosses', parent: 'place:1' }),
  aPlace('place:3', { name: 'Moss House', kind: 'venue' }),
  aTopic('https://topics.example.org/moss', { label: 'Moss' }),
  aSeries(slugOf(20), { title: 'Life among moss' }),
  speaking(1, PAST, 3),
  speaking(2, PAST, 3),
  speaking(3, TO_COME, 1),
  aTalk(slugOf(200), { start: TO_COME, organisingDepartment: 'place:2', series: slugOf(20), speakers: [slugOf(8)] }),
];

let index: TalkIndex;
before(async () => {
  index = await indexOf(RECORDS);
});

async function suggested(text: string, types: readonly BrowseType[] = BROWSE_TYPES, count = 20): Promise<string[]> {
  return (await index.names.suggest({ text, types, count }, NOW)).map(({ name }) => name);
}

describe('the suggestions for typed text', () => {
  it('match other spellings of names, words after apostrophes, and characters within words', async () => {
    for (const text of ['muell', 'mull', 'Müller j', 'joerg muller'])
      assert.deepEqual(await suggested(text), ['Jörg Müller']);
    for (const text of ['oconn', "o'c", 'O’Connor', 'conn', 'o conn'])
      assert.deepEqual(await suggested(text), ['Sinéad O’Connor']);
    for (const text of ['小明', '明', '王小']) assert.deepEqual(await suggested(text), ['王小明']);
    assert.deepEqual(await suggested('Südmeier'), ['Ann Suedmeier']);
    assert.deepEqual(await suggested('sudmeier'), []);
  });

  it('match the beginnings of words in any order, regardless of case and accents', async () => {
    for (const text of ['nun', 'NÚÑ', 'n\u0303', 'nu\u0301n\u0303', 'ada nun', 'nunez a', 'Núñez, Ada'])
      assert.ok((await suggested(text)).includes('Ada Núñez'), text);
    assert.deepEqual(await suggested('soren ost'), ['Søren Østergård']);
    assert.deepEqual(await suggested('gross'), ['Klaus Groß']);
    assert.deepEqual(await suggested('GROß'), ['Klaus Groß']);
    assert.deepEqual(await suggested('王'), ['王小明']);
    assert.deepEqual(await suggested('unez'), [], 'not the middle of a word');
    assert.deepEqual(await suggested('ada vega'), []);
  });

  it('rank whole names first, then beginnings, then other words, and break ties by upcoming talks', async () => {
    assert.deepEqual(await suggested('moss'), [
      'Moss',
      'Sam Mossop',
      'Sam Moss',
      'Moss House',
      'Life among moss',
      'Department of Mosses',
    ]);
    assert.deepEqual(await suggested('nu', ['person']), ['Ada Núñez', 'Nuno Álvares', 'Maria del Nuñal Vega']);
  });

  it('are limited to the given kinds and count', async () => {
    assert.deepEqual(await suggested('moss', ['venue', 'topic']), ['Moss', 'Moss House']);
    assert.deepEqual(await suggested('moss', BROWSE_TYPES, 2), ['Moss', 'Sam Mossop']);
  });

  it('count the talks of a place and of all places below it', async () => {
    assert.deepEqual(await index.names.suggest({ text: 'univ', types: BROWSE_TYPES, count: 1 }, NOW), [
      { type: 'department', key: 'place:1', name: 'University', talks: 1, upcoming: 1 },
    ]);
  });

  it('name the parents of places of one kind with the same name', async () => {
    const library = (number: number, parent: string, kind: 'venue' | 'organisation' = 'venue') =>
      aPlace(`place:${String(number)}`, { name: 'Library', parent, kind });
    const places = await indexOf([
      aPlace('place:1', { name: 'Moss House', kind: 'venue' }),
      aPlace('place:2', { name: 'Fern Tower', kind: 'venue' }),
      library(3, 'place:1'),
      library(4, 'place:2'),
      library(5, 'place:1', 'organisation'),
    ]);
    const found = await places.names.suggest({ text: 'library', types: BROWSE_TYPES, count: 5 }, NOW);
    assert.deepEqual(
      found.map(({ key, affiliation }) => [key, affiliation]),
      [
        ['place:5', undefined],
        ['place:3', 'Moss House'],
        ['place:4', 'Fern Tower'],
      ],
    );
  });

  it('are empty for text without a word', async () => {
    for (const text of ['', ' ', '…', '*', '\u0301']) assert.deepEqual(await suggested(text), []);
  });

  it('work for a single letter and for a word repeated many times', async () => {
    assert.deepEqual(await suggested('k'), ['Klaus Groß']);
    assert.deepEqual(await suggested(`${'ada '.repeat(100)}a ad`), ['Ada Núñez']);
  });

  it('use the current names after a change', async () => {
    const catalogue = new MemoryCatalogue();
    catalogue.replace(RECORDS);
    const before = await applyChanges(undefined, catalogue.everything());
    const changes = catalogue.replace([person(1, 'Ada Lichen'), ...RECORDS.slice(2)]);
    const [old, now] = [new TalkIndex(before), new TalkIndex(await applyChanges(before, changes))];
    const found = async (one: TalkIndex, text: string) =>
      (await one.names.suggest({ text, types: ['person'], count: 5 }, NOW)).map(({ name }) => name);
    assert.deepEqual([await found(old, 'nunez'), await found(old, 'soren')], [['Ada Núñez'], ['Søren Østergård']]);
    assert.deepEqual(
      [await found(now, 'nunez'), await found(now, 'lichen'), await found(now, 'soren')],
      [[], ['Ada Lichen'], []],
    );
  });
});
