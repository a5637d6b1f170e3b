import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { lecternProcess } from '../../support/process/command.ts';
import type { Finished } from '../../support/process/command.ts';
import { temporaryFolder } from '../../support/folder.ts';

const CALENDAR = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n';

/** Why these tests are skipped, or false if openssl can make certificates. */
function noOpenssl(): string | false {
  if (spawnSync('openssl', ['version']).status === 0) return false;
  process.stderr.write('\n*** NOT CHECKED OVER TLS: there is no openssl to make certificates with ***\n\n');
  return 'no openssl';
}

describe('an https address', { skip: noOpenssl() }, () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  let server: Server;
  let port: string;

  /** Runs `lectern check` and trusts the server's certificate for localhost, or does not. */
  function check(address: string, isTrusted = true): Promise<Finished> {
    const variables = {
      LECTERN_ALLOW_HOSTS: 'localhost,127.0.0.1,other.localhost',
      ...(isTrusted ? { NODE_EXTRA_CA_CERTS: path('certificate.pem') } : {}),
    };
    return lecternProcess(['check', '--from', 'icalendar', address], { variables });
  }

  before(async () => {
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
      ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', path('key.pem'), '-out', path('certificate.pem')],
    ]);
    assert.equal(made.status, 0, made.stderr.toString());
    const files = { key: await readFile(path('key.pem')), cert: await readFile(path('certificate.pem')) };
    server = createServer(files, (request, response) => {
      if (request.url !== '/down') response.end(CALENDAR);
      else response.writeHead(302, { location: `http://localhost:${port}/talks.ics` }).end();
    });
    await new Promise<void>((done) => server.listen(0, done));
    // A server that listens on a port, not on a pipe, has an AddressInfo.
    port = String((server.address() as AddressInfo).port);
  });

  after(() => new Promise((done) => server.close(done)));

  it('is read if its certificate matches the host name, although the connection is to an IP address', async () => {
    const { status, stderr } = await check(`webcal://localhost:${port}/talks.ics`);
    assert.deepEqual([status, stderr], [0, '']);
  });

  it('is rejected if its certificate is for another name or untrusted', async () => {
    const otherName = await check(`https://127.0.0.1:${port}/talks.ics`);
    assert.equal(otherName.status, 1);
    assert.match(otherName.stderr, /TLS connection to 127\.0\.0\.1:\d+ failed \(ERR_TLS_CERT_ALTNAME_INVALID\)/);
    const untrusted = await check(`https://localhost:${port}/talks.ics`, false);
    assert.match(untrusted.stderr, /TLS connection to localhost:\d+ failed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
  });

  it('with credentials does not follow a redirect to plain HTTP', async () => {
    const { status, stderr } = await check(`https://ann:secret@localhost:${port}/down`);
    assert.equal(status, 1);
    assert.match(
      stderr,
      /localhost:\d+ redirects to plain HTTP, which would expose the credentials or headers of this source\./,
    );
    assert.doesNotMatch(stderr, /secret/);
    const without = await check(`https://localhost:${port}/down`);
    assert.match(without.stderr, /(does not speak valid HTTP|Cannot connect|was closed)/);
  });
});
