import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { SourceOpener } from '#harvest/sync/open-source.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import { strangeServer } from '../../support/http/strange-server.ts';
import type { Answering } from '../../support/http/strange-server.ts';
import { until } from '../../support/until.ts';
import { news, outcomes } from './sync-scene.ts';
import { webScene } from './web-scene.ts';

const SEARCH = '/api/talks/search';

/** A search with a talk on each of two pages. */
const search: Answering = (response, { url = '' }) =>
  void response.end(JSON.stringify(list([oxtalk(isSecond(url) ? 2 : 1)], { total: 2 })));

const isSecond = (url: string): boolean => url.endsWith('page=2');

describe('sync of an API', () => {
  it('finds the search of an OxTalks that answers 404 at its API address', async (t) => {
    const { run, at, server, talks } = await webScene(t, { [SEARCH]: search });
    const [report] = await run({ of: [at('/api')] });
    assert.deepEqual(news(report), ['added 2']);
    assert.deepEqual(await talks(), ['Talk 1 2026-06-01 published', 'Talk 2 2026-06-01 published']);
    const asked = server.asked.map(({ path }) => path).slice(0, 3);
    const first = `${SEARCH}?from=1900-01-01&count=200`;
    assert.deepEqual(asked, ['/api', first, `${first}&page=2`]);
  });

  it('reports not-found if neither its address nor a search exists', async (t) => {
    const { run, at } = await webScene(t, {});
    const [report] = await run({ of: [at('/api')] });
    assert.ok(report?.outcome === 'failed');
    assert.deepEqual(
      report.problems.map(({ code, file }) => [code, file]),
      [['not-found', 'api']],
    );
  });

  it('does not delay other sources while its pages are slow', async (t) => {
    let isSecondAsked = false;
    const other = await strangeServer({
      '/optics': (response) =>
        void until(() => isSecondAsked, 'the second page to be requested').then(() =>
          response.end(aCalendar(anEvent('moss'))),
        ),
    });
    t.after(() => other.close());
    const { run, at, talks } = await webScene(t, {
      [SEARCH]: (response, request, socket) => {
        const answer = (): void => search(response, request, socket);
        if (!isSecond(request.url ?? '')) {
          answer();
          return;
        }
        isSecondAsked = true;
        response.write(' ');
        void until(async () => (await talks()).length > 0, 'the other source to be imported').then(answer);
      },
    });
    const of = [at(SEARCH, { name: 'oxtalks' }), at('/optics', { address: `${other.origin}/optics`, name: 'optics' })];
    assert.deepEqual(outcomes(await run({ of })), ['oxtalks read', 'optics read']);
    assert.equal((await talks()).length, 3);
  });

  it('requests each page once, even without a cache folder', async (t) => {
    const { run, at, server } = await webScene(t, { [SEARCH]: search });
    const allowedHosts = new Set(['127.0.0.1']);
    const opener = new SourceOpener({ userAgent: 'Lectern/test', allowedHosts, cacheFolder: null });
    t.after(() => opener.close());
    const [report] = await run({ of: [at(SEARCH)], open: opener.open });
    assert.deepEqual(news(report), ['added 2']);
    assert.deepEqual(
      server.asked.map(({ path }) => path),
      [SEARCH, `${SEARCH}?page=2`],
    );
  });

  it('fails and names the folder if its pages cannot be kept: they are read twice', async (t) => {
    const { run, at, folder, talks } = await webScene(t, { [SEARCH]: search });
    const unusable = join(folder, 'file');
    await writeFile(unusable, '');
    const allowedHosts = new Set(['127.0.0.1']);
    const opener = new SourceOpener({ userAgent: 'Lectern/test', allowedHosts, cacheFolder: unusable });
    t.after(() => opener.close());
    for (const path of ['/api', SEARCH]) {
      const [report] = await run({ of: [at(path, { name: 'oxtalks' })], open: opener.open, which: 'all' });
      assert.ok(report?.outcome === 'failed');
      assert.deepEqual(report.problems, [
        {
          code: 'unwritable-folder',
          where: '',
          what: `The download cannot be written to the folder ${unusable} (${path === SEARCH ? 'EEXIST' : 'ENOTDIR'}).`,
          hint: 'Give the user who runs Lectern write access to it, or name another folder (--cache-folder).',
          file: 'oxtalks',
          line: 0,
        },
      ]);
    }
    assert.deepEqual(await talks(), []);
  });

  it('stops during a slow page and leaves no temporary files', async (t) => {
    let isSecondAsked = false;
    const { run, at, folder, talks } = await webScene(t, {
      [SEARCH]: (response, request, socket) => {
        if (!isSecond(request.url ?? '')) {
          search(response, request, socket);
          return;
        }
        isSecondAsked = true;
        response.write(' ');
      },
    });
    const temporary = await mkdtemp(join(folder, 'temporary-'));
    const { TMPDIR } = process.env;
    process.env.TMPDIR = temporary;
    t.after(() => {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    });
    const allowedHosts = new Set(['127.0.0.1']);
    const opener = new SourceOpener({ userAgent: 'Lectern/test', allowedHosts, cacheFolder: null });
    t.after(() => opener.close());
    const ofKilledProcess = join(temporary, 'lectern-pages-0000');
    await mkdir(ofKilledProcess);
    const longAgo = Date.now() / 1000 - 25 * 3600;
    await utimes(ofKilledProcess, longAgo, longAgo);
    const stop = new AbortController();
    const running = run({ of: [at(SEARCH)], open: opener.open, signal: stop.signal });
    await until(() => isSecondAsked, 'the second page to be requested');
    const [pages, ...others] = await readdir(temporary);
    assert.match(pages ?? '', /^lectern-pages-.{36}$/);
    assert.deepEqual(others, [], 'files of a killed process are deleted after a day');
    stop.abort(new Error('stopped'));
    await assert.rejects(running, /stopped/);
    assert.deepEqual([await readdir(temporary), await talks()], [[], []]);
  });
});
