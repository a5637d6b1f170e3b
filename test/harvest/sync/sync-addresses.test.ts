import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SourceOpener } from '#harvest/sync/open-source.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import { strangeServer } from '../../support/http/strange-server.ts';
import { until } from '../../support/until.ts';
import { news, outcomes } from './sync-scene.ts';
import { webScene } from './web-scene.ts';

const BOTH = aCalendar(anEvent('moss'), anEvent('fern', '1202'));

describe('sync of an address', () => {
  it('sends If-None-Match and If-Modified-Since and skips unchanged content, for up to a day', async (t) => {
    let text = BOTH;
    const { run, at, pass, server } = await webScene(t, {
      '/optics': (response, { headers }) => {
        const etag = `"${String(text.length)}"`;
        if (headers['if-none-match'] === etag) response.writeHead(304).end();
        else response.writeHead(200, { etag, 'last-modified': 'Fri, 20 Nov 2026 11:00:00 GMT' }).end(text);
      },
    });
    const of = [at('/optics')];
    const told: unknown[] = [];
    const look = async (minutes: number): Promise<void> => {
      pass(minutes);
      const [report] = await run({ of });
      const { headers } = server.asked.at(-1) ?? {};
      told.push([report?.outcome, news(report), headers?.['if-none-match'], headers?.['if-modified-since']]);
    };
    await look(0);
    await look(60);
    text = aCalendar(anEvent('moss', '1203', 'SUMMARY:On mosses'), anEvent('fern', '1202'));
    await look(60);
    await look(60);
    await look(24 * 60);
    const since = 'Fri, 20 Nov 2026 11:00:00 GMT';
    const [before, after] = [`"${String(BOTH.length)}"`, `"${String(text.length)}"`];
    assert.deepEqual(told, [
      ['read', ['added 2'], undefined, undefined],
      ['same', [], before, since],
      ['read', ['moved 1'], before, since],
      ['same', [], after, since],
      // After a day it fetches the content without conditions.
      ['read', [], undefined, undefined],
    ]);
  });

  it('fetches without conditions if the settings changed', async (t) => {
    const { run, at, server } = await webScene(t, {
      '/optics': (response, { headers }) => {
        if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
        else response.writeHead(200, { etag: '"1"' }).end(BOTH.replaceAll('170000Z', '170000'));
      },
    });
    await run({ of: [at('/optics')] });
    const [report] = await run({ of: [at('/optics', { timeZone: 'Asia/Tokyo' })] });
    assert.deepEqual(news(report), ['moved 2']);
    assert.equal(server.asked.at(-1)?.headers['if-none-match'], undefined);
  });

  it('recognises unchanged content from a server without validators', async (t) => {
    const { run, at, pass } = await webScene(t, { '/optics': (response) => response.end(BOTH) });
    const of = [at('/optics')];
    assert.deepEqual(outcomes(await run({ of })), ['optics read']);
    pass(60);
    assert.deepEqual(outcomes(await run({ of })), ['optics same']);
  });

  it('obeys Retry-After and records why a source failed', async (t) => {
    const { run, at, pass, state } = await webScene(t, {
      '/optics': (response) => response.writeHead(503, { 'retry-after': '7200' }).end(),
      '/chemistry': (response) => response.end(BOTH),
    });
    const of = [at('/optics'), at('/gone'), at('/chemistry')];
    assert.deepEqual(outcomes(await run({ of })), ['optics failed', 'gone failed', 'chemistry read']);
    assert.equal((await state('optics'))?.nextRun, '2026-11-20T14:00:00Z');
    const codes = [await state('optics'), await state('gone')].map((kept) => kept?.problems.map(({ code }) => code));
    assert.deepEqual(codes, [['not-available'], ['not-found']]);
    pass(119);
    assert.equal((await run({ of }))[0]?.outcome, 'not-due');
    pass(1);
    assert.equal((await run({ of }))[0]?.outcome, 'failed');
  });

  it('discards a response that is cut short and keeps the earlier talks', async (t) => {
    let isWhole = true;
    const { run, at, pass, talks } = await webScene(t, {
      '/optics': (response, _, socket) => {
        if (isWhole) response.end(BOTH);
        else {
          const headers = { 'content-length': String(BOTH.length) };
          response.writeHead(200, headers).write(BOTH.slice(0, 100), () => socket.destroy());
        }
      },
    });
    const of = [at('/optics')];
    await run({ of });
    const before = await talks();
    isWhole = false;
    pass(60);
    const [report] = await run({ of });
    assert.ok(report?.outcome === 'failed');
    assert.deepEqual(
      report.problems.map(({ code, file }) => [code, file]),
      [['cut-short', 'optics']],
    );
    assert.deepEqual(await talks(), before);
  });

  it('closes the connection if it cannot save the response', async (t) => {
    let open = 0;
    const { run, at } = await webScene(t, {
      '/optics': (response) => {
        open++;
        response.once('close', () => open--);
        response.writeHead(200).write('BEGIN:VCALENDAR');
      },
    });
    const opener = new SourceOpener({
      userAgent: 'Lectern/test',
      allowedHosts: new Set(['127.0.0.1']),
      cacheFolder: '/dev/null/nowhere',
    });
    t.after(() => opener.close());
    assert.deepEqual(outcomes(await run({ of: [at('/optics')], open: opener.open })), ['optics failed']);
    await until(() => open === 0, 'the connection to close');
  });

  it('sends the headers of a source only to its own server', async (t) => {
    const other = await strangeServer({ '/there': (response) => response.end(BOTH) });
    t.after(() => other.close());
    const { run, at, server } = await webScene(t, {
      '/optics': (response) => response.writeHead(302, { location: '/moved' }).end(),
      '/moved': (response) => response.writeHead(302, { location: `${other.origin}/there` }).end(),
    });
    const headers = { Authorization: 'Bearer secret', 'X-Which': 'optics', Host: 'elsewhere', 'user-agent': 'Other' };
    assert.deepEqual(outcomes(await run({ of: [at('/optics', { headers })] })), ['optics read']);
    const got = [...server.asked, ...other.asked].map(({ headers: { authorization, host, ...rest } }) => [
      authorization,
      rest['x-which'],
      rest['user-agent'],
      host?.replace(/^.*:/, ''),
    ]);
    assert.deepEqual(got, [
      ['Bearer secret', 'optics', 'Lectern/test', String(server.port)],
      ['Bearer secret', 'optics', 'Lectern/test', String(server.port)],
      [undefined, undefined, 'Lectern/test', String(other.port)],
    ]);
  });

  it('reaches hosts inside the network only if the source or the service allows them', async (t) => {
    const { run, at, server } = await webScene(t, { '/optics': (response) => response.end(BOTH) });
    const address = `http://localhost:${String(server.port)}/optics`;
    const [refused] = await run({ of: [at('/optics', { address })] });
    assert.ok(refused?.outcome === 'failed');
    assert.deepEqual(
      refused.problems.map(({ code }) => code),
      ['inside-network'],
    );
    const allowed = at('/optics', { address, allowHosts: [`LOCALHOST:${String(server.port)}`] });
    assert.deepEqual(outcomes(await run({ of: [allowed] })), ['optics read']);
  });

  it('fetches all pages without conditions, since an unchanged first page says nothing of the others', async (t) => {
    let title = 'On mosses';
    const { run, at, pass, server } = await webScene(t, {
      '/search': (response, { url = '' }) => {
        const next = { _links: { next: { href: '/search?page=2' } } };
        const page = url.includes('page=2')
          ? list([oxtalk(2, { title_display: title })], { _links: { next: null } })
          : list([oxtalk(1)], next);
        response.writeHead(200, { 'content-type': 'application/json', etag: '"first"' }).end(JSON.stringify(page));
      },
    });
    const of = [at('/search', { name: 'oxtalks' })];
    assert.deepEqual(news((await run({ of }))[0]), ['added 2']);
    title = 'On ferns';
    pass(60);
    assert.deepEqual(news((await run({ of }))[0]), ['renamed 1']);
    assert.deepEqual(
      server.asked.map(({ path, headers }) => [path, headers['if-none-match']]),
      ['/search', '/search?page=2', '/search', '/search?page=2'].map((path) => [path, undefined]),
    );
  });
});
