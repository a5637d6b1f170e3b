import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { LECTERN, lectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const talkLine = (number: number): string =>
  `${JSON.stringify({
    type: 'talk',
    slug: `c0ffee00-0000-4000-8000-${String(number).padStart(12, '0')}`,
    title: 'On moss',
    start: '2026-05-04T10:00:00Z',
    end: '2026-05-04T11:00:00Z',
  })}\n`;

describe('lectern import of special files', { skip: process.platform === 'win32' }, () => {
  it('rejects a named pipe, a socket and a device immediately, and suggests standard input', async (t) => {
    const folder = await temporaryFolder(t);
    await promisify(execFile)('mkfifo', [join(folder, 'talks.fifo')]);
    const listener = createServer().listen(join(folder, 'talks.sock'));
    t.after(() => listener.close());
    await once(listener, 'listening');
    const variables = { DATABASE_URL: `sqlite:${join(folder, 'talks.db')}` };
    const done = await lectern(['import', 'talks.fifo', 'talks.sock', '/dev/null'], { variables, folder });
    const hint = 'Name a regular file, or write - and send the data to standard input.';
    assert.deepEqual(done, {
      status: 1,
      stdout: '',
      stderr: [
        `talks.fifo: This is a named pipe, not a file. ${hint}`,
        `talks.sock: This is a socket, not a file. ${hint}`,
        `/dev/null: This is a device, not a file. ${hint}`,
        '3 problems.',
        'Nothing was changed.',
        '',
      ].join('\n'),
    });
  });

  const throughShell = (words: string, database: string) => {
    const script = `exec 3<&0; exec "$0" "$1" import ${words}`;
    const child = spawn('bash', ['-c', script, process.execPath, LECTERN], {
      env: { ...process.env, DATABASE_URL: database },
    });
    child.stdin.on('error', () => undefined);
    const said = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    const finished = said.then(([stdout, stderr]) => ({ status: child.exitCode, stdout, stderr }));
    return { child, finished };
  };

  for (const [name, words] of [
    ['/dev/stdin', '/dev/stdin'],
    ['the output of a command, <(…)', '<(cat <&3)'],
  ] as const) {
    it(`reads ${name} to its end`, async (t) => {
      const folder = await temporaryFolder(t);
      const { child, finished } = throughShell(words, `sqlite:${join(folder, 'talks.db')}`);
      child.stdin.end(talkLine(1));
      const { status, stdout, stderr } = await finished;
      const table = stdout
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/ +/));
      assert.deepEqual(
        { status, stderr, table },
        {
          status: 0,
          stderr: '',
          table: [
            ['added', 'changed', 'unchanged', 'removed'],
            ['talk', '1', '0', '0', '0'],
            ['all', '1', '0', '0', '0'],
          ],
        },
      );
    });

    it(`stops on SIGTERM while it waits for more of ${name}`, async (t) => {
      const folder = await temporaryFolder(t);
      const { child, finished } = throughShell(words, `sqlite:${join(folder, 'talks.db')}`);
      const lines = Array.from({ length: 4_000 }, (_, number) => talkLine(number)).join('');
      // More than a pipe holds, so the import must have begun to read.
      await new Promise((resolve) => child.stdin.write(lines, resolve));
      child.kill('SIGTERM');
      assert.deepEqual(await finished, { status: 143, stdout: '', stderr: 'Stopped. Nothing was changed.\n' });
      child.stdin.end();
    });
  }
});

describe('a file that a setting names', { skip: process.platform === 'win32' }, () => {
  it('is rejected immediately if it is a named pipe', async (t) => {
    const folder = await temporaryFolder(t);
    await promisify(execFile)('mkfifo', [join(folder, 'pipe')]);
    const variables = { DATABASE_URL: `sqlite:${join(folder, 'talks.db')}` };
    const problem = 'pipe: This is a named pipe, not a file. Name a regular file.\n1 problem.\n';
    assert.deepEqual(await lectern(['import', '--same', 'pipe', 'absent.ndjson'], { variables, folder }), {
      status: 1,
      stdout: '',
      stderr: `${problem}Nothing was changed.\n`,
    });
    assert.deepEqual(await lectern(['sync', '--once', '--sources', 'pipe'], { variables, folder }), {
      status: 2,
      stdout: '',
      stderr: problem,
    });
  });

  it('may be the output of a command, <(…)', async (t) => {
    const folder = await temporaryFolder(t);
    const script = `exec "$0" "$1" duplicates --same <(echo moss) --database "sqlite:${join(folder, 'talks.db')}"`;
    const { stderr } = await promisify(execFile)('bash', ['-c', script, process.execPath, LECTERN]).catch(
      (error: unknown) => error as { readonly stderr: string },
    );
    assert.match(stderr, /^\/dev\/fd\/\d+:1: .+\n1 problem\.\n$/);
  });
});
