import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { OpenSource } from '#harvest/sync/open-source.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { FetchFailure } from '#sources/fetch/fetch-failure.ts';
import type { Store } from '#store/store.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { lectern, startLectern } from '../../support/process/command.ts';
import { strangeServer } from '../../support/http/strange-server.ts';
import type { Answering } from '../../support/http/strange-server.ts';
import { until } from '../../support/until.ts';
import { outcomes, syncScene } from './sync-scene.ts';

const BOTH = aCalendar(anEvent('moss'), anEvent('fern', '1202'));
/** When every claim has expired. */
const LATER = (): Date => new Date(Date.now() + 91_000);

/** Calls `act` instead of opening the named source. */
function opening(name: string, act: (signal: AbortSignal) => Promise<never>, others: OpenSource): OpenSource {
  return (source, request) => (source.name === name ? act(request.signal) : others(source, request));
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('too late'))));
}

/** Whether another process imports: this one would have to wait. */
async function isImporting(store: Store): Promise<boolean> {
  const waits = new AbortController();
  try {
    const started = await store.beginImport({
      replace: false,
      now: new Date(),
      onWait: () => waits.abort(),
      signal: waits.signal,
    });
    await started.abandon();
  } catch (error) {
    if (!waits.signal.aborted) throw error;
  }
  return waits.signal.aborted;
}

describe('sync with failures', () => {
  it('records a bug as a failure of that source and goes on with the others', async (t) => {
    const { put, run, state, open } = await syncScene(t);
    await put('b', BOTH);
    const faulty = opening('a', () => Promise.reject(new TypeError('x is not a function')), open);
    assert.deepEqual(outcomes(await run({ of: ['a', 'b'], open: faulty })), ['a failed', 'b read']);
    const { problems = [] } = (await state('a')) ?? {};
    assert.deepEqual(
      problems.map(({ code, what }) => [code, what.slice(0, 53)]),
      [['fault', 'A bug in Lectern: TypeError: x is not a function\n    ']],
    );
  });

  it('releases its claim of a source when it is stopped', async (t) => {
    const { put, run, store, open } = await syncScene(t);
    await put('a', BOTH);
    const stop = new AbortController();
    const running = run({ of: ['a'], open: opening('a', untilAborted, open), signal: stop.signal });
    await until(async () => (await store.sources.list().catch(() => [])).length === 1, 'the sync to start');
    stop.abort(new Error('stopped'));
    await assert.rejects(running, /stopped/);
    assert.deepEqual(await store.sources.list(), [{ name: 'a', state: undefined, claim: undefined }]);
    assert.deepEqual(outcomes(await run({ of: ['a'] })), ['a read']);
  });

  it('stops without waiting for another import to finish', async (t) => {
    const { put, run, store, open, now } = await syncScene(t);
    await put('a', BOTH);
    const stop = new AbortController();
    const running = run({ of: ['a'], open: opening('a', untilAborted, open), signal: stop.signal });
    let isOver = false;
    const ended = running.catch((error: unknown) => error).finally(() => (isOver = true));
    await until(async () => (await store.sources.list().catch(() => [])).length === 1, 'the sync to start');
    const other = await store.beginImport({ replace: false, now: now() });
    t.after(() => other.abandon());
    stop.abort(new Error('stopped'));
    await until(() => isOver, 'the sync to stop');
    assert.match(String(await ended), /stopped/);
  });

  it('reads each source once even if several syncs run at once', async (t) => {
    const { put, run, talks } = await syncScene(t);
    const of = ['a', 'b', 'c'];
    for (const name of of) await put(name, BOTH);
    await run({ of: [] });
    const all = await Promise.all(Array.from({ length: 4 }, () => run({ of })));
    const read = all.flatMap(outcomes).filter((outcome) => outcome.endsWith(' read'));
    assert.deepEqual(read.sort(), ['a read', 'b read', 'c read']);
    assert.equal(all.flatMap(outcomes).filter((outcome) => / (failed|same)$/.test(outcome)).length, 0);
    assert.equal((await talks()).length, 6);
  });

  it('takes over from a sync that was killed during a fetch once its claim expires', async (t) => {
    const server = await strangeServer({
      '/slow': (response) => void response.writeHead(200).write('BEGIN:VCALENDAR'),
    });
    t.after(() => server.close());
    const { put, run, source, address, folder } = await syncScene(t);
    await writeFile(join(folder, 'sources.yaml'), `sources: [{ name: slow, address: '${server.origin}/slow' }]`);
    const variables = {
      DATABASE_URL: address,
      LECTERN_SOURCES: join(folder, 'sources.yaml'),
      LECTERN_ALLOW_HOSTS: '127.0.0.1',
    };
    const running = startLectern(['sync', '--once'], { variables });
    await until(() => server.asked.length === 1, 'the sync to send a request');
    running.process.kill('SIGKILL');
    await running.finished;
    await put('slow', BOTH);
    const of = [source('slow')];
    assert.deepEqual(outcomes(await run({ of, now: () => new Date() })), ['slow busy']);
    assert.deepEqual(outcomes(await run({ of, now: LATER })), ['slow read']);
  });

  it('takes over at once from a process that was killed during a fetch on the same machine', async (t) => {
    let isSlow = true;
    const server = await strangeServer({
      '/slow': (response) => {
        if (isSlow) response.writeHead(200).write('BEGIN:VCALENDAR');
        else response.end(BOTH);
      },
    });
    t.after(() => server.close());
    const { address, folder, talks } = await syncScene(t);
    await writeFile(join(folder, 'sources.yaml'), `sources: [{ name: slow, address: '${server.origin}/slow' }]`);
    const variables = {
      DATABASE_URL: address,
      LECTERN_SOURCES: join(folder, 'sources.yaml'),
      LECTERN_ALLOW_HOSTS: '127.0.0.1',
    };
    const shown = async (): Promise<unknown> => {
      const { stdout } = await lectern(['sources', '--json'], { variables });
      const [{ status, claim }] = JSON.parse(stdout) as [{ status: string; claim: unknown }];
      return { status, isClaimed: claim !== null };
    };
    const running = startLectern(['sync', '--once'], { variables });
    await until(() => server.asked.length === 1, 'the sync to send a request');
    assert.deepEqual(await shown(), { status: 'running', isClaimed: true });
    running.process.kill('SIGKILL');
    await running.finished;
    assert.deepEqual(await shown(), { status: 'never run', isClaimed: false });
    isSlow = false;
    const next = await lectern(['sync', '--once'], { variables });
    assert.deepEqual([next.status, next.stderr], [0, '']);
    assert.match(next.stdout, /^slow: 2 talks: 2 added/);
    assert.equal((await talks()).length, 2);
  });

  it('imports a source last and alone if it killed the process of an earlier sync', async (t) => {
    const { put, run, store, open, now } = await syncScene(t);
    const of = ['killer', 'a', 'b', 'c', 'd', 'e'];
    for (const name of of) await put(name, BOTH);
    await run({ of: [] });
    const later = new Date(now().getTime() + 90_000);
    await store.sources.claim('killer', { token: 'dead 1', by: 'a test', until: later }, now());
    const opened: string[] = [];
    let running = 0;
    let besideKiller = -1;
    const watched: OpenSource = async (source, request) => {
      opened.push(source.name);
      running++;
      if (source.name === 'killer') besideKiller = running - 1;
      try {
        return await open(source, request);
      } finally {
        running--;
      }
    };
    const holders = { own: 'a test', isGone: (holder: string) => holder === 'dead' };
    const done = outcomes(await run({ of, open: watched, holders }));
    assert.deepEqual(
      done,
      of.map((name) => `${name} read`),
    );
    assert.deepEqual([opened.at(-1), besideKiller], ['killer', 0]);
  });

  it('fetches sources in parallel but only one at a time from each host', async (t) => {
    const asked = { now: 0, most: 0 };
    let answerSlow = (): void => undefined;
    const calendar: Answering = (response) => {
      asked.most = Math.max(asked.most, ++asked.now);
      response.on('finish', () => asked.now--);
      setTimeout(() => response.end(BOTH), 50);
    };
    const slow: Answering = (response) => {
      response.writeHead(200).write(BOTH.slice(0, 20));
      answerSlow = () => void response.end(BOTH.slice(20));
    };
    const first = await strangeServer({ '/slow': slow });
    const second = await strangeServer({ '/a': calendar, '/b': calendar, '/c': calendar });
    t.after(() => Promise.all([first.close(), second.close()]));
    const { run, source, state } = await syncScene(t);
    // Different headers give each source its own HTTP client.
    const at = (name: string, address: string): ConfiguredSource =>
      source(name, { file: null, address, headers: { 'x-source': name } });
    const others = ['a', 'b', 'c'];
    const of = [at('slow', `${first.origin}/slow`), ...others.map((name) => at(name, `${second.origin}/${name}`))];
    await run({ of: [] });
    const running = run({ of });
    for (const name of others) await until(async () => (await state(name)) !== undefined, `${name} to be imported`);
    assert.equal(await state('slow'), undefined);
    answerSlow();
    assert.deepEqual(outcomes(await running), ['slow read', 'a read', 'b read', 'c read']);
    assert.equal(asked.most, 1);
  });

  it('fetches one source of a host at a time, however its address is written', async (t) => {
    const { run, source, state } = await syncScene(t);
    const opened: string[] = [];
    const first = Promise.withResolvers<never>();
    const gone = new FetchFailure('not-found', 'It is not there.', 'Correct the address.');
    t.after(() => first.reject(gone));
    const open: OpenSource = ({ name }) => {
      opened.push(name);
      return name === 'a' ? first.promise : Promise.reject(gone);
    };
    const at = (name: string, address: string): ConfiguredSource => source(name, { file: null, address });
    const of = [
      at('a', 'https://talks.example.org/a'),
      at('b', 'webcal://talks.example.org/b'),
      at('c', 'webcal://Talks.example.org:443/c'),
      at('other', 'https://other.example.org/d'),
    ];
    await run({ of: [] });
    const running = run({ of, open });
    await until(async () => (await state('other')) !== undefined && opened.includes('a'), 'both hosts to be fetched');
    assert.deepEqual(opened.toSorted(), ['a', 'other']);
    first.reject(gone);
    await running;
    assert.deepEqual(opened.slice(2), ['b', 'c']);
  });

  it('leaves all or nothing if it is killed during an import, and the next run completes it', async (t) => {
    const { put, run, store, address, folder, talks } = await syncScene(t);
    const events = Array.from({ length: 1_000 }, (_, i) => anEvent(`talk ${String(i)}`));
    await put('large', aCalendar(...events));
    await writeFile(join(folder, 'sources.yaml'), `sources: [{ name: large, file: large.ics }]`);
    const variables = { DATABASE_URL: address, LECTERN_SOURCES: join(folder, 'sources.yaml') };
    await run({ of: [] });
    const running = startLectern(['sync', '--once', '--all'], { variables });
    await until(() => running.process.exitCode !== null || isImporting(store), 'the import to begin');
    running.process.kill('SIGKILL');
    await running.finished;
    const count = (await talks()).length;
    assert.ok(count === 0 || count === events.length, String(count));
    const [report] = await run({ of: ['large'], now: LATER, which: 'all' });
    assert.ok(report?.outcome === 'read' || report?.outcome === 'same');
    assert.equal((await talks()).length, events.length);
  });
});
