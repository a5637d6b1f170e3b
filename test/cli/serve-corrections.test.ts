import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { pino } from 'pino';
import { applyFile } from '#cli/corrections/apply-file.ts';
import { CorrectionsWatch } from '#cli/corrections/corrections-watch.ts';
import { openStore } from '#store/open.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf, freshDatabase, type DatabasePlace } from '../support/db/fresh-database.ts';
import { importRecords } from '../support/db/import-records.ts';
import { Lazy } from '../support/lazy.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import type { ServingProcess } from '../support/process/lectern-process.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { until } from '../support/until.ts';
import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
} from '../support/catalogue/wire-records.ts';

const [SLUG, OTHER, WEEKLY, LIST, ADA] = [slugOf(1), slugOf(2), slugOf(3), slugOf(4), slugOf(5)];
const MOSS = 'http://topics.example.org/moss';
const START = '2099-12-01T17:00:00Z';

const ABOUT = {
  ...{ series: WEEKLY, venue: 'place:1', organising_department: 'place:2', topics: [MOSS], speakers: [ADA] },
  end: '2099-12-01T18:00:00Z',
};
const CATALOGUE = [
  ...[venue('place:1', { name: 'Hall' }), organisation('place:2', { name: 'Botany' }), topic(MOSS, { label: 'Moss' })],
  ...[person(ADA, { name: 'Ada Bell' }), series(WEEKLY, { title: 'Weekly' })],
  talk(SLUG, START, { ...ABOUT, title: 'Zymurgy', uid: 'zymurgy@example.org' }),
  talk(OTHER, START, { ...ABOUT, title: 'Lichens' }),
  collection(LIST, { title: 'Best', public: true, talks: [SLUG, OTHER] }),
];

const FROM = 'from=2099-11-30&to=2099-12-31';

/** Paths of the talk itself. */
const OF_TALK = [...['', '.json', '.xml', '.ics'].map((suffix) => `/api/talks/${SLUG}${suffix}`), `/talks/id/${SLUG}`];

/** Paths of lists and pages that show the talk among others. */
const AMONG_OTHERS = [
  ...['', '.xml', '.ics', '.rss', '.atom', '.csv'].map((suffix) => `/api/talks/search${suffix}?${FROM}`),
  `/api/talks/search?${FROM}&q=zymur*`,
  `/api/series/${WEEKLY}`,
  `/api/collections/id/${LIST}`,
  `/api/collections/id/${LIST}.ics`,
  `/api/person/${ADA}`,
  '/api/departments/place:2',
  '/api/venues/place:1',
  `/search?${FROM}`,
  `/search?${FROM}&q=zymurgy`,
  `/agenda?${FROM}`,
  '/calendar/month/2099-12',
  '/calendar/week/2099-W49',
  `/talks/series/id/${WEEKLY}?${FROM}`,
  `/user/lists/id/${LIST}?${FROM}`,
  `/talks/persons/id/${ADA}?${FROM}`,
  `/talks/department/id/place:2?${FROM}`,
  `/talks/venues/id/place:1?${FROM}`,
  `/my-talks?talk=${SLUG}`,
  `/embed/talks?${FROM}`,
];

let homePages = 0;

/** The slug of the featured talk on the home page. Each call asks for another address, as pages are cached for a minute. */
async function recommendedBy(serving: ServingProcess): Promise<string | undefined> {
  const page = await serving.ask(`/?call=${String((homePages += 1))}`, { headers: { accept: 'text/html' } });
  assert.equal(page.status, 200);
  return /<section class="featured".*?<h2[^>]*><a href="[^"]*\/id\/([^/"]+)/s.exec(textOf(page))?.[1];
}

/** A server with these talks, and functions that correct them. */
async function sceneIn(database: DatabasePlace, ...args: readonly string[]) {
  const { address, folder } = database;
  await importRecords(address, CATALOGUE);
  const path = join(folder, 'corrections.yaml');
  const serving = await serveLectern(address, ['--corrections', path, '--log-level', 'info', ...args]);
  const run = async (...verb: readonly string[]): Promise<void> => {
    const done = await lectern([...verb, '--database', address, '--corrections', path]);
    // The server may still be applying the previous correction.
    const told = done.stderr.replace(/^Another process is writing to the catalogue.*\n/, '');
    assert.deepEqual([done.status, told], [0, ''], done.stdout);
  };
  // Replaces the file atomically, as most editors do.
  const save = async (text: string): Promise<void> => {
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  const end = async (): Promise<void> => {
    await serving.kill();
    await database.remove();
  };
  return { address, serving, run, save, end };
}

async function statusOf(serving: ServingProcess, path: string): Promise<number> {
  return (await serving.ask(path)).status;
}

async function showsIn(serving: ServingProcess, path: string): Promise<boolean> {
  const answer = await serving.ask(path);
  assert.equal(answer.status, 200, path);
  return textOf(answer).includes('Zymurgy');
}

async function found(serving: ServingProcess): Promise<unknown> {
  return jsonOf(await serving.ask(`/api/talks/search?${FROM}`));
}

describe('lectern serve with corrections', () => {
  /** Shared by tests that undo their corrections of these talks. */
  const shared = new Lazy(async () => sceneIn(await freshDatabase(), '--mcp', 'on'));
  after(async () => (await shared.made)?.end());

  it('applies the corrections file when it is saved, and keeps the previous one while it has problems', async () => {
    const { serving, save } = await shared.get();
    const title = async (): Promise<unknown> =>
      valueAt(jsonOf(await serving.ask(`/api/talks/${SLUG}`)), 'title_display');
    const corrections = async (): Promise<unknown> => valueAt(jsonOf(await serving.ask('/readyz')), 'corrections');
    assert.equal(await corrections(), undefined);
    await save(`corrections:\n  - { talk: ${SLUG}, title: Brewing }\n`);
    await until(async () => (await title()) === 'Brewing', 'the correction');
    await save(`corrections:\n  - { talk: ${SLUG}, titel: Baking }\n`);
    const told =
      /corrections\.yaml:2: corrections\[0\]\.titel: There is no field .*the corrections file has problems; the previous corrections stay in effect/;
    await until(() => told.test(serving.said().stderr), 'the problem in the log');
    await until(async () => valueAt(await corrections(), 'talks') === null, 'the problem in /readyz');
    assert.deepEqual(await corrections(), { talks: null, problems: ['unknown-setting'] });
    assert.equal(await statusOf(serving, '/readyz'), 200);
    assert.equal(await title(), 'Brewing');
    await save('corrections: []\n');
    await until(async () => (await title()) === 'Zymurgy', 'what the source says');
  });

  it('removes a hidden talk everywhere, and shows it again after --undo', async () => {
    const { serving, run } = await shared.get();
    for (const path of OF_TALK) assert.equal(await statusOf(serving, path), 200, path);
    for (const path of AMONG_OTHERS) assert.ok(await showsIn(serving, path), path);
    assert.equal(valueAt(await found(serving), 'total'), 2);
    const copy = jsonOf(await serving.ask(`/api/talks/search?${FROM}&updated_since=2000-01-01T00:00:00Z`));
    const later = new URL(textAt(copy, '_links', 'changes', 'href'));

    await run('hide', SLUG);
    await until(async () => (await statusOf(serving, `/api/talks/${SLUG}`)) === 404, 'the talk to be hidden');
    for (const path of OF_TALK) assert.equal(await statusOf(serving, path), 404, path);
    for (const path of AMONG_OTHERS) assert.ok(!(await showsIn(serving, path)), path);
    assert.ok(!textOf(await serving.ask('/api/suggest?q=zymurgy')).includes(SLUG));
    assert.ok(!textOf(await serving.ask('/sitemap-1.xml')).includes(SLUG));
    assert.equal(valueAt(await found(serving), 'total'), 1);
    const changes = jsonOf(await serving.ask(later.pathname + later.search));
    assert.deepEqual(
      listAt(changes, '_embedded', 'removed').map((one) => textAt(one, 'slug')),
      [SLUG],
    );
    if (!NO_ASSISTANTS) {
      const call = { name: 'search_talks', arguments: { from: '2099-11-30', to: '2099-12-31' } };
      const asked = await serving.ask('/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
      });
      assert.match(textOf(asked), /Lichens/);
      assert.doesNotMatch(textOf(asked), /Zymurgy/);
    }

    await run('hide', '--undo', SLUG);
    await until(async () => (await statusOf(serving, `/api/talks/${SLUG}`)) === 200, 'the talk to be shown');
    for (const path of AMONG_OTHERS) assert.ok(await showsIn(serving, path), path);
  });

  it('updates the calendar of a talk that is edited or cancelled, and raises its SEQUENCE', async (t) => {
    const { serving, run, end } = await sceneIn(await freshDatabase(), '--workers', '2');
    t.after(end);
    const event = async (): Promise<string> => textOf(await serving.ask(`/api/talks/${SLUG}.ics`));
    let last = Number(/^SEQUENCE:(\d+)/m.exec(await event())?.[1]);
    // Either worker may answer, and they do not apply a correction at the same moment.
    const told = async (...patterns: readonly RegExp[]): Promise<void> => {
      let text = '';
      await until(
        async () => {
          text = await event();
          return patterns.every((pattern) => pattern.test(text));
        },
        `the calendar to match ${patterns.join(' ')}`,
      );
      const sequence = Number(/^SEQUENCE:(\d+)/m.exec(text)?.[1]);
      assert.ok(sequence > last, `${String(last)} → ${String(sequence)}`);
      last = sequence;
    };
    await run('edit', SLUG, '--start', '2099-12-02 09:00', '--title', 'Zymurgy again');
    await told(/^DTSTART[^\r]*:20991202T090000/m, /^SUMMARY:Zymurgy again/m);
    await run('cancel', SLUG);
    await told(/^STATUS:CANCELLED/m, /^UID:zymurgy@example\.org/m);
    await run('cancel', '--undo', SLUG);
    await told(/^STATUS:CONFIRMED/m);
    serving.process.kill('SIGTERM');
    assert.equal((await serving.finished).status, 0);
  });

  it('shows the next featured talk on the home page, but no hidden one', async () => {
    const { serving, run } = await shared.get();
    // The list of featured talks is not a version of the catalogue, and is read every two seconds.
    const recommended = (slug: string | undefined): Promise<void> =>
      until(async () => (await recommendedBy(serving)) === slug, `the featured talk to be ${slug ?? 'none'}`);
    await recommended(undefined);
    await run('feature', OTHER);
    await run('feature', SLUG);
    await recommended(SLUG);
    await run('hide', SLUG);
    await until(async () => (await statusOf(serving, `/api/talks/${SLUG}`)) === 404, 'the talk to be hidden');
    await recommended(OTHER);
    await run('feature', '--undo', OTHER);
    await recommended(undefined);
    await run('hide', '--undo', SLUG);
    await run('feature', '--undo', SLUG);
  });

  it('shows a featured talk of unknown length after it has started', async () => {
    const { address, serving, run } = await shared.get();
    const start = `${new Date(Date.now() - 30 * 60_000).toISOString().slice(0, 19)}Z`;
    const slug = slugOf(77);
    await importRecords(address, [talk(slug, start, { end: start })]);
    await run('feature', slug);
    await until(async () => (await statusOf(serving, `/api/talks/${slug}`)) === 200, 'the talk to be served');
    await until(async () => (await recommendedBy(serving)) === slug, 'the talk to be featured');
  });
});

describe('a watched corrections file', () => {
  it('causes no log message before the first import creates a catalogue', async (t) => {
    const { address, folder } = await databaseOf(t);
    const path = join(folder, 'corrections.yaml');
    await writeFile(path, 'corrections: []\n');
    const said: string[] = [];
    const log = pino({}, { write: (line: string) => void said.push(line) });
    const watch = new CorrectionsWatch(path, { database: address, timeZone: 'UTC' }, log);
    watch.start();
    await watch.stop();
    assert.deepEqual(said, []);
  });

  for (const [what, later, applied] of [
    ['as it is then', `corrections:\n  - { talk: ${SLUG}, title: Roasting }\n`, ['Roasting']],
    ['but not applied if it has problems by then', 'corrections: none\n', []],
  ] as const)
    it(`is read again by an import that has waited for another one, ${what}`, async (t) => {
      const { address, folder } = await databaseOf(t);
      await importRecords(address, [talk(SLUG, START, { title: 'Baking' })]);
      const path = join(folder, 'corrections.yaml');
      await writeFile(path, `corrections:\n  - { talk: ${SLUG}, title: Brewing }\n`);
      const store = await openStore(address, { mode: 'write' });
      t.after(() => store.close());
      const begin = store.beginImport.bind(store);
      store.beginImport = async (options) => {
        await writeFile(path, later);
        return begin(options);
      };
      await applyFile(store, { corrections: path, timeZone: 'UTC' }, { stderr: process.stderr });
      assert.deepEqual(
        (await store.corrections.all()).map(({ fields }) => fields.title),
        applied,
      );
    });

  it('is not waited for at a stop while another import runs', async (t) => {
    const { address, folder } = await databaseOf(t);
    await importRecords(address, [talk(SLUG, START, { title: 'Baking' })]);
    const path = join(folder, 'corrections.yaml');
    await writeFile(path, `corrections:\n  - { talk: ${SLUG}, title: Brewing }\n`);
    const store = await openStore(address, { mode: 'write' });
    t.after(() => store.close());
    const other = await store.beginImport({ replace: false, now: new Date() });
    const said: string[] = [];
    const log = pino({}, { write: (line: string) => void said.push(line) });
    const watch = new CorrectionsWatch(path, { database: address, timeZone: 'UTC' }, log);
    watch.start();
    await watch.stop();
    assert.deepEqual(said, []);
    await other.abandon();
    assert.deepEqual(await store.corrections.all(), []);
  });
});
