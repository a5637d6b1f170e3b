import assert from 'node:assert/strict';
import { chmodSync, readFileSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { statusPage } from '#cli/open-metrics.ts';
import { memory } from '#cli/small-heap.ts';
import { WORKER_MEMORY } from '#cli/workers/cores.ts';
import { checkSources } from '#cli/doctor/checks.ts';
import { NEVER_RUN } from '#store/source-states.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { importedDatabase } from '../support/db/imported-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { lectern, lecternProcess } from '../support/process/command.ts';
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
    assert.match(stdout, /^skipped {2}public address: not requested; --online requests it$/m);
    assert.match(stdout, /^ok {7}clock and time zones: .* in Europe\/London$/m);
    assert.doesNotMatch(stdout, /^problem/m);
  });

  it('reports a missing catalogue, what a server finds damaged when it starts, and with --full damaged records', async (t) => {
    const database = await databaseOf(t);
    const { address } = database;
    const none = await findings('--database', address);
    assert.equal(none.status, 1);
    assert.match(of(none.found, 'database')?.what ?? '', /There is no catalogue .* lectern import FILE/);
    await importRecords(address, UNIVERSITY);
    const change = (table: string, set: string) =>
      database.execute(`UPDATE ${address.startsWith('sqlite:') ? '' : 'lectern.'}${table} SET ${set}`);
    const integrity = async (...args: string[]) => {
      const { status, found } = await findings('--database', address, ...args);
      return [status, of(found, 'integrity')?.what.slice(0, 9), of(found, 'records')?.level];
    };
    await change('talk_record', 'sum = sum - 1');
    assert.deepEqual(await integrity(), [0, 'what lect', 'skipped']);
    assert.deepEqual(await integrity('--full'), [1, 'damaged: ', undefined]);
    // A server reads this when it builds its index.
    await change('talk', 'updated = updated + 1');
    assert.deepEqual(await integrity(), [1, 'damaged: ', undefined]);
  });

  it('says that a SQLite file is damaged if every 20th page of it is zeroed', async () => {
    const path = join(temporaryFolder(), 'talks.db');
    const sample = await lectern(['sample', '--today', '2026-03-27', '--talks', '300']);
    await lectern(['import', '--database', `sqlite:${path}`, '-'], { input: sample.stdout });
    const whole = readFileSync(path);
    const page = whole.readUInt16BE(16);
    // Whichever pages they are: the first is that of the schema.
    for (let first = 1; first <= 20; first++) {
      const bytes = Buffer.from(whole);
      for (let at = first * page; at < bytes.length; at += 20 * page) bytes.fill(0, at, at + page);
      writeFileSync(path, bytes);
      const { status, found } = await findings('--database', `sqlite:${path}`);
      assert.equal(status, 1, `from page ${String(first)}: ${JSON.stringify(found)}`);
    }
  });

  it('names files that other users may read or write, if they can enter the folder', async () => {
    const folder = temporaryFolder();
    const database = `sqlite:${join(folder, 'talks.db')}`;
    const path = (name: string) => join(folder, name);
    await importRecords(database, UNIVERSITY);
    for (const [name, mode] of [
      ['sources.yaml', 0o666],
      ['talks.corrections.yaml', 0o602],
    ] as const) {
      writeFileSync(path(name), name === 'sources.yaml' ? 'sources: []' : 'corrections: []');
      chmodSync(path(name), mode);
    }
    chmodSync(path('talks.db'), 0o644);
    const access = async () => {
      const { status, found } = await findings('--database', database, '--sources', path('sources.yaml'));
      const about = found.filter((one) => one.about === 'access');
      return [
        status,
        ...about.map(({ level, what, hint }) => `${level}: ${what} → ${hint ?? ''}`.replaceAll(folder, '')),
      ];
    };
    const fine = 'ok: other users of this machine may neither read nor write the files of this catalogue → ';
    assert.deepEqual(await access(), [0, fine]);
    chmodSync(folder, 0o1777);
    const every = 'every user of this machine may';
    assert.deepEqual(await access(), [
      1,
      `warning: ${every} read /talks.db (0644) → chmod o= /talks.db`,
      `problem: ${every} read and write /sources.yaml (0666) → chmod o= /sources.yaml`,
      `problem: ${every} write /talks.corrections.yaml (0602) → chmod o= /talks.corrections.yaml`,
      `warning: ${every} create files in  (1777) → chmod o-w , or use a folder of the user that runs lectern serve.`,
    ]);
    chmodSync(folder, 0o777);
    assert.match(String((await access()).at(-1)), /^problem: every user of this machine may create files/);
    for (const name of ['talks.db', 'sources.yaml', 'talks.corrections.yaml']) chmodSync(path(name), 0o640);
    chmodSync(folder, 0o755);
    assert.deepEqual(await access(), [0, fine]);
  });

  it('warns if the disk has less room than 17 times the SQLite database, for its copy and the rendered talks', async () => {
    const [folder, cache] = [temporaryFolder(), temporaryFolder()];
    const path = join(folder, 'talks.db');
    await importRecords(`sqlite:${path}`, UNIVERSITY);
    const { bavail, bsize } = statfsSync(cache);
    // A file with a hole, which takes no room itself.
    const size = Math.ceil((bavail * bsize) / 16);
    truncateSync(path, size);
    const { found } = await findings('--database', `sqlite:${path}`, '--cache-folder', cache);
    const disk = of(found, 'disk of the cache folder');
    const needed = `Free up space: at least ${String(Math.floor((17 * size) / 2 ** 20))} MiB are needed.`;
    assert.deepEqual([disk?.level, disk?.hint], ['warning', needed]);
  });

  it('finds files of Lectern itself that only their owner and group may read', async () => {
    const folder = temporaryFolder();
    const [database, exported] = [join(folder, 'talks.db'), join(folder, 'talks.ndjson')];
    const variables = { DATABASE_URL: `sqlite:${database}` };
    await lecternProcess(['import', '-'], { variables, input: (await lectern(['sample', '--talks', '20'])).stdout });
    await lecternProcess(['export', '--output', exported], { variables });
    assert.deepEqual(
      [database, exported].map((path) => statSync(path).mode & 0o137),
      [0, 0],
    );
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

  it('says how many talks are missing from a reading that is held', () => {
    const state = { ...NEVER_RUN, lastAttempt: '2026-11-24T10:00:00Z', failures: 5, held: { missing: 8, of: 10 } };
    const told = checkSources(
      [{ name: "o'optics", claim: undefined, state }],
      [{ name: "o'optics" } as ConfiguredSource],
      new Date('2026-11-24T11:00:00Z'),
    );
    assert.deepEqual(
      told.map(({ level, what, hint }) => [level, what, hint]),
      [
        [
          'warning',
          'is held: 8 of its 10 upcoming talks are missing',
          String.raw`Check the source. If they should go, run lectern sync 'o'\''optics' --accept-loss.`,
        ],
      ],
    );
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

describe('the machine, as lectern doctor sees it', () => {
  const fitting = Math.max(1, Math.floor(memory() / WORKER_MEMORY));
  // Of the workers that --workers allows, all fit into a very large machine.
  const skip = fitting >= 64 ? 'this machine has memory for all workers' : false;

  it('has too little memory for more workers than fit', { skip }, async () => {
    const [few, many] = await Promise.all(
      [1, Math.max(2, fitting + 1)].map(async (workers) => {
        const { found } = await findings('--database', await imported(), '--workers', String(workers));
        return of(found, 'machine');
      }),
    );
    assert.match(few?.what ?? '', /^\d+ MiB of memory, \d+ MiB of it free, and \d+ processors, for a single process$/);
    assert.equal(many?.level, 'warning');
    assert.match(many.what, new RegExp(`for ${String(Math.max(2, fitting + 1))} workers$`));
    assert.match(many.hint ?? '', /^Workers may be killed while something is imported: set --workers \d\.$/);
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
