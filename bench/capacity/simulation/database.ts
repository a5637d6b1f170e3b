import type { Events } from './events.ts';
import { Cores } from './processors.ts';

/** Seconds of processor time of the server of the database, and of waiting on the way to it. */
export interface DatabaseOptions {
  /** Those that are read from: the primary alone, or its standbys. */
  readonly servers: number;
  /** Cores of each; undefined for those of the machine that everybody is on. */
  readonly cores: number | Cores;
  /** A look at the version. */
  readonly poll: number;
  /** Reading what changed, and each row of it. */
  readonly read: number;
  readonly row: number;
  /** There and back. */
  readonly roundTrip: number;
  /** How far standbys are behind. */
  readonly lag: number;
  /** How long after a commit those who listen hear of it; undefined when nobody is told. */
  readonly notifies: number | undefined;
}

/** The store in memory of the simulation: its versions, and what it costs to ask for them. */
export class Database {
  readonly #events: Events;
  readonly #options: DatabaseOptions;
  readonly #cores: readonly Cores[];
  /** By server. */
  readonly #versions: number[];
  readonly #listeners: (() => void)[] = [];
  #version = 0;
  queries = 0;
  rows = 0;

  constructor(events: Events, options: DatabaseOptions) {
    this.#events = events;
    this.#options = options;
    const { cores, servers } = options;
    this.#cores = Array.from({ length: servers }, () => (typeof cores === 'number' ? new Cores(events, cores) : cores));
    this.#versions = this.#cores.map(() => 0);
  }

  commit(): void {
    const version = (this.#version += 1);
    const { lag, notifies } = this.#options;
    this.#versions.forEach((_, server) => {
      this.#events.after(server === 0 && this.#versions.length === 1 ? 0 : lag, () => {
        this.#versions[server] = version;
      });
    });
    if (notifies === undefined) return;
    for (const listener of this.#listeners) this.#events.after(notifies + lag, listener);
  }

  listen(listener: () => void): void {
    this.#listeners.push(listener);
  }

  poll(follower: number, done: (version: number) => void): void {
    this.#ask(follower, this.#options.poll, (server) => {
      done(this.#versions[server] ?? 0);
    });
  }

  read(follower: number, rows: number, done: () => void): void {
    this.rows += rows;
    this.#ask(follower, this.#options.read + rows * this.#options.row, done);
  }

  #ask(follower: number, work: number, done: (server: number) => void): void {
    this.queries += 1;
    const server = follower % this.#cores.length;
    this.#events.after(this.#options.roundTrip, () => {
      this.#cores[server]?.run(work, () => {
        done(server);
      });
    });
  }
}
