import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePageSearch } from '#search/query/page-question.ts';
import { parseFeed } from '#search/query/feed-question.ts';
import { parseSearch } from '#search/query/question.ts';
import { dateText, dayOf } from '#search/query/civil-days.ts';
import { daysOfTermWeek, termKey, termOn, termWeek, type Term } from '#search/query/terms.ts';
import { withoutTerms } from '#search/query/window.ts';

function day(text: string): number {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number);
  return dayOf(year, month, date) ?? NaN;
}

function term(name: string, first: string, last: string): Term {
  return { name, first: day(first), last: day(last) };
}

const MICHAELMAS = term('Michaelmas', '2026-10-11', '2026-12-05');
const HILARY = term('Hilary Term', '2027-01-17', '2027-03-13');
const NEXT_MICHAELMAS = term('Michaelmas', '2027-10-10', '2027-12-04');
const TERMS = [MICHAELMAS, HILARY, NEXT_MICHAELMAS];

const RULES = { timeZone: 'Europe/London', defaultCount: 20, maximumCount: 1000, terms: TERMS };

/** The first and last day of a page that was asked for at noon of a day. */
function daysOf(query: string, today: string, rules = RULES): readonly (string | undefined)[] {
  const read = parsePageSearch(query, rules, new Date(`${today}T12:00:00Z`));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const { from, to } = read.value.days;
  return [from, to].map((one) => (one === undefined ? undefined : dateText(one)));
}

describe('terms', () => {
  it('have weeks that begin on the weekday of their first day', () => {
    const weekOn = (text: string): unknown => {
      const found = termWeek(TERMS, day(text));
      return found && [found.term.name, found.week];
    };
    assert.deepEqual(['2026-10-10', '2026-10-11', '2026-10-17', '2026-10-18', '2026-12-05', '2026-12-06'].map(weekOn), [
      undefined,
      ['Michaelmas', 1],
      ['Michaelmas', 1],
      ['Michaelmas', 2],
      ['Michaelmas', 8],
      undefined,
    ]);
  });

  it('have as many weeks as fit, the last one perhaps short', () => {
    const short = term('Short', '2026-10-11', '2026-10-20');
    assert.deepEqual(
      [0, 1, 2, 3].map((week) => daysOfTermWeek(short, week)),
      [
        undefined,
        { first: day('2026-10-11'), last: day('2026-10-17') },
        { first: day('2026-10-18'), last: day('2026-10-20') },
        undefined,
      ],
    );
  });

  it('are the present one, or else the next one, or else the last one', () => {
    const on = (text: string, key?: string): Term | undefined => termOn(TERMS, day(text), key);
    assert.equal(on('2026-12-05'), MICHAELMAS);
    assert.equal(on('2026-12-06'), HILARY);
    assert.equal(on('2026-12-06', 'michaelmas'), NEXT_MICHAELMAS);
    assert.equal(on('2030-01-01'), NEXT_MICHAELMAS);
    assert.equal(on('2030-01-01', 'hilary-term'), HILARY);
    assert.equal(on('2026-12-06', 'trinity'), undefined);
    assert.equal(termOn([], 0), undefined);
  });

  it('have names that addresses can write', () => {
    assert.deepEqual(['Hilary Term', ' Été 2027!', '—'].map(termKey), ['hilary-term', 'été-2027', '']);
  });
});

describe('term in an address', () => {
  it('is the first day in from, and the last day in to', () => {
    assert.deepEqual(daysOf('from=term&to=term', '2026-11-28'), ['2026-10-11', '2026-12-05']);
    assert.deepEqual(daysOf('from=term&to=term', '2026-12-24'), ['2027-01-17', '2027-03-13']);
    assert.deepEqual(daysOf('from=today&to=term', '2026-11-28'), ['2026-11-28', '2026-12-05']);
    assert.deepEqual(daysOf('from=term&to=plus6', '2026-11-28'), ['2026-10-11', '2026-10-17']);
  });

  it('may name one; its end is then that of the same term', () => {
    assert.deepEqual(daysOf('from=term:hilary-term&to=term', '2026-11-28'), ['2027-01-17', '2027-03-13']);
    assert.deepEqual(daysOf('from=term:Hilary%20Term', '2026-11-28'), ['2027-01-17', undefined]);
    assert.deepEqual(daysOf('to=term:michaelmas', '2026-12-06'), [undefined, '2027-12-04']);
  });

  it('changes with the day, so that answers are not kept for longer', () => {
    const depends = (query: string): string | undefined => {
      const read = parsePageSearch(query, RULES, new Date('2026-11-28T12:00:00Z'));
      return read.ok ? read.value.dependsOn : undefined;
    };
    assert.deepEqual(
      [depends('from=term'), depends('from=2026-01-01&to=term'), depends('from=2026-01-01&to=2026-02-01')],
      ['day', 'day', 'nothing'],
    );
  });

  it('is understood by feeds, and not by JSON and XML, which have the dates of the interface', () => {
    const now = new Date('2026-11-28T12:00:00Z');
    assert.ok(parseFeed('from=term', { operation: 'search', use: 'calendar' }, RULES, now).ok);
    const search = parseSearch('from=term&to=term:michaelmas', RULES, now);
    assert.deepEqual(
      !search.ok && search.problems.map(({ where, code, hint }) => [where, code, hint.includes('term')]),
      [
        ['from', 'bad-date', false],
        ['to', 'bad-date', false],
      ],
    );
  });

  it('is refused if there is no such term, with those that there are', () => {
    const now = new Date('2026-11-28T12:00:00Z');
    for (const bad of ['term:trinity', 'term:', 'terms', 'Term']) {
      const read = parsePageSearch(`from=${bad}`, RULES, now);
      assert.deepEqual(!read.ok && read.problems, [
        {
          where: 'from',
          code: 'bad-date',
          what: `“${bad}” is not a date.`,
          hint: 'Give a date that exists as yyyy-mm-dd, or the word today, tomorrow, now, term or term:michaelmas, term:hilary-term.',
        },
      ]);
    }
    const none = parsePageSearch('from=term', { ...RULES, terms: [] }, now);
    assert.deepEqual(!none.ok && none.problems.map(({ hint }) => hint), [
      'Give a date that exists as yyyy-mm-dd, or the word today, tomorrow or now.',
    ]);
  });

  it('becomes a date in links to JSON', () => {
    const asked = [
      { name: 'from', value: 'term:hilary-term' },
      { name: 'to', value: 'term' },
      { name: 'q', value: 'term' },
    ];
    assert.deepEqual(withoutTerms(asked, TERMS, day('2026-11-28')), [
      { name: 'from', value: '2027-01-17' },
      { name: 'to', value: '2027-03-13' },
      { name: 'q', value: 'term' },
    ]);
    const others = [
      { name: 'from', value: 'today' },
      { name: 'to', value: 'plus3' },
    ];
    assert.deepEqual(withoutTerms(others, TERMS, day('2026-11-28')), others);
  });
});
