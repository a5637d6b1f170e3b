import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { statusPage } from '#cli/doctor/status-page.ts';
import { checkSources } from '#cli/doctor/check-sources.ts';
import { NEVER_RUN } from '#store/source-state.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { lectern } from '../support/process/command.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { Lazy } from '../support/lazy.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/http/free-port.ts';

interface Finding {
  readonly level: string;
  readonly about: string;
  readonly what: string;
  readonly hint?: string;
}

async function findings(
  ...args: string[]
): Promise<{ readonly status: number | null; readonly found: readonly Finding[] }> {
  const { status, stdout } = await lectern(['doctor', '--json', ...args]);
  return { status, found: JSON.parse(stdout) as Finding[] };
}

const imported = importedDatabase(UNIVERSITY);
const TOKEN = 'a-token:of/33-letters-and-digits';
const shared = new Lazy(async () => serveLectern(await imported(), ['--status-token', TOKEN]));
after(async () => (await shared.made)?.kill());

const of = (found: readonly Finding[], about: string): Finding | undefined => found.find((one) => one.about === about);

describe('lectern doctor', () => {
  it('reports each check of a healthy database as ok', async () => {
    const address = await imported();
    const { status, stdout, stderr } = await lectern(['doctor', '--database', address, '--full']);
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^ok {7}database: answers; version 1 of the catalogue$/m);
    assert.match(stdout, /^ok {7}integrity: every record matches its checksum$/m);
    assert.match(stdout, /^ok {7}clock and time zones: .* in Europe\/London$/m);
    assert.doesNotMatch(stdout, /^problem/m);
  });

  it('reports a missing catalogue, and with --full a damaged one', async (t) => {
    const database = await databaseOf(t);
    const { address } = database;
    const none = await findings('--database', address);
    assert.equal(none.status, 1);
    assert.match(of(none.found, 'database')?.what ?? '', /There is no catalogue .* lectern import FILE/);
    await importRecords(address, UNIVERSITY);
    await database.execute(`UPDATE ${address.startsWith('sqlite:') ? '' : 'lectern.'}talk SET updated = updated + 1`);
    assert.equal((await findings('--database', address)).status, 0);
    const damaged = await findings('--database', address, '--full');
    assert.equal(damaged.status, 1);
    assert.match(of(damaged.found, 'integrity')?.what ?? '', /^damaged: /);
  });

  it('warns of unknown LECTERN_ variables and example addresses, and fails on them with --strict', async () => {
    const address = await imported();
    const args = ['doctor', '--database', address, '--base-url', 'https://talks.example.org'];
    const variables = { LECTERN_PROT: '1' };
    const doubted = await lectern(args, { variables });
    assert.equal(doubted.status, 0);
    assert.match(
      doubted.stdout,
      /^warning {2}configuration: LECTERN_PROT is not a setting\. Did you mean LECTERN_PORT\?/m,
    );
    assert.match(doubted.stdout, /^warning {2}configuration: --base-url is still the example/m);
    assert.equal((await lectern([...args, '--strict'], { variables })).status, 1);
    assert.equal((await lectern([...args, '--port', 'x'])).status, 2);
  });

  it('checks the sources file, and warns of sources that were never read', async () => {
    const address = await imported();
    const file = join(temporaryFolder(), 'sources.yaml');
    writeFileSync(file, 'sources: [{ name: optics, file: optics.ics }]');
    const never = await findings('--database', address, '--sources', file);
    assert.deepEqual(of(never.found, 'source optics')?.level, 'warning');
    writeFileSync(file, 'sources: [{ name: optics }]');
    const invalid = await lectern(['doctor', '--database', address, '--sources', file]);
    assert.equal(invalid.status, 1);
    assert.match(invalid.stdout, /^problem {2}configuration: the sources file is invalid/m);
  });

  it('counts sources that failed last time, and warns of those that failed four times in a row', () => {
    const told = (failures: number) =>
      checkSources(
        [{ name: 'optics', claim: undefined, state: { ...NEVER_RUN, lastAttempt: '2026-11-24T10:00:00Z', failures } }],
        [{ name: 'optics' } as ConfiguredSource],
        new Date('2026-11-24T11:00:00Z'),
      ).map(({ level, what }) => [level, what]);
    assert.deepEqual(told(0), [['ok', '1 configured, none fails']]);
    assert.deepEqual(told(2), [['ok', '1 configured, 1 failed last time, and will be retried']]);
    assert.deepEqual(told(4), [['warning', 'has failed 4 times in a row']]);
  });

  it('checks the corrections file', async () => {
    const address = await imported();
    const folder = temporaryFolder();
    const file = join(folder, 'corrections.yaml');
    const corrections = async () => {
      const { status, found } = await findings('--database', address, '--corrections', file);
      const { level, what, hint } = of(found, 'corrections') ?? {};
      return [status, level, what?.replace(file, 'FILE'), hint?.replace(file, 'FILE')];
    };
    const byDefault = of((await findings('--database', address)).found, 'corrections');
    if (address.startsWith('sqlite:')) assert.match(byDefault?.what ?? '', /\.corrections\.yaml does not exist; /);
    else assert.equal(byDefault, undefined);
    const makes = 'FILE does not exist; lectern hide, cancel, edit and feature will create it';
    assert.deepEqual(await corrections(), [0, 'ok', makes, undefined]);
    writeFileSync(file, `corrections: [{ talk: ${RICH}, hidden: true }]`);
    assert.deepEqual(await corrections(), [0, 'ok', '1 talk corrected by FILE', undefined]);
    writeFileSync(file, 'corrections: [{ talk: x, hiden: true }]');
    const what = 'FILE has 2 problems; the previous corrections stay in effect';
    assert.deepEqual(await corrections(), [1, 'problem', what, 'List them with lectern check FILE']);
    const { status, found } = await findings('--database', address, '--corrections', folder);
    assert.deepEqual([status, of(found, 'corrections')?.level], [1, 'problem']);
  });

  it('requests the public address with --online', async () => {
    const address = await imported();
    const serving = await shared.get();
    const base = `http://127.0.0.1:${String(serving.port)}`;
    const good = await findings('--database', address, '--online', '--base-url', base);
    assert.deepEqual([good.status, of(good.found, 'public address')?.what], [0, `${base} leads to Lectern`]);
    const wrong = await findings('--database', address, '--online', '--base-url', `${base}/talks`);
    assert.equal(wrong.status, 1);
    assert.match(of(wrong.found, 'public address')?.what ?? '', /answers with status 404/);
    const nobody = await findings(
      '--database',
      address,
      '--online',
      '--base-url',
      `http://127.0.0.1:${String(await freePort())}`,
    );
    assert.equal(nobody.status, 1);
    assert.match(of(nobody.found, 'public address')?.what ?? '', /cannot be reached: .*ECONNREFUSED/);
    assert.equal((await findings('--database', address, '--online')).status, 1);
  });
});

describe('/status on the metrics port', () => {
  it('shows the findings of lectern doctor as HTML or JSON, to local clients only', async (t) => {
    const serving = await serveLectern(await imported(), ['--base-url', 'https://talks.example.org']);
    t.after(() => serving.kill());
    const page = await serving.askOperators('/status');
    assert.equal(page.status, 200);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.match(textOf(page), /<h1>There are warnings<\/h1>.*--base-url is still the example.*answers; version 1/s);
    const json = await serving.askOperators('/status', { headers: { accept: 'application/json' } });
    assert.equal(of(jsonOf(json) as Finding[], 'database')?.level, 'ok');
    for (const headers of [
      { 'x-forwarded-for': '127.0.0.1' },
      { forwarded: 'for=127.0.0.1' },
      { host: 'talks.example.org' },
    ])
      assert.equal((await serving.askOperators('/status', { headers })).status, 404, JSON.stringify(headers));
    assert.equal((await serving.ask('/status')).status, 404);
    assert.equal((await serving.askOperators('/status', { method: 'POST' })).status, 405);
  });

  it('accepts the status token from any client, as a bearer token or a Basic password', async () => {
    const serving = await shared.get();
    const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString('base64')}`;
    const askedWith = (authorization?: string) =>
      serving.askOperators('/status', {
        headers: { host: 'talks.example.org', ...(authorization === undefined ? {} : { authorization }) },
      });
    for (const good of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, basic(`anybody:${TOKEN}`), basic(`:${TOKEN}`)])
      assert.equal((await askedWith(good)).status, 200, good);
    const bad = [`Bearer ${TOKEN}x`, `Bearer x${TOKEN}`, 'Bearer', TOKEN, basic(TOKEN.slice(1)), basic(`${TOKEN}:`)];
    for (const each of [undefined, ...bad]) {
      const refused = await askedWith(each);
      assert.equal(refused.status, 401, each);
      assert.match(refused.headers['www-authenticate'] ?? '', /^Basic realm="Lectern status"/);
      assert.doesNotMatch(textOf(refused), /<html/);
    }
    assert.equal((await serving.askOperators('/status')).status, 200, 'on this machine');
    assert.equal((await askedWith()).headers['cache-control'], 'no-store');
  });

  it('requires a token of 16 to 200 characters, and never prints it', async () => {
    const variables = { LECTERN_STATUS_TOKEN: 'swordfish' };
    const short = await lectern(['config', 'check'], { variables });
    assert.equal(short.status, 2);
    assert.match(short.stderr, /LECTERN_STATUS_TOKEN: It is not 16 to 200 ASCII characters without spaces/);
    const good = await lectern(['config', 'check', '--status-token', 'swordfish-swordfish']);
    assert.match(good.stdout, /^status_token +… +--status-token$/m);
    assert.doesNotMatch(short.stderr + good.stdout, /swordfish/);
  });

  it('escapes HTML in the findings', () => {
    const finding = { level: 'problem', about: '<b>', what: '"&', hint: '<i>' } as const;
    const page = statusPage([{ level: 'ok', about: 'a', what: 'b' }, finding], new Date(0));
    assert.match(page, /<h1>There are problems<\/h1>/);
    assert.match(page, /&lt;b&gt;<\/th><td>&quot;&amp;<span class="hint">→ &lt;i&gt;/);
    assert.match(statusPage([], new Date(0)), /<h1>All is well<\/h1>/);
  });
});

describe('the check of sources', () => {
  const now = new Date('2027-01-31T12:00:00Z');
  const configured = ['a', 'b', 'c', 'd'].map((name) => ({ name }) as ConfiguredSource);
  const read = { ...NEVER_RUN, lastAttempt: '2027-01-31T11:00:00Z', nextRun: '2027-01-31T13:00:00Z' };

  it('reports sources that fail, are overdue, were never read, or were read in the future', () => {
    const listed = [
      { name: 'a', state: { ...read, failures: 4 }, claim: undefined },
      { name: 'b', state: { ...read, nextRun: '2027-01-29T13:00:00Z' }, claim: undefined },
      { name: 'c', state: { ...read, lastAttempt: '2027-01-31T12:10:00Z' }, claim: undefined },
    ];
    assert.deepEqual(
      checkSources(listed, configured, now).map(({ about, what }) => `${about}: ${what}`),
      [
        'source a: has failed 4 times in a row',
        'source b: was due at 2027-01-29T13:00:00Z',
        'source d: was never read',
        'clock: the source c was read at 2027-01-31T12:10:00Z, and here it is 2027-01-31T12:00:00.000Z',
      ],
    );
    const fine = configured.map(({ name }) => ({ name, state: read, claim: undefined }));
    assert.deepEqual(checkSources(fine, configured, now), [
      { level: 'ok', about: 'sources', what: '4 configured, none fails' },
    ]);
  });
});
