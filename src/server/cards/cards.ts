import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Card } from '#pages/card/card.ts';
import { unavailable } from '../http/errors.ts';

/** Messages to and from the thread. */
export interface CardJob {
  readonly id: number;
  readonly card: Card;
}

export interface CardResult {
  readonly id: number;
  readonly png: Uint8Array | undefined;
  /** Why there is no picture. */
  readonly fault: string | undefined;
}

export interface CardsOptions {
  /** Maximum size of the cached pictures, in bytes. */
  readonly memory?: number;
  /** How many pictures may wait to be drawn; further requests are rejected with 503. */
  readonly mostWaiting?: number;
  /** Milliseconds after which drawing is given up. */
  readonly patience?: number;
  /** Milliseconds after which an idle thread is ended to free its memory. */
  readonly idle?: number;
  /** The program of the thread, if not the default. */
  readonly thread?: URL;
}

const DEFAULTS = { memory: 16 * 1024 * 1024, mostWaiting: 32, patience: 10_000, idle: 60_000 };

interface Waiting {
  readonly promise: Promise<Buffer>;
  readonly resolve: (png: Buffer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Pictures of talks. Each is drawn once, in a thread that runs only while it is needed, and cached
 * as bytes by its content. However many are requested, the main thread only passes messages.
 */
export class Cards {
  readonly #options: Required<Omit<CardsOptions, 'thread'>>;
  readonly #thread: URL;
  readonly #kept: LRUCache<string, Buffer>;
  readonly #waiting = new Map<string, Waiting>();
  readonly #keys = new Map<number, string>();
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextId = 0;
  #isClosed = false;

  constructor({ thread, ...options }: CardsOptions = {}) {
    this.#options = { ...DEFAULTS, ...options };
    this.#thread = thread ?? new URL(import.meta.resolve('#server/cards/card-thread.ts'));
    const { memory } = this.#options;
    this.#kept = new LRUCache({
      maxSize: Math.max(1, memory),
      sizeCalculation: ({ length }, key) => length + key.length,
    });
  }

  /** PNG. @throws HttpError 503 when too many are waiting, or none can be drawn just now */
  picture(card: Card): Promise<Buffer> {
    const key = JSON.stringify(card);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return Promise.resolve(kept);
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) return waiting.promise;
    if (this.#isClosed || this.#waiting.size >= this.#options.mostWaiting)
      return Promise.reject(unavailable('Too many preview images are waiting to be drawn'));
    return this.#draw(key, card);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop('The service is stopping');
  }

  #draw(key: string, card: Card): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    this.#waiting.set(key, { promise, resolve, reject });
    const id = (this.#nextId += 1);
    this.#keys.set(id, key);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, card } satisfies CardJob);
    // The timeout starts when the thread gets work, and again for each picture.
    if (this.#waiting.size === 1) this.#wait(this.#options.patience);
    return promise;
  }

  #start(): Worker {
    // The thread must not inherit this process's flags, such as a test loader.
    const worker = new Worker(this.#thread, { name: 'lectern-cards', execArgv: [] });
    // The process may exit while a picture is being drawn.
    worker.unref();
    worker.on('message', (result: CardResult) => {
      if (worker === this.#worker) this.#take(result);
    });
    worker.on('error', () => {
      if (worker === this.#worker) void this.#stop('Preview images are temporarily unavailable');
    });
    worker.on('exit', () => {
      if (worker === this.#worker) void this.#stop('Preview images are temporarily unavailable');
    });
    return worker;
  }

  #take({ id, png, fault }: CardResult): void {
    const key = this.#keys.get(id);
    this.#keys.delete(id);
    const waiting = key === undefined ? undefined : this.#waiting.get(key);
    if (key === undefined || waiting === undefined) return;
    this.#waiting.delete(key);
    this.#wait(this.#waiting.size > 0 ? this.#options.patience : this.#options.idle);
    if (png === undefined) {
      waiting.reject(new Error(`a card could not be drawn: ${fault ?? ''}`));
      return;
    }
    const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
    this.#kept.set(key, bytes);
    waiting.resolve(bytes);
  }

  /**
   * Whatever takes too long, or has been idle for too long: ends the thread, which is restarted
   * when needed.
   */
  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#stop('Preview images are temporarily unavailable'), milliseconds);
    this.#timer.unref();
  }

  async #stop(why: string): Promise<void> {
    clearTimeout(this.#timer);
    const worker = this.#worker;
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#keys.clear();
    for (const { reject } of waiting) reject(unavailable(why));
    await worker?.terminate();
  }
}

/**
 * Everything needed to draw cards and QR codes, except fonts for further scripts. These are
 * optional dependencies.
 */
const NEEDED = [
  '@resvg/resvg-wasm',
  'harfbuzzjs',
  'bidi-js/dist/bidi.mjs',
  'woff2-encoder/decompress',
  '@fontsource-variable/noto-sans/package.json',
  'lean-qr',
];

/** Whether cards can be drawn: false after `npm ci --omit=optional`. */
export function canDrawCards(): boolean {
  return NEEDED.every((name) => {
    try {
      import.meta.resolve(name);
      return true;
    } catch {
      return false;
    }
  });
}
