import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_CARDS } from '../support/render/cards-installed.ts';
import { pngSize } from '../support/render/png.ts';
import { testServer } from '../support/http/server.ts';
import { textOf } from '../support/http/http-answer.ts';
import { BARE, NOBODY, RICH, UNIVERSITY } from '../support/catalogue/university.ts';

const server = testServer(UNIVERSITY);

describe('the preview image of a talk', { skip: NO_CARDS }, () => {
  it('is a PNG of 1200×630 pixels at the og:image address of the talk page', async () => {
    const html = textOf(await server.ask(`/talks/id/${RICH}`));
    const [, address = ''] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
    assert.equal(address, `https://talks.example.org/cards/${RICH}.png`);
    const { status, headers, body } = await server.ask(new URL(address).pathname);
    assert.deepEqual([status, headers['content-type']], [200, 'image/png']);
    assert.deepEqual(pngSize(body), { width: 1200, height: 630 });
  });

  it('is sent without content coding and answered with a 304 when unchanged', async () => {
    const path = `/cards/${BARE}.png`;
    const { headers } = await server.ask(path, { headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(headers['content-encoding'], undefined);
    const again = await server.ask(path, { headers: { 'if-none-match': headers.etag ?? '' } });
    assert.deepEqual([again.status, again.body.length], [304, 0]);
  });

  it('is in the language of its lang parameter and ignores Accept-Language', async () => {
    const html = textOf(await server.ask(`/talks/id/${RICH}?lang=de`));
    const [, address = ''] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
    assert.equal(address, `https://talks.example.org/cards/${RICH}.png?lang=de`);
    const tagOf = async (query: string): Promise<string | undefined> =>
      (await server.ask(`/cards/${RICH}.png${query}`, { headers: { 'accept-language': 'fr' } })).headers.etag;
    assert.notEqual(await tagOf('?lang=de'), await tagOf(''));
    assert.equal(await tagOf('?lang=en'), await tagOf(''));
  });

  it('is a 404 for unknown talks and other file names', async () => {
    for (const name of [`${NOBODY}.png`, RICH, `${RICH}.svg`, 'x.png', '.png'])
      assert.equal((await server.ask(`/cards/${name}`)).status, 404, name);
  });

  it('has a new ETag after the talk changes', async () => {
    const before = await server.ask(`/cards/${BARE}.png`);
    const talk = UNIVERSITY.find((record) => record.slug === BARE);
    await server.import([{ ...talk, type: 'talk', title: 'Told after all' }]);
    const after = await server.ask(`/cards/${BARE}.png`);
    assert.notEqual(before.headers.etag, after.headers.etag);
  });
});
