import type { Bench } from '../benchmark.ts';
import type { MeasuredProcess } from '../harness/measured-process.ts';
import { median, spread } from '../harness/statistics.ts';
import { Client, type Request } from './client.ts';

/** Seconds of load before the measurement and in each round. */
const WARMING = 2;
const ROUND = 1;

interface Load {
  readonly what: string;
  readonly talks: number;
  readonly requests: readonly Request[];
}

/**
 * Reports how many requests a server handles if each connection sends its next request as soon as it gets a response.
 */
export async function measureLoad(bench: Bench, server: MeasuredProcess, load: Load): Promise<void> {
  const client = new Client(load.requests);
  try {
    await client.ask(server.port, WARMING);
    const rounds: Round[] = [];
    for (let i = 0; i < bench.rounds; i += 1) rounds.push(await measureRound(server, client));
    const middle = (of: (round: Round) => number): number => median(rounds.map(of));
    bench.report({
      what: load.what,
      talks: load.talks,
      unit: 'requests/s',
      value: spread(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
      details: {
        'server µs': middle(({ cpu }) => cpu),
        'p99 ms': middle(({ p99 }) => p99 * 1e3),
        KB: middle(({ bytes }) => bytes / 1e3),
      },
    });
  } finally {
    client.close();
  }
}

interface Round {
  readonly requestsPerSecond: number;
  /** Processor time per request, in microseconds. */
  readonly cpu: number;
  /** Seconds. */
  readonly p99: number;
  /** Mean size of a response with its headers. */
  readonly bytes: number;
}

async function measureRound(server: MeasuredProcess, client: Client): Promise<Round> {
  const before = await server.cpu();
  const { requests, seconds, p99, bytes } = await client.ask(server.port, ROUND);
  const cpu = (await server.cpu()) - before;
  return { requestsPerSecond: requests / seconds, cpu: cpu / requests, p99, bytes: bytes / requests };
}
