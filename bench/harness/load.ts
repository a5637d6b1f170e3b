import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Headers } from './ask.ts';

/** Requests of a plan, starting at position `from`. */
interface Sending {
  readonly plan: number;
  readonly port: number;
  readonly from: number;
  readonly connections: number;
}

/** Commands for the load generator. Plans are lists of requests, identified by number. */
export type Command =
  | { readonly kind: 'plan'; readonly plan: number; readonly headers: Headers; readonly targets: readonly string[] }
  | (Sending & { readonly kind: 'run'; readonly amount: number })
  | (Sending & { readonly kind: 'steady'; readonly rate: number })
  | { readonly kind: 'stop' }
  | { readonly kind: 'forget'; readonly port: number };

export interface Outcome {
  /** Response times, in the order of the responses. */
  readonly milliseconds: Float64Array;
  /** Number of responses other than 200. */
  readonly failed: number;
  /** Total size of the bodies. */
  readonly bytes: number;
  readonly seconds: number;
}

/**
 * Requests with the same headers, sent one after the other: the plan's number at the generator and the current
 * position.
 */
export interface Plan {
  readonly number: number;
  at: number;
}

const CONNECTIONS = 16;

/** The load generator, which runs in a separate process. */
export class Load {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (outcome: Outcome | undefined) => void>();
  #commands = 0;
  #plans = 0;

  constructor() {
    const script = fileURLToPath(new URL('./load-generator.ts', import.meta.url));
    this.#child = fork(script, { execArgv: [], serialization: 'advanced' });
    this.#child.on('message', (message: { id: number; outcome: Outcome | undefined }) => {
      this.#waiting.get(message.id)?.(message.outcome);
      this.#waiting.delete(message.id);
    });
    this.#child.on('exit', (code) => {
      if (code !== 0 && code !== null) throw new Error(`the load generator exited (${String(code)})`);
    });
  }

  async plan(targets: readonly string[], headers: Headers): Promise<Plan> {
    const plan = { number: (this.#plans += 1), at: 0 };
    await this.#tell({ kind: 'plan', plan: plan.number, headers, targets });
    return plan;
  }

  /** Sends the next `amount` requests of the plan, several at once to keep the server busy. */
  async run(port: number, plan: Plan, amount: number): Promise<Outcome> {
    const asking = this.#tell({ kind: 'run', ...sending(port, plan), amount });
    plan.at += amount;
    return whole(await asking);
  }

  /** Sends `rate` requests per second until `during` settles, even if responses are slow. */
  async steadily(port: number, plan: Plan, rate: number, during: Promise<unknown>): Promise<Outcome> {
    const asking = this.#tell({ kind: 'steady', ...sending(port, plan), rate });
    try {
      await during;
    } finally {
      await this.#tell({ kind: 'stop' });
    }
    const outcome = whole(await asking);
    plan.at += outcome.milliseconds.length;
    return outcome;
  }

  /** Closes the connections to a server that is about to stop. */
  async forget(port: number): Promise<void> {
    await this.#tell({ kind: 'forget', port });
  }

  close(): void {
    this.#child.disconnect();
  }

  #tell(command: Command): Promise<Outcome | undefined> {
    const id = (this.#commands += 1);
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#child.send({ id, command });
    });
  }
}

function sending(port: number, { number: plan, at: from }: Plan): Sending {
  return { plan, port, from, connections: CONNECTIONS };
}

function whole(outcome: Outcome | undefined): Outcome {
  if (outcome === undefined) throw new Error('the load generator returned no outcome');
  return outcome;
}
