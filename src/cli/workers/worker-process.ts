import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Samples } from '#server/ops/metric-families.ts';
import type { Why } from '#server/http/connections.ts';
import type { Environment } from '../settings/read-settings.ts';
import { lessMemory } from '../small-heap.ts';
import { fromWorker, WORKER_VARIABLE } from './worker-messages.ts';
import type { FromWorker, Task, ToWorker } from './worker-messages.ts';

/** The program that a worker runs. */
export interface Program {
  /**
   * Path of the program, resolved again for every worker, so that a reload runs the current
   * release.
   */
  readonly file: string;
  readonly args: readonly string[];
  /** Asked for every worker: a reload may change it. */
  readonly environment: () => Environment;
}

/** How a process ended. */
export interface End {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The reason that it reported, if any. */
  readonly reason: string | undefined;
}

interface WorkerEvents {
  /** Its stage or load has changed. */
  readonly onChange: (worker: WorkerProcess) => void;
  /** It did not accept this connection; give it to another worker. */
  readonly onGivenBack: (socket: Socket) => void;
  readonly onEnd: (worker: WorkerProcess, end: End) => void;
}

type Stage = 'starting' | 'serving' | 'ready' | 'draining' | 'ended';

/** A worker, as seen by its parent. */
export class WorkerProcess {
  readonly born = performance.now();
  readonly number: number;
  readonly #ready = Promise.withResolvers<boolean>();
  readonly #ended = Promise.withResolvers<End>();
  /** Resolves with true once it can serve every request, with false if it ends before. */
  readonly ready = this.#ready.promise;
  readonly ended = this.#ended.promise;
  /** The address of the service, once it is ready. */
  address = '';
  /** How it ended, once it has. */
  end: End | undefined;
  /** As last reported, plus the one on its way. */
  connections = 0;
  /** Its metrics as last reported; none before it serves. */
  numbers: Samples = {};
  readonly #child: ChildProcess;
  readonly #events: WorkerEvents;
  readonly #task: Task;
  #stage: Stage = 'starting';
  /**
   * The connection on its way, if any: one at a time, so that a stuck worker does not hold up many.
   */
  #handed: Socket | undefined;
  #reason: string | undefined;
  #silence = 0;
  #patience = Infinity;

  /** @throws when the system cannot start another process */
  constructor({ file, args, environment }: Program, task: Task, events: WorkerEvents) {
    this.number = task.number;
    this.#task = task;
    this.#events = events;
    const less = lessMemory();
    const env = { ...less.env, ...environment(), [WORKER_VARIABLE]: String(task.number) };
    const execArgv = [...less.execArgv, ...process.execArgv];
    this.#child = fork(file, args, { env, execArgv, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child.on('message', (message) => this.#hear(fromWorker(message)));
    this.#child.once('disconnect', () => this.#move('draining'));
    this.#child.once('exit', (status, signal) => this.#end({ status, signal, reason: this.#reason }));
    this.#child.on('error', (error) => {
      // Errors of the channel lead to the end of the process.
      if (this.#child.pid === undefined) this.#end({ status: null, signal: null, reason: error.message });
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Whether it can be handed a connection now. */
  get isFree(): boolean {
    return this.#handed === undefined;
  }

  hand(socket: Socket): void {
    this.#handed = socket;
    this.connections += 1;
    // Kept open here until the worker has it: if the worker dies first, another one gets it.
    this.#child.send({ kind: 'connection' } satisfies ToWorker, socket, { keepOpen: true }, (error) => {
      if (error === null) return;
      // The worker has ended or is about to; that event follows.
      this.#move('draining');
      this.#giveBack();
    });
  }

  /** Tells it to finish its requests and exit; after `seconds`, it is killed. */
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

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /**
   * Call every second. Seconds are counted, not measured: while this process is suspended, as on a
   * sleeping machine, no worker is blamed for being silent. Returns why the worker must be killed,
   * if it must.
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
        if (said.numbers !== undefined) this.numbers = said.numbers;
        if (this.#handed === undefined) this.connections = said.connections;
        return;
      case 'serving':
        this.#move('serving');
        return;
      case 'ready':
        this.address = said.address;
        this.#move('ready');
        this.#ready.resolve(true);
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
    // Draining is final, whatever messages are still in transit.
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
    this.#ready.resolve(false);
    this.#events.onEnd(this, end);
    this.#ended.resolve(end);
  }

  #tell(message: ToWorker): void {
    // If this fails, the worker is about to end.
    this.#child.send(message, () => undefined);
  }
}
