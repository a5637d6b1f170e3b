import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { lectern, startLectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { temporaryFolder } from '../support/folder.ts';
import { aCalendar, anEvent } from '../support/sources/a-calendar.ts';
import { until } from '../support/until.ts';

const folder = temporaryFolder();
const FILE = 'lectern.yaml';

describe('lectern config check', () => {
  it('lists each setting with its value and origin, and hides secrets', async () => {
    const text =
      'base_url: https://talks.example.org\nbrand_name: ${SITE}\ndatabase_url: postgres://me:s3cret@db/talks\nport: 81\n';
    await writeFile(join(folder, FILE), text);
    const variables = { SITE: 'Talks here', LECTERN_PORT: '82', LECTERN_CONFIG: '' };
    const found = await lectern(['config', 'check', '--workers', '2'], { folder, variables });
    assert.deepEqual(found, {
      status: 0,
      stderr: '',
      stdout:
        'The configuration is valid: configuration file lectern.yaml.\n\n' +
        'database_url  postgres://…@db/talks      lectern.yaml:3\n' +
        'port          82                         LECTERN_PORT\n' +
        'base_url      https://talks.example.org  lectern.yaml:1\n' +
        'brand_name    ${SITE}                    lectern.yaml:2\n' +
        'workers       2                          --workers\n',
    });
  });

  it('hides the whole password wherever it is in the database address', async () => {
    for (const [address, shown] of [
      ['postgres://me:s3@cret@db/talks', 'postgres://…@db/talks'],
      ['postgres://me@db/talks?password=s3cret&sslmode=require', 'postgres://…@db/talks?password=…&sslmode=require'],
      ['postgres:///talks?sslmode=require&password=s3cret', 'postgres:///talks?sslmode=require&password=…'],
    ] as const) {
      const variables = { DATABASE_URL: address, LECTERN_CONFIG: '' };
      const { status, stdout } = await lectern(['config', 'check'], { folder: temporaryFolder(), variables });
      assert.deepEqual([status, stdout.trim().split('\n').at(-1)], [0, `database_url  ${shown}  DATABASE_URL`]);
    }
  });

  it('does not reveal the value of a placeholder in an error message', async () => {
    const path = join(folder, 'secret.yaml');
    await writeFile(path, 'time_zone: ${SECRET}\nuntitled: ${SECRET}\nimage_hosts: [a.example, "${SECRET}"]\n');
    // Invalid for each of these settings.
    const variables = { SECRET: `s3cret ${'x'.repeat(200)}` };
    const { status, stdout, stderr } = await lectern(['config', 'check', '--config', path], { folder, variables });
    assert.deepEqual([status, stdout], [2, '']);
    assert.doesNotMatch(stderr, /s3cret/);
    assert.match(stderr, /secret\.yaml:1: time_zone: "\$\{SECRET\}" is not a time zone/);
    assert.match(stderr, /secret\.yaml:2: untitled: The value of "\$\{SECRET\}" is not valid\. Write the title/);
    assert.match(stderr, /secret\.yaml:3: image_hosts: /);
  });

  it('reports the problems of the file and the flags together, and those of its sources', async () => {
    const path = join(folder, 'wrong.yaml');
    await writeFile(path, 'prot: 81\ntime_zone: Europe/Lundon\n');
    const wrong = await lectern(['config', 'check', '--config', path, '--workers', 'x'], { folder });
    assert.equal(wrong.status, 2);
    assert.deepEqual(
      wrong.stderr
        .replaceAll(`${folder}/`, '')
        .split('\n')
        .map((line) => line.split('. ')[0]),
      [
        'wrong.yaml:1: prot: There is no setting "prot"',
        'wrong.yaml:2: time_zone: "Europe/Lundon" is not a time zone known to this machine',
        '--workers: "x" is not a whole number from 1 to 64',
        'Run lectern config --help for usage.',
        '',
      ],
    );
    await writeFile(path, 'port: 81\nsources:\n  - { name: optics, file: a.ics, evry: 1h }\n');
    const sources = await lectern(['config', 'check', '--config', path], { folder });
    assert.deepEqual([sources.status, sources.stdout], [2, '']);
    assert.match(
      sources.stderr,
      /wrong\.yaml:3: sources\[0\]\.evry: There is no setting "evry"\. Did you mean every\?/,
    );
  });

  it('accepts that no configuration file exists, unless LECTERN_CONFIG names one', async () => {
    const none = temporaryFolder();
    const { stdout } = await lectern(['config', 'check'], { folder: none });
    assert.equal(stdout, 'The configuration is valid: no configuration file, all settings have their defaults.\n');
    const missing = await lectern(['config', 'check'], { folder: none, variables: { LECTERN_CONFIG: 'a.yaml' } });
    assert.deepEqual(missing, {
      status: 2,
      stdout: '',
      stderr: 'LECTERN_CONFIG: a.yaml: File not found. Check the path.\nRun lectern config --help for usage.\n',
    });
    const other = await lectern(['config', 'show'], { folder: none });
    assert.deepEqual([other.status, other.stdout], [2, '']);
  });
});

describe('lectern with a configuration file', () => {
  it('syncs the sources listed in it, without a sources file', async (t) => {
    const { address, folder: own } = await databaseOf(t);
    await writeFile(join(own, 'optics.ics'), aCalendar(anEvent('light')));
    const text = `database_url: "${address}"\nsources:\n  - { name: optics, file: optics.ics }\n`;
    await writeFile(join(own, FILE), text);
    const synced = await lectern(['sync', '--once'], { folder: own });
    assert.deepEqual([synced.status, synced.stderr], [0, '']);
    assert.match(synced.stdout, /^optics: 1 talk: 1 added/m);
  });

  it('reloads it on SIGHUP, and keeps the previous settings while it has problems', async (t) => {
    const { address, folder: own } = await databaseOf(t);
    const path = join(own, FILE);
    const variables = { DATABASE_URL: address, PORT: '0' };
    await writeFile(path, 'brand_name: Before\n');
    const serving = startLectern(['serve', '--create', '--workers', '2'], { folder: own, variables });
    t.after(() => serving.process.kill('SIGKILL'));
    await serving.saying('is ready');
    const url = /http:\S+/.exec(serving.said().stdout)?.[0] ?? '';
    const brand = async (): Promise<string> =>
      /<title>[^<]*?([A-Z][a-z]+)<\/title>/.exec(
        await (await fetch(url, { headers: { accept: 'text/html' } })).text(),
      )?.[1] ?? '';
    assert.equal(await brand(), 'Before');
    await writeFile(path, 'prot: 1\n');
    serving.process.kill('SIGHUP');
    await until(() => serving.said().stderr.includes('has problems'), 'the problems to be logged');
    assert.match(serving.said().stderr, /lectern\.yaml:1: prot: There is no setting/);
    assert.equal(await brand(), 'Before');
    await rm(path);
    serving.process.kill('SIGHUP');
    await until(() => serving.said().stderr.includes('lectern.yaml: File not found'), 'the missing file to be logged');
    assert.equal(await brand(), 'Before');
    await writeFile(path, 'brand_name: After\n');
    serving.process.kill('SIGHUP');
    await until(() => serving.said().stderr.includes('reloaded: all workers replaced'), 'the workers to be replaced');
    assert.equal(await brand(), 'After');
    serving.process.kill('SIGTERM');
    assert.equal((await serving.finished).status, 0);
  });
});
