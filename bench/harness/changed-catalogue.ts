import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

interface Changes {
  /** Changes one in this many talks. */
  readonly oneOf: number;
  /** Whether to write unchanged records too. */
  readonly others: boolean;
  /** Text to append to the titles of changed talks. */
  readonly mark?: string;
}

const TALK = '"type":"talk"';
const TITLE = /"title":"(?:[^"\\]|\\.)*/;

/** Copies a catalogue file and changes the titles of some of its talks. */
export async function writeChanged(
  from: string,
  to: string,
  { oneOf, others, mark = ' (changed)' }: Changes,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    let talks = 0;
    for await (const line of createInterface({ input: createReadStream(from), crlfDelay: Infinity })) {
      const changed = line.includes(TALK) && (talks += 1) % oneOf === 0;
      if (changed) yield `${line.replace(TITLE, (title) => title + mark)}\n`;
      else if (others) yield `${line}\n`;
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(to));
}
