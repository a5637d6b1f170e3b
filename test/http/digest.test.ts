import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { organisation, person, series, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';
import { valueAt } from '../support/json-value.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { parsedMail } from '../support/mail/parsed-mail.ts';

const DEPARTMENT = 'place:1';
const HOSTILE = '<script>alert(1)</script>\r\nBcc: all@example.org \u202eright to left';
const MARCH = 'from=2041-03-04';

const server = testServer([
  organisation(DEPARTMENT, { name: `Mosses\r\nX-Evil: yes & Ferns` }),
  venue('place:2', { name: 'Great Hall' }),
  person(slugOf(60), { name: 'Ada <Moss>' }),
  series(slugOf(50), { title: 'Bogs' }),
  talk(slugOf(1), '2041-03-05T10:00:00Z', {
    title: 'Sphagnum & friends',
    end: '2041-03-05T11:00:00Z',
    organising_department: DEPARTMENT,
    venue: 'place:2',
    speakers: [slugOf(60)],
    series: slugOf(50),
    special_message: 'Bring boots.',
    online_url: 'https://meet.example.org/bog',
  }),
  talk(slugOf(2), '2041-03-05T12:00:00Z', { title: 'Called off', status: 'cancelled' }),
  talk(slugOf(3), '2041-03-06T10:00:00Z', { title: HOSTILE, location_details: 'javascript:alert(1)' }),
  talk(slugOf(4), '2041-03-11T10:00:00Z', { title: 'On the eighth day' }),
  ...Array.from({ length: 130 }, (_, at) =>
    talk(slugOf(100 + at), `2041-05-${String((at % 28) + 1).padStart(2, '0')}T10:00:00Z`, {
      title: `${'&é'.repeat(140)} ${at}`,
      special_message: '&é'.repeat(100),
    }),
  ),
]);

async function digest(query: string): Promise<string> {
  const answer = await server.ask(`/digest?${query}`);
  assert.equal(answer.status, 200, query);
  return textOf(answer);
}

function titles(html: string): readonly string[] {
  return [...html.matchAll(/<strong>(.*?)<\/strong>/gs)].map(([, title = '']) =>
    title.replaceAll(/<[^>]+>/g, '').replaceAll('&amp;', '&'),
  );
}

describe('a digest', () => {
  it('covers seven days by default and follows days, to and filters', async () => {
    assert.deepEqual(titles(await digest(MARCH)).slice(0, 2), ['Sphagnum & friends', 'Called off']);
    assert.equal(titles(await digest(MARCH)).length, 3);
    assert.equal(titles(await digest(`${MARCH}&days=8`)).length, 4);
    assert.equal(await digest(`${MARCH}&days=&format=&lang=&to=`), await digest(MARCH));
    assert.equal(titles(await digest(`${MARCH}&to=2041-03-05`)).length, 2);
    assert.equal(titles(await digest(`${MARCH}&organising_department=${DEPARTMENT}`)).length, 1);
    assert.equal(titles(await digest(`${MARCH}&cancelled=omit`)).length, 2);
    assert.match(await digest('from=2041-01-01'), /No talks are announced for these days/);
  });

  it('shows time, place and speakers of each talk and links to its page and online meeting', async () => {
    const text = await digest(`${MARCH}&format=txt&organising_department=${DEPARTMENT}`);
    assert.match(text, /^Mosses X-Evil: yes & Ferns: talks from 4 March to 10 March\n=+\n\n/);
    assert.match(
      text,
      /\nTuesday 5 March 2041\n-+\n\n10:00–11:00\n {2}Sphagnum & friends\n {2}Ada <Moss>\n {2}Great Hall\n {2}Bogs\n {2}Bring boots\.\n {2}Join online – https:\/\/meet\.example\.org\/bog\n {2}https:\S+\/talks\/id\/\S+\/\n/,
    );
    const html = await digest(MARCH);
    assert.ok(html.includes('href="https://meet.example.org/bog"'));
    assert.match(html, /<strong style="color:#a3221b">Cancelled<\/strong>/);
  });

  it('is in the requested language', async () => {
    assert.match(await digest(`${MARCH}&lang=de&format=txt`), /: Vorträge vom 4\. März bis zum 10\. März\n/);
    assert.match(await digest(`${MARCH}&lang=fr&days=1`), /lang="fr".*conférences du lundi 4 mars 2041/s);
    assert.match(await digest(`${MARCH}&lang=es&format=txt`), /: charlas del 4 de marzo al 10 de marzo\n/);
  });

  it('escapes markup in talks and loads no external resources', async () => {
    const html = await digest(MARCH);
    assert.ok(!html.includes('<script'));
    assert.match(html, /&lt;script&gt;alert\(1\)&lt;\/script&gt; Bcc: all@example\.org/);
    assert.doesNotMatch(html, /="javascript:|<(?:img|link|iframe|style)\b|url\(/);
    const { headers } = await server.ask(`/digest?${MARCH}`);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
  });

  it('is a valid multipart email with HTML and text versions and without injected headers', async () => {
    const answer = await server.ask(`/digest?${MARCH}&organising_department=${DEPARTMENT}&format=eml&lang=de`);
    assert.equal(answer.headers['content-type'], 'message/rfc822');
    const mail = await parsedMail(answer.body);
    assert.equal(mail.subject, 'Mosses X-Evil: yes & Ferns: Vorträge vom 4. März bis zum 10. März');
    assert.match(mail.from?.address ?? '', /^talks@/);
    assert.ok(mail.headers.every(({ key }) => !['x-evil', 'bcc'].includes(key)));
    const header = (name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value;
    assert.equal(header('auto-submitted'), 'auto-generated');
    assert.match(header('content-type') ?? '', /^multipart\/alternative;/);
    const query = `${MARCH}&organising_department=${DEPARTMENT}&lang=de`;
    assert.equal(mail.html?.trim(), (await digest(query)).trim());
    assert.equal(mail.text?.trim(), (await digest(`${query}&format=txt`)).trim());
    const again = await server.ask(`/digest?${query}&format=eml`);
    assert.deepEqual(again.body, (await server.ask(`/digest?${query}&format=eml`)).body);
  });

  it('stays under 102 kB, so that mail programs do not clip it, and says how many talks it omits', async () => {
    const { body } = await server.ask('/digest?from=2041-05-01&days=31&format=eml');
    const { html = '', text = '' } = await parsedMail(body);
    const part = body.toString().split('Content-Type: text/html')[1] ?? '';
    assert.ok(part.length < 102_000, `${String(part.length)} bytes`);
    const shown = titles(html).length;
    assert.ok(shown > 5 && shown < 100, `${String(shown)} talks`);
    assert.match(html, new RegExp(`>${String(130 - shown)} more talks are on the web\\.<`));
    assert.match(text, new RegExp(`\n${String(130 - shown)} more talks are on the web\\.\n`));
  });

  it('returns 400 and names every invalid parameter', async () => {
    const answer = await server.ask('/digest?format=pdf&days=0&from=x&lang=tlh&speaker=1', {
      headers: { accept: 'application/json' },
    });
    assert.equal(answer.status, 400);
    const errors = valueAt(jsonOf(answer), 'errors') as readonly { parameter: string }[];
    assert.deepEqual(errors.map(({ parameter }) => parameter).sort(), ['days', 'format', 'from', 'lang', 'speaker']);
    const both = await server.ask(`/digest?${MARCH}&days=3&to=2041-03-05`, { headers: { accept: 'application/json' } });
    assert.match(textOf(both), /The last day is given by `to` already/);
  });
});
