import { markedThings } from './markup-reader.ts';
import type { FoundThing, MarkupSyntax } from './markup-reader.ts';
import { MICRODATA } from './microdata.ts';
import { MICROFORMATS } from './microformats.ts';
import { EVENT_TYPES } from './schema-org-types.ts';
import { decoded } from '../text-decoding.ts';

/** Largest page in which to look for markup, in bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

/** Passes on the chunks of a page, and keeps them in case its events are in its markup. */
export class KeptPage {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  async *keep(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#size += chunk.length;
      if (this.#size <= MAX_SIZE) this.#chunks.push(chunk);
      else this.#chunks.length = 0;
      yield chunk;
    }
  }

  get isTooLarge(): boolean {
    return this.#size > MAX_SIZE;
  }

  /** `''`: the page is too large. */
  get html(): string {
    return this.isTooLarge ? '' : decoded(Buffer.concat(this.#chunks));
  }
}

interface MarkedEvents {
  /** For the summary. */
  readonly kind: string;
  readonly things: readonly FoundThing[];
}

const SYNTAXES: readonly (readonly [kind: string, sign: RegExp, syntax: MarkupSyntax])[] = [
  ['Microdata', /\bitemscope\b/i, MICRODATA],
  ['hCalendar', /\b(?:vevent|h-event)\b/, MICROFORMATS],
];

/** Events in the first kind of markup that has any; undefined: none. @throws FileFailure when there are too many */
export function markedEvents(html: string): MarkedEvents | undefined {
  for (const [kind, sign, syntax] of SYNTAXES) {
    const things = sign.test(html) ? markedThings(html, syntax).filter(isEvent) : [];
    if (things.length > 0) return { kind, things };
  }
  return undefined;
}

/** Whether it is an event with a name or a start: some templates wrap an event in another that has neither. */
function isEvent({ thing }: FoundThing): boolean {
  const types = thing['@type'];
  const isOne = Array.isArray(types) && types.some((type) => EVENT_TYPES.has(String(type)));
  return isOne && ('name' in thing || 'startDate' in thing);
}
