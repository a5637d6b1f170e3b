import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, lstat, mkdir, open, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { writeToFile } from '#cli/reports/output.ts';
import { lectern, startLectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { databasesNamed } from '../support/db/fresh-database.ts';
import { until } from '../support/until.ts';

const into = databasesNamed('a', 'b', 'days', 'none', 'untitled', 'again', 'empty', 'copy', 'piped', 'large', 'cut');

function pipeAt(path: string): string {
  assert.equal(spawnSync('mkfifo', [path]).status, 0);
  return path;
}

describe('lectern export', () => {
  const folder = temporaryFolder();
  const path = (name: string): string => join(folder, name);
  let exported = '';

  before(async () => {
    const sample = await lectern(['sample', '--today', '2026-03-27']);
    await lectern(['import', '--database', await into('a'), '-'], { input: sample.stdout });
    exported = (await lectern(['export', '--database', await into('a')])).stdout;
  });

  it('writes every record after those it refers to', () => {
    const types = exported
      .trimEnd()
      .split('\n')
      .map((line) => /^\{"type":"(\w+)"/.exec(line)?.[1]);
    const runs = types.filter((type, i) => type !== types[i - 1]);
    assert.deepEqual([types.length, runs], [873, ['place', 'person', 'topic', 'series', 'talk', 'collection']]);
  });

  it('omits the title of an untitled talk, which stays untitled when imported', async () => {
    const line = exported.split('\n').find((record) => record.startsWith('{"type":"talk"')) ?? assert.fail('no talk');
    const { slug, start, end } = JSON.parse(line) as Readonly<Record<string, string>>;
    const input = `${JSON.stringify({ type: 'talk', slug, start, end })}\n`;
    const exports: string[] = [];
    for (const [name, given] of [
      ['untitled', () => input],
      ['again', () => exports[0] ?? ''],
    ] as const) {
      const database = await into(name);
      const imported = await lectern(['import', '--database', database, '-'], { input: given() });
      assert.equal(imported.status, 0, imported.stderr);
      exports.push((await lectern(['export', '--database', database])).stdout);
    }
    const [first = '', again] = exports;
    assert.equal((JSON.parse(first) as { readonly slug: string }).slug, slug);
    assert.doesNotMatch(first, /title/);
    assert.equal(again, first);
  });

  it('writes the same bytes again, also after import --replace into an empty database', async () => {
    const imported = await lectern(['import', '--database', await into('b'), '--replace', '-'], { input: exported });
    assert.equal(imported.status, 0, imported.stderr);
    assert.deepEqual(await lectern(['export', '--database', await into('b')]), {
      status: 0,
      stdout: exported,
      stderr: '',
    });
    assert.deepEqual(await lectern(['export', '--database', await into('a')]), {
      status: 0,
      stdout: exported,
      stderr: '',
    });
  });

  it('writes days as midnights of UTC, which no zone takes for another day', async () => {
    const talk = '{"type":"talk","slug":"0f4ce1f2-1d2f-4a3b-9c4d-5e6f708192a3","title":"On moss","all_day":true,';
    const days = `${talk}"start":"2027-01-18T00:00:00Z","end":"2027-01-20T00:00:00Z"}\n`;
    const variables = { DATABASE_URL: await into('days'), LECTERN_TIME_ZONE: 'Pacific/Pago_Pago' };
    const imported = await lectern(['import', '-'], { input: days, variables });
    assert.equal(imported.status, 0, imported.stderr);
    const { stdout } = await lectern(['export'], { variables });
    assert.match(stdout, /"start":"2027-01-18T00:00:00Z","end":"2027-01-20T00:00:00Z"/);
    await lectern(['import', '--replace', '-'], { input: stdout, variables });
    assert.equal((await lectern(['export'], { variables })).stdout, stdout);
  });

  it('writes one line for an empty catalogue, which can be checked, imported and exported again', async () => {
    const empty = { status: 0, stdout: '{"type":"catalogue"}\n', stderr: '' };
    const made = await lectern(['import', '--database', await into('empty'), '--from', 'catalogue', '-'], {
      input: '',
    });
    assert.equal(made.status, 0, made.stderr);
    assert.deepEqual(await lectern(['export', '--database', await into('empty')]), empty);
    const packed = await lectern(['export', '--database', await into('empty'), '--output', path('empty.ndjson.gz')]);
    assert.equal(packed.status, 0, packed.stderr);

    const copy = await into('copy');
    const checked = await lectern(['check', path('empty.ndjson.gz')]);
    assert.deepEqual(checked, { status: 0, stdout: '0 records, no problems.\n', stderr: '' });
    const added = await lectern(['import', '--database', copy, path('empty.ndjson.gz')]);
    assert.equal(added.status, 0, added.stderr);
    assert.deepEqual(await lectern(['export', '--database', copy]), empty);
    const topic = '{"type":"topic","uri":"http://id.example.org/optics","label":"Optics"}\n';
    for (const input of [topic, empty.stdout]) {
      const replaced = await lectern(['import', '--database', copy, '--replace', '-'], { input });
      assert.equal(replaced.status, 0, replaced.stderr);
    }
    assert.deepEqual(await lectern(['export', '--database', copy]), empty);
  });

  it('writes the --output file, gzipped if it ends in .gz, and leaves no other files', async () => {
    const plain = await lectern(['export', '--database', await into('a'), '--output', path('out.ndjson')]);
    const packed = await lectern(['export', '--database', await into('a'), '--output', path('out.ndjson.gz')]);
    assert.deepEqual(
      [plain, packed],
      Array.from({ length: 2 }, () => ({ status: 0, stdout: '', stderr: '' })),
    );
    assert.equal(await readFile(path('out.ndjson'), 'utf8'), exported);
    assert.equal(gunzipSync(await readFile(path('out.ndjson.gz'))).toString(), exported);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('out')),
      ['out.ndjson', 'out.ndjson.gz'],
    );
  });

  it('ignores and keeps the unfinished file of a killed export with the same process id', async () => {
    const file = path('whole.ndjson');
    const left = async (): Promise<readonly string[]> =>
      (await readdir(folder)).filter((name) => name.startsWith('.whole.ndjson.'));
    // An export in progress has the same files as a killed one.
    const unfinished = async function* (): AsyncGenerator<string> {
      yield 'part';
      await until(async () => (await left()).length > 0, 'its unfinished file');
      const before = await left();
      const done = await lectern(['export', '--database', await into('a'), '--output', file]);
      assert.deepEqual(done, { status: 0, stdout: '', stderr: '' });
      assert.equal(await readFile(file, 'utf8'), exported);
      assert.deepEqual(await left(), before);
    };
    await writeToFile(file, unfinished(), new AbortController().signal);
  });

  it('replaces the file that a link points at, and keeps its permissions', async () => {
    await mkdir(path('elsewhere'));
    await writeFile(path('elsewhere/linked.ndjson'), 'of before', { mode: 0o600 });
    await symlink('elsewhere/linked.ndjson', path('link.ndjson'));
    const done = await lectern(['export', '--database', await into('a'), '--output', path('link.ndjson')]);
    assert.deepEqual(done, { status: 0, stdout: '', stderr: '' });
    assert.ok((await lstat(path('link.ndjson'))).isSymbolicLink());
    assert.equal(await readFile(path('elsewhere/linked.ndjson'), 'utf8'), exported);
    assert.equal((await stat(path('elsewhere/linked.ndjson'))).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(path('elsewhere')), ['linked.ndjson']);
  });

  it('writes into a pipe that has a reader, and leaves it in place', async () => {
    const pipe = pipeAt(path('pipe.ndjson'));
    const args = ['export', '--database', await into('piped'), '--output', pipe];
    await lectern(['import', '--database', await into('piped'), '--from', 'catalogue', '-']);
    const unread = { status: 1, stdout: '', stderr: `lectern: ${pipe} is a socket, or a pipe without a reader.\n` };
    assert.deepEqual(await lectern(args), unread);
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      assert.deepEqual(await lectern(args), { status: 0, stdout: '', stderr: '' });
      assert.equal(await reader.readFile('utf8'), '{"type":"catalogue"}\n');
      assert.ok((await lstat(pipe)).isFIFO());
    } finally {
      await reader.close();
    }
  });

  it('can be stopped while the reader of a pipe makes it wait', async () => {
    const pipe = pipeAt(path('full.ndjson'));
    const reader = await open(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const running = startLectern(['export', '--database', await into('a'), '--output', pipe]);
      const isWriting = async (): Promise<boolean> =>
        (await reader.read(Buffer.alloc(1)).catch(() => ({ bytesRead: 0 }))).bytesRead > 0;
      await until(isWriting, 'its first byte');
      running.process.kill('SIGTERM');
      assert.deepEqual(await running.finished, {
        status: 143,
        stdout: '',
        stderr: 'Stopped. There is no complete export.\n',
      });
    } finally {
      await reader.close();
    }
  });

  it('ends with a line that says so if a signal cuts it short, and cannot be imported then', async () => {
    const database = await into('large');
    const sample = (await lectern(['sample', '--talks', '4000'])).stdout;
    await lectern(['import', '--database', database, '-'], { input: sample });
    const running = startLectern(['export', '--database', database]);
    const { stdout: pipe } = running.process;
    assert.ok(pipe !== null);
    // While nobody reads, it cannot come to its end before the signal.
    pipe.once('data', () => {
      pipe.pause();
      running.process.kill('SIGTERM');
      pipe.resume();
    });
    const { status, stdout, stderr } = await running.finished;
    assert.deepEqual([status, stderr], [143, 'Stopped. There is no complete export.\n']);
    assert.match(stdout, /\}\nIncomplete: lectern was stopped before the end\.\n$/);
    const args = ['import', '--replace', '--database', await into('cut'), '-'];
    const imported = await lectern(args, { input: stdout });
    assert.equal(imported.status, 1);
  });

  it('keeps the previous file if it fails', async () => {
    await writeFile(path('kept.ndjson'), 'of before');
    const done = await lectern(['export', '--database', await into('none'), '--output', path('kept.ndjson')]);
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(done.stderr, /^lectern: .*\n$/);
    assert.equal(await readFile(path('kept.ndjson'), 'utf8'), 'of before');
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('kept')),
      ['kept.ndjson'],
    );
  });

  it('reports a missing folder in one line', async () => {
    const output = path('no/such/folder.ndjson');
    const done = await lectern(['export', '--database', await into('a'), '--output', output]);
    assert.deepEqual([done.status, done.stdout], [1, '']);
    assert.match(done.stderr, /^lectern: .*no\/such does not exist\.\n$/);
  });

  it('exits with status 0 and no message if the reader closes the pipe', async () => {
    const running = startLectern(['export', '--database', await into('a')]);
    assert.ok(running.process.stdout !== null);
    await once(running.process.stdout, 'data');
    running.process.stdout.destroy();
    const { status, stderr } = await running.finished;
    assert.deepEqual([status, stderr], [0, '']);
  });
});
