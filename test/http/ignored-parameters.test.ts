import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { universityServer } from '../support/http/server.ts';
import { ADA, GARDEN, MOSS_TOPIC, PLANTS, RICH } from '../support/catalogue/university.ts';

const server = universityServer();

const HEADER = 'lectern-ignored-parameters';
const SEARCH = '/api/talks/search?from=2015-01-01';

/** Paths with the header that each gets; undefined for none. */
const NAMED: readonly (readonly [path: string, header: string | undefined])[] = [
  [SEARCH, undefined],
  [`${SEARCH}&format=json&alarm=15m&cancelled=omit&strict=0&order=date`, undefined],
  [`${SEARCH}&speakers=x`, '"speakers";did-you-mean="speaker"'],
  [`${SEARCH}&organizing_department=place:1`, '"organizing_department";did-you-mean="organising_department"'],
  [`${SEARCH}&department=place:1`, '"department";did-you-mean="organising_department"'],
  [`${SEARCH}&limit=5&Count=5`, '"limit";did-you-mean="count", "Count";did-you-mean="count"'],
  [`${SEARCH}&start_date=2015-01-01`, '"start_date";did-you-mean="from"'],
  [`${SEARCH}&_=1&_=2&constructor=x`, '"_", "constructor"'],
  [`${SEARCH}&letter=A`, '"letter"'],
  [`${SEARCH}&when%22%5C=x`, '"when\\"\\\\"'],
  [`${SEARCH}&%C3%A9t%C3%A9%0D%0A=x`, '"%C3%A9t%C3%A9%0D%0A"'],
  [`${SEARCH}&${'x'.repeat(500)}=1`, `"${'x'.repeat(40)}"`],
  [
    `${SEARCH}&${Array.from({ length: 30 }, (_, n) => `zzzz${String(n)}yyyy=1`).join('&')}`,
    Array.from({ length: 10 }, (_, n) => `"zzzz${String(n)}yyyy"`).join(', '),
  ],
  ['/api/events/search?from=2015-01-01&fromat=x', '"fromat";did-you-mean="format"'],
  ['/api/talks/search.ics?from=2015-01-01&alarms=15m', '"alarms";did-you-mean="alarm"'],
  [`/api/talks/${RICH}?from=2015-01-01`, '"from"'],
  [`/api/talks/${RICH}.ics?alarms=1h`, '"alarms";did-you-mean="alarm"'],
  [`/api/series/${PLANTS}?count=5`, '"count"'],
  [`/api/series/${PLANTS}.atom?canceled=omit`, '"canceled";did-you-mean="cancelled"'],
  [`/api/collections/id/${GARDEN}?form=2015-01-01`, '"form";did-you-mean="from"'],
  [`/api/person/${ADA}?untill=today`, '"untill"'],
  ['/api/departments/place:2000?pages=2', '"pages";did-you-mean="page"'],
  ['/api/venues/place:1000?subvenues=true', '"subvenues"'],
  [`/api/topics?uri=${encodeURIComponent(MOSS_TOPIC)}&urii=x`, '"urii";did-you-mean="uri"'],
];

describe('an unknown parameter', () => {
  for (const [path, header] of NAMED)
    it(`is named in a header with a suggestion: ${path.slice(0, 100)}`, async () => {
      const answer = await server.ask(path);
      assert.deepEqual([answer.status, answer.headers[HEADER]], [200, header]);
    });

  it('does not change the talks', async () => {
    const [plain, more] = [await server.read(SEARCH), await server.read(`${SEARCH}&speakers=x`)];
    assert.deepEqual(valueAt(more, '_embedded'), valueAt(plain, '_embedded'));
    assert.equal(valueAt(more, 'total'), valueAt(plain, 'total'));
    const talk = `/api/talks/${RICH}`;
    assert.equal(textOf(await server.ask(`${talk}?x=1`)), textOf(await server.ask(talk)));
  });

  it('is named in a 304 too, in a header that scripts of other sites can read', async () => {
    const path = `${SEARCH}&speakers=y`;
    const { headers } = await server.ask(path);
    const again = await server.ask(path, { headers: { 'if-none-match': headers.etag ?? '' } });
    assert.deepEqual([again.status, again.headers[HEADER]], [304, headers[HEADER]]);
    assert.match(headers['access-control-expose-headers'] ?? '', /\bLectern-Ignored-Parameters\b/);
  });

  it('with strict=1 is named in a 400 with all other problems', async () => {
    for (const path of [
      '/api/talks/search?strict=1&from=x&speakers=y&zzz=1',
      '/api/talks/search.ics?strict=1&from=x&speakers=y&zzz=1',
    ]) {
      const answer = await server.ask(path);
      assert.equal(answer.status, 400);
      assert.deepEqual(valueAt(jsonOf(answer), 'errors'), [
        {
          parameter: 'from',
          detail: '“x” is not a date. Give a date that exists as yyyy-mm-dd, or the word today, tomorrow or now.',
        },
        { parameter: 'speakers', detail: 'No parameter has this name. Did you mean speaker?' },
        { parameter: 'zzz', detail: 'No parameter has this name. Leave it out.' },
      ]);
    }
  });

  it('with strict=1 is a 400 on every path, unlike known parameters', async () => {
    for (const [path] of NAMED.filter(([, header]) => header !== undefined)) {
      const strict = await server.ask(`${path}&strict=1`);
      assert.equal(strict.status, 400, path);
    }
    for (const path of [`${SEARCH}&format=json&strict=true`, `/api/talks/${RICH}?strict=1&format=xml`])
      assert.equal((await server.ask(path)).status, 200, path);
    assert.equal((await server.ask(`${SEARCH}&strict=yes`)).status, 400);
  });

  it('has its response header documented in /openapi.json', async () => {
    const document = await server.read('/openapi.json');
    for (const path of ['/api/talks/search', '/api/talks/{id}', '/api/series/{id}', '/api/topics'])
      assert.deepEqual(
        valueAt(responseAt(document, path), 'headers', 'Lectern-Ignored-Parameters'),
        { $ref: '#/components/headers/LecternIgnoredParametersHeader' },
        path,
      );
  });

  it('adds to a header that stays under 1000 characters, even with 999 of them', async () => {
    const names = Array.from({ length: 999 }, (_, n) => `${'speakre'.repeat(3)}${String(n)}`);
    const answer = await server.ask(`${SEARCH}&${names.join('&')}`);
    assert.equal(answer.status, 200);
    assert.ok((answer.headers[HEADER] ?? '').length < 1000);
  });
});

/** The successful response of a path, which may be one that several share. */
function responseAt(document: unknown, path: string): unknown {
  const response = valueAt(document, 'paths', path, 'get', 'responses', '200');
  const shared = valueAt(response, '$ref');
  const name = typeof shared === 'string' ? shared.split('/').at(-1) : undefined;
  return name === undefined ? response : valueAt(document, 'components', 'responses', name);
}
