import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

const ASKED_EVERY = 2;
const PATIENCE = 120_000;

/** Polls many times a second until the response is 200; returns the time (performance.now) at which it came. */
export async function firstSuccess(port: number, path: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < PATIENCE) {
    if ((await statusOf(port, path)) === 200) return performance.now();
    await delay(ASKED_EVERY);
  }
  throw new Error(`${path} did not answer with 200 in ${String(PATIENCE / 1000)} s`);
}

export async function waitUntilReady(port: number): Promise<void> {
  await firstSuccess(port, '/readyz');
}

/** 0: no response. */
function statusOf(port: number, path: string): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      response.on('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    request.on('error', () => {
      resolve(0);
    });
  });
}
