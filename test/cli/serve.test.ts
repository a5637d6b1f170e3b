import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { lectern, lecternProcess, startLectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';

describe('lectern serve', () => {
  const folder = temporaryFolder();

  for (const [signal, workers] of [
    ['SIGTERM', '1'],
    ['SIGINT', '2'],
  ] as const) {
    const what = 'prints its address, answers there, exits with status 0';
    it(`--sample --workers ${workers} ${what} on ${signal} and leaves no files`, async () => {
      const variables = { TMPDIR: folder, DATABASE_URL: 'sqlite:untouched.db' };
      const running = startLectern(['serve', '--sample', '--port', '0', '--workers', workers], { variables, folder });
      await running.saying('\n');
      const address = /^Lectern is ready: (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(running.said().stdout)?.[1];
      assert.ok(address !== undefined, running.said().stdout);
      const response = await fetch(`${address}/api/talks/search?from=today&to=today`);
      const found: unknown = await response.json();
      assert.equal(response.status, 200);
      assert.ok(
        typeof found === 'object' && found !== null && 'total' in found && Number(found.total) >= 1,
        JSON.stringify(found),
      );
      assert.equal((await readdir(folder)).length, 1, 'the sample is created once');
      running.process.kill(signal);
      const { status, stdout } = await running.finished;
      assert.deepEqual([status, stdout], [0, `Lectern is ready: ${address}\n`]);
      assert.deepEqual(await readdir(folder), []);
    });
  }

  it('rejects --sample together with --database', async () => {
    assert.deepEqual(await lectern(['serve', '--sample', '--database', 'sqlite:x.db'], { folder }), {
      status: 2,
      stdout: '',
      stderr: '--sample: The sample is served from its own database. Leave out --database, or --sample.\n',
    });
  });

  it('reports in one line that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    assert.ok(address !== null && typeof address === 'object');
    const port = String(address.port);
    const done = await lecternProcess(['serve', '--sample', '--workers', '1', '--port', port], {
      variables: { TMPDIR: folder },
    });
    other.close();
    assert.deepEqual([done.status, done.stdout], [1, '']);
    const line = `lectern: Port ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another with --port.\n`;
    assert.ok(done.stderr.endsWith(line), done.stderr);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('lectern-sample')),
      [],
    );
  });
});
