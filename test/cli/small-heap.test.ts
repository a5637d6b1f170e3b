import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { lessMemory } from '#cli/small-heap.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const database = importedDatabase(UNIVERSITY);
const skip = process.platform === 'linux' ? false : 'processes are looked at in /proc';

const MEBIBYTE = 1024 * 1024;

describe('the settings that save memory', () => {
  it('are more on a small machine', () => {
    const [small, large] = [512, 2048].map((mebibytes) => lessMemory(mebibytes * MEBIBYTE, '').execArgv);
    assert.deepEqual(small, ['--max-semi-space-size=1', '--heap-growing-percent=20', '--optimize-for-size']);
    assert.deepEqual(large, ['--max-semi-space-size=8', '--max-old-space-size=2000']);
  });

  it('leave out what NODE_OPTIONS says', () => {
    const { execArgv } = lessMemory(2048 * MEBIBYTE, '--max-old-space-size=512 --trace-warnings');
    assert.deepEqual(execArgv, ['--max-semi-space-size=8']);
  });

  it('let the C library return what is freed on every machine', () => {
    for (const mebibytes of [512, 2048])
      assert.deepEqual(lessMemory(mebibytes * MEBIBYTE).env, {
        MALLOC_ARENA_MAX: '2',
        MALLOC_MMAP_THRESHOLD_: '65536',
      });
  });
});

describe('lectern serve in an environment without memory settings', { skip }, () => {
  it('begins again with those of workers, as the same process', async (t) => {
    const server = await serveLectern(await database(), [], {
      variables: { MALLOC_ARENA_MAX: undefined },
    });
    t.after(() => server.kill());
    const place = `/proc/${String(server.process.pid)}`;
    const [command, environment] = ['cmdline', 'environ'].map((name) =>
      readFileSync(`${place}/${name}`, 'utf8').split('\0'),
    );
    for (const option of lessMemory().execArgv) assert.ok(command?.includes(option), option);
    for (const [name, value] of Object.entries(lessMemory().env))
      assert.ok(environment?.includes(`${name}=${value}`), name);
    assert.equal((await server.ask('/readyz')).status, 200);
  });

  it('keeps those that its environment has', async (t) => {
    const server = await serveLectern(await database(), [], {
      variables: { MALLOC_ARENA_MAX: undefined, MALLOC_MMAP_THRESHOLD_: '131072' },
    });
    t.after(() => server.kill());
    const environment = readFileSync(`/proc/${String(server.process.pid)}/environ`, 'utf8').split('\0');
    const settings = environment.filter((setting) => setting.startsWith('MALLOC_')).sort();
    assert.deepEqual(settings, ['MALLOC_ARENA_MAX=2', 'MALLOC_MMAP_THRESHOLD_=131072']);
  });
});
