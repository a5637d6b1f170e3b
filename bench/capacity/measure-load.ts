import type { Facts } from '../harness/facts.ts';
import { median } from '../harness/statistics.ts';
import { Client, type Request } from './client.ts';
import { KIND_IDS, requestsOf, type KindId } from './kinds.ts';
import type { LoadFigures } from './measurements.ts';
import { total, usedBetween } from '../harness/process-group.ts';
import type { Served } from './served.ts';

/** Seconds of load before the measurement, and in each round. */
const WARMING = 2;
const ROUND = 1;

/** Measures each kind of request by itself, one after the other. */
export async function measureKinds(server: Served, facts: Facts, rounds: number): Promise<Record<KindId, LoadFigures>> {
  const measured: Partial<Record<KindId, LoadFigures>> = {};
  for (const kind of KIND_IDS)
    measured[kind] = await measureLoad(server, await requestsOf(kind, server.port, facts), rounds);
  return measured as Record<KindId, LoadFigures>;
}

/** The median round of each figure. */
async function measureLoad(server: Served, requests: readonly Request[], rounds: number): Promise<LoadFigures> {
  const client = new Client(requests);
  try {
    await client.ask(server.port, WARMING);
    const all: LoadFigures[] = [];
    for (let i = 0; i < rounds; i += 1) all.push(await measureRound(server, client));
    const middle = (of: (figures: LoadFigures) => number): number => median(all.map(of));
    return {
      requestsPerSecond: middle(({ requestsPerSecond }) => requestsPerSecond),
      main: middle(({ main }) => main),
      other: middle(({ other }) => other),
      client: middle((figures) => figures.client),
      p99: middle(({ p99 }) => p99),
      bytes: middle(({ bytes }) => bytes),
    };
  } finally {
    client.close();
  }
}

async function measureRound(server: Served, client: Client): Promise<LoadFigures> {
  const before = server.group.times();
  const { requests, seconds, p99, bytes, client: asking } = await client.ask(server.port, ROUND);
  const { main, other } = total(usedBetween(before, server.group.times()));
  return {
    requestsPerSecond: requests / seconds,
    main: main / requests,
    other: other / requests,
    client: asking / requests,
    p99,
    bytes: bytes / requests,
  };
}
