import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Headers } from './ask.ts';

/** Commands to the generator. Plans are lists of requests, kept by number; `from` is where in the list to begin. */
export type Command =
  | { readonly kind: 'plan'; readonly plan: number; readonly headers: Headers; readonly targets: readonly string[] }
  | {
      readonly kind: 'run';
      readonly plan: number;
      readonly port: number;
      readonly from: number;
      readonly amount: number;
      readonly connections: number;
    }
  | {
      readonly kind: 'steady';
      readonly plan: number;
      readonly port: number;
      readonly from: number;
      readonly rate: number;
      readonly connections: number;
    }
  | { readonly kind: 'stop' }
  | { readonly kind: 'forget'; readonly port: number };

export interface Outcome {
  /** Response times, in the order in which responses came. */
  readonly milliseconds: Float64Array;
  /** Responses other than 200. */
  readonly failed: number;
  /** Size of all bodies. */
  readonly bytes: number;
  readonly seconds: number;
}

/** Requests that are sent in turn with the same headers, and the position in that list. */
export class Plan {
  at = 0;

  readonly number: number;
  readonly targets: readonly string[];
  readonly headers: Headers;

  constructor(number: number, targets: readonly string[], headers: Headers) {
    this.number = number;
    this.targets = targets;
    this.headers = headers;
  }
}

const CONNECTIONS = 16;

/** The load generator, in a process of its own. */
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
      if (code !== 0 && code !== null) throw new Error(`the load generator ended (${String(code)})`);
    });
  }

  async plan(targets: readonly string[], headers: Headers): Promise<Plan> {
    const plan = new Plan((this.#plans += 1), targets, headers);
    await this.#tell({ kind: 'plan', plan: plan.number, headers, targets });
    return plan;
  }

  /** Sends the next `amount` requests of the plan, several at once, to keep the server busy. */
  async run(port: number, plan: Plan, amount: number): Promise<Outcome> {
    const from = plan.at;
    plan.at += amount;
    return whole(await this.#tell({ kind: 'run', plan: plan.number, port, from, amount, connections: CONNECTIONS }));
  }

  /** Sends `rate` requests a second until `during` is settled, however slow the responses are. */
  async steadily(port: number, plan: Plan, rate: number, during: Promise<unknown>): Promise<Outcome> {
    const asking = this.#tell({
      kind: 'steady',
      plan: plan.number,
      port,
      from: plan.at,
      rate,
      connections: CONNECTIONS,
    });
    await during.finally(() => this.#tell({ kind: 'stop' }));
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

function whole(outcome: Outcome | undefined): Outcome {
  if (outcome === undefined) throw new Error('the load generator gave no outcome');
  return outcome;
}
