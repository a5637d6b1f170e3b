import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import { Hal } from '#representations/json/hal.ts';
import { searchText } from '#representations/json/json.ts';
import { searchHead } from '#representations/links/search-head.ts';
import { anyCharacter } from '../support/hostile/any-character.ts';
import { publication } from '../support/catalogue/publication.ts';

describe('the head of a search in JSON', () => {
  it('equals JSON.stringify of the same head for arbitrary parameters', () => {
    const parameter = fc.record({ name: fc.string({ unit: anyCharacter }), value: fc.string({ unit: anyCharacter }) });
    fc.assert(
      fc.property(fc.array(parameter), fc.nat(5), fc.nat(200), fc.boolean(), (parameters, page, total, isTold) => {
        const others = isTold
          ? { alternates: alternates('search', 'https://t.example', alternateQuery(parameters)) }
          : {};
        const run = { path: '/api/talks/search', parameters, page: page + 1, count: 20, total, ...others };
        const facets = { series: [{ value: 'moss', name: parameters[0]?.value, count: total }] };
        const head = { ...searchHead(publication, run), ...(isTold ? { facets } : {}) };
        assert.equal(searchText(head, 'json'), JSON.stringify(new Hal(publication, 'kept').search(head)));
        assert.equal(searchText(head, 'hal'), JSON.stringify(new Hal(publication, 'strict').search(head)));
      }),
    );
  });
});
