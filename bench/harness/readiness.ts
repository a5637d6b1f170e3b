import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { ask } from './ask.ts';

const ASKED_EVERY = 2;
const PATIENCE = 120_000;
const NEW_CONNECTIONS = new Agent({ keepAlive: false });

/** Polls many times per second until the response is 200; returns the time (`performance.now()`) of that response. */
export async function firstSuccess(port: number, path: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < PATIENCE) {
    const isThere = await ask(port, path, {}, NEW_CONNECTIONS).then(
      ({ status }) => status === 200,
      () => false,
    );
    if (isThere) return performance.now();
    await delay(ASKED_EVERY);
  }
  throw new Error(`${path} did not respond with 200 within ${String(PATIENCE / 1000)} s`);
}

export async function waitUntilReady(port: number): Promise<void> {
  await firstSuccess(port, '/readyz');
}
