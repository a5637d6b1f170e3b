import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { RICH, UNIVERSITY } from '../../support/catalogue/university.ts';
import { importedDatabase } from '../../support/db/imported-database.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { askPort } from '../../support/http/ask.ts';
import { freePort } from '../../support/http/free-port.ts';
import { textOf, type HttpAnswer } from '../../support/http/http-answer.ts';
import { Lazy } from '../../support/lazy.ts';
import { lecternProcess, type Finished } from '../../support/process/command.ts';
import { npm } from '../../support/process/npm.ts';
import { until } from '../../support/until.ts';
import { packed, unlessUnreachable } from './packed.ts';

describe('the npm package, installed into an empty folder without its optional packages', () => {
  const folder = temporaryFolder();
  const program = join(folder, 'node_modules/lectern/dist/cli/main.js');
  const database = importedDatabase(UNIVERSITY);

  const installed = new Lazy(async () => {
    const { file } = await packed.get();
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    const omitted = ['--omit=dev', '--omit=optional'];
    return npm(['install', ...omitted, '--prefer-offline', '--no-audit', '--no-fund', file], folder);
  });

  it('serves as npx lectern, logs once what is missing, and serves pages without cards and QR codes', async (t) => {
    if ((await unlessUnreachable(t, installed.get())) === undefined) return;
    const port = await freePort();
    const args = ['--database', await database(), '--port', String(port), '--metrics', 'off', '--workers', '2'];
    // A process group of its own, to be stopped like from a terminal: npm does not forward signals.
    const serving = spawn('npm', ['exec', '--offline', '--', 'lectern', 'serve', ...args], {
      cwd: folder,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(serving, 'close');
    t.after(async () => {
      if (serving.pid !== undefined && serving.exitCode === null) process.kill(-serving.pid, 'SIGINT');
      await ended;
    });
    let said = '';
    for (const stream of [serving.stdout, serving.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    await until(() => said.includes('is ready') || serving.exitCode !== null, '“is ready”');
    const ask = (path: string): Promise<HttpAnswer> => askPort(port, path);
    const page = await ask(`/talks/id/${RICH}`);
    const shared = [...textOf(page).matchAll(/<meta property="(og:type|og:image|twitter:card)" content="([^"]*)"/g)];
    const card = await ask(`/cards/${RICH}.png`);
    const screen = await ask('/display');
    const search = await ask('/api/talks/search?from=2000-01-01');
    const mail = await ask('/digest?format=eml');
    assert.deepEqual(
      {
        statuses: [page.status, card.status, screen.status, search.status, mail.status],
        shared: shared.map(([, property, content]) => [property, content]),
        cards: textOf(page).includes('/cards/'),
        codes: [page, screen].some((answer) => /\/qr\/|<svg[^>]*crispEdges/.test(textOf(answer))),
        said: said.match(/optional packages are not installed[^"]*/g),
      },
      {
        statuses: [200, 404, 200, 200, 501],
        shared: [
          ['og:type', 'article'],
          ['twitter:card', 'summary'],
        ],
        cards: false,
        codes: false,
        said: ['optional packages are not installed: preview images and QR codes are not available'],
      },
    );
  });

  it('refuses to write xlsx and eml', async (t) => {
    if ((await unlessUnreachable(t, installed.get())) === undefined) return;
    const file = join(folder, 'talks.xlsx');
    const { status, stderr } = await lecternProcess(['template', '--output', file], { program });
    assert.equal(status, 1);
    assert.match(stderr, /^Workbooks cannot be written, because optional packages are not installed\. Install/);
    assert.ok(!existsSync(file));
    const variables = { DATABASE_URL: await database() };
    const digest = (format: string): Promise<Finished> =>
      lecternProcess(['digest', '--format', format], { program, variables });
    const mail = await digest('eml');
    assert.deepEqual([mail.status, mail.stdout], [1, '']);
    assert.match(
      mail.stderr,
      /^lectern: A whole message needs the optional package nodemailer, which is not installed\. /m,
    );
    assert.equal((await digest('html')).status, 0);
  });
});
