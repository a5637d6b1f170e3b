import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { noteSources } from '../support/catalogue/source-states.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { until } from '../support/until.ts';

const server = testServer(UNIVERSITY);

async function sourcesKnown(): Promise<void> {
  await noteSources((await server.started()).database.address);
  await until(async () => (await server.ask('/status/sources/failing')).status === 200, 'the sources to be known');
}

/** The visible text. */
function seen(html: string): string {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(html) ?? [];
  return main
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([,:.])/g, '$1')
    .trim();
}

describe('the status page of a source', () => {
  const path = `/status/sources/${encodeURIComponent('Optics & light/2')}`;

  it('shows when the source was read, what was left out and what changed', async () => {
    await sourcesKnown();
    const answer = await server.ask(path);
    assert.deepEqual([answer.status, answer.headers['cache-control']], [200, 'no-store']);
    assert.equal(
      seen(textOf(answer)),
      'Source of talks Optics &amp; light/2 State In order Last read 20 November 2026, 12:05 ' +
        'Next attempt 20 November 2026, 12:20 Talks 1,234 ' +
        'Left out, or read in part Line 14, Date: There is no 31 June. and 1 more ' +
        'How it was read 2 × without a time zone: read in Europe/London ' +
        'Changes When its content was last read, on 19 November 2026 at 09:00: ' +
        'Moved On &lt;moss&gt;, 1 June 2027, 17:00 No longer there To be announced, 1 June 2027 and 3 more',
    );
    assert.match(textOf(answer), /<meta name="robots" content="noindex"/);
  });

  it('says why the source cannot be read', async () => {
    assert.equal(
      seen(textOf(await server.ask('/status/sources/failing'))),
      'Source of talks failing State The last 2 attempts failed Last read 20 November 2026, 12:05 ' +
        'Next attempt 20 November 2026, 12:20 Talks 1,234 ' +
        'Why it cannot be read Was a table, is now a web page. Its earlier talks are unchanged. ' +
        'Left out, or read in part Nothing: every entry could be read.',
    );
  });

  it('is valid HTML in every language', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: { 'void-style': 'off', 'no-trailing-whitespace': 'off' },
    });
    for (const language of ['en', 'de', 'fr', 'es']) {
      const html = textOf(await server.ask(`${path}?lang=${language}`));
      assert.match(html, new RegExp(`<html lang="${language}"`));
      const { results } = await validator.validateString(html);
      assert.deepEqual(
        results.flatMap(({ messages }) => messages.map(({ message }) => message)),
        [],
      );
    }
  });

  it('is a 404 unless the operator turned it on', async () => {
    const statuses = ['hidden', 'nobody', 'Optics'].map(
      async (name) => (await server.ask(`/status/sources/${name}`)).status,
    );
    assert.deepEqual(await Promise.all(statuses), [404, 404, 404]);
  });
});
