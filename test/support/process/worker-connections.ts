import assert from 'node:assert/strict';
import { jsonOf } from '../http/http-answer.ts';
import { valueAt } from '../json-value.ts';
import { KeptConnection } from '../http/kept-connection.ts';

/** The number of the worker that answers on a connection, from 1. */
export async function workerOf(connection: KeptConnection): Promise<number> {
  return Number(valueAt(jsonOf(await connection.ask('/readyz')), 'worker'));
}

/** A connection to each worker, in order. */
export async function oneToEach(port: number, count: number): Promise<KeptConnection[]> {
  const found = new Map<number, KeptConnection>();
  const more: KeptConnection[] = [];
  for (let tries = 0; found.size < count; tries += 1) {
    assert.ok(tries < 10 * count, `only workers ${[...found.keys()].join()} get connections`);
    const connection = await KeptConnection.open(port);
    const worker = await workerOf(connection);
    if (found.has(worker)) more.push(connection);
    else found.set(worker, connection);
  }
  for (const connection of more) connection.end();
  return [...found.entries()].sort(([a], [b]) => a - b).map(([, connection]) => connection);
}
