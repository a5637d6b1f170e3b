import { chmod } from 'node:fs/promises';
import { after, afterEach, before } from 'node:test';
import { askPort, type AskOptions } from '../support/http/ask.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/http/free-port.ts';
import type { HttpAnswer } from '../support/http/http-answer.ts';
import type { Lazy } from '../support/lazy.ts';
import { until } from '../support/until.ts';
import { targetsIn, type Targets } from './catalogue-targets.ts';
import type { Daemon } from './daemon.ts';
import { startMachines, type Lecterns, type Machines } from './machines.ts';

/** A reverse proxy in front of two machines. */
export interface Front {
  readonly machines: Machines;
  readonly port: number;
  readonly targets: Targets;
  /** What is cached of a representation: every coding, or one that is decompressed for clients without it. */
  readonly codings: Codings;
  /** Requests through the front. */
  ask(target: string, options?: AskOptions): Promise<HttpAnswer>;
  /** Requests to Lectern itself. */
  direct(target: string, options?: AskOptions): Promise<HttpAnswer>;
}

type Codings = 'every' | 'gzip';

/** @returns the program, listening on `port` in front of the two ports, its files in `folder` */
export type StartFront = (folder: string, port: number, machines: readonly [number, number]) => Promise<Daemon>;

/** A front for each suite, started before its first test and stopped after its last. */
export function useFront(behind: Lazy<Lecterns>, start: StartFront, codings: Codings = 'every'): () => Front {
  const folder = temporaryFolder();
  let front: Front | undefined;
  let machines: Machines | undefined;
  let daemon: Daemon | undefined;
  before(async () => {
    // The program may drop root privileges, and must still read its files here.
    await chmod(folder, 0o755);
    machines = await startMachines(await behind.get());
    const [first, second] = machines.wires;
    const listening = await freePort();
    daemon = await start(folder, listening, [first.port, second.port]);
    const { direct } = machines;
    front = {
      machines,
      port: listening,
      codings,
      targets: await targetsIn(machines.catalogue),
      ask: (target, options) => askPort(listening, target, options),
      direct: (target, options) => askPort(direct, target, options),
    };
    await until(async () => (await askPort(listening, '/api')).status === 200, 'the first response');
  });
  let asked = 0;
  afterEach(async () => {
    await machines?.mend();
    // Waits until the program knows that the machines are healthy again, with targets that were never requested.
    const target = (): string => `/api/talks/search?count=1&from=2004-04-04&page=${String((asked += 1))}`;
    await until(async () => (await front?.ask(target()))?.status === 200, 'the front to recover');
  });
  after(async () => {
    await daemon?.stop();
    await machines?.stop();
  });
  return () => {
    if (front === undefined) throw new Error('the front is not up yet');
    return front;
  };
}
