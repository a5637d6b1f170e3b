// A separate process that sends requests to servers. load.ts controls it.
import { Connection } from './connection.ts';
import type { Headers } from './ask.ts';
import type { Command, Outcome } from './load.ts';

const plans = new Map<number, readonly Buffer[]>();
const pools = new Map<number, Connection[]>();

function requestOf(target: string, headers: Headers): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join('')}\r\n`, 'latin1');
}

function connections(port: number, count: number): Connection[] {
  const pool = pools.get(port) ?? [];
  while (pool.length < count) pool.push(new Connection(port));
  pools.set(port, pool);
  return pool.slice(0, count);
}

function questionsOf(plan: number): (i: number) => Buffer {
  const questions = plans.get(plan);
  if (questions === undefined || questions.length === 0) throw new Error('the plan has no requests');
  return (i) => questions[i % questions.length] ?? Buffer.alloc(0);
}

class Tally {
  readonly #milliseconds: number[] = [];
  readonly #begun = performance.now();
  #failed = 0;
  #bytes = 0;

  add(sent: number, status: number, bytes: number): void {
    this.#milliseconds.push(performance.now() - sent);
    this.#bytes += bytes;
    if (status !== 200) this.#failed += 1;
  }

  outcome(): Outcome {
    return {
      milliseconds: Float64Array.from(this.#milliseconds),
      failed: this.#failed,
      bytes: this.#bytes,
      seconds: (performance.now() - this.#begun) / 1000,
    };
  }
}

/** Each connection sends its next request as soon as it gets a response, until there are `amount` responses. */
function closedLoop(command: Extract<Command, { kind: 'run' }>): Promise<Outcome> {
  const { amount, from } = command;
  const question = questionsOf(command.plan);
  const tally = new Tally();
  let asked = 0;
  let answered = 0;
  return new Promise((resolve) => {
    const next = (connection: Connection): void => {
      if (asked >= amount) return;
      const sent = performance.now();
      connection.ask(question(from + asked), (status, bytes) => {
        tally.add(sent, status, bytes);
        answered += 1;
        if (answered === amount) resolve(tally.outcome());
        else next(connection);
      });
      asked += 1;
    };
    for (const connection of connections(command.port, command.connections)) next(connection);
    stayAwake(() => answered < amount);
  });
}

/**
 * Keeps this process from sleeping. Waking a client on the same machine costs a server processor time, and the slower
 * of two servers would pay for it more often. Remote clients do not cause this cost.
 */
function stayAwake(wanted: () => boolean): void {
  if (wanted()) setImmediate(stayAwake, wanted);
}

let stopSteady: (() => void) | undefined;

/** Sends `rate` requests per second without waiting for responses, until the command `stop`. */
function openLoop(command: Extract<Command, { kind: 'steady' }>): Promise<Outcome> {
  const { rate, from } = command;
  const question = questionsOf(command.plan);
  const idle = connections(command.port, command.connections);
  const tally = new Tally();
  const begun = performance.now();
  let asked = 0;
  let open = 0;
  let stopped = false;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const due = ((performance.now() - begun) / 1000) * rate;
      while (!stopped && asked < due) {
        const connection = idle.pop() ?? new Connection(command.port);
        const sent = performance.now();
        connection.ask(question(from + asked), (status, bytes) => {
          tally.add(sent, status, bytes);
          idle.push(connection);
          open -= 1;
          if (stopped && open === 0) finish();
        });
        asked += 1;
        open += 1;
      }
    }, 1);
    const finish = (): void => {
      clearInterval(timer);
      for (const connection of idle) connection.close();
      pools.delete(command.port);
      resolve(tally.outcome());
    };
    stopSteady = () => {
      stopped = true;
      if (open === 0) finish();
    };
  });
}

async function obey(command: Command): Promise<Outcome | undefined> {
  switch (command.kind) {
    case 'plan':
      plans.set(
        command.plan,
        command.targets.map((target) => requestOf(target, command.headers)),
      );
      return undefined;
    case 'run':
      return closedLoop(command);
    case 'steady':
      return openLoop(command);
    case 'stop':
      stopSteady?.();
      return undefined;
    case 'forget':
      for (const connection of pools.get(command.port) ?? []) connection.close();
      pools.delete(command.port);
      return undefined;
  }
}

process.on('message', (message: { id: number; command: Command }) => {
  obey(message.command).then(
    (outcome) => process.send?.({ id: message.id, outcome }),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on('disconnect', () => process.exit());
