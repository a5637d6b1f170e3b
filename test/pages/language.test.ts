import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LANGUAGES, preferredLanguage } from '#pages/frame/language.ts';
import { MESSAGES } from '#pages/messages.ts';

describe('the language of a page', () => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-CH', 'de'],
    ['FR-ca, fr;q=0.9', 'fr'],
    ['it, es;q=0.5, de;q=0.8', 'de'],
    ['en;q=0.2, es', 'es'],
    ['it, ja;q=0.9', 'en'],
    ['*', 'en'],
    ['en;q=0.1, *;q=0.5', 'de'],
    ['en;q=0, *;q=0.5', 'de'],
    ['de;q=0', 'en'],
    ['den', 'en'],
    ['de;q=x, fr;q=0.1', 'fr'],
  ] as const) {
    it(`is ${language} for Accept-Language: ${header ?? '(none)'}`, () => {
      assert.equal(preferredLanguage(header), language);
    });
  }
});

/** Every message by the path to it, functions called with numbers and words that show. */
function spelled(messages: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(messages) as [string, unknown][]) {
    const at = `${path}.${key}`;
    if (typeof value === 'string') found.set(at, value);
    else if (typeof value === 'function') found.set(at, `ƒ${String(value.length)}`);
    else if (typeof value === 'object' && value !== null)
      for (const [to, text] of spelled(value, at)) found.set(to, text);
  }
  return found;
}

/** What every message says that inserts something: sevens here. */
function called(messages: object): string[] {
  return Object.values(messages).flatMap((value: unknown): string[] => {
    if (typeof value === 'function') return [String((value as (...given: number[]) => unknown)(7, 7))];
    return typeof value === 'object' && value !== null ? called(value) : [];
  });
}

describe('the messages', () => {
  it('call the same thing the same everywhere', () => {
    for (const language of LANGUAGES) {
      const { browse, search } = MESSAGES[language];
      const { series, departments, people, topics, venues, collections } = browse.lists.kinds;
      const { browseSeries, browseDepartments, browsePeople, browseTopics, browseVenues, browseCollections } = search;
      assert.deepEqual(
        [browseSeries, browseDepartments, browsePeople, browseTopics, browseVenues, browseCollections],
        [series, departments, people, topics, venues, collections],
        language,
      );
      const { speakers, ...facets } = search.facets;
      assert.notEqual(speakers, '');
      assert.deepEqual(facets, { series, departments, topics, venues }, language);
      const { department, venue, topic, series: oneSeries } = browse.group;
      const { names } = search;
      assert.deepEqual(
        [names.organising_department, names.venue, names.topic, names.series],
        [department, venue, topic, oneSeries],
        language,
      );
    }
  });

  it('have the help name what leads to a subscription as lists and searches do', () => {
    for (const language of LANGUAGES) {
      const { follow, help, search } = MESSAGES[language];
      const named = /[“„«]\s*([^”“»]+?)\s*[”“»]/.exec(help.help.follow.text.join(' '))?.[1];
      assert.equal(named, follow.title, language);
      assert.ok(search.forms.toLowerCase().includes(follow.title.toLowerCase()), search.forms);
    }
  });

  const english = spelled(MESSAGES.en);

  for (const language of LANGUAGES) {
    it(`are all there in ${language}, and none is empty`, () => {
      const messages = spelled(MESSAGES[language]);
      assert.deepEqual([...messages.keys()].sort(), [...english.keys()].sort());
      for (const [key, text] of messages) assert.notEqual(text.trim(), '', key);
    });
  }

  it('say in other languages what sentences say in English, and not the same words', () => {
    for (const language of LANGUAGES) {
      if (language === 'en') continue;
      const messages = spelled(MESSAGES[language]);
      const same = [...english].filter(([key, text]) => /\w+ \w+ \w+/.test(text) && messages.get(key) === text);
      assert.deepEqual(same, [], language);
    }
  });

  it('are set as each language sets them: its quotation marks, and in French narrow spaces that do not break', () => {
    assert.deepEqual(
      LANGUAGES.map((language) => MESSAGES[language].search.quoted('moss')),
      ['“moss”', '„moss“', '«\u202fmoss\u202f»', '«moss»'],
    );
    const french = [...spelled(MESSAGES.fr).values(), ...called(MESSAGES.fr)];
    assert.ok(french.includes('Conférences\u202f: 7'), 'what inserts is read too');
    assert.deepEqual(
      french.filter((text) => /[ \u00a0][;:?!»]|« |\S[;?!»]/.test(text.replaceAll('\u202f', '\n'))),
      [],
    );
  });

  it('count', () => {
    const { talks } = MESSAGES.en.list;
    assert.deepEqual([0, 1, 2, 12_345].map(talks), ['0 talks', '1 talk', '2 talks', '12,345 talks']);
    assert.equal(MESSAGES.de.list.talks(12_345), '12.345 Vorträge');
    assert.deepEqual([0, 1, 2].map(MESSAGES.fr.list.talks), ['0 conférence', '1 conférence', '2 conférences']);
  });
});
