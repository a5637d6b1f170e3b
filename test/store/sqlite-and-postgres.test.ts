import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

test('opening a store loads only the driver of its engine', () => {
  const loaded = (address: string): string[] => {
    const program = `
      import { createRequire } from 'node:module';
      import { openStore } from '#store/open.ts';
      const store = await openStore(${JSON.stringify(address)}, { mode: 'write' });
      await store.state().catch(() => undefined);
      await store.close();
      const files = Object.keys(createRequire(${JSON.stringify(import.meta.url)}).cache);
      console.log(JSON.stringify(['better-sqlite3', 'pg'].filter((name) => files.some((file) => file.includes('/node_modules/' + name + '/')))));`;
    const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    return JSON.parse(said) as string[];
  };
  assert.deepEqual(loaded('sqlite:/nowhere/talks.db'), ['better-sqlite3']);
  assert.deepEqual(loaded('postgres://127.0.0.1:1/talks'), ['pg']);
});
