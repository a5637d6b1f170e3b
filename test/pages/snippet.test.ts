import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { proseLine } from '#pages/prose/prose.ts';
import { snippetsFor } from '#pages/search/found-item.ts';
import { readText } from '#search/query/text-query.ts';
import { RUNS } from '../support/property-runs.ts';
import { pageTree, seenText } from '../support/render/page-tree.ts';

/** The snippet, with brackets around marked words. */
function snippet(typed: string, abstract: string): string {
  const text = readText(typed);
  assert.ok(text !== undefined && text !== 'nothing');
  return snippetsFor(text)(abstract).markup.replaceAll('<mark>', '[').replaceAll('</mark>', ']');
}

const LONG = 'Of many things in the garden. '.repeat(10);

describe('a snippet of an abstract', () => {
  it('marks words as the search matches them: by prefix, ignoring case and accents', () => {
    assert.equal(snippet('ecole mosses', 'L’École of MOSSES'), 'L’[École] of [MOSSES]');
    assert.equal(snippet('moss', 'moss, mosses and emboss'), '[moss], [mosses] and emboss');
    assert.equal(snippet('strasse', 'Die Straße'), 'Die [Straße]');
    assert.equal(snippet('e\u0301cole', 'école, e\u0301cole.'), '[école], [e\u0301cole].');
  });

  it('marks other spellings, words with apostrophes, and characters within words of scripts without spaces', () => {
    const marks: readonly (readonly [string, string])[] = [
      ['mueller', 'Prof. [Müller] of Mull, ‘[Mueller]’ muller'],
      ['Müller', '[Müller], [Mueller] and [Muller]'],
      ['muller', '[Müller], Mueller and [Mullers]'],
      ['groesse', 'Die [Größen]'],
      ['"Mueller Groesse"', 'Die [Müller–Größe], [Mueller Groesse]'],
      ['ber', 'Über [Berlin]'],
      ['aarhus', 'I [Århus], [Aarhus]'],
      ['oconnor', "[O’Connors], [O'Connor] [Oʼconnor]"],
      ["o'connor", 'Sinéad [O’Connor]'],
      ['connor', 'O’[Connor]'],
      ['dont', 'I [don’t] know, é'],
      ['co2', '[CO₂] ist ein Gas'],
      ['histoire', 'L’[histoire] de l’école'],
      ['lhistoire', '[L’histoire] de l’école'],
      ['未来', '量子计算的[未来]'],
      ['未来', '量子计算的[未来]在中国'],
      ['来', '未[来]ai'],
      ['计算的未', '量子[计算的未]来'],
      ['ai', '[AI]的未来，OpenAI'],
      ['ガス', '[ガス]とカス、[ｶﾞｽ]'],
      ['한국', '나는 [한국]어를'],
    ];
    for (const [typed, expected] of marks)
      assert.equal(snippet(typed, expected.replace(/[[\]]/g, '')), expected, `${typed}: ${expected}`);
  });

  it('marks phrases as a whole and short words only if the whole word matches', () => {
    assert.equal(snippet('"green moss"', 'Green, moss; green ferns, moss'), '[Green, moss]; green ferns, moss');
    assert.equal(snippet('e-mail', 'An e-mail or email'), 'An [e-mail] or email');
    assert.equal(snippet('of', 'Of offices'), '[Of] offices');
  });

  it('surrounds the first match and is cut between words', () => {
    assert.equal(
      snippet('fern', `${LONG}Then a fern, and a garden. ${LONG}`),
      '…the garden. Of many things in the garden. Then a [fern], and a garden. Of many things in the garden. ' +
        'Of many things in the garden. Of many things in the garden…',
    );
    assert.equal(snippet('fern', `${LONG}A fern.`).endsWith('Of many things in the garden. A [fern].'), true);
  });

  it('is the start of the abstract if the words match elsewhere in the talk', () => {
    assert.equal(
      snippet('fern', LONG),
      'Of many things in the garden. Of many things in the garden. Of many things in the garden. ' +
        'Of many things in the garden. Of many things in the garden. Of many…',
    );
    assert.equal(snippet('fern', ''), '');
  });

  it('quotes at most about 160 characters of the abstract and adds only marks', () => {
    const words = fc.constantFrom('moss', 'Möss', 'fern', '苔と羊歯', '<b>', '&', 'e\u0301', '👩‍🌾', 'a'.repeat(50));
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), fc.constantFrom(' ', ''), (parts, between) => {
        const text = parts.join(between);
        const query = readText('moss 苔');
        assert.ok(query !== undefined && query !== 'nothing');
        const shown = seenText(pageTree(`<p>${snippetsFor(query)(text).markup}</p>`));
        assert.ok(text.replace(/\s+/g, ' ').includes(shown.replace(/^…|…$/g, '').trim()), shown);
        assert.ok(shown.length <= 162 || !text.includes(' '));
      }),
      { numRuns: RUNS.usual },
    );
  });
});

describe('the first line of an abstract', () => {
  it('contains no markup and is cut between words', () => {
    assert.equal(proseLine('# Moss\n\nOn **moss** and [ferns](https://example.org)'), 'Moss On moss and ferns');
    assert.equal(proseLine('<p>On <em>moss</em></p><p>and $x^2$</p>'), 'On moss and x²');
    assert.equal(proseLine('garden '.repeat(100)), `${'garden '.repeat(17).trim()}…`);
    assert.equal(proseLine('苔'.repeat(200)), `${'苔'.repeat(120)}…`);
    assert.equal(proseLine(' \n '), '');
  });
});
