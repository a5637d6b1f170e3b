import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { lessMemory } from '#cli/small-heap.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const database = importedDatabase(UNIVERSITY);
const skip = process.platform === 'linux' ? false : 'processes are looked at in /proc';

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
});
