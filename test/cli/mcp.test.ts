import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { valueAt } from '../support/json-value.ts';
import { assistantAt, assistantWith, ERAS } from '../support/mcp/assistant.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { lectern, lecternProcess, type Running, startLectern } from '../support/process/command.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import { withoutPackages } from '../support/process/without-packages.ts';
import { PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

const database = importedDatabase(UNIVERSITY);
const BASE_URL = 'https://talks.example.org';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1.0.0' } },
};
const LIST = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

/** A `lectern mcp` that was sent these lines and has given this many answers. */
async function talking(lines: readonly (string | object)[], answers: number): Promise<Running> {
  const running = startLectern(['mcp', '--database', await database(), '--base-url', BASE_URL]);
  for (const line of lines) running.process.stdin?.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
  await until(
    () => running.said().stdout.split('\n').length > answers || running.process.exitCode !== null,
    `${String(answers)} answers`,
  );
  return running;
}

function idsIn(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => valueAt(JSON.parse(line), 'id'));
}

describe('lectern mcp', { skip: NO_ASSISTANTS }, () => {
  for (const era of ERAS)
    it(`answers the SDK’s own client (${era}), and finds talks that are imported while it runs`, async (t) => {
      const { address } = await databaseOf(t);
      await importRecords(address, UNIVERSITY);
      const brand = ['--brand-name', 'Talks of Exampleton', '--time-zone', 'Asia/Tokyo'];
      const args = ['--database', address, '--base-url', BASE_URL, ...brand];
      const { client, call, close } = await assistantWith(args, era);
      assert.equal(client.getServerVersion()?.title, 'Talks of Exampleton');
      const found = await call('search_talks', { words: 'moss', from: '2015-01-01' });
      assert.deepEqual(
        [valueAt(found.data, 'talks', '0', 'address'), valueAt(found.data, 'talks', '0', 'when')],
        [`${BASE_URL}/talks/id/${RICH}/`, 'Tuesday 6 October 2015, 19:00–20:30 (Asia/Tokyo)'],
      );
      assert.equal((await call('read_talk', { talk: RICH })).isError, false);
      assert.equal((await call('search_talks', { from: 'someday' })).isError, true);

      const total = async (): Promise<unknown> =>
        valueAt((await call('search_talks', { from: '2015-01-01', series: PLANTS })).data, 'total');
      assert.equal(await total(), 2);
      await importRecords(address, [talk(slugOf(90), '2030-01-01T10:00:00Z', { series: PLANTS })]);
      await until(async () => (await total()) === 3, 'the imported talk');
      await close();
    });

  it('writes only the protocol to standard output, and exits at the end of input', async () => {
    const running = await talking([INITIALIZE, LIST], 2);
    running.process.stdin?.end();
    const { status, stdout, stderr } = await running.finished;
    assert.deepEqual([status, idsIn(stdout), stderr], [0, [1, 2], '']);
  });

  it('continues after invalid messages, but exits if one is longer than 64 KiB', async (t) => {
    const depth = 30_000;
    const deep = { ...LIST, id: 3, params: {} };
    const running = await talking(
      [
        INITIALIZE,
        'hello',
        '{',
        '[]',
        'null',
        '\u0000\u001b[2J',
        '['.repeat(depth) + ']'.repeat(depth),
        JSON.stringify(deep).replace('"params":{}', `"params":{"cursor":${'['.repeat(depth)}${']'.repeat(depth)}}`),
        { ...LIST, method: 'nothing' },
        {
          jsonrpc: '2.0',
          id: 4,
          method: 'tools/call',
          params: { name: 'search_talks', arguments: { from: '\u0000'.repeat(500) } },
        },
        { ...LIST, id: 5 },
      ],
      5,
    );
    t.after(() => running.process.kill('SIGKILL'));
    running.process.stdin?.write(`${JSON.stringify({ ...LIST, params: { cursor: 'x'.repeat(70_000) } })}\n`);
    await until(() => running.process.exitCode !== null, 'the exit');
    const { status, stdout, stderr } = await running.finished;
    assert.deepEqual([status, idsIn(stdout).toSorted()], [0, [1, 2, 3, 4, 5]], stderr);
    for (const line of stderr.trimEnd().split('\n')) assert.doesNotThrow(() => JSON.parse(line) as unknown, line);
    assert.match(stderr.trimEnd().split('\n').at(-1) ?? '', /exceeded maximum size of 65536 bytes.*assistant rejected/);
  });

  it('exits with status 0 on SIGTERM', async () => {
    const running = await talking([INITIALIZE], 1);
    running.process.kill('SIGTERM');
    assert.equal((await running.finished).status, 0);
  });

  it('warns in its log if --base-url is not set, and exits with status 0 on SIGINT', async () => {
    const running = startLectern(['mcp', '--database', await database()]);
    running.process.stdin?.write(`${JSON.stringify(INITIALIZE)}\n`);
    await running.saying('"id":1');
    running.process.kill('SIGINT');
    const { status, stdout, stderr } = await running.finished;
    assert.deepEqual([status, idsIn(stdout)], [0, [1]]);
    assert.match(stderr, /^\{.*set --base-url to the address that readers use"\}\n$/);
  });

  it('reports a missing catalogue in one line', async () => {
    const folder = temporaryFolder();
    const args = ['mcp', '--database', 'sqlite:nowhere.db', '--base-url', BASE_URL];
    const { status, stdout, stderr } = await lecternProcess(args, { folder });
    assert.deepEqual([status, stdout, stderr.trimEnd().split('\n').length], [1, '', 1], stderr);
  });
});

describe('lectern serve --mcp', { skip: NO_ASSISTANTS }, () => {
  it('answers assistants at /mcp, also with several workers and if LECTERN_MCP turns it on', async (t) => {
    const serving = await serveLectern(await database(), ['--workers', '2'], { variables: { LECTERN_MCP: 'on' } });
    t.after(() => serving.kill());
    for (let client = 0; client < 4; client += 1) {
      const { call, close } = await assistantAt(serving.port);
      assert.equal(valueAt((await call('read_talk', { talk: RICH })).data, 'id'), RICH);
      await close();
    }
  });

  it('rejects values other than on and off', async () => {
    const { status, stderr } = await lectern(['serve', '--mcp', 'maybe']);
    assert.deepEqual(
      [status, stderr.split('\n')[0]],
      [2, '--mcp: "maybe" is not one of on, off. Choose one of these.'],
    );
  });
});

describe('lectern without the MCP package', () => {
  const SAID =
    'lectern: Assistants cannot be served, because the optional package @modelcontextprotocol/server is not installed. Install Lectern without --omit=optional.\n';

  for (const args of [
    ['mcp', '--base-url', BASE_URL],
    ['serve', '--mcp', '--workers', '2', '--port', '0'],
  ])
    it(`reports the missing package in one line: lectern ${args.join(' ')}`, async () => {
      const { status, stdout, stderr } = await lecternProcess(
        [...args, '--database', await database(), '--log-level', 'silent'],
        { variables: withoutPackages('@modelcontextprotocol/') },
      );
      assert.deepEqual([status, stdout, stderr], [1, '', SAID]);
    });
});
