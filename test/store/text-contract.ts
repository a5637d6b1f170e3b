import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCollection, aPerson, aPlace, aSeries, aTalk, aTopic } from '../support/catalogue/catalogue-records.ts';
import { matchesOf, talksWithText } from '../support/find-text.ts';
import { importInto } from '../support/db/import-into.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { talkNumbers } from './talk-numbers.ts';
import type { WithStore } from './contract.ts';

const OTHER = aTalk(slugOf(6));
const TALK = aTalk(slugOf(7), { title: 'Moss in the dark', description: 'Crème brûlée of the forest floor' });

/** The part of the store contract about text search. */
export function textContract(name: string, withStore: WithStore): void {
  describe(`${name}: text search`, () => {
    it('finds talks by words of title and description, ignoring case and accents', () =>
      withStore(async (store) => {
        await importInto(store, [TALK, OTHER]);
        const moss = (await talkNumbers(store)).get(TALK.slug) ?? 0;
        const found = (typed: string) => talksWithText(store, typed);
        assert.deepEqual(await found('moss'), [moss]);
        assert.deepEqual(await found('CREME moss'), [moss]);
        assert.deepEqual(await found('moss missing'), []);
        assert.deepEqual(await matchesOf(store, ''), []);
      }));

    it('finds texts and names with TeX accents by their letters', () =>
      withStore(async (store) => {
        const talk = aTalk(slugOf(8), { title: 'Erd\\H{o}s and his coauthors', description: "After R\\'enyi" });
        await importInto(store, [talk, aPerson(slugOf(9), { name: 'Paul Erd{\\H o}s' })]);
        const number = (await talkNumbers(store)).get(talk.slug) ?? 0;
        for (const typed of ['Erdős', 'erdos', 'ERD', 'Rényi', 'Erd\\H{o}s', '"erdős and his"'])
          assert.deepEqual(await talksWithText(store, typed), [number], typed);
        const [match] = await matchesOf(store, 'erdos');
        assert.equal(match?.names.person.whole.length, 1);
      }));

    it('finds other spellings, words with apostrophes, and characters within words of scripts without spaces', () =>
      withStore(async (store) => {
        const title = 'Müller on the Größe of CO₂, by O’Connor, who doesn’t know l’histoire: 量子计算的未来';
        const talk = aTalk(slugOf(8), { title });
        await importInto(store, [talk, OTHER]);
        const number = (await talkNumbers(store)).get(talk.slug) ?? 0;
        const typed =
          'Muller Mueller Müller MUELL Grosse Groesse CO2 oconnor o’connor connor doesnt doesn’t histoire lhistoire ' +
          '量子 未来 计算的未来 量 来 "来" "Mueller on the Groesse" "o connor"';
        for (const word of typed.match(/"[^"]+"|\S+/g) ?? [])
          assert.deepEqual(await talksWithText(store, word), [number], word);
        for (const word of ['子量', 'mueler', 'connors', '"doesn know"'])
          assert.deepEqual(await talksWithText(store, word), [], word);
      }));

    it('treats FTS and SQL syntax as plain words', () =>
      withStore(async (store) => {
        await importInto(store, [TALK, OTHER]);
        for (const text of [
          'a" OR "b',
          'NEAR(moss dark)',
          'title:moss',
          'mos*',
          "'; DROP TABLE talk_text --",
          '^moss +',
          'AND',
          'x '.repeat(32),
        ]) {
          const [first] = await matchesOf(store, text);
          assert.ok(first?.title.begun instanceof Uint32Array, text);
        }
        assert.deepEqual(await talksWithText(store, 'moss OR missing'), []);
      }));

    it('finds changed talks by their new words and does not find removed talks', () =>
      withStore(async (store) => {
        const talks = [11, 12, 13].map((number) => aTalk(slugOf(number), { title: 'Lichen' }));
        await importInto(store, talks);
        assert.equal((await talksWithText(store, 'lichen')).length, 3);
        await importInto(store, [...talks.slice(1, 2), aTalk(slugOf(13), { title: 'Algae' })], { replace: true });
        assert.equal((await talksWithText(store, 'lichen')).length, 1);
        assert.equal((await talksWithText(store, 'algae')).length, 1);
      }));

    it('distinguishes title from description, words from beginnings and phrases from separate words', () =>
      withStore(async (store) => {
        await importInto(store, [
          aTalk(slugOf(1), { title: 'Open science', description: 'Scientific and open: a scientist, science.' }),
          aTalk(slugOf(2), { title: 'Openly', description: 'Of science that is open' }),
          aTalk(slugOf(3), { title: 'Science, open', description: '' }),
        ]);
        const numbers = await talkNumbers(store);
        const found = async (typed: string) => {
          const [match] = await matchesOf(store, typed);
          const { title, text } = match ?? assert.fail(typed);
          const slugs = (those: Uint32Array): string =>
            [1, 2, 3].filter((n) => those.includes(numbers.get(slugOf(n)) ?? 0)).join('');
          return [title.whole, title.begun, text.whole, text.begun].map(slugs).join(' ');
        };
        assert.equal(await found('open'), '13 123 123 123');
        assert.equal(await found('"open"'), '13 13 123 123');
        assert.equal(await found('scient'), '   1');
        assert.equal(await found('"open science"'), '1 1 1 1');
        assert.equal(await found('open-sci'), ' 1  1');
        assert.equal(await found('"open sci*"'), ' 1  1');
        assert.equal(await found('"open a scientist"'), '  1 1');
        assert.equal(await found('"science that is ope*"'), '   2');
        assert.equal(await found('"science scientific"'), '   ');
        assert.equal(await found('"nowhere science"'), '   ');
      }));

    it('finds people, places, topics and series by name, and by the new name after a change', () =>
      withStore(async (store) => {
        const person = aPerson(slugOf(1), { name: 'Łucja Ørsted-Nuñez' });
        const records = [
          aPerson(slugOf(2), { name: 'Nobody' }),
          person,
          aSeries(slugOf(1), { title: 'Lucja and friends' }),
          aTopic('http://topics.example.org/lucja', { label: 'LUCJA' }),
          aPlace('place:1', { name: 'Lucja’s hall', address: 'Orsted Street' }),
          aCollection(slugOf(1), { title: 'Lucja' }),
        ];
        await importInto(store, records);
        const found = async (typed: string) => {
          const [match] = await matchesOf(store, typed);
          return Object.entries(match?.names ?? {}).flatMap(([type, { whole, begun }]) => {
            return begun.length === 0 ? [] : [`${type} ${whole.length} ${begun.length}`];
          });
        };
        const all = ['place 1 1', 'person 1 1', 'topic 1 1', 'series 1 1'];
        assert.deepEqual((await found('lucja')).sort(), [...all].sort());
        assert.deepEqual((await found('łuc')).sort(), all.map((one) => one.replace('1 1', '0 1')).sort());
        assert.deepEqual(await found('orsted-nunez'), ['person 1 1']);
        assert.deepEqual(await found('"friends lucja"'), []);
        await importInto(store, [{ ...person, name: 'Ann Orsted' }]);
        assert.deepEqual(await found('"ann orsted"'), ['person 1 1']);
        assert.equal((await found('lucja')).includes('person 1 1'), false);
        await importInto(store, records.slice(0, 1), { replace: true });
        assert.deepEqual([await found('lucja'), await found('ann'), await found('nobody')], [[], [], ['person 1 1']]);
        await importInto(store, records.slice(2, 3));
        assert.deepEqual(await found('lucja'), ['series 1 1']);
      }));
  });
}
