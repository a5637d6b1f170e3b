import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { until } from '../support/until.ts';
import type { Front } from './front.ts';

/** Tests of machines that fail and recover. */
export function describeLoss(front: () => Front): void {
  const asked = { count: 5_000 };
  /** A target that was never requested, so that no cache has it. */
  const another = (): string => `/api/talks/search?count=1&from=2002-02-02&page=${String((asked.count += 1))}`;

  describe('a machine that fails', () => {
    it('causes no failed requests while it is down, and gets requests again once it is back', async () => {
      const { wires } = front().machines;
      for (const lost of wires) {
        await lost.cut();
        for (let i = 0; i < 20; i += 1) assert.equal((await front().ask(another())).status, 200);
        await lost.connect();
        const before = lost.questions.length;
        const found = async (): Promise<boolean> => {
          assert.equal((await front().ask(another())).status, 200);
          return lost.questions.length > before;
        };
        await until(found, 'the machine to get requests again');
      }
    });

    it('is avoided while it answers 503', async () => {
      const [lost] = front().machines.wires;
      lost.condition = 'unavailable';
      // With health checks only, requests may fail until the next check.
      const well = async (): Promise<boolean> => (await front().ask(another())).status === 200;
      await until(
        async () => (await well()) && (await well()) && (await well()) && (await well()),
        'the other machine',
      );
      for (let i = 0; i < 20; i += 1) assert.equal((await front().ask(another())).status, 200);
    });

    it('causes a 502, 503 or 504 within 20 s if all machines hang', async () => {
      const { wires } = front().machines;
      for (const wire of wires) wire.condition = 'hung';
      const begun = performance.now();
      const { status } = await front().ask(another());
      assert.ok([502, 503, 504].includes(status), String(status));
      assert.ok(performance.now() - begun < 20_000);
    });
  });

  describe('the failure of all machines', () => {
    it('gives a 502, 503 or 504 for uncached targets until the machines are back', async () => {
      const { wires } = front().machines;
      for (const wire of wires) await wire.cut();
      const { status, headers } = await front().ask(another());
      assert.ok([502, 503, 504].includes(status), String(status));
      assert.doesNotMatch(headers['cache-control'] ?? '', /max-age/);
      for (const wire of wires) await wire.connect();
      await until(async () => (await front().ask(another())).status === 200, 'an answer');
    });

    it('does not stop requests to machines that are alive but not ready', async () => {
      const { wires } = front().machines;
      // Alive, but no longer ready.
      for (const wire of wires) wire.condition = 'unavailable';
      await until(async () => (await front().ask(another())).status === 503, 'a 503');
      await until(async () => (await front().ask(another())).status === 503, 'a 503');
      const before = front().machines.questions().length;
      await front().ask(another());
      assert.ok(front().machines.questions().length > before, 'no machine gets requests any more');
    });
  });
}
