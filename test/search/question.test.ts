import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARAMETERS } from '#search/query/parameters.ts';
import { parseNameList, parsePlaces, parseSuggest } from '#search/query/name-list-question.ts';
import { parseGroup, parseListing, parseSearch } from '#search/query/question.ts';

const RULES = { timeZone: 'Europe/London', defaultCount: 20, maximumCount: 1000 };
/** Already 1 July in London. */
const NOW = new Date('2026-06-30T23:30:00Z');

const SLUG = 'b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34';
const OTHER = '00000000-0000-4000-8000-000000000000';

function seconds(moment: string): number {
  return Date.parse(moment) / 1000;
}

function question(query: string) {
  const parsed = parseSearch(query, RULES, NOW);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  return parsed.value.question;
}

function windowOf(query: string): (string | number)[] {
  const parsed = parseListing(query, RULES, NOW);
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const { from, to } = parsed.value.window;
  return [from, to].map((second) => (Number.isFinite(second) ? new Date(second * 1000).toISOString() : second));
}

/** Each problem as `parameter: code`. */
function problems(query: string): string[] {
  const parsed = parseSearch(query, RULES, NOW);
  return parsed.ok ? [] : parsed.problems.map(({ where, code }) => `${where}: ${code}`);
}

test('a search with only from asks for the first page of all talks from that day on', () => {
  assert.deepEqual(parseSearch('from=2026-01-19', RULES, NOW), {
    ok: true,
    value: {
      question: {
        window: { from: seconds('2026-01-19T00:00:00Z'), to: Infinity },
        speakers: [],
        hosts: [],
        series: [],
        venues: [],
        departments: [],
        topics: [],
        talks: [],
        collections: [],
        excluded: undefined,
        subvenues: false,
        subdepartments: true,
        text: null,
        attributes: undefined,
        cancelled: undefined,
        order: 'date',
        page: 1,
        count: 20,
      },
      facets: [],
      fields: [],
      since: null,
      days: { from: 20_472, to: undefined },
      deprecatedDate: false,
      dependsOn: 'nothing',
      parameters: [{ name: 'from', value: '2026-01-19' }],
      ignored: [],
    },
  });
});

test('a search takes all its parameters, with repeated values sorted and deduplicated', () => {
  const places = 'venue=place:2&venue=place%3A1&venue=place:2&organising_department=oxpoints:23232534';
  const people = `speaker=${SLUG}&speaker=${OTHER}&host=${SLUG}&series=${OTHER}`;
  const flags = 'subvenues=true&subdepartments=false&count=500&page=3';
  assert.deepEqual(
    question(
      `from=today&to=plus7&${places}&${people}&topic=http://id.example/a&talk=${SLUG},${OTHER}&talk=${OTHER}&collection=${OTHER}&${flags}`,
    ),
    {
      window: { from: seconds('2026-06-30T23:00:00Z'), to: seconds('2026-07-08T23:00:00Z') },
      speakers: [OTHER, SLUG],
      hosts: [SLUG],
      series: [OTHER],
      venues: ['place:1', 'place:2'],
      departments: ['oxpoints:23232534'],
      topics: ['http://id.example/a'],
      talks: [OTHER, SLUG],
      collections: [OTHER],
      excluded: undefined,
      subvenues: true,
      subdepartments: false,
      text: null,
      attributes: undefined,
      cancelled: undefined,
      order: 'date',
      page: 3,
      count: 500,
    },
  );
});

test('a search takes at most 200 talks in 8,000 bytes', () => {
  const slugs = Array.from(
    { length: 200 },
    (_, at) => `${at.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
  );
  assert.deepEqual(question(`from=today&talk=${slugs.join(',')}`).talks, slugs);
  assert.deepEqual(question(`from=today&${slugs.map((slug) => `talk=${slug}`).join('&')}`).talks, slugs);
  assert.deepEqual(problems(`from=today&talk=${[...slugs, SLUG].join(',')}&series=x`), [
    'series: bad-slug',
    'talk: too-many-values',
  ]);
  assert.deepEqual(problems(`from=today&talk=${Array(220).fill(SLUG).join(',')}`), ['talk: too-many-values']);
  assert.deepEqual(problems(`from=today&talk=${SLUG},moss,`), ['talk: bad-slug', 'talk: empty-value']);
});

test('a search takes free text and can be ordered by relevance only with text', () => {
  const asked = (query: string) => {
    const { text, order } = question(`from=today&${query}`);
    return [text?.text ?? null, order];
  };
  assert.deepEqual(asked('q=+dark+%22matter%22&order=relevance'), ['dark "matter"', 'relevance']);
  assert.deepEqual(asked('q=moss'), ['moss', 'date']);
  assert.deepEqual(asked('q=moss&order=date'), ['moss', 'date']);
  assert.deepEqual(asked('q=&order=relevance'), [null, 'date']);
  assert.deepEqual(asked('q=+%20&q=+%20'), [null, 'date']);
  assert.deepEqual(asked('order=relevance'), [null, 'date']);
  assert.deepEqual(problems('from=today&q=%21&order=rank'), ['q: bad-text', 'order: bad-order']);
  assert.deepEqual(problems('from=today&q=moss&q=fern&order='), ['q: conflicting-values']);
  assert.deepEqual(problems(`from=today&q=${'x'.repeat(3000)}`), ['q: bad-text']);
});

test('the to date includes the whole day, also when the clocks change', () => {
  assert.deepEqual(windowOf('from=2026-03-29&to=2026-03-29'), ['2026-03-29T00:00:00.000Z', '2026-03-29T23:00:00.000Z']);
  assert.deepEqual(windowOf('from=2026-10-25&to=2026-10-25'), ['2026-10-24T23:00:00.000Z', '2026-10-26T00:00:00.000Z']);
});

test('plus<n> counts from the from date, or from today without one', () => {
  assert.deepEqual(windowOf('from=2026-12-31&to=plus0'), ['2026-12-31T00:00:00.000Z', '2027-01-01T00:00:00.000Z']);
  assert.deepEqual(windowOf('from=tomorrow&to=plus1'), ['2026-07-01T23:00:00.000Z', '2026-07-03T23:00:00.000Z']);
  assert.deepEqual(windowOf('to=plus1'), [-Infinity, '2026-07-02T23:00:00.000Z']);
  assert.deepEqual(windowOf('from=2026-01-01&to=plus36500'), ['2026-01-01T00:00:00.000Z', '2125-12-09T00:00:00.000Z']);
});

test('a listing without from or to is open at that end', () => {
  assert.deepEqual(windowOf(''), [-Infinity, Infinity]);
  assert.deepEqual(windowOf('from=today'), ['2026-06-30T23:00:00.000Z', Infinity]);
  assert.deepEqual(windowOf('to=tomorrow'), [-Infinity, '2026-07-02T23:00:00.000Z']);
});

test('a from date after the to date is accepted', () => {
  assert.deepEqual(windowOf('from=2026-02-01&to=2026-01-01'), ['2026-02-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z']);
});

test('relative dates and deprecated date forms are flagged', () => {
  const traits = (query: string) => {
    const parsed = parseListing(query, RULES, NOW);
    return parsed.ok && [parsed.value.dependsOn, parsed.value.deprecatedDate];
  };
  assert.deepEqual(traits('from=2026-01-01&to=plus3'), ['nothing', false]);
  assert.deepEqual(traits('from=today'), ['day', false]);
  assert.deepEqual(traits('from=2026-01-01&to=tomorrow'), ['day', false]);
  assert.deepEqual(traits('to=plus3'), ['day', false]);
  assert.deepEqual(traits('from=now&to=plus3'), ['moment', false]);
  assert.deepEqual(traits('from=today&to=now'), ['moment', false]);
  assert.deepEqual(traits('from=01/01/26'), ['nothing', true]);
  assert.deepEqual(traits('from=today&to=01/01/2027'), ['day', true]);
});

test('all problems of a request are reported at once', () => {
  const bad = 'to=2026-2-3&speaker=x&venue=Place:1&venue=place:&subvenues=yes&count=0&page=-1&topic=urn:isbn:1';
  assert.deepEqual(parseSearch(bad, RULES, NOW), {
    ok: false,
    problems: [
      {
        code: 'missing-parameter',
        where: 'from',
        what: 'It is required.',
        hint: 'Give a date that exists as yyyy-mm-dd, or the word today, tomorrow or now.',
      },
      {
        code: 'bad-date',
        where: 'to',
        what: '“2026-2-3” is not a date.',
        hint: 'Give a date that exists as yyyy-mm-dd, the word today, tomorrow or now, or plus<n> with n from 0 to 36500.',
      },
      {
        code: 'bad-slug',
        where: 'speaker',
        what: '“x” is not a slug.',
        hint: 'Give a lower-case UUID, such as b2a6bd2c-5f2e-4c3a-9f0e-6d9f7e1c2a34.',
      },
      ...['Place:1', 'place:'].map((text) => ({
        code: 'bad-place',
        where: 'venue',
        what: `“${text}” is not the identifier of a place.`,
        hint: 'Give a scheme word of lower-case letters and digits, a colon and digits, such as place:23232534.',
      })),
      {
        code: 'bad-boolean',
        where: 'subvenues',
        what: '“yes” is not true or false.',
        hint: 'Give true or false, or 1 or 0.',
      },
      {
        code: 'bad-topic',
        where: 'topic',
        what: '“urn:isbn:1” is not the URI of a topic.',
        hint: 'Give an absolute http or https URI, percent-encoded.',
      },
      {
        code: 'bad-count',
        where: 'count',
        what: '“0” is not a number of talks that a page can have.',
        hint: 'Give a whole number from 1; a page has at most 1000.',
      },
      {
        code: 'bad-page',
        where: 'page',
        what: '“-1” is not the number of a page.',
        hint: 'Give a whole number from 1.',
      },
    ],
  });
});

test('invalid values are reported with their parameter and a code', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['from=', 'from: missing-parameter'],
    ['from', 'from: missing-parameter'],
    ['from=plus7', 'from: bad-date'],
    ['from=Today', 'from: bad-date'],
    ['from=%E9', 'from: bad-encoding'],
    ['from=today&to=plus', 'to: bad-date'],
    ['from=today&to=plus36501', 'to: bad-date'],
    ['from=today&to=plus-1', 'to: bad-date'],
    ['from=today&to=plus1.5', 'to: bad-date'],
    ['from=today&count=0', 'count: bad-count'],
    ['from=today&count=-1', 'count: bad-count'],
    ['from=today&count=1.5', 'count: bad-count'],
    ['from=today&count=abc', 'count: bad-count'],
    ['from=today&count=1e2', 'count: bad-count'],
    ['from=today&count=%2B5', 'count: bad-count'],
    ['from=today&page=0', 'page: bad-page'],
    ['from=today&page=١', 'page: bad-page'],
    ['from=today&subdepartments=maybe', 'subdepartments: bad-boolean'],
    ['from=today&subvenues=2', 'subvenues: bad-boolean'],
    ['from=today&strict=on', 'strict: bad-boolean'],
    ['from=today&free=1&free=false', 'free: conflicting-values'],
    [`from=today&speaker=${SLUG.toUpperCase()}`, 'speaker: bad-slug'],
    ['from=today&topic=//id.example/1', 'topic: bad-topic'],
    [`from=today&topic=http://id.example/${'a'.repeat(2000)}`, 'topic: bad-topic'],
    ['from=today&from=2026-07-01', 'from: conflicting-values'],
    ['from=today&page=1&page=2', 'page: conflicting-values'],
  ];
  for (const [query, expected] of cases) assert.deepEqual(problems(query), [expected], query);
});

test('a repeated value counts once', () => {
  assert.deepEqual(question(`from=today&from=today&speaker=${SLUG}&speaker=${SLUG}`).speakers, [SLUG]);
});

test('a repeated bad value is one problem, and more than 1,000 parameters are another', () => {
  const bad = Array.from({ length: 999 }, () => 'speaker=x').join('&');
  assert.deepEqual(problems(`from=today&${bad}`), ['speaker: bad-slug']);
  assert.deepEqual(problems(`from=today&${bad}&page=1`), ['page: too-many-parameters', 'speaker: bad-slug']);
});

test('unknown parameters are ignored but kept for links if they can be decoded', () => {
  const parsed = parseSearch('_=1&from=today&callback=a%20b&utm=%E9&__proto__=x&From=y', RULES, NOW);
  assert.deepEqual(parsed.ok && parsed.value.parameters, [
    { name: '_', value: '1' },
    { name: 'from', value: 'today' },
    { name: 'callback', value: 'a b' },
    { name: '__proto__', value: 'x' },
    { name: 'From', value: 'y' },
  ]);
});

test('a series or collection ignores the parameters of a search', () => {
  assert.deepEqual(windowOf('count=x&speaker=x&page=0'), [-Infinity, Infinity]);
});

test('a huge page number is capped at Number.MAX_SAFE_INTEGER', () => {
  assert.equal(question('from=today&page=9007199254740993').page, Number.MAX_SAFE_INTEGER);
  assert.equal(question(`from=today&page=${'9'.repeat(1000)}`).page, Number.MAX_SAFE_INTEGER);
});

test('a count above the maximum is the maximum', () => {
  for (const count of ['1000', '1001', '99999999999999999999'])
    assert.equal(question(`from=today&count=${count}`).count, 1000, count);
  const counts = [
    parseGroup('count=1001', 'group', RULES, NOW),
    parseNameList('count=201', RULES),
    parsePlaces('count=201', RULES),
    parseSuggest('q=moss&count=21', RULES),
  ].map((parsed) => parsed.ok && parsed.value.count);
  assert.deepEqual(counts, [1000, 200, 200, 20]);
});

test('booleans are true or false in any case, or 1 or 0', () => {
  for (const name of ['subdepartments', 'subvenues', 'free', 'booking_required', 'evening'])
    for (const [text, value] of [
      ['true', true],
      ['True', true],
      ['TRUE', true],
      ['1', true],
      ['false', false],
      ['False', false],
      ['FALSE', false],
      ['0', false],
    ] as const) {
      const { subdepartments, subvenues, attributes } = question(`from=today&${name}=${text}`);
      const { free, bookingRequired: booking_required, evening } = attributes ?? {};
      const read: Readonly<Record<string, unknown>> = { subdepartments, subvenues, free, booking_required, evening };
      assert.equal(read[name], value, `${name}=${text}`);
    }
  assert.equal(question('from=today&evening=1&evening=TRUE').attributes?.evening, true);
  for (const value of ['1', 'true', 'True'])
    assert.deepEqual(problems(`from=today&colour=red&strict=${value}`), ['colour: unknown-parameter']);
  assert.deepEqual(problems('from=today&colour=red&strict=0'), []);
});

test('an empty value counts as not given', () => {
  const names = PARAMETERS.filter(({ operations }) => operations.some((one) => one === 'search')).map(
    ({ name }) => name,
  );
  const empty = names.map((name) => (name === 'from' ? 'from=today' : `${name}=`)).join('&');
  assert.deepEqual(question(empty), question('from=today'));
  assert.deepEqual(question('from=today&venue=place:1&venue=').venues, ['place:1']);
});

test('an empty filter finds nothing with the parameters of OxTalks', () => {
  const read = (query: string) => {
    const parsed = parseSearch(query, { ...RULES, lenient: true }, NOW);
    assert.ok(parsed.ok, query);
    const { speakers, series, venues, departments, topics, hosts } = parsed.value.question;
    return [speakers, series, venues, departments, topics, hosts];
  };
  const filters = 'speaker=&series=&venue=&organising_department=&topic=&host=';
  assert.deepEqual(read(`from=today&${filters}`), [[''], [''], [''], [''], [''], []]);
  assert.deepEqual(read('from=today&venue=&venue=place:1'), [[], [], ['', 'place:1'], [], [], []]);
});
