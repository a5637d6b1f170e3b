import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { aCalendar, anEvent } from '../support/sources/a-calendar.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import type { ServingProcess } from '../support/process/lectern-process.ts';
import { until } from '../support/until.ts';

async function talksOf(serving: ServingProcess): Promise<unknown> {
  return valueAt(jsonOf(await serving.ask('/api/talks/search?from=2000-01-01')), 'total');
}

describe('lectern serve --create', () => {
  it('creates an empty catalogue, and shows talks that are imported later', async (t) => {
    const { address } = await databaseOf(t);
    const serving = await serveLectern(address, ['--create', '--log-level', 'info']);
    t.after(() => serving.kill());
    assert.equal(await talksOf(serving), 0);
    const startPage = async (): Promise<string> => (await serving.ask('/')).body.toString();
    assert.match(await startPage(), /There are no talks in this catalogue yet\..*lectern import talks\.ndjson/s);
    assert.match(serving.said().stderr, /"no catalogue found; created an empty one \(--create\)"/);
    const input = (await lectern(['sample', '--talks', '20'])).stdout;
    assert.equal((await lectern(['import', '-', '--database', address], { input })).status, 0);
    await until(async () => !(await startPage()).includes('There are no talks in this catalogue yet.'), 'the talks');
    assert.equal(await talksOf(serving), 20);
  });

  it('fills the new catalogue from its sources', async (t) => {
    const { address, folder } = await databaseOf(t);
    await writeFile(join(folder, 'optics.ics'), aCalendar(anEvent('light')));
    await writeFile(join(folder, 'sources.yaml'), 'sources: [{ name: optics, file: optics.ics }]');
    const serving = await serveLectern(address, ['--create', '--sources', join(folder, 'sources.yaml')]);
    t.after(() => serving.kill());
    await until(async () => (await talksOf(serving)) === 1, 'the talk');
  });

  it('leaves an existing catalogue unchanged', async (t) => {
    const { address } = await databaseOf(t);
    const input = (await lectern(['sample', '--talks', '20'])).stdout;
    assert.equal((await lectern(['import', '-', '--database', address], { input })).status, 0);
    const serving = await serveLectern(address, ['--create', '--log-level', 'info']);
    t.after(() => serving.kill());
    assert.equal(await talksOf(serving), 20);
    assert.doesNotMatch(serving.said().stderr, /created an empty one/);
  });

  it('serves the copy of a catalogue that is away, and makes none in its place', async (t) => {
    const database = await databaseOf(t);
    const { address } = database;
    const input = (await lectern(['sample', '--talks', '20'])).stdout;
    assert.equal((await lectern(['import', '-', '--database', address], { input })).status, 0);
    const before = await serveLectern(address, ['--create']);
    assert.equal(await talksOf(before), 20);
    await before.kill();
    await database.hide();
    const after = await serveLectern(address, ['--create', '--log-level', 'info']);
    t.after(() => after.kill());
    assert.equal(await talksOf(after), 20);
    assert.doesNotMatch(after.said().stderr, /created an empty one/);
    await database.show();
    const away = async (): Promise<unknown> =>
      valueAt(jsonOf(await after.ask('/readyz')), 'catalogue', 'store_unavailable_since');
    await until(async () => (await away()) === undefined, 'the catalogue to be read again');
    assert.equal(await talksOf(after), 20);
  });

  it('cannot be combined with --sample', async () => {
    assert.deepEqual(await lectern(['serve', '--sample', '--create']), {
      status: 2,
      stdout: '',
      stderr: '--sample: The sample is served from its own database. Leave out --create, or --sample.\n',
    });
  });
});
