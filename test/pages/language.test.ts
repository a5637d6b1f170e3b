import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { LANGUAGES, preferredLanguage, type Language } from '#pages/frame/language.ts';
import { insert, MESSAGES } from '#pages/messages.ts';

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

/** The messages in the file of a language, by their path. */
function textsOf(language: Language): Map<string, string> {
  const file = new URL(`../../src/pages/messages/${language}.json`, import.meta.url);
  return flattened(JSON.parse(readFileSync(file, 'utf8')));
}

function flattened(value: unknown, path = ''): Map<string, string> {
  if (typeof value === 'string') return new Map([[path, value]]);
  const entries = Object.entries(value ?? {}) as [string, unknown][];
  return new Map(entries.flatMap(([key, inner]) => [...flattened(inner, `${path}.${key}`)]));
}

function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(/\{\w+\}/g))].sort();
}

describe('interface messages', () => {
  it('use the same name for the same thing on every page', () => {
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

  it('quote the title of the subscription menu in the help text', () => {
    for (const language of LANGUAGES) {
      const { follow, help } = MESSAGES[language];
      const named = /[“„«]\s*([^”“»]+?)\s*[”“»]/.exec(help.help.follow.text.join(' '))?.[1];
      assert.equal(named, follow.title, language);
    }
  });

  const english = textsOf('en');

  for (const language of LANGUAGES) {
    it(`are complete and non-empty in ${language}`, () => {
      const texts = textsOf(language);
      assert.deepEqual([...texts.keys()], [...english.keys()]);
      for (const [key, text] of texts) assert.notEqual(text.trim(), '', key);
    });

    it(`have the same placeholders in ${language} as in English`, () => {
      for (const [key, text] of textsOf(language))
        assert.deepEqual(placeholdersOf(text), placeholdersOf(english.get(key) ?? ''), key);
    });
  }

  it('leave no English sentence untranslated in other languages', () => {
    for (const language of LANGUAGES) {
      if (language === 'en') continue;
      const texts = textsOf(language);
      const same = [...english].filter(([key, text]) => /\w+ \w+ \w+/.test(text) && texts.get(key) === text);
      assert.deepEqual(same, [], language);
    }
  });

  it('use the quotation marks of each language and narrow no-break spaces in French', () => {
    assert.deepEqual(
      LANGUAGES.map((language) => MESSAGES[language].search.quoted),
      ['“{words}”', '„{words}“', '«\u202f{words}\u202f»', '«{words}»'],
    );
    assert.deepEqual(
      [...textsOf('fr').values()].filter((text) =>
        /[ \u00a0][;:?!»]|« |\S[;?!»]/.test(text.replaceAll('\u202f', '\n')),
      ),
      [],
    );
  });

  it('follow the plural rules and number format of each language', () => {
    const { talks } = MESSAGES.en.list;
    assert.deepEqual([0, 1, 2, 12_345].map(talks), ['0 talks', '1 talk', '2 talks', '12,345 talks']);
    assert.equal(MESSAGES.de.list.talks(12_345), '12.345 Vorträge');
    assert.deepEqual([0, 1, 2].map(MESSAGES.fr.list.talks), ['0 conférence', '1 conférence', '2 conférences']);
    // Spanish has a separate plural category for millions.
    assert.equal(MESSAGES.es.list.talks(1_000_000), '1.000.000 charlas');
    assert.equal(MESSAGES.en.browse.group.allPast(1234), 'All 1,234 past talks');
  });

  it('insert values verbatim and throw if one is missing', () => {
    assert.equal(insert('{a} of {b}', { a: '$&{b}', b: 2 }), '$&{b} of 2');
    assert.throws(() => insert('{a}', {}), /no value for \{a\}/);
  });
});
