import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePageSearch, withoutEmptyFields } from '#search/query/page-question.ts';
import type { PageSearch } from '#search/query/page-question.ts';
import { parseSearch } from '#search/query/question.ts';

const RULES = { timeZone: 'Europe/London', defaultCount: 20, maximumCount: 1000 };
const NOW = new Date('2015-07-01T12:00:00Z');
const MIDNIGHT = Date.parse('2015-06-30T23:00:00Z') / 1000;
const DAY = 86_400;

function parsed(query: string): PageSearch {
  const found = parsePageSearch(query, RULES, NOW);
  if (!found.ok) throw new Error(JSON.stringify(found.problems));
  return found.value;
}

describe('the question of a search page', () => {
  it('equals that of the API if from is given', () => {
    const query = 'from=2015-08-03&to=plus7&venue=place:1&subvenues=true&count=5&page=2&cancelled=omit&other=1';
    const found = parseSearch(query, RULES, NOW);
    assert.ok(found.ok);
    assert.deepEqual(parsed(query).question, found.value.question);
  });

  it('begins today by default', () => {
    assert.deepEqual(parsed('').question.window, { from: MIDNIGHT, to: Infinity });
    assert.deepEqual(parsed('to=plus1').question.window, { from: MIDNIGHT, to: MIDNIGHT + 2 * DAY });
  });

  it('is ordered latest first by default if all its days are past', () => {
    const orderOf = (query: string): string => parsed(query).question.order;
    assert.equal(orderOf('from=2015-01-01&to=2015-06-30'), 'latest');
    assert.equal(orderOf('from=2015-01-01&to=2015-06-30&order=date'), 'date');
    assert.equal(orderOf('from=2015-01-01&to=2015-06-30&order=relevance&q=moss'), 'relevance');
    assert.equal(orderOf('from=2015-01-01&to=2015-07-01'), 'date');
    assert.equal(orderOf('from=2015-01-01&order=latest'), 'latest');
  });

  it('knows the days it asks for in any date form', () => {
    const today = Date.parse('2015-07-01') / 1000 / DAY;
    assert.deepEqual(parsed('').days, { from: undefined, to: undefined });
    assert.deepEqual(parsed('from=today&to=plus3').days, { from: today, to: today + 3 });
    assert.deepEqual(parsed('from=29/06/15&to=2015-06-30').days, { from: today - 2, to: today - 1 });
    // The day on which the clocks go forward.
    const [march] = [Date.parse('2015-03-29') / 1000 / DAY];
    assert.deepEqual(parsed('from=2015-03-29&to=2015-03-29').days, { from: march, to: march });
  });

  it('has a canonical form: sorted parameters without lang and unknown ones', () => {
    const asked = parsed('lang=de&topic=http://b.example/&x=1&from=today&topic=http://a.example/').asked;
    assert.deepEqual(
      asked.map(({ name, value }) => `${name}=${value}`),
      ['from=today', 'topic=http://a.example/', 'topic=http://b.example/'],
    );
  });

  it('filters by cancellation only for cancelled=omit and cancelled=only', () => {
    assert.deepEqual(
      ['', 'cancelled=title', 'cancelled=status', 'cancelled=omit', 'cancelled=only'].map(
        (query) => parsed(query).question.cancelled,
      ),
      [undefined, undefined, undefined, 'omit', 'only'],
    );
  });

  it('reports the same problems as the API, with the parameters given', () => {
    const found = parsePageSearch('from=x&series=y&count=0&z=1', RULES, NOW);
    assert.ok(!found.ok);
    assert.deepEqual(
      found.problems.map(({ where, code }) => `${where} ${code}`),
      ['from bad-date', 'series bad-slug', 'count bad-count'],
    );
    assert.deepEqual(
      found.given.map(({ name, value }) => `${name}=${value}`),
      ['from=x', 'series=y', 'count=0'],
    );
  });
});

describe('the query of a form', () => {
  it('is stripped of empty fields', () => {
    assert.equal(withoutEmptyFields('q=&from=&to=2015-01-01&series=a&x='), 'to=2015-01-01&series=a');
    assert.equal(withoutEmptyFields('q=&from='), '');
  });

  it('is left unchanged if no field is empty', () => {
    for (const query of ['', 'q=moss', 'q=%3D', 'q=a=b', 'from=2015-01-01&&to=today', 'q=%'])
      assert.equal(withoutEmptyFields(query), undefined, query);
  });
});
