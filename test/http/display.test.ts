import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valueAt } from '../support/json-value.ts';
import { organisation, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { NO_CARDS } from '../support/render/cards-installed.ts';
import { htmlFaults } from '../support/render/html.ts';
import { textOf as wordsOf } from '../support/render/markup.ts';
import { elementsOf, textsOf } from '../support/render/page-markup.ts';
import { qrText } from '../support/render/qr-text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** The start of this minute. A talk without a length that begins now stays on for an hour. */
const NOW = Math.floor(Date.now() / MINUTE) * MINUTE;

function hoursFromNow(hours: number): string {
  return `${new Date(NOW + hours * HOUR).toISOString().slice(0, 19)}Z`;
}

const server = testServer([
  talk(slugOf(7), hoursFromNow(-50), { title: 'All week', end: hoursFromNow(70), organising_department: 'place:3' }),
  organisation('place:3', { name: 'A busy department' }),
  ...Array.from({ length: 120 }, (_, at) =>
    talk(slugOf(100 + at), hoursFromNow(-8), { title: `Earlier ${at}`, organising_department: 'place:3' }),
  ),
  talk(slugOf(8), hoursFromNow(-1), { title: 'On now', end: hoursFromNow(9), organising_department: 'place:3' }),
  organisation('place:1', { name: 'Mosses & Ferns' }),
  venue('place:2', { name: 'Great Hall' }),
  talk(slugOf(1), hoursFromNow(-5), { title: 'Over', organising_department: 'place:1' }),
  talk(slugOf(2), hoursFromNow(-4), { title: 'Goes on', end: hoursFromNow(4), organising_department: 'place:1' }),
  talk(slugOf(3), hoursFromNow(0), { title: 'Of unknown length', end: hoursFromNow(0), venue: 'place:2' }),
  talk(slugOf(4), hoursFromNow(2), { title: 'Called <off>', status: 'cancelled', organising_department: 'place:1' }),
  ...Array.from({ length: 60 }, (_, at) => talk(slugOf(10 + at), hoursFromNow(30 + at), { title: `Later ${at}` })),
]);

async function display(query = ''): Promise<string> {
  const answer = await server.ask(`/display${query}`);
  assert.equal(answer.status, 200, query);
  const html = textOf(answer);
  assert.deepEqual(await htmlFaults(html), []);
  return html;
}

describe('the display page', () => {
  it('shows current and upcoming talks and marks cancelled ones', async () => {
    const titles = textsOf(await display(), 'h3');
    assert.deepEqual(titles.slice(0, 6), [
      'All week',
      'Goes on',
      'On now',
      'Of unknown length',
      'Called <off> Cancelled',
      'Later 0',
    ]);
    assert.equal(titles.length, 40);
  });

  it('shows the talks of a filter under its name', async () => {
    const html = await display('?organising_department=place:1');
    assert.deepEqual(textsOf(html, 'h1'), ['Mosses & Ferns']);
    assert.deepEqual(textsOf(html, 'h3'), ['Goes on', 'Called <off> Cancelled']);
    assert.deepEqual(textsOf(await display('?venue=place:2'), 'h3'), ['Of unknown length']);
  });

  it('shows current talks, however long ago they began and however many others are over', async () => {
    assert.deepEqual(textsOf(await display('?organising_department=place:3'), 'h3'), ['All week', 'On now']);
  });

  it('says in the requested language that no talks are announced', async () => {
    const html = await display('?series=00000000-0000-4000-8000-00000000000f&lang=de');
    assert.ok(html.includes('Zurzeit sind keine Vorträge angekündigt.'));
  });

  it('is dark with theme=dark and returns 400 for invalid parameters', async () => {
    assert.match(await display('?theme=dark'), /<html [^>]*class="is-dark"/);
    assert.doesNotMatch(await display('?theme=auto'), /class="is-/);
    assert.doesNotMatch(await display('?theme='), /class="is-/);
    const answer = await server.ask('/display?theme=pink&venue=hall', { headers: { accept: '*/*' } });
    assert.equal(answer.status, 400);
    const errors = valueAt(jsonOf(answer), 'errors');
    assert.ok(Array.isArray(errors));
    assert.deepEqual(
      errors.map((error: unknown) => valueAt(error, 'parameter')),
      ['venue', 'theme'],
    );
  });

  it('has a QR code of the same search unless the address is too long', { skip: NO_CARDS }, async () => {
    const html = await display('?organising_department=place:1&lang=fr');
    const [svg] = elementsOf(html, 'svg');
    assert.ok(svg);
    const code = 'https://talks.example.org/search?organising_department=place:1&lang=fr';
    assert.equal(qrText(html), code);
    assert.equal(svg.attributes['aria-label'], `Code QR\u202f: ${code}`);
    const many = Array.from({ length: 30 }, (_, at) => `series=${slugOf(at)}`).join('&');
    assert.deepEqual(elementsOf(await display(`?${many}`), 'svg'), []);
  });
});

describe('the QR code of a talk', { skip: NO_CARDS }, () => {
  it('is an SVG on the talk page and encodes the address of that page', async () => {
    const html = textOf(await server.ask(`/talks/id/${slugOf(2)}`));
    const details = elementsOf(html, 'details').find((one) => one.attributes.class === 'qr');
    assert.ok(details);
    assert.equal(wordsOf(details).trim(), 'QR code');
    const [, src = ''] = /<img src="(\/qr\/[^"]+)"/.exec(html) ?? [];
    const { status, headers, body } = await server.ask(src);
    assert.deepEqual([status, headers['content-type']], [200, 'image/svg+xml']);
    assert.equal(qrText(body.toString()), `https://talks.example.org/talks/id/${slugOf(2)}/`);
  });

  it('is a 404 for unknown talks and other file names', async () => {
    for (const name of [`${slugOf(999)}.svg`, slugOf(2), `${slugOf(2)}.png`, 'x.svg', '.svg'])
      assert.equal((await server.ask(`/qr/${name}`)).status, 404, name);
  });
});
