import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FORMATS, formatsFor } from '#representations/negotiation/formats.ts';
import { negotiation, type Choice } from '#representations/negotiation/negotiate.ts';
import { anyCharacter } from '../support/hostile/any-character.ts';
import { RUNS } from '../support/property-runs.ts';
import { publication } from '../support/catalogue/publication.ts';

const negotiated = negotiation(publication);

function chosen(choice: Choice): string {
  const name = choice.kind === 'representation' ? choice.representation.name : choice.format.names[0];
  return `${name ?? ''} as ${choice.contentType}`;
}

/** `name as content type`, or the kind of failure. */
function answer(accept: string | undefined, formats: readonly string[] = []): string {
  const found = negotiated.answer('entry point', { accept, formats, suffix: '' });
  if (found.kind === 'chosen') return chosen(found.choice);
  return found.kind === 'malformed' ? found.problem.code : found.kind;
}

function problem(accept: string | undefined, formats: readonly string[] = []): string {
  const found = negotiated.problem({ accept, formats, suffix: '' });
  return `${found.representation.name} as ${found.contentType}`;
}

const JSON_ = 'json as application/json';
const HAL = 'hal as application/hal+json';
const XML = 'xml as application/xml; charset=utf-8';
const TEXT_XML = 'xml as text/xml; charset=utf-8';
const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

describe('content negotiation by Accept', () => {
  const cases: readonly (readonly [accept: string | undefined, expected: string, why: string])[] = [
    [undefined, JSON_, 'no header'],
    ['', JSON_, 'an empty header'],
    ['*/*', JSON_, 'any type'],
    ['application/*', JSON_, 'any application type'],
    ['application/json', JSON_, 'JSON by name'],
    ['Application/JSON', JSON_, 'a type in capitals'],
    ['application/json; charset=utf-8', JSON_, 'a redundant charset parameter'],
    ['application/hal+json', HAL, 'HAL by name'],
    ['application/xml', XML, 'XML by name'],
    ['text/xml', TEXT_XML, 'the other media type of XML'],
    ['text/*', TEXT_XML, 'any text type'],
    [CHROME, XML, 'a browser: HTML first, then XML'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', XML, 'another browser'],
    ['application/json, text/javascript, */*; q=0.01', JSON_, 'jQuery'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', JSON_, 'old Java'],
    ['application/json;q=0.5, application/xml', XML, 'the higher q value'],
    ['application/xml;q=0.1, application/json;q=0.2', JSON_, 'the higher q value, however low'],
    ['application/xml, application/json', XML, 'the first of equal types'],
    ['application/json, application/hal+json', JSON_, 'the first of equal types'],
    ['application/hal+json, application/json;q=0.9, */*;q=0.1', HAL, 'a HAL client'],
    ['*/*, application/xml', XML, 'the named one of equal types'],
    ['application/json;q=0, */*', HAL, 'anything but JSON'],
    ['application/json;q=0, application/hal+json;q=0, */*', XML, 'anything but JSON and HAL'],
    ['application/*;q=0, */*', TEXT_XML, 'a refused range'],
    ['application/*;q=0, application/xml', XML, 'a type inside a refused range'],
    ['application/json;version=1;q=0, application/json', JSON_, 'a refused variant that does not exist'],
    [
      'application/json;q=0.2, application/json;indent=4;q=0.9, application/xml;q=0.5',
      XML,
      'unknown parameters do not match',
    ],
    ['application/json;profile="a, b;q=0"', JSON_, 'separators in a quoted string'],
    ['application/json;q=foo, application/xml;q=0.1', XML, 'a malformed element is ignored'],
    ['application/json;q=-1', JSON_, 'a header with only malformed elements is ignored'],
    ['application/xml;q=2', XML, 'a q value above 1'],
    [',,;;, ,', JSON_, 'only separators'],
    ['text/html', 'not-acceptable', 'an unsupported type'],
    ['garbage', 'not-acceptable', 'an invalid type'],
    ['application/json;q=0', 'not-acceptable', 'JSON refused and nothing else accepted'],
    ['*/*;q=0', 'not-acceptable', 'everything refused'],
    ['application/json;q=0.000', 'not-acceptable', 'refused with q=0.000'],
    ['application/problem+json', 'not-acceptable', 'only a type of errors accepted'],
  ];
  for (const [accept, expected, why] of cases) {
    it(`${why}: ${accept ?? '(none)'} → ${expected}`, () => {
      assert.equal(answer(accept), expected);
      assert.equal(answer(accept), expected, 'the second time');
    });
  }

  it('lists the available types if none is acceptable', () => {
    assert.deepEqual(negotiated.answer('entry point', { accept: 'image/png', formats: [], suffix: '' }), {
      kind: 'not-acceptable',
      available: ['application/json', 'application/hal+json', 'application/xml', 'text/xml'],
    });
  });
});

describe('?format=', () => {
  it('overrides Accept', () => {
    assert.equal(answer('application/xml', ['json']), JSON_);
    assert.equal(answer('application/json', ['xml']), XML);
    assert.equal(answer('image/png', ['json']), JSON_);
    assert.equal(answer(undefined, ['xml', 'xml']), XML);
  });

  it('is rejected with unknown-format if no representation has that name', () => {
    assert.deepEqual(negotiated.answer('entry point', { accept: undefined, formats: ['csv"\n'], suffix: '' }), {
      kind: 'malformed',
      problem: {
        code: 'unknown-format',
        where: 'format',
        what: 'No format is called "csv\\"\\n".',
        hint: 'Leave it out or give one of: json, xml.',
      },
    });
    for (const name of ['JSON', 'hal', 'constructor', '__proto__', ' json'])
      assert.equal(answer(undefined, [name]), 'unknown-format', name);
  });

  it('is rejected if it is empty or repeated with different values', () => {
    assert.deepEqual(negotiated.answer('entry point', { accept: 'application/xml', formats: [''], suffix: '' }), {
      kind: 'malformed',
      problem: {
        code: 'unknown-format',
        where: 'format',
        what: 'The value is empty.',
        hint: 'Leave it out or give one of: json, xml.',
      },
    });
    assert.equal(answer(undefined, ['json', 'xml']), 'conflicting-values');
    assert.equal(answer(undefined, ['json', '']), 'conflicting-values');
  });
});

describe('a format of a series', () => {
  /** The same for a series. */
  function listed(accept: string | undefined, formats: readonly string[] = [], suffix = ''): string {
    const found = negotiated.answer('series', { accept, formats, suffix });
    if (found.kind === 'chosen') return chosen(found.choice);
    return found.kind === 'malformed' ? found.problem.code : found.kind;
  }

  it('is selected by its suffix, its name or its media type', () => {
    for (const format of formatsFor('series')) {
      const [type] = format.mediaTypes;
      const reached = [
        ...(format.suffix === null ? [] : [listed('application/json', [], format.suffix)]),
        ...format.names.map((name) => listed('application/json', [name])),
        listed(type.name),
      ];
      const name = format.names[0] ?? 'hal';
      assert.deepEqual([...new Set(reached)], [`${name} as ${type.contentType}`]);
    }
  });

  it('has a unique suffix, name and media type', () => {
    for (const all of [
      FORMATS.flatMap(({ suffix }) => (suffix === null ? [] : [suffix])),
      FORMATS.flatMap(({ names }) => names),
      FORMATS.flatMap(({ mediaTypes }) => mediaTypes.map(({ name }) => name)),
    ])
      assert.deepEqual([...new Set(all)], all);
  });

  const cases: readonly (readonly [accept: string | undefined, expected: string, why: string])[] = [
    [undefined, JSON_, 'no header'],
    ['*/*', JSON_, 'any type'],
    ['text/*', TEXT_XML, 'any text type'],
    [CHROME, XML, 'a browser'],
    ['application/json, text/plain, */*', JSON_, 'axios'],
    ['text/plain, */*; q=0.01', JSON_, 'jQuery that asks for text first but also accepts JSON'],
    ['text/plain', 'text as text/plain; charset=utf-8', 'only plain text'],
    ['text/calendar,text/plain;q=0.8,*/*;q=0.5', 'ics as text/calendar; charset=utf-8', 'Thunderbird'],
    [
      'application/rss+xml, application/atom+xml;q=0.6, application/xml;q=0.4',
      'rss as application/rss+xml',
      'a feed reader',
    ],
    [
      'application/vnd.c3voc.schedule+json',
      'frab-json as application/vnd.c3voc.schedule+json',
      'a schedule by media type',
    ],
    ['image/png', 'not-acceptable', 'an unsupported type'],
  ];
  for (const [accept, expected, why] of cases) {
    it(`${why}: ${accept ?? '(none)'} → ${expected}`, () => {
      assert.equal(listed(accept), expected);
    });
  }

  it('overrides Accept if it is a suffix and conflicts with another name in ?format=', () => {
    assert.equal(listed('application/xml', ['atom'], '.atom'), 'atom as application/atom+xml');
    assert.equal(listed('*/*;q=0', [], '.atom'), 'atom as application/atom+xml');
    assert.equal(listed(undefined, ['rss'], '.atom'), 'conflicting-values');
    assert.equal(listed(undefined, ['atom', 'rss'], '.atom'), 'conflicting-values');
  });

  it('is rejected for the entry point and, if it is a schedule, for a single talk', () => {
    assert.equal(answer('text/calendar'), 'not-acceptable');
    assert.ok(negotiated.suffixes('search').includes('.schedule.xml'));
    assert.ok(!negotiated.suffixes('talk').includes('.schedule.xml'));
  });

  it('does not apply to errors, which are application/problem+json or +xml', () => {
    assert.equal(problem('text/calendar'), 'json as application/problem+json');
    const found = negotiated.problem({ accept: undefined, formats: [], suffix: '.xml' });
    assert.equal(found.contentType, 'application/problem+xml; charset=utf-8');
  });
});

describe('the format of an error', () => {
  const PROBLEM_JSON = 'application/problem+json';
  const PROBLEM_XML = 'xml as application/problem+xml; charset=utf-8';
  const cases: readonly (readonly [accept: string | undefined, formats: readonly string[], expected: string])[] = [
    [undefined, [], `json as ${PROBLEM_JSON}`],
    ['*/*', [], `json as ${PROBLEM_JSON}`],
    ['application/hal+json', [], `hal as ${PROBLEM_JSON}`],
    ['application/xml', [], PROBLEM_XML],
    ['text/xml', [], PROBLEM_XML],
    [CHROME, [], PROBLEM_XML],
    ['application/problem+xml', [], PROBLEM_XML],
    ['application/problem+json, application/xml;q=0.5', [], `json as ${PROBLEM_JSON}`],
    ['text/html', [], `json as ${PROBLEM_JSON}`],
    ['*/*;q=0', [], `json as ${PROBLEM_JSON}`],
    ['application/json', ['xml'], PROBLEM_XML],
    ['application/xml', ['json'], `json as ${PROBLEM_JSON}`],
    ['application/xml', ['csv'], PROBLEM_XML],
  ];
  for (const [accept, formats, expected] of cases) {
    it(`${accept ?? '(no header)'}${formats.map((name) => ` ?format=${name}`).join('')} → ${expected}`, () => {
      assert.equal(problem(accept, formats), expected);
    });
  }
});

describe('an arbitrary Accept header', () => {
  const pieces = fc.constantFrom(
    'application/',
    'json',
    '*',
    '/',
    'xml',
    ';',
    ',',
    'q',
    '=',
    '"',
    '\\',
    '0',
    '.',
    '1',
    ' ',
  );
  const header = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join('')),
  );

  it('leads to a representation or a defined failure and to a format for errors', () => {
    fc.assert(
      fc.property(header, fc.array(fc.string({ unit: anyCharacter }), { maxLength: 2 }), (accept, formats) => {
        assert.ok(
          ['chosen', 'not-acceptable', 'malformed'].includes(
            negotiated.answer('talk', { accept, formats, suffix: '' }).kind,
          ),
        );
        assert.match(negotiated.problem({ accept, formats, suffix: '' }).contentType, /^application\/problem\+/);
      }),
      { numRuns: RUNS.quick },
    );
  });

  // A backtracking pattern would never finish on these.
  for (const [piece, expected] of [
    ['application/json,', 'json as application/json'],
    ['*/*;q=0,', 'not-acceptable'],
    ['"', 'not-acceptable'],
    ['"\\', 'not-acceptable'],
    [';q=', 'json as application/json'],
    ['a;b="', 'not-acceptable'],
    [' ', 'json as application/json'],
    ['\t,', 'json as application/json'],
    ['q=q=', 'not-acceptable'],
  ] as const) {
    it(`is parsed without excessive backtracking if it repeats ${JSON.stringify(piece)}`, () => {
      assert.equal(answer(piece.repeat(16_384 / piece.length)), expected);
    });
  }
});
