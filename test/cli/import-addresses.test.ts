import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { lectern } from '../support/process/command.ts';
import type { Finished } from '../support/process/command.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { list, oxtalk } from '../support/sources/oxtalks-api.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { strangeServer } from '../support/http/strange-server.ts';
import type { StrangeServer } from '../support/http/strange-server.ts';

const into = databasesNamed('plain', 'packed', 'moved', 'none', 'catalogue');

const CALENDAR = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:moss',
  'SUMMARY:On moss',
  'DTSTART:20991201T170000Z',
  'DTEND:20991201T180000Z',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n');

const PAGE = `<!doctype html><html><head>
<link rel="stylesheet" href="style.css"><link type="text/calendar" rel="alternate" href='/talks.ics?a=1&amp;b=2'>
</head><body>Our talks</body></html>`;

let server: StrangeServer;

before(async () => {
  server = await strangeServer({
    '/talks.ics': (response) => response.end(CALENDAR),
    '/talks.ics.gz': (response) => response.end(gzipSync(CALENDAR)),
    '/packed': (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(CALENDAR)),
    '/moved': (response) => response.writeHead(301, { location: '/talks.ics' }).end(),
    '/other-page': (response) =>
      response.end(PAGE.replace('Our talks', '<script type="application/ld+json">{"@type":"WebSite"}</script>')),
    '/page/': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
    // The search of an OxTalks server that serves nothing at /api.
    '/api/talks/search': (response) => response.end(JSON.stringify(list([oxtalk(1)]))),
    '/talks.ndjson': (response) => response.end(`${JSON.stringify(talk(slugOf(1), '2099-12-01T17:00:00Z'))}\n`),
    '/cut': (response, _, socket) => {
      response.writeHead(200, { 'content-length': 10_000 }).write(CALENDAR, () => socket.destroy());
    },
  });
});

after(() => server.close());

async function importing(
  database: 'plain' | 'packed' | 'moved' | 'none' | 'catalogue',
  ...words: string[]
): Promise<Finished> {
  return lectern(['import', '--database', await into(database), ...words], {
    variables: { LECTERN_ALLOW_HOSTS: '127.0.0.1' },
  });
}

describe('lectern import of an address', () => {
  it('imports a catalogue only with --from catalogue', async () => {
    const address = `${server.origin}/talks.ndjson`;
    const refused = await importing('catalogue', address);
    assert.deepEqual(
      [refused.status, refused.stderr],
      [
        1,
        `${address}: This is a Lectern catalogue, which may change any record. If it should be one, add --from catalogue.\n1 problem.\nNothing was changed.\n`,
      ],
    );
    const done = await importing('catalogue', '--from', 'catalogue', address);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    assert.match(done.stdout, /^talk +1 +0 +0 +0$/m);
  });

  it('names the source after host and path, and sends --contact in the User-Agent', async () => {
    const done = await importing('plain', '--contact', 'talks@example.org', `${server.origin}/talks.ics?key=1#x`);
    assert.deepEqual([done.status, done.stderr], [0, '']);
    const source = `127.0.0.1:${String(server.port)}/talks.ics`;
    assert.match(
      done.stdout,
      new RegExp(`^${server.origin}/talks\\.ics\\?key=1: iCalendar, 1 talk, as source “${source}”\n`),
    );
    const { path, headers } = server.asked.at(-1) ?? assert.fail('no request arrived');
    assert.equal(path, '/talks.ics?key=1');
    assert.match(headers['user-agent'] ?? '', /^Lectern\/\d+\.\d+\.\d+\S* \(\+talks@example\.org\)$/);
  });

  it('unpacks gzip files and gzip-encoded responses, and does not print the password', async () => {
    const address = (path: string): string => `http://ann:secret@127.0.0.1:${String(server.port)}${path}`;
    const done = await importing('packed', '--source', 'a', address('/talks.ics.gz'));
    assert.match(done.stdout, /^talk +1 +0 +0 +0$/m);
    const again = await importing('packed', '--source', 'a', address('/packed'));
    assert.match(again.stdout, /^talk +0 +0 +1 +0$/m);
    for (const { stdout, stderr } of [done, again]) assert.doesNotMatch(stdout + stderr, /secret|ann/);
  });

  it('names the source after the given address, not the one it redirects to', async () => {
    const done = await importing('moved', `${server.origin}/moved`);
    assert.match(done.stdout, new RegExp(`as source “127\\.0\\.0\\.1:${String(server.port)}/moved”`));
  });

  it('changes nothing if it fails, and says why', async () => {
    const told: Readonly<Record<string, RegExp>> = {
      '/none': /none: 127\.0\.0\.1:\d+ found nothing at this address \(HTTP 404\)\. Check the address in a browser\.$/m,
      '/cut': /cut: The connection to 127\.0\.0\.1:\d+ was closed before the answer was complete\. Try again\.$/m,
      '/other-page':
        /It contains no schema\.org Event\. The page links to a calendar .*: http:\S+\/talks\.ics\?a=1&b=2$/m,
      '/page/': /The page links to a calendar that can be imported: http:\S+\/talks\.ics\?a=1&b=2$/m,
    };
    for (const [path, saying] of Object.entries(told)) {
      const { status, stderr } = await importing('none', server.origin + path);
      assert.equal(status, 1, stderr);
      assert.match(stderr, saying);
      assert.match(stderr, /Nothing was changed\.\n$/);
    }
  });

  it('finds the search of an OxTalks server that answers 404 at its API address', async () => {
    const { status, stdout, stderr } = await importing('none', '--dry-run', `${server.origin}/api`);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, new RegExp(`^${server.origin}/api: OxTalks, 1 talk, as source “127`));
  });

  it('rejects a private address unless --allow-host names its host', async () => {
    const { status, stderr } = await lectern(['check', `${server.origin}/talks.ics`]);
    assert.equal(status, 1);
    const { host } = new URL(server.origin);
    assert.equal(
      stderr,
      `${server.origin}/talks.ics: ${host} is not a public address. To allow it: --allow-host ${host}, or LECTERN_ALLOW_HOSTS.\n1 problem.\n`,
    );
    const allowed = await lectern(['check', '--allow-host', host, `${server.origin}/talks.ics`]);
    assert.deepEqual([allowed.status, allowed.stderr], [0, '']);
  });

  it('reports an invalid address as a problem', async () => {
    const { status, stderr } = await lectern(['check', 'https://']);
    assert.equal(status, 1);
    assert.match(stderr, /^https:\/\/: "https:\/\/" is not a valid address\./);
  });
});
