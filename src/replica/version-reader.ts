import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { StoreState } from '#store/store.ts';
import { CopyReader } from './copy-reader.ts';

/** Milliseconds after which the copy is opened again: an open transaction keeps its log from being emptied. */
const RENEW_EVERY = 1_000;

/** The talks of one version of a copy, until that has another: for work that takes long, and begins again then. */
export class VersionReader {
  /** Whether the copy has another version by now. */
  isGone = false;
  readonly #open: () => CopyReader | undefined;
  readonly #now: () => number;
  #reader: CopyReader | undefined;
  #until = -Infinity;

  /**
   * @param now a clock in milliseconds
   * @throws CopyUnusable; an error of SQLite
   */
  constructor(file: string, program: string, state: StoreState, now = () => performance.now()) {
    this.#open = () => CopyReader.openVersion(file, program, state);
    this.#now = now;
    this.#renew();
  }

  /** Undefined: it is damaged, or the version is gone. */
  talk(number: number): TalkDetails | undefined {
    if (this.#now() > this.#until) this.#renew();
    return this.#reader?.talks([number])[0];
  }

  /** Opens the copy again before it reads the next talk. */
  renewSoon(): void {
    if (!this.isGone) this.#until = -Infinity;
  }

  close(): void {
    this.#reader?.close();
  }

  #renew(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#reader = this.#open();
    this.isGone = this.#reader === undefined;
    this.#until = this.isGone ? Infinity : this.#now() + RENEW_EVERY;
  }
}
