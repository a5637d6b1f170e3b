import { Buffer } from 'node:buffer';
import { secondsOf } from '#catalogue/timestamp.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import type { ComparedTalk } from './compared-talk.ts';
import { Starts } from './starts.ts';

/** Maximum number of talks of an import that are compared. */
const MAX_TALKS = 100_000;
/** Maximum number of UTF-16 code units of a title, place or name, and of people, that are compared. */
const MAX_LENGTH = 300;
const MAX_PEOPLE = 8;
/** Size of a block, in bytes. */
const BLOCK = 1024 * 1024;

/**
 * Incoming talks, reduced to what is compared and kept as compact bytes outside the heap, since an import may have
 * hundreds of thousands.
 */
export class IncomingTalks {
  readonly starts = new Starts();
  readonly #blocks: Buffer[] = [];
  readonly #at: number[] = [];
  #used = BLOCK;
  #left = 0;

  /** Number of talks beyond MAX_TALKS, which are not compared. */
  get left(): number {
    return this.#left;
  }

  get size(): number {
    return this.starts.size;
  }

  add(slug: string, source: string, talk: SourceTalk): void {
    if (this.size === MAX_TALKS) {
      this.#left++;
      return;
    }
    const { title, start, end, status, venue, room, location, speakers } = talk;
    const shortened = [
      title,
      venue?.name ?? '',
      room,
      location,
      ...speakers.slice(0, MAX_PEOPLE).map(({ name }) => name),
    ];
    const texts = shortened.map((text) => text.slice(0, MAX_LENGTH));
    this.#write(JSON.stringify([slug, source, start, end, status === 'cancelled', ...texts]));
    this.starts.add(secondsOf(start), this.size);
  }

  /** @param number from 0, in the order added */
  get(number: number): ComparedTalk {
    const position = this.#at[number] ?? 0;
    const block = this.#blocks[Math.floor(position / BLOCK)];
    const at = position % BLOCK;
    const text = block?.toString('utf8', at + 4, at + 4 + block.readUInt32LE(at)) ?? '';
    /* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Nothing but add writes here. */
    const parts = JSON.parse(text) as [
      string,
      string,
      string,
      string,
      boolean,
      string,
      string,
      string,
      string,
      ...string[],
    ];
    const [slug, source, start, end, isCancelled, title, venue, room, location, ...people] = parts;
    return { slug, source, start, end, isCancelled, title, places: [venue, room, location], people };
  }

  #write(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#used + length + 4 > BLOCK) {
      this.#blocks.push(Buffer.allocUnsafeSlow(BLOCK));
      this.#used = 0;
    }
    const block = this.#blocks.at(-1);
    if (block === undefined) return;
    this.#at.push((this.#blocks.length - 1) * BLOCK + this.#used);
    block.writeUInt32LE(length, this.#used);
    block.write(text, this.#used + 4);
    this.#used += length + 4;
  }
}
