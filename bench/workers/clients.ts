import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Headers } from '../harness/ask.ts';

/** What a client is told to ask, on how many connections, and how long. */
export interface Asking {
  readonly port: number;
  readonly targets: readonly string[];
  readonly headers: Headers;
  readonly connections: number;
  readonly seconds: number;
}

export interface Answered {
  readonly answers: number;
  /** That were not 200. */
  readonly failed: number;
  /** Of all bodies. */
  readonly bytes: number;
  readonly seconds: number;
  /** Seconds of processor time that asking took. */
  readonly cpu: number;
}

const CLIENTS = 2;
const CONNECTIONS = 16;

/** The side that asks: several processes, so that not one core has to ask what two answer. */
export class Clients {
  readonly #children: readonly ChildProcess[];

  constructor() {
    const script = fileURLToPath(new URL('./client.ts', import.meta.url));
    this.#children = Array.from({ length: CLIENTS }, () => fork(script, { execArgv: [], serialization: 'advanced' }));
  }

  /** Each client asks other targets. @throws Error when any answer is not a 200 */
  async ask(asking: Omit<Asking, 'connections'>): Promise<Answered> {
    const answers = await Promise.all(
      this.#children.map(async (child, i) => {
        const targets = asking.targets.filter((_, at) => at % CLIENTS === i);
        child.send({ ...asking, targets, connections: CONNECTIONS } satisfies Asking);
        const [answered] = (await once(child, 'message')) as [Answered];
        return answered;
      }),
    );
    const sum = (of: (answered: Answered) => number): number => answers.reduce((total, each) => total + of(each), 0);
    const failed = sum((each) => each.failed);
    if (failed > 0) throw new Error(`${String(failed)} answers were not 200`);
    return {
      answers: sum((each) => each.answers),
      failed,
      bytes: sum((each) => each.bytes),
      seconds: Math.max(...answers.map((each) => each.seconds)),
      cpu: sum((each) => each.cpu),
    };
  }

  close(): void {
    for (const child of this.#children) child.disconnect();
  }
}
