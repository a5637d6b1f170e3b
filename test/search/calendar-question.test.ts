import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { secondsOf } from '#catalogue/timestamp.ts';
import { parseAgenda, parseCalendar } from '#search/query/calendar-question.ts';
import { dateText, dayOf } from '#search/query/civil-days.ts';
import { dayParts } from '#search/query/calendar-date.ts';
import { parseBrowsePage, parseListPage } from '#search/query/page-question.ts';

const RULES = { timeZone: 'Europe/London', defaultCount: 20, maximumCount: 1000 };
/** 00:30 on 7 October in London. */
const NOW = new Date('2015-10-06T23:30:00Z');

describe('the question of a calendar', () => {
  it('has the filters of a search but ignores from, count and page', () => {
    const parsed = parseCalendar('topic=http://a.example/b&from=bad&count=5&series=one&x=1&venue=place:1', RULES);
    assert.deepEqual(parsed.ok ? [] : parsed.problems.map(({ where }) => where), ['series']);
    const good = parseCalendar('venue=place:2&venue=place:1&from=2015-01-01&page=3&x=1', RULES);
    assert.ok(good.ok);
    assert.deepEqual(good.value.filters.venues, ['place:1', 'place:2']);
    assert.deepEqual(good.value.asked, [
      { name: 'venue', value: 'place:1' },
      { name: 'venue', value: 'place:2' },
    ]);
  });
});

describe('the question of an agenda', () => {
  it('begins today by default', () => {
    const parsed = parseAgenda('venue=place:1&page=2', RULES, NOW);
    assert.ok(parsed.ok);
    const { question, from, days, filters } = parsed.value;
    assert.deepEqual(question.window, { from: secondsOf('2015-10-06T23:00:00Z'), to: Infinity });
    assert.deepEqual([question.page, dateText(from), days], [2, '2015-10-07', []]);
    assert.deepEqual(filters, [{ name: 'venue', value: 'place:1' }]);
  });

  it('is always ordered by date', () => {
    const parsed = parseAgenda('q=moss&order=relevance&count=3', RULES, NOW);
    assert.ok(parsed.ok);
    assert.equal(parsed.value.question.order, 'date');
    assert.deepEqual(parsed.value.asked, [
      { name: 'q', value: 'moss' },
      { name: 'count', value: '3' },
    ]);
  });

  it('keeps from and to as given', () => {
    const parsed = parseAgenda('from=2015-03-29&to=plus1', RULES, NOW);
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.question.window, {
      from: secondsOf('2015-03-29T00:00:00Z'),
      to: secondsOf('2015-03-30T23:00:00Z'),
    });
    assert.deepEqual(parsed.value.days, [
      { name: 'from', value: '2015-03-29' },
      { name: 'to', value: 'plus1' },
    ]);
  });

  it('reports all problems at once', () => {
    const parsed = parseAgenda('from=never&page=0&speaker=x', RULES, NOW);
    assert.deepEqual(parsed.ok ? [] : parsed.problems.map(({ where }) => where).sort(), ['from', 'page', 'speaker']);
  });
});

describe('the question of a list page', () => {
  it('asks for the first page of upcoming talks by default', () => {
    assert.deepEqual(parseListPage('', 'list page', RULES), {
      ok: true,
      value: { when: 'upcoming', page: 1, uri: '' },
    });
    assert.deepEqual(parseListPage('when=past&page=3&lang=de', 'list page', RULES), {
      ok: true,
      value: { when: 'past', page: 3, uri: '' },
    });
  });

  it('requires a uri on a topic page', () => {
    const asked = parseListPage('uri=http%3A%2F%2Fa.example%2Fb', 'topic page', RULES);
    assert.ok(asked.ok);
    assert.equal(asked.value.uri, 'http://a.example/b');
    const missing = parseListPage('', 'topic page', RULES);
    assert.deepEqual(missing.ok ? [] : missing.problems.map(({ code }) => code), ['missing-parameter']);
  });

  it('rejects an unknown when and an invalid page', () => {
    const parsed = parseListPage('when=soon&page=-1', 'list page', RULES);
    assert.deepEqual(parsed.ok ? [] : parsed.problems.map(({ code }) => code), ['bad-when', 'bad-page']);
  });
});

describe('the question of a browse page', () => {
  it('takes a letter or a place', () => {
    assert.deepEqual(parseBrowsePage('letter=%C3%85', RULES), {
      ok: true,
      value: { letter: 'Å', under: undefined, page: 1 },
    });
    assert.deepEqual(parseBrowsePage('under=place:1&page=2', RULES), {
      ok: true,
      value: { letter: undefined, under: 'place:1', page: 2 },
    });
  });

  it('rejects a letter of several characters and an invalid under', () => {
    const parsed = parseBrowsePage('letter=ab&under=here', RULES);
    assert.deepEqual(parsed.ok ? [] : parsed.problems.map(({ code }) => code), ['bad-letter', 'bad-place']);
  });
});

describe('the parts of a day', () => {
  function hours(year: number, month: number, day: number): string[] {
    const parts = dayParts(dayOf(year, month, day) ?? NaN, RULES.timeZone);
    return [parts.morning, parts.afternoon, parts.evening].flatMap(({ from, to }) =>
      [from, to].map((second) => new Date(second * 1000).toISOString().slice(5, 16)),
    );
  }

  it('follow local time, also on days when the clocks change', () => {
    assert.deepEqual(hours(2015, 10, 6), [
      ...['10-05T23:00', '10-06T11:00'],
      ...['10-06T11:00', '10-06T16:00'],
      ...['10-06T16:00', '10-06T23:00'],
    ]);
    assert.deepEqual(hours(2015, 3, 29), [
      ...['03-29T00:00', '03-29T11:00'],
      ...['03-29T11:00', '03-29T16:00'],
      ...['03-29T16:00', '03-29T23:00'],
    ]);
    assert.deepEqual(hours(2015, 10, 25), [
      ...['10-24T23:00', '10-25T12:00'],
      ...['10-25T12:00', '10-25T17:00'],
      ...['10-25T17:00', '10-26T00:00'],
    ]);
  });
});
