import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { ProcessNumbers } from '#server/ops/metrics.ts';
import type { Why } from '#server/http/connections.ts';
import { fromWorker, WORKER_VARIABLE } from './worker-messages.ts';
import type { FromWorker, Task, ToWorker } from './worker-messages.ts';

/** What a worker is run as. */
export interface Program {
  /** Its path, looked up anew for every worker: a reload runs what is there now. */
  readonly file: string;
  readonly args: readonly string[];
}

/** How a process ended. */
export interface End {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it said to be in the way, if it said so. */
  readonly reason: string | undefined;
}

export interface WorkerEvents {
  /** Its stage, or how much it has to do, is another. */
  readonly onChange: (worker: WorkerProcess) => void;
  /** It did not take this connection: it is for another one. */
  readonly onGivenBack: (socket: Socket) => void;
  readonly onEnd: (worker: WorkerProcess, end: End) => void;
}

type Stage = 'starting' | 'serving' | 'ready' | 'draining' | 'ended';

/** A worker as its parent sees it. */
export class WorkerProcess {
  readonly born = performance.now();
  readonly number: number;
  /** Resolves with true when every question can be answered, with false if it ends before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;
  /** Where people reach the service; once it is ready. */
  address = '';
  /** How it ended; once it has. */
  end: End | undefined;
  /** As it last said, and the one on its way. */
  connections = 0;
  /** As it last said of itself; none before it serves. */
  numbers: ProcessNumbers = {};
  readonly #child: ChildProcess;
  readonly #events: WorkerEvents;
  readonly #task: Task;
  #stage: Stage = 'starting';
  #onReady: (isReady: boolean) => void = () => undefined;
  #onEnded: () => void = () => undefined;
  /** The connection that it was given and has not said to have taken: one at a time, so that a stuck worker keeps few waiting. */
  #handed: Socket | undefined;
  #reason: string | undefined;
  #silence = 0;
  #patience = Infinity;

  /** @throws when the system can make no more processes */
  constructor({ file, args }: Program, task: Task, events: WorkerEvents) {
    this.number = task.number;
    this.#task = task;
    this.#events = events;
    this.ready = new Promise((resolve) => (this.#onReady = resolve));
    this.ended = new Promise((resolve) => (this.#onEnded = resolve));
    const env = { ...process.env, [WORKER_VARIABLE]: String(task.number) };
    this.#child = fork(file, args, { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (message) => this.#hear(fromWorker(message)));
    this.#child.once('disconnect', () => this.#move('draining'));
    this.#child.once('exit', (status, signal) => this.#end({ status, signal, reason: this.#reason }));
    this.#child.on('error', (error) => {
      // Else it is the channel's, and what it leads to is told by the process's end.
      if (this.#child.pid === undefined) this.#end({ status: null, signal: null, reason: error.message });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Whether it can be handed a connection just now. */
  get isFree(): boolean {
    return this.#handed === undefined;
  }

  hand(socket: Socket): void {
    this.#handed = socket;
    this.connections += 1;
    // Kept open here until it is there: if the worker dies before, another one is given it.
    this.#child.send({ kind: 'connection' } satisfies ToWorker, socket, { keepOpen: true }, (error) => {
      if (error === null) return;
      // It is gone, or about to end; that is told later than this.
      this.#move('draining');
      this.#giveBack();
    });
  }

  /** It is to finish what it has, and to end; `seconds` later it is ended. */
  drain(why: Why, seconds: number): void {
    if (this.#stage === 'ended') return;
    if (this.#stage === 'starting') {
      // It has no connections.
      this.kill();
      return;
    }
    this.#move('draining');
    this.#tell({ kind: 'drain', why });
    this.#patience = seconds;
  }

  /** Tells it what all workers said of themselves. */
  share(workers: Readonly<Record<string, ProcessNumbers>>): void {
    if (this.#stage === 'serving' || this.#stage === 'ready') this.#tell({ kind: 'numbers', workers });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /**
   * To be called every second. Seconds are counted, not measured: while this process stands still, as on a machine
   * that sleeps, no worker is blamed for its silence. Returns what the worker has to be ended for, if anything.
   */
  tick(silenceAtMost: number): 'silent' | 'late' | undefined {
    this.#silence += 1;
    this.#patience -= 1;
    if (this.#silence > silenceAtMost) return 'silent';
    return this.#patience < 0 ? 'late' : undefined;
  }

  #hear(said: FromWorker | undefined): void {
    if (said === undefined || this.#stage === 'ended') return;
    this.#silence = 0;
    switch (said.kind) {
      case 'hello':
        this.#tell({ kind: 'begin', task: this.#task });
        return;
      case 'beat':
        this.numbers = said.numbers;
        if (this.#handed === undefined) this.connections = said.connections;
        return;
      case 'serving':
        this.#move('serving');
        return;
      case 'ready':
        this.address = said.address;
        this.#move('ready');
        this.#onReady(true);
        return;
      case 'took':
        this.connections = said.connections;
        this.#handed?.destroy();
        this.#handed = undefined;
        this.#events.onChange(this);
        return;
      case 'left':
        this.#giveBack();
        return;
      case 'draining':
        this.#move('draining');
        return;
      case 'failed':
        this.#reason = said.reason;
    }
  }

  #move(stage: Stage): void {
    // Who drains does not come back, whatever is still on its way.
    if (this.#stage === 'draining' || this.#stage === 'ended') return;
    this.#stage = stage;
    this.#events.onChange(this);
  }

  #giveBack(): void {
    const socket = this.#handed;
    if (socket === undefined) return;
    this.#handed = undefined;
    this.connections -= 1;
    this.#events.onGivenBack(socket);
  }

  #end(end: End): void {
    if (this.#stage === 'ended') return;
    this.#stage = 'ended';
    this.end = end;
    this.#giveBack();
    this.#onReady(false);
    this.#events.onEnd(this, end);
    this.#onEnded();
  }

  #tell(message: ToWorker): void {
    // A worker that cannot be told is about to end.
    this.#child.send(message, () => undefined);
  }
}
