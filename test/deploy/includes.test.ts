import assert from 'node:assert/strict';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { UNIVERSITY } from '../support/catalogue/university.ts';
import { codeInGuide, run } from '../support/docs/generated-client.ts';
import { temporaryFolder } from '../support/folder.ts';
import { askPort } from '../support/http/ask.ts';
import { freePort } from '../support/http/free-port.ts';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { installed, skipWithout, startDaemon } from './daemon.ts';

const GUIDE = 'docs/how-to/put-talks-on-a-page.md';
/** The query of the guide, whose department has no talks here. */
const ASKED = 'organising_department=place:23232546';
const FRAGMENT = '/embed/talks?from=2015-10-05&fragment=true&lang=en';

const server = testServer(UNIVERSITY);

/** Code of the guide, changed to request talks that the server has. */
async function included(language: string): Promise<string> {
  const { port } = await server.started();
  return codeInGuide('An include', language, GUIDE)
    .replace('https://talks.example.org', `http://127.0.0.1:${String(port)}`)
    .replace(ASKED, 'from=2015-10-05');
}

async function fragment(): Promise<string> {
  const text = textOf(await server.ask(FRAGMENT));
  assert.match(text, /lectern-title/);
  return text;
}

describe('the nginx configuration of the guide', { skip: skipWithout('nginx') }, () => {
  const folder = temporaryFolder();

  it('includes the talks in a page', async () => {
    const port = await freePort();
    await chmod(folder, 0o755);
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site', 'index.html'), `<main>${codeInGuide('An include', 'html', GUIDE)}</main>`);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const main = `
    ${userInfo().uid === 0 ? 'user nobody nogroup;' : ''}
    daemon off;
    pid ${join(folder, 'pid')};
    error_log stderr error;
    events {}
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')}
      types { text/html html; }
      server {
        listen 127.0.0.1:${String(port)};
        root ${join(folder, 'site')};
        ${await included('nginx')}
      }
    }`;
    await writeFile(join(folder, 'nginx.conf'), main);
    const nginx = await startDaemon(installed('nginx') ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], port);
    try {
      const page = textOf(await askPort(port, '/'));
      assert.equal(page, `<main>${await fragment()}</main>`);
    } finally {
      await nginx.stop();
    }
  });
});

describe('the PHP code of the guide', { skip: skipWithout('php') }, () => {
  const folder = temporaryFolder();

  it('includes the talks in a page', async () => {
    await writeFile(join(folder, 'page.php'), `<main>${await included('php')}</main>`);
    const { status, output } = await run(installed('php') ?? '', ['-d', 'allow_url_fopen=1', 'page.php'], folder);
    assert.deepEqual([status, output], [0, `<main>${await fragment()}</main>`]);
  });
});
