import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { jsonOf } from '../support/http/http-answer.ts';
import { isMembers, listAt, textAt, valueAt } from '../support/json-value.ts';
import { lectern, lecternProcess, startLectern } from '../support/process/command.ts';
import { testServer } from '../support/http/server.ts';
import { temporaryFolder } from '../support/folder.ts';
import { until } from '../support/until.ts';
import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  type WireRecord,
} from '../support/catalogue/wire-records.ts';

const TALKS = 60;
const SERIES = slugOf(0xaaaa);
const COLLECTION = slugOf(0xbbbb);
const SPEAKER = slugOf(0xcccc);

/** A catalogue whose records all name their edition. Each edition also has one talk that no other has. */
function edition(number: number, talks = TALKS): readonly WireRecord[] {
  const name = `Edition ${String(number)}`;
  const slugs = Array.from({ length: talks }, (_, n) => slugOf(n));
  return [
    organisation('place:1', { name }),
    person(SPEAKER, { name }),
    series(SERIES, { title: name, description: name }),
    ...[...slugs, slugOf(0x10000 + number)].map((slug, n) =>
      talk(slug, `2026-01-01T${String(n % 24).padStart(2, '0')}:00:00Z`, {
        title: name,
        description: name,
        series: SERIES,
        organising_department: 'place:1',
        speakers: [SPEAKER],
      }),
    ),
    collection(COLLECTION, { title: name, series: [SERIES] }),
  ];
}

/** All editions that an answer names. */
function editionsIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value).match(/Edition \d+/g) ?? []);
}

const folder = temporaryFolder();
const server = testServer(edition(0), { defaultCount: 100, answerMemory: 2 });

async function fileOf(number: number, talks?: number): Promise<string> {
  const path = join(folder, `edition-${String(number)}-${String(talks ?? TALKS)}.ndjson`);
  await writeFile(
    path,
    edition(number, talks)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join(''),
  );
  return path;
}

async function replacingBy(file: string): Promise<readonly string[]> {
  return ['import', '--replace', '--database', (await server.started()).database.address, file];
}

const QUESTIONS = [
  '/api/talks/search?from=2026-01-01&count=1000',
  '/api/talks/search?from=2026-01-01&count=10&page=4',
  `/api/talks/search?from=2026-01-01&speaker=${SPEAKER}&organising_department=place:1&count=400`,
  `/api/talks/${slugOf(7)}`,
  `/api/series/${SERIES}`,
  `/api/collections/id/${COLLECTION}`,
];

interface Reading {
  /** The editions of the answers, in order. */
  readonly editions: readonly string[];
}

/** Sends requests until aborted, and fails at the first answer that is not 200 or mixes editions. */
async function readOn(signal: AbortSignal, path: string): Promise<Reading> {
  const editions: string[] = [];
  for (let time = 0; !signal.aborted; time += 1) {
    // Every other request is new to the cache, and every third asks for gzip.
    const query = time % 2 === 0 ? '' : `${path.includes('?') ? '&' : '?'}x=${String(time)}`;
    const headers: Record<string, string> = time % 3 === 0 ? { 'accept-encoding': 'gzip' } : {};
    const answer = await server.ask(path + query, { headers });
    const value = jsonOf(answer);
    const [found, ...others] = editionsIn(value);
    assert.equal(answer.status, 200, answer.body.toString());
    assert.ok(found !== undefined && others.length === 0, `${path} mixes ${[found, ...others].join(' and ')}`);
    assertWhole(path, value);
    if (editions.at(-1) !== found) editions.push(found);
    // Leaves some processor time for the import.
    await setTimeout(20);
  }
  return { editions };
}

/** Asserts that a list of all talks is complete, with the one talk that only its edition has. */
function assertWhole(path: string, value: unknown): void {
  const talks = valueAt(value, '_embedded', 'talks');
  if (!Array.isArray(talks) || path.includes('page=')) return;
  const own = talks.filter((one) => textAt(one, 'slug') >= slugOf(0x10000));
  assert.equal(talks.length, TALKS + 1);
  assert.deepEqual(
    own.map((one) => textAt(one, 'slug')),
    [slugOf(0x10000 + Number(/\d+/.exec([...editionsIn(value)][0] ?? '')?.[0]))],
  );
}

describe('an import into a catalogue that is being served', () => {
  it('becomes visible without a failed or mixed answer', async () => {
    const stop = new AbortController();
    const readers = QUESTIONS.map((path) => readOn(stop.signal, path));
    for (let number = 1; number <= 3; number += 1) {
      const { status, stderr } = await lecternProcess(await replacingBy(await fileOf(number)));
      assert.equal(status, 0, stderr);
      await until(
        async () => editionsIn(await server.read(QUESTIONS[3] ?? '')).has(`Edition ${String(number)}`),
        'the import',
      );
    }
    stop.abort();
    const readings = await Promise.all(readers);
    for (const { editions } of readings) {
      assert.ok(editions.length > 1, 'no request saw more than one edition');
      const numbers = editions.map((name) => Number(name.slice('Edition '.length)));
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => a - b),
        'an older catalogue came back',
      );
    }
  });

  it('leaves every answer unchanged if it is killed', async () => {
    const before = await Promise.all(QUESTIONS.map((path) => server.read(path)));
    const text = await readFile(await fileOf(100, 3_000), 'utf8');
    for (const part of [0.4, 1]) {
      const importing = startLectern(await replacingBy('-'));
      await importing.reading(text.slice(0, text.length * part));
      importing.process.kill('SIGKILL');
      assert.equal((await importing.finished).status, null);
      const now = await Promise.all(QUESTIONS.map((path) => server.read(path)));
      assert.deepEqual(now, before, `killed after ${String(part)} of its input`);
    }
    const { status } = await lectern(await replacingBy(await fileOf(101)));
    assert.equal(status, 0);
    await until(async () => editionsIn(await server.read(QUESTIONS[4] ?? '')).has('Edition 101'), 'the next import');
  });

  it('leaves every answer unchanged if it is refused', async () => {
    const before = await Promise.all(QUESTIONS.map((path) => server.read(path)));
    const path = join(folder, 'bad.ndjson');
    const bad = [...edition(200), talk(slugOf(1), '2026-01-01T00:00:00Z', { speakers: [slugOf(0xdead)] })];
    await writeFile(path, bad.map((record) => `${JSON.stringify(record)}\n`).join(''));
    const { status } = await lectern(await replacingBy(path));
    assert.equal(status, 1);
    assert.deepEqual(await Promise.all(QUESTIONS.map((one) => server.read(one))), before);
    // The next import, which the index follows, must not show anything of it either.
    assert.equal((await lectern(await replacingBy(await fileOf(201)))).status, 0);
    await until(async () => {
      const editions = editionsIn(await Promise.all(QUESTIONS.map((one) => server.read(one))));
      assert.ok(!editions.has('Edition 200'));
      return editions.size === 1 && editions.has('Edition 201');
    }, 'the next import');
  });

  it('waits for another import that is running', async () => {
    const results = await Promise.all([
      lecternProcess(await replacingBy(await fileOf(301))),
      lecternProcess(await replacingBy(await fileOf(302))),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      [0, 0],
      results.map(({ stderr }) => stderr).join(''),
    );
    await until(
      async () => [...editionsIn(await server.read(QUESTIONS[0] ?? ''))].some((name) => name > 'Edition 300'),
      'the imports',
    );
    const found = await server.read(QUESTIONS[0] ?? '');
    assert.equal(editionsIn(found).size, 1);
    assert.ok(isMembers(found));
    assert.equal(listAt(found, '_embedded', 'talks').length, TALKS + 1);
  });
});
