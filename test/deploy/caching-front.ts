import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { askPort } from '../support/http/ask.ts';
import { jsonOf, textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { valueAt } from '../support/json-value.ts';
import { until } from '../support/until.ts';
import type { Front } from './front.ts';
import { essence, headersOf } from './front-answers.ts';
import type { Passed, Wire } from './wire.ts';

/** Cache-Control for tests of expiry: fresh for a second instead of a minute, and then usable while stale. */
const BRIEFLY = 'public, max-age=1, stale-while-revalidate=600, stale-if-error=86400';

/** Tests of every front with a cache, while responses are fresh. */
export function describeKept(front: () => Front): void {
  const { another, reaching } = questionsOf(front);

  describe('a cached response', () => {
    it('is served without another request to Lectern, even to clients that send cookies or no-cache', async () => {
      const target = another();
      const passed = await reaching(target, async () => {
        for (let time = 0; time < 5; time += 1) await front().ask(target);
        await front().ask(target, { method: 'HEAD' });
        await front().ask(target, { headers: { host: 'other.example.org' } });
        await front().ask(target, { headers: { cookie: 'a=b', authorization: 'Basic eDp5' } });
        await front().ask(target, { headers: { 'cache-control': 'no-cache', pragma: 'no-cache' } });
      });
      assert.equal(passed.length, 1, JSON.stringify(passed));
      assert.match((await front().ask(target)).headers['cache-status'] ?? '', /hit/i);
    });

    it('is shared by clients whose Accept headers mean the same, and not by others', async () => {
      const target = another();
      const passed = await reaching(target, async () => {
        for (const accept of [undefined, '*/*', 'application/json', 'application/json, text/plain, */*'])
          for (const coding of ['gzip, deflate, br', 'gzip, deflate, br, zstd', 'br, gzip'])
            await front().ask(target, { headers: headersOf(accept, coding) });
      });
      assert.equal(passed.length, 1, JSON.stringify(passed));
      const others = await reaching(target, async () => {
        for (const accept of ['application/json', 'application/xml', 'text/xml', 'application/hal+json'])
          for (const coding of ['gzip', 'br', undefined])
            await front().ask(target, { headers: headersOf(accept, coding) });
      });
      // All but the one that is cached already.
      assert.equal(others.length, front().codings === 'every' ? 11 : 3, JSON.stringify(others));
    });

    it('is shared by URLs that differ only in the parameters utm_*, fbclid and _', async () => {
      const target = another();
      const plain = await front().ask(target);
      const passed = await reaching(target, async () => {
        for (const more of ['&_=1700000000000', '&utm_source=news&utm_medium=mail&utm_campaign=x', '&fbclid=Q&_=2'])
          assert.deepEqual(essence(await front().ask(target + more)), essence(plain), more);
        const first = target.replace('?', '?_=17&utm_source=a&');
        assert.deepEqual(essence(await front().ask(first)), essence(plain), first);
      });
      assert.deepEqual(passed, []);
      // Similar parameters make another query.
      const other = await front().ask(`${target}&x_=1&my_utm_source=2`);
      assert.match(
        String(valueAt(jsonOf(other), '_links', 'self', 'href')),
        /&x_=1&my_utm_source=2|my_utm_source=2.*x_=1/,
      );
    });

    it('is fetched from Lectern once if many clients request it at the same time', async () => {
      const target = another();
      const passed = await reaching(target, async () => {
        const answers = await Promise.all(Array.from({ length: 30 }, () => front().ask(target)));
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      });
      assert.equal(passed.length, 1);
    });
  });

  describe('a cached page', () => {
    const LANGUAGES = [
      ['de-CH,de;q=0.9,en;q=0.8', 'de'],
      ['fr-FR', 'fr'],
      ['en-GB,en;q=0.5', 'en'],
      [undefined, 'en'],
      ['it, es;q=0.5', 'es'],
      ['de;q=0.5, es', 'es'],
    ] as const;

    it('is served in the language of Accept-Language or the lang parameter', async () => {
      const target = `${front().targets.talkPage}?count=2&page=90002`;
      for (const [asked, language] of [...LANGUAGES, ...LANGUAGES]) {
        const headers = asked === undefined ? {} : { 'accept-language': asked };
        const answer = await front().ask(target, { headers });
        assert.deepEqual([answer.status, answer.headers['content-language']], [200, language], asked);
        const inAddress = await front().ask(`${target}&lang=fr`, { headers });
        assert.equal(inAddress.headers['content-language'], 'fr', asked);
      }
    });

    it('is shared by all Accept-Language headers that prefer the same language', async () => {
      const target = `${front().targets.talkPage}?count=2&page=90001`;
      const passed = await reaching(target, async () => {
        for (const asked of ['de', 'de-CH,de;q=0.9,en;q=0.8', 'DE-de, fr;q=0.9'])
          await front().ask(target, { headers: { 'accept-language': asked } });
      });
      assert.equal(passed.length, 1, JSON.stringify(passed));
    });

    it('is an HTML page with status 404 for an unknown talk', async () => {
      const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
      const answer = await front().ask('/talks/id/there-is-no-such-talk', { headers });
      assert.deepEqual([answer.status, answer.headers['content-type']], [404, 'text/html; charset=utf-8']);
    });
  });

  describe('a response that Lectern serves without its database', () => {
    it('is cached briefly despite its high Age, which is passed on', async () => {
      for (const wire of front().machines.wires) wire.rewriting = { age: () => '4000' };
      const target = another();
      const passed = await reaching(target, async () => {
        for (let time = 0; time < 3; time += 1) {
          const answer = await front().ask(target);
          assert.equal(answer.status, 200);
          assert.ok(Number(answer.headers.age) >= 4000, answer.headers.age);
        }
      });
      assert.equal(passed.length, 1, JSON.stringify(passed));
    });
  });
}

/** Tests of expired responses. Caches that heed Cache-Control get a lifetime of a second; others are configured so. */
export function describeExpired(front: () => Front): void {
  const { another, reached, timeIsOver } = questionsOf(front);

  /** From now on, responses are fresh for a second. */
  function expireSoon(): void {
    const briefly = (value: string | undefined): string => (value === 'no-store' ? value : BRIEFLY);
    for (const wire of front().machines.wires) wire.rewriting = { 'cache-control': briefly };
  }

  /** Asks again and again for three seconds, long after a response that is fresh for one has expired. */
  async function assertUnchanged(first: HttpAnswer, target: string): Promise<void> {
    for (let time = 0; time < 15; time += 1) {
      // On a new connection: if a request starts an update, nginx holds back the next one on its connection.
      assert.equal(textOf(await front().ask(target, { agent: new Agent() })), textOf(first));
      await setTimeout(200);
    }
  }

  describe('an expired response', () => {
    it('is served stale at once and revalidated with its entity tag', async () => {
      expireSoon();
      const target = another();
      const first = await front().ask(target);
      // As Lectern sent it: an ETag is weak if the front has decompressed the response.
      const etag = first.headers.etag?.replace(/^W\//, '');
      const conditional = (): number =>
        reached(target).filter(({ headers }) => headers['if-none-match'] === etag).length;
      const madeSure = async (): Promise<boolean> => {
        assert.equal(textOf(await front().ask(target)), textOf(first));
        return conditional() > 0;
      };
      await until(madeSure, 'a conditional request');
      assert.equal(reached(target).length, conditional() + 1);
    });

    it('is served stale while the machines answer 503 or cannot be reached', async () => {
      expireSoon();
      const target = another();
      const first = await front().ask(target);
      await timeIsOver(target);
      for (const wire of front().machines.wires) wire.condition = 'unavailable';
      const unknown = another();
      await until(async () => (await front().ask(unknown)).status >= 500, 'an error status');
      await assertUnchanged(first, target);
      for (const wire of front().machines.wires) await wire.cut();
      await assertUnchanged(first, target);
      // A 503 must not have been cached.
      await front().machines.mend();
      await until(async () => (await front().ask(unknown)).status === 200, 'recovery');
    });

    it('is served stale when Lectern answers 429', async () => {
      expireSoon();
      const target = another();
      const first = await front().ask(target);
      await timeIsOver(target);
      for (const wire of front().machines.wires) wire.condition = 'limiting';
      const before = reached(target).length;
      // The front requests a fresh response, gets a 429, and keeps the cached one.
      await until(async () => (await front().ask(target)).status === 200 && reached(target).length > before, 'a 429');
      for (let time = 0; time < 10; time += 1) assert.deepEqual(textOf(await front().ask(target)), textOf(first));
    });

    it('is served stale while the machines hang', async () => {
      expireSoon();
      const target = another();
      const first = await front().ask(target);
      await timeIsOver(target);
      for (const wire of front().machines.wires) wire.condition = 'hung';
      await assertUnchanged(first, target);
    });

    it('becomes a 404 after the talk is removed and stays one', async () => {
      expireSoon();
      const { machines } = front();
      const records = (await readFile(machines.catalogue, 'utf8')).trim().split('\n');
      const withdrawn = records.findLastIndex((line) => line.startsWith('{"type":"talk"') && isAlone(line, records));
      const { slug } = JSON.parse(records[withdrawn] ?? '{}') as { slug: string };
      const target = `/api/talks/${slug}`;
      // A front may need a moment to use a machine again that has hung.
      await until(async () => (await front().ask(target)).status === 200, 'the talk');
      const without = join(machines.catalogue, '..', 'without.ndjson');
      await writeFile(without, records.toSpliced(withdrawn, 1).join('\n'));
      await machines.import('--replace', without);
      const isGone = async ({ lectern }: Wire): Promise<boolean> => (await askPort(lectern, target)).status === 404;
      await until(async () => (await Promise.all(machines.wires.map(isGone))).every(Boolean), 'the talk to be gone');
      await until(async () => (await front().ask(target)).status === 404, 'the talk to be gone from the front');
      for (let time = 0; time < 3; time += 1) {
        const before = reached(target).length;
        const isAskedAnew = async (): Promise<boolean> => {
          assert.equal((await front().ask(target)).status, 404);
          return reached(target).length > before;
        };
        await until(isAskedAnew, 'a copy to expire');
      }
      await machines.import('--replace', machines.catalogue);
      await until(async () => (await front().ask(target)).status === 200, 'the talk to be back');
    });
  });
}

interface Questions {
  /** A target that was never requested. */
  readonly another: () => string;
  /** Requests for a target that have reached Lectern, whatever their other parameters. */
  readonly reached: (target: string) => readonly Passed[];
  /** Those that reach Lectern while `act` runs. */
  readonly reaching: (target: string, act: () => Promise<unknown>) => Promise<readonly Passed[]>;
  /** Waits until the front requests it from Lectern again, which it may do in the background. */
  readonly timeIsOver: (target: string) => Promise<void>;
}

let page = 0;

/** Targets that no cache has, and requests for them that reach Lectern. */
function questionsOf(front: () => Front): Questions {
  const another = (): string => `/api/talks/search?count=2&from=2001-01-01&page=${String((page += 1))}`;

  const reached = (target: string): readonly Passed[] =>
    front()
      .machines.questions()
      .filter((passed) => pageOf(passed.target) === pageOf(target));
  // The page number of a search identifies the test.
  const pageOf = (target: string): string => /[?&]count=2&.*(page=\d+)/.exec(target)?.[1] ?? target;

  async function reaching(target: string, act: () => Promise<unknown>): Promise<readonly Passed[]> {
    const before = reached(target).length;
    await act();
    return reached(target).slice(before);
  }

  async function timeIsOver(target: string): Promise<void> {
    const before = reached(target).length;
    const askedAnew = async (): Promise<boolean> => {
      await front().ask(target);
      return reached(target).length > before;
    };
    await until(askedAnew, 'the response to expire');
  }
  return { another, reached, reaching, timeIsOver };
}

/** Whether no other record refers to it. */
function isAlone(line: string, records: readonly string[]): boolean {
  const { slug } = JSON.parse(line) as { slug: string };
  return records.filter((other) => other.includes(slug)).length === 1;
}
