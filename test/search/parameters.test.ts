import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PARAMETERS, valueSchema } from '#search/query/parameters.ts';

const RULES = { defaultCount: 20, maximumCount: 1000 };

test('every parameter declares its operations and how often it may be given', () => {
  const shown = PARAMETERS.map(({ name, repeatable, operations, requiredBy }) => {
    const often = repeatable
      ? 'any number of times'
      : requiredBy.length > 0
        ? `required by a ${requiredBy.join(' and ')}`
        : 'once';
    return `${name}: ${operations.join(' and ')}, ${often}`;
  });
  assert.deepEqual(shown, [
    'from: search and listing and group and topic, required by a search',
    'to: search and listing and group and topic, once',
    'ongoing: search and listing and group and topic, once',
    'q: search and suggest and name list and places, required by a suggest',
    'speaker: search, any number of times',
    'host: search, any number of times',
    'series: search, any number of times',
    'venue: search, any number of times',
    'subvenues: search, once',
    'organising_department: search, any number of times',
    'subdepartments: search, once',
    'topic: search, any number of times',
    'talk: search, any number of times',
    'collection: search, any number of times',
    'without_speaker: search, any number of times',
    'without_series: search, any number of times',
    'without_venue: search, any number of times',
    'without_organising_department: search, any number of times',
    'without_topic: search, any number of times',
    'status: search, any number of times',
    'attendance: search, any number of times',
    'has: search, any number of times',
    'missing: search, any number of times',
    'audience: search, any number of times',
    'free: search, once',
    'booking_required: search, once',
    'evening: search, once',
    'uri: topic and topic page, required by a topic and topic page',
    'order: search, once',
    'count: search and group and topic and suggest and name list and places, once',
    'page: search and group and topic and name list and places and list page and topic page and browse page, once',
    'when: list page and topic page, once',
    'letter: name list and browse page, once',
    'under: places and browse page, once',
    'role: places, once',
    'depth: places, once',
    'kind: suggest, any number of times',
    'facets: search, any number of times',
    'fields: search and listing and group and topic, any number of times',
    'updated_since: search, once',
    'cancelled: search and feed, once',
    'alarm: feed, once',
    'dates: feed, once',
    'strict: search and listing and group and topic and feed and suggest and name list and places, once',
  ]);
});

test('every example is valid and matches its published schema', () => {
  for (const parameter of PARAMETERS) {
    const text = String(parameter.example);
    assert.notEqual(parameter.form.read(text, RULES), undefined, parameter.name);
    const { pattern, type } = valueSchema(parameter, RULES);
    if (typeof pattern === 'string') assert.match(text, new RegExp(pattern, 'u'), parameter.name);
    assert.equal(type === 'integer' ? 'number' : type, typeof parameter.example, parameter.name);
  }
});

test('the published schemas include default values', () => {
  const defaults = PARAMETERS.map((parameter) => [parameter.name, valueSchema(parameter, RULES).default]);
  assert.deepEqual(
    defaults.filter(([, value]) => value !== undefined),
    [
      ['subvenues', false],
      ['subdepartments', true],
      ['order', 'date'],
      ['count', 20],
      ['page', 1],
      ['when', 'upcoming'],
      ['role', 'department'],
      ['depth', 1],
      ['cancelled', 'title'],
      ['dates', 'announced'],
    ],
  );
});
